package import GTSDModel

/// The screen that a person currently sees: a pure function of the phone's published state and of the view in front.
///
/// People decide by it, expectations judge it, and `play` prints it. A nil value is not on screen: the card on a tab in
/// the background, a closed form, everything of an app in the background.
package struct Screen: Sendable, Equatable {
  /// Photos of a task.
  package struct Photos: Sendable, Equatable {
    var task: Int64
    var shown: Int
    var selected: Int
    var invalid: Int
    var uploading: Int
    var uploaded: Int
    var failed: Int
    /// Whether the section shows that photos are being sent.
    var isSending: Bool
    /// The visible progress of uploads with a row, in percent.
    var progress: [Int]
    var message: PhotoErrorText
    var offersRetry: Bool
  }

  /// Preferences by their published hash; nil lists have never been drawn.
  package struct Shown: Sendable, Equatable {
    var hash: Int64
    var preferences: DietPreferences?
  }

  package var front = Front.closed
  var isSignedIn = false
  /// Whether onboarding is complete for the signed-in person, or not required. Known even while another app is in
  /// front.
  var isOnboarded = false
  /// The selected tab, even if a sheet covers it; nil if the app shows no tabs.
  package var tab: Tab?
  /// Whether the view in front shows a progress indicator.
  var isLoading = false
  /// The variable of the progress indicator on screen, or of the one that the view in front would show.
  private(set) var indicator: StateVariable?
  /// Whether the view in front shows that a save is in progress.
  var isSaving = false
  /// The places of errors on screen, in order, and the variable that shows the first.
  var errors: [StoryExpectation.ErrorPlace] = []
  private(set) var errorSlot: StateVariable?
  var toast = Toast.none
  /// The time at which the toast ends by itself, in nanoseconds; nil without a toast.
  var toastEnd: Int64?
  var card: StoryExpectation.Card?
  /// The numbers of the metrics that the card of Home or Plans shows.
  var metrics: DrawnMetrics?
  var hasZeroState = false
  var hasEmptyState = false
  var tasks: StoryExpectation.Tasks?
  var streak: Int?
  var targets: StoryExpectation.Targets?
  var plans: PlansScreen?
  /// The metrics row that Plans asks the person to acknowledge, as the whole second of its `computedAt`.
  var row: Int64?
  var planTargets: StoryExpectation.Targets?
  /// The body mass index in hundredths.
  var bmi: Int64?
  var summary = SummarySheet.hidden
  /// The numbers of the visible summary.
  var summaryNumbers: NutritionTargets?
  /// The preferences that the Profile tab or an open, loaded form shows.
  var preferences: Shown?
  var form: Shown?
  /// The step of onboarding.
  var step: OnboardingStep?
  /// The fields of an open, loaded form other than preferences, or those of a step of onboarding.
  var fields: DrawnForm?
  var isSaved = false
  var hasConflict = false
  var photos: Photos?
  var buttons: ScreenButtons = []

  /// The screen of a phone on which the app does not run.
  package init() {}

  // `inout`, since the whole state of the app would be copied otherwise. Nothing changes it.
  /// Computes the screen from the values that a phone has published.
  @inline(__always)
  package init(_ phone: inout some PublishedPhone, buttons: ScreenButtons) {
    front = Front(isRunning: phone.isRunning, isInForeground: phone.isInForeground) { phone[$0] }
    guard front != .closed else { return }
    isSignedIn = phone.isOn(.signedIn)
    isOnboarded = isSignedIn && Front(ofRunning: { phone[$0] }) != .onboarding
    guard front != .background else { return }
    self.buttons = buttons
    toast = Toast(published: phone[.toast]) ?? .none
    if toast != .none { toastEnd = phone.toastEnd }
    summary = front == .summary ? SummarySheet(published: phone[.summarySheet]) ?? .hidden : .hidden
    if front != .signIn, front != .onboarding { tab = Tab(published: phone[.tab]) }
    switch front {
    case .closed, .background: break
    case .signIn:
      (isLoading, indicator) = (phone.signIn.isBusy, .signedIn)
      if phone.signIn.hasFailed { add(.signIn, .signedIn) }
    case .onboarding:
      show(&phone, .onboardingLoading)
      if phone.isOn(.onboardingError) { add(.onboarding, .onboardingError) }
      step = OnboardingStep(published: phone[.onboardingStep])
      if step == .healthMetrics || step == .goals || step == .review { fields = phone.answers }
    case .summary:
      (isLoading, indicator) = (summary == .loading || summary == .canContinue, .summarySheet)
      if summary == .failed { add(.summary, .summarySheet) }
      if summary == .shown { summaryNumbers = phone.summaryNumbers }
    case .form: showForm(&phone)
    case .photos: showPhotos(&phone)
    case .tab(.home): showHome(&phone)
    case .tab(.plans): showPlans(&phone)
    case .tab(.profile): showProfile(&phone)
    case .tab(.tasks):
      show(&phone, .tasksLoading)
      if phone.isOn(.tasksError) { add(.tasks, .tasksError) }
    case .tab(.streaks):
      show(&phone, .streaksLoading)
      if phone.isOn(.streaksError) { add(.streaks, .streaksError) }
    }
  }

  // MARK: Parts

  /// Shows a progress indicator if it is on. The first that is on names the indicator.
  @inline(__always)
  private mutating func show(_ phone: inout some PublishedPhone, _ variable: StateVariable) {
    let isOn = phone.isOn(variable)
    if indicator == nil || isOn && !isLoading { indicator = variable }
    isLoading = isLoading || isOn
  }

  private mutating func add(_ place: StoryExpectation.ErrorPlace, _ slot: StateVariable) {
    errors.append(place)
    errorSlot = errorSlot ?? slot
  }

  @inline(__always)
  private mutating func showHome(_ phone: inout some PublishedPhone) {
    show(&phone, .homeLoading)
    if phone.isOn(.homeError) { add(.home, .homeError) }
    let readsMetrics = phone.isOn(.homeMetricsLoading) || phone.isOn(.metricsLoading)
    switch HomeCard(rawValue: phone[.homeCard]) {
    case .shown: card = readsMetrics ? .loading : phone.isOn(.homeNeed) ? .shown : .default
    case .calculating: card = .calculating
    case .error:
      card = .error
      add(.metrics, phone.isOn(.homeMetricsError) ? .homeMetricsError : .metricsError)
    case .hidden, nil: card = .hidden
    }
    if card == .shown { metrics = phone.metrics(of: .home) }
    hasZeroState = phone.isOn(.homeZeroState)
    if phone[.homeTasks] >= 0 {
      var shown = StoryExpectation.Tasks()
      (shown.completed, shown.total) = (Int(phone[.homeTasks] & 0xFFFF), Int(phone[.homeTasks] >> 16))
      tasks = shown
    }
    if phone[.homeStreak] >= 0 { streak = Int(phone[.homeStreak]) }
    // Without height and weight there are no targets.
    targets = phone.targets(.homeSummary).flatMap { $0.calories > 0 ? $0 : nil }
  }

  @inline(__always)
  private mutating func showPlans(_ phone: inout some PublishedPhone) {
    let shown = PlansScreen(published: phone[.plansScreen]) ?? .nothing
    plans = shown
    show(&phone, .plansLoading)
    show(&phone, .metricsLoading)
    show(&phone, .acknowledging)
    if phone.isOn(.plansError) { add(.plans, .plansError) }
    // The error of a failed metrics read is shown only if nothing else can be shown.
    if shown == .error, phone.isOn(.metricsError) { add(.metrics, .metricsError) }
    if phone.isOn(.acknowledgeError) { add(.acknowledge, .acknowledgeError) }
    if phone[.plansRow] >= 0 { row = phone[.plansRow] }
    if shown == .plan { planTargets = phone.targets(.plansTargets) }
    if shown == .plan || shown == .acknowledgment, phone[.plansBmi] >= 0 {
      bmi = phone[.plansBmi]
      metrics = phone.metrics(of: .plans)
      metrics?.bmi = phone[.plansBmi]
    }
  }

  @inline(__always)
  private mutating func showProfile(_ phone: inout some PublishedPhone) {
    show(&phone, .profileLoading)
    show(&phone, .editSaving)
    isSaving = phone.isOn(.editSaving)
    if phone.isOn(.profileError) { add(.profile, .profileError) }
    if !phone.isEditErrorOfForm, phone.isOn(.editError) { add(.edit, .editError) }
    let face = ProfileFace(published: phone[.profileFace]) ?? .profile
    hasZeroState = face == .zeroState
    hasEmptyState = face == .emptyState
    if face == .profile, phone[.profilePreferences] != 0 { preferences = Self.shown(.profilePreferences, &phone) }
  }

  @inline(__always)
  private mutating func showForm(_ phone: inout some PublishedPhone) {
    show(&phone, .editLoading)
    show(&phone, .editSaving)
    isSaving = phone.isOn(.editSaving)
    if phone.isEditErrorOfForm, phone.isOn(.editError) { add(.edit, .editError) }
    if phone[.cover] == Cover.form.published {
      form = Self.shown(.editPreferences, &phone)
      fields = phone.fields
    }
    isSaved = phone.isOn(.editSaved)
    hasConflict = phone.isOn(.editConflict)
  }

  @inline(__always)
  private static func shown(_ variable: StateVariable, _ phone: inout some PublishedPhone) -> Shown {
    Shown(hash: phone[variable], preferences: phone.preferences(variable))
  }

  @inline(__always)
  private mutating func showPhotos(_ phone: inout some PublishedPhone) {
    let message = PhotoErrorText(published: phone[.photosErrorText]) ?? .none
    if message != .none || phone.isOn(.photosError) {
      add(.photos, .photosError)
    } else if phone.isOn(.photosListError) {
      add(.photos, .photosListError)
    }
    photos = Photos(
      task: phone[.photosTask], shown: Int(phone[.photosShown]), selected: Int(phone[.photosSelected]),
      invalid: phone.count(.invalid), uploading: phone.count(.uploading), uploaded: phone.count(.uploaded),
      failed: phone.count(.failed), isSending: phone.isOn(.photosUploading),
      progress: phone.progressOfTask, message: message, offersRetry: phone.isOn(.photosRetry))
  }
}

extension Screen {
  /// Whether the app is in front of other apps.
  var isInFront: Bool { front != .closed && front != .background }

  /// Whether a tab is in front, or a sheet over the tabs.
  var showsTabs: Bool {
    switch front {
    case .closed, .background, .signIn, .onboarding: false
    case .summary, .form, .photos, .tab: true
    }
  }

  /// Whether the edit form is in front, filled or not.
  var showsForm: Bool { front == .form }

  /// Whether the photos of a task are in front.
  var showsPhotos: Bool { front == .photos }

  /// Whether Home is in front with the card about metrics.
  var showsCard: Bool {
    switch card {
    case .shown, .default, .loading: true
    default: false
    }
  }

  func hasError(_ place: StoryExpectation.ErrorPlace) -> Bool { errors.contains(place) }
}
