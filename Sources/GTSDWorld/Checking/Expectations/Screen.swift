package import GTSDModel

/// The screen that a person currently sees: a pure function of the phone's published state and of the view in front.
///
/// Expectations and the output of `play` use only this. A nil value is not on screen: the card on a tab in the
/// background, a closed form, everything of an app in the background.
package struct Screen: Sendable, Equatable {
  /// The tab, sheet or form in front.
  package enum Front: Sendable, Equatable {
    /// The app does not run, or other apps are in front of it.
    case closed, background
    case signIn, onboarding
    /// The sheet after onboarding, the edit form or the photos of a task cover the tabs.
    case summary, form, photos
    case tab(Tab)
  }

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
  /// The selected tab, even if a sheet covers it; nil if the app shows no tabs.
  package private(set) var tab: Tab?
  /// Whether the view in front shows a progress indicator.
  var isLoading = false
  /// The places of errors on screen, in order.
  var errors: [StoryExpectation.ErrorPlace] = []
  var toast = Toast.none
  var card: StoryExpectation.Card?
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
  /// The preferences that the Profile tab or an open, loaded form shows.
  var preferences: Shown?
  var form: Shown?
  var isSaved = false
  var hasConflict = false
  var photos: Photos?

  /// Whether onboarding is complete for the signed-in person, or not required.
  var isOnboarded: Bool { isSignedIn && front != .onboarding }

  /// Computes the screen from the values that a phone has published.
  package init(_ phone: PhoneScreen) {
    front = Self.front(of: phone)
    guard front != .closed else { return }
    isSignedIn = phone.isOn(.signedIn)
    guard front != .background else { return }
    toast = Toast(published: phone[.toast]) ?? .none
    summary = front == .summary ? SummarySheet(published: phone[.summarySheet]) ?? .hidden : .hidden
    if front != .signIn, front != .onboarding { tab = Tab(published: phone[.tab]) }
    switch front {
    case .closed, .background, .signIn: break
    case .onboarding: show(phone, loading: [.onboardingLoading], errors: [(.onboarding, .onboardingError)])
    case .summary: isLoading = summary == .loading || summary == .canContinue
    case .form: showForm(phone)
    case .photos: showPhotos(phone)
    case .tab(.home): showHome(phone)
    case .tab(.plans): showPlans(phone)
    case .tab(.profile): showProfile(phone)
    case .tab(.tasks): show(phone, loading: [.tasksLoading], errors: [(.tasks, .tasksError)])
    case .tab(.streaks): show(phone, loading: [.streaksLoading], errors: [(.streaks, .streaksError)])
    }
  }

  private static func front(of phone: PhoneScreen) -> Front {
    guard phone.isRunning else { return .closed }
    guard phone.isInForeground else { return .background }
    guard phone.isOn(.signedIn) else { return .signIn }
    let cover = Cover(published: phone[.cover]) ?? .none
    guard phone.isOn(.onboarded), cover != .onboarding else { return .onboarding }
    if phone[.summarySheet] != SummarySheet.hidden.published { return .summary }
    switch cover {
    case .form, .formLoading: return .form
    case .onboarding, .none: break
    }
    if phone[.photosTask] > 0 { return .photos }
    return Tab(published: phone[.tab]).map { .tab($0) } ?? .onboarding
  }

  // MARK: Parts

  private mutating func show(
    _ phone: PhoneScreen, loading: [StateVariable], errors: [(StoryExpectation.ErrorPlace, StateVariable)]
  ) {
    isLoading = loading.contains { phone.isOn($0) }
    self.errors = errors.filter { phone.isOn($0.1) }.map(\.0)
  }

  private mutating func showHome(_ phone: PhoneScreen) {
    show(phone, loading: [.homeLoading], errors: [(.home, .homeError)])
    let readsMetrics = phone.isOn(.homeMetricsLoading) || phone.isOn(.metricsLoading)
    switch HomeCard(rawValue: phone[.homeCard]) {
    case .shown: card = readsMetrics ? .loading : phone.isOn(.homeNeed) ? .shown : .default
    case .calculating: card = .calculating
    case .error:
      card = .error
      errors.append(.metrics)
    case .hidden, nil: card = .hidden
    }
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
    if shown == .plan || shown == .acknowledgment, phone[.plansBmi] >= 0 { bmi = phone[.plansBmi] }
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
    if phone[.cover] == Cover.form.published { form = Self.shown(.editPreferences, phone) }
    isSaved = phone.isOn(.editSaved)
    hasConflict = phone.isOn(.editConflict)
  }

  private static func shown(_ variable: StateVariable, _ phone: PhoneScreen) -> Shown {
    Shown(hash: phone[variable], words: phone.words(variable, phone[variable]))
  }

  private mutating func showPhotos(_ phone: PhoneScreen) {
    let message = PhotoErrorText(published: phone[.photosErrorText]) ?? .none
    if message != .none || phone.isOn(.photosError) || phone.isOn(.photosListError) { errors = [.photos] }
    photos = Photos(
      task: phone[.photosTask], shown: Int(phone[.photosShown]), selected: Int(phone[.photosSelected]),
      invalid: phone.count(.invalid), uploading: phone.count(.uploading), uploaded: phone.count(.uploaded),
      failed: phone.count(.failed),
      progress: phone.progress.map { Int($0.percent) }, message: message, offersRetry: phone.isOn(.photosRetry))
  }
}
