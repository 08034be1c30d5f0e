import GTSDModel

/// The subject of events. An event can contribute to a wrong variable only if the variable depends on the event's
/// topic.
struct FindTopic: OptionSet, Sendable {
  let rawValue: UInt16

  /// Metrics rows, the need to acknowledge them, acknowledgments.
  static let metrics = FindTopic(rawValue: 1 << 0)
  static let plan = FindTopic(rawValue: 1 << 1)
  /// The summary, the zero state and onboarding.
  static let summary = FindTopic(rawValue: 1 << 2)
  /// The profile and its form, preferences included.
  static let profile = FindTopic(rawValue: 1 << 3)
  static let photos = FindTopic(rawValue: 1 << 4)
  /// Tasks and the streak.
  static let tasks = FindTopic(rawValue: 1 << 5)
  /// Tokens, and the account that is signed in.
  static let session = FindTopic(rawValue: 1 << 6)
  /// Flags of running operations.
  static let loading = FindTopic(rawValue: 1 << 7)
  /// Slots for error texts.
  static let errors = FindTopic(rawValue: 1 << 8)
  /// Whether the phone has a network.
  static let network = FindTopic(rawValue: 1 << 9)
}

extension StateVariable {
  /// Whether the variable is a loading flag or an error slot.
  var isFlag: Bool { StateVariable.loadingFlags.contains(self) || StateVariable.errorSlots.contains(self) }

  /// Whether a view computes the variable from its other values at every step.
  var isDerived: Bool {
    switch self {
    case .plansScreen, .plansRow, .plansBmi, .homeCard, .homeSummary, .toast, .tab, .photosSelected, .photosPicked,
      .photosTapped, .photosRetry, .cover, .profileFace:
      true
    default: false
    }
  }

  var topic: FindTopic {
    if StateVariable.loadingFlags.contains(self) { return .loading }
    if StateVariable.errorSlots.contains(self) { return .errors }
    switch self {
    case .signedIn: return .session
    case .homeNeed, .homeCard, .plansNeed, .plansRow, .plansBmi: return .metrics
    case .homeZeroState, .summarySheet, .onboarded, .onboardingStep, .homeSummary: return .summary
    case .plansScreen, .plansPlan, .plansTargets: return .plan
    case .homeTasks, .homeStreak, .tasksFilter, .tasksShown: return .tasks
    case .profilePreferences, .editPreferences, .editTyped, .preferencesSaved, .editSaved, .editConflict, .profileFace:
      return .profile
    case .photosSelected, .photosShown, .photosTask, .photosPicked, .photosImages, .photosTapped, .photosErrorText,
      .photosRetry:
      return .photos
    default: return []
    }
  }

  /// The topic of the operations behind a flag or an error slot.
  var operations: FindTopic {
    switch self {
    case .homeLoading, .homeError: [.metrics, .summary, .tasks]
    case .plansLoading, .plansError: [.plan, .metrics, .summary]
    case .metricsLoading, .metricsError, .homeMetricsLoading, .homeMetricsError, .acknowledging, .acknowledgeError:
      .metrics
    case .onboardingLoading, .onboardingError: .summary
    case .profileLoading, .profileError, .editLoading, .editSaving, .editError,
      .editPartStored, .editSaved, .editConflict:
      .profile
    case .photosUploading, .photosError, .photosListError: .photos
    default: .tasks
    }
  }
}

extension Resource {
  var topic: FindTopic {
    switch self {
    case .metrics: .metrics
    case .plan: .plan
    case .summary: .summary
    case .tasks, .streak: .tasks
    case .profile, .preferences: .profile
    case .photos: .photos
    case .user: [.session, .profile]
    }
  }
}

extension Endpoint {
  var topic: FindTopic {
    switch self {
    case .signUp, .logIn, .refresh, .logOut, .me, .health, .deleteAccount: .session
    case .updateBasicProfile, .preferences, .updatePreferences, .profile, .updateProfile, .exportData: .profile
    case .onboard, .howItWorks: .summary
    case .todayMetrics, .acknowledge: .metrics
    case .generatePlan: .plan
    case .uploadPhoto, .presignPhoto, .storePhoto, .confirmPhoto, .photos, .deletePhoto: .photos
    case .tasksToday, .submitEvidence, .streak: .tasks
    }
  }
}

extension Operation {
  var topic: FindTopic {
    switch self {
    case .signUp, .logIn, .logOut, .restore, .refreshToken, .accountDeletion: .session
    case .onboarding, .summary, .homeSummary: .summary
    // The operation's check of the metrics is an operation of its own.
    case .homeLoad: [.summary, .tasks]
    case .homeTasks, .homeStreak, .tasksLoad, .streaksLoad, .evidence: .tasks
    case .homeMetrics, .plansMetrics, .acknowledge: .metrics
    case .plansFetch, .plansRefresh: .plan
    case .profileLoad, .editLoad, .editSave, .dataExport: .profile
    case .photosLoad, .photoUpload, .photoDelete, .photoImages: .photos
    }
  }
}
