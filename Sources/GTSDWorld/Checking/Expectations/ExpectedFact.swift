import GTSDModel

/// A fact that a story can expect; the raw value is its part of a finding's site.
enum ExpectedFact: String, CaseIterable, Sendable {
  case running
  case signedIn = "signed-in"
  case onboarded, tab, loading, error, toast, card
  case zeroState = "zero-state"
  case tasks, streak, targets
  case plansScreen = "plans-screen"
  case planTargets = "plan-targets"
  case bmi, summary, preferences, form
  case photosShown = "photos-shown"
  case photosSelected = "photos-selected"
  case photosInvalid = "photos-invalid"
  case photosUploading = "photos-uploading"
  case photosUploaded = "photos-uploaded"
  case photosFailed = "photos-failed"
  case photosProgress = "photos-progress"
  case photosMessage = "photos-message"
  case accountExists = "server-exists"
  case profileComplete = "server-complete"
  case metricsStored = "server-metrics"
  case acknowledged = "server-acknowledged"
  case plansStored = "server-plans"
  case preferencesStored = "server-preferences"
  case photosStored = "server-photos"
  case evidenceStored = "server-evidence"

  /// The state variables that the fact depends on, the most informative first.
  var variables: [FindVariable] {
    switch self {
    case .running: []
    case .signedIn: [.shown(.signedIn), .account]
    case .onboarded: [.shown(.onboarded)]
    case .tab: [.shown(.tab)]
    case .loading: StateVariable.loadingFlags.map { .shown($0) }
    case .error: StateVariable.errorSlots.map { .shown($0) }
    case .toast: [.shown(.toast)]
    case .card: [.shown(.homeCard), .shown(.homeNeed)]
    case .zeroState: [.shown(.homeZeroState)]
    case .tasks: [.shown(.homeTasks)]
    case .streak: [.shown(.homeStreak)]
    case .targets: [.shown(.homeSummary)]
    case .plansScreen: [.shown(.plansScreen)]
    case .planTargets: [.shown(.plansTargets)]
    case .bmi: [.shown(.plansBmi)]
    case .summary: [.shown(.summarySheet)]
    case .preferences: [.shown(.profilePreferences), .stored("preferences")]
    case .form: [.shown(.editPreferences), .stored("preferences")]
    case .photosShown: [.shown(.photosShown), .photo]
    case .photosSelected: [.shown(.photosSelected), .photo]
    case .photosInvalid, .photosUploading, .photosUploaded, .photosFailed, .photosProgress: [.photo]
    case .photosMessage: [.shown(.photosErrorText), .photo]
    case .accountExists: [.stored("account")]
    case .profileComplete: [.stored("profile"), .stored("onboarding")]
    case .metricsStored: [.stored("metrics")]
    case .acknowledged: [.stored("acknowledgment"), .stored("metrics")]
    case .plansStored: [.stored("plan")]
    case .preferencesStored: [.stored("preferences")]
    case .photosStored: [.stored("photo")]
    case .evidenceStored: [.stored("evidence")]
    }
  }
}
