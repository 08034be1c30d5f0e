package import GTSDModel

/// The screen that a person currently sees: a pure function of the phone's published state and of the view in front.
///
/// Expectations and the output of `play` use only this. A nil value is not on screen: the card on a tab in the
/// background, a closed form, everything of an app in the background.
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
    /// The visible progress of uploads with a row, in percent.
    var progress: [Int]
    var message: PhotoErrorText
    var offersRetry: Bool
  }

  /// Preferences by their hash, and their description.
  package struct Shown: Sendable, Equatable {
    var hash: Int64
    var words: String
  }

  package private(set) var front: Front
  var isSignedIn = false
  /// Whether onboarding is complete for the signed-in person, or not required. Known even while another app is in
  /// front.
  var isOnboarded = false
  /// The selected tab, even if a sheet covers it; nil if the app shows no tabs.
  package private(set) var tab: Tab?
  /// Whether the view in front shows a progress indicator.
  var isLoading = false
  /// The variables of the progress indicators that the view in front has, the one on screen first.
  private(set) var indicators: [StateVariable] = []
  /// The places of errors on screen, in order, and the variables that show them.
  private(set) var errors: [StoryExpectation.ErrorPlace] = []
  private(set) var errorSlots: [StateVariable] = []
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

  /// Computes the screen from the values that a phone has published.
  package init(_ phone: PhoneScreen) {
    front = Front(isRunning: phone.isRunning, isInForeground: phone.isInForeground) { phone[$0] }
    guard front != .closed else { return }
    isSignedIn = phone.isOn(.signedIn)
    isOnboarded = isSignedIn && Front(ofRunning: { phone[$0] }) != .onboarding
    guard front != .background else { return }
    toast = Toast(published: phone[.toast]) ?? .none
    if toast != .none { toastEnd = phone.toastEnd }
    summary = front == .summary ? SummarySheet(published: phone[.summarySheet]) ?? .hidden : .hidden
    if front != .signIn, front != .onboarding { tab = Tab(published: phone[.tab]) }
    switch front {
    case .closed, .background: break
    case .signIn:
      (isLoading, indicators) = (phone.signIn.isBusy, [.signedIn])
      if phone.signIn.hasFailed { add(.signIn, .signedIn) }
    case .onboarding:
      show(phone, loading: [.onboardingLoading], errors: [(.onboarding, .onboardingError)])
      step = OnboardingStep(published: phone[.onboardingStep])
      if step == .healthMetrics || step == .goals || step == .review { fields = phone.answers }
    case .summary:
      (isLoading, indicators) = (summary == .loading || summary == .canContinue, [.summarySheet])
      if summary == .failed { add(.summary, .summarySheet) }
      if summary == .shown { summaryNumbers = phone.summaryNumbers }
    case .form: showForm(phone)
    case .photos: showPhotos(phone)
    case .tab(.home): showHome(phone)
    case .tab(.plans): showPlans(phone)
    case .tab(.profile): showProfile(phone)
    case .tab(.tasks): show(phone, loading: [.tasksLoading], errors: [(.tasks, .tasksError)])
    case .tab(.streaks): show(phone, loading: [.streaksLoading], errors: [(.streaks, .streaksError)])
    }
  }

  // MARK: Parts

  private mutating func show(
    _ phone: PhoneScreen, loading: [StateVariable], errors: [(StoryExpectation.ErrorPlace, StateVariable)]
  ) {
    indicators = loading.filter { phone.isOn($0) }
    isLoading = !indicators.isEmpty
    if !isLoading { indicators = loading }
    for (place, slot) in errors where phone.isOn(slot) { add(place, slot) }
  }

  private mutating func add(_ place: StoryExpectation.ErrorPlace, _ slot: StateVariable) {
    errors.append(place)
    errorSlots.append(slot)
  }

  private mutating func showHome(_ phone: PhoneScreen) {
    show(phone, loading: [.homeLoading], errors: [(.home, .homeError)])
    let readsMetrics = phone.isOn(.homeMetricsLoading) || phone.isOn(.metricsLoading)
    switch HomeCard(rawValue: phone[.homeCard]) {
    case .shown: card = readsMetrics ? .loading : phone.isOn(.homeNeed) ? .shown : .default
    case .calculating: card = .calculating
    case .error:
      card = .error
      add(.metrics, phone.isOn(.homeMetricsError) ? .homeMetricsError : .metricsError)
    case .hidden, nil: card = .hidden
    }
    if card == .shown { metrics = phone.metrics.home }
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

  private mutating func showPlans(_ phone: PhoneScreen) {
    let shown = PlansScreen(published: phone[.plansScreen]) ?? .nothing
    plans = shown
    // The error of a failed metrics read is shown only if nothing else can be shown.
    show(
      phone, loading: [.plansLoading, .metricsLoading, .acknowledging],
      errors: [(.plans, .plansError)] + (shown == .error ? [(.metrics, .metricsError)] : [])
        + [(.acknowledge, .acknowledgeError)])
    if shown == .plan { planTargets = phone.targets(.plansTargets) }
    if shown == .plan || shown == .acknowledgment, phone[.plansBmi] >= 0 {
      bmi = phone[.plansBmi]
      metrics = phone.metrics.plans
      metrics?.bmi = phone[.plansBmi]
    }
  }

  private mutating func showProfile(_ phone: PhoneScreen) {
    show(
      phone, loading: [.profileLoading, .editSaving],
      errors: [(.profile, .profileError)] + (phone.isEditErrorOfForm ? [] : [(.edit, .editError)]))
    let face = ProfileFace(published: phone[.profileFace]) ?? .profile
    hasZeroState = face == .zeroState
    hasEmptyState = face == .emptyState
    if face == .profile, phone[.profilePreferences] != 0 { preferences = Self.shown(.profilePreferences, phone) }
  }

  private mutating func showForm(_ phone: PhoneScreen) {
    show(
      phone, loading: [.editLoading, .editSaving], errors: phone.isEditErrorOfForm ? [(.edit, .editError)] : [])
    if phone[.cover] == Cover.form.published {
      form = Self.shown(.editPreferences, phone)
      fields = phone.fields
    }
    isSaved = phone.isOn(.editSaved)
    hasConflict = phone.isOn(.editConflict)
  }

  private static func shown(_ variable: StateVariable, _ phone: PhoneScreen) -> Shown {
    Shown(hash: phone[variable], words: phone.words(variable, phone[variable]))
  }

  private mutating func showPhotos(_ phone: PhoneScreen) {
    let message = PhotoErrorText(published: phone[.photosErrorText]) ?? .none
    if message != .none || phone.isOn(.photosError) {
      add(.photos, .photosError)
    } else if phone.isOn(.photosListError) {
      add(.photos, .photosListError)
    }
    photos = Photos(
      task: phone[.photosTask], shown: Int(phone[.photosShown]), selected: Int(phone[.photosSelected]),
      invalid: phone.count(.invalid), uploading: phone.count(.uploading), uploaded: phone.count(.uploaded),
      failed: phone.count(.failed),
      progress: phone.progressOfTask, message: message, offersRetry: phone.isOn(.photosRetry))
  }
}
