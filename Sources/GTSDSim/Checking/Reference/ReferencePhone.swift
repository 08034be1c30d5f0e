package import GTSDModel

/// One phone: what it has received for each screen, what each screen therefore has to show, and what was tapped.
///
/// It follows rendered values, taps and the wire. Of what the app says about itself it takes only for which screen a
/// request was sent, and when an operation begins and ends.
package struct ReferencePhone: Sendable {
  /// A value with the version that it was read from; the last to arrive counts among equal ones.
  private struct Newest<Value: Sendable>: Sendable {
    var version: Int32 = -1
    var value: Value?
    /// The value before the newest.
    var before: Value?

    mutating func take(_ value: Value, _ version: Int32) {
      guard version >= self.version else { return }
      before = self.value
      self.value = value
      self.version = version
    }
  }

  /// What is rendered, by variable.
  private var shown: [Int64]
  private var isChanged = false
  /// The account whose session came last, and whether somebody is signed in.
  private var account: Int?

  /// The newest version that any reply told of.
  private var known: Int32 = -1
  private var homeTasks = Newest<Int64>()
  private var homeStreak = Newest<Int64>()
  private var homeSummary = Newest<SummaryPayload>()
  private var metrics = Newest<MetricsPayload?>()
  private var plan = Newest<PlanPayload>()
  private var mayPlanBeGone = false
  private var profile = Newest<Int64>()
  /// What a read told that asked whether a save was stored.
  private var resolved = Newest<Int64>()
  private var form = Newest<Int64>()
  private var isFormTyped = false
  private var photos: [(task: Int, list: Newest<[Int]>)] = []

  /// Error slots whose operation has met a failure since it last began, a bit each.
  private var failed: UInt64 = 0
  /// Operations whose latest reply was a success, a bit each.
  private var succeeded: UInt64 = 0
  /// Loads that are owed, a bit an endpoint, and the tab for which.
  private var owed: UInt64 = 0
  private var owedOn = Tab.home
  /// Where the person went in this instant, nil for nowhere.
  private var destination: Tab?
  /// Something may cover the tabs since the last one came on screen.
  private var isCovered = false
  private var hasTappedPhotos = false
  /// Variables that show something else than they should, a bit each.
  private var divergent: UInt64 = 0
  /// Requests with an effect that are under way or have succeeded, by endpoint, intent and key.
  private var effects: [(id: Int32, endpoint: Endpoint, key: UInt64, isDone: Bool)] = []

  /// Variables in which nothing is shown by -1; by 0 in all others.
  private static let initial: [Int64] = {
    var values = [Int64](repeating: 0, count: StateVariable.allCases.count)
    for variable in [
      StateVariable.tab, .plansBmi, .plansRow, .plansPlan, .plansTargets, .homeTasks, .homeStreak, .homeSummary,
    ] {
      values[Int(variable.rawValue)] = -1
    }
    return values
  }()

  package init() { shown = Self.initial }

  private subscript(_ variable: StateVariable) -> Int64 { shown[Int(variable.rawValue)] }

  // MARK: Inputs

  /// The process began: nothing is held.
  package mutating func launched() {
    let account = account
    self = ReferencePhone()
    self.account = account
  }

  private mutating func forget() {
    known = -1
    homeTasks = Newest()
    homeStreak = Newest()
    homeSummary = Newest()
    metrics = Newest()
    plan = Newest()
    mayPlanBeGone = false
    profile = Newest()
    resolved = Newest()
    form = Newest()
    photos = []
    failed = 0
    owed = 0
    effects = []
  }

  /// A value is rendered.
  package mutating func rendered(
    _ variable: StateVariable, _ value: Int64, _ cause: Cause, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    let before = self[variable]
    shown[Int(variable.rawValue)] = value
    isChanged = true
    switch variable {
    case .signedIn:
      if value == 0 { forget() }
    case .tab:
      isCovered = false
      guard before >= 0, value >= 0, before != value else { return }
      if let destination, destination.published == value {
        owe(destination, options)
      } else {
        found.append(.movedUnasked(.tab))
      }
    case .photosTask where value > 0:
      if !hasTappedPhotos { found.append(.movedUnasked(.photosTask)) }
    case .acknowledgeError where value > 0:
      // Its screen may give way at once, with the row that it was about.
      failed &= ~(1 << UInt64(StateVariable.acknowledgeError.rawValue))
    case .toast where value > 0:
      if !hasSucceeded(.acknowledge) { found.append(.successUnfounded(.acknowledge)) }
    case .preferencesSaved where value != 0 && value != -1:
      if !hasSucceeded(.editSave) { found.append(.successUnfounded(.editSave)) }
    default: break
    }
  }

  private func hasSucceeded(_ operation: Operation) -> Bool { succeeded >> UInt64(operation.rawValue) & 1 == 1 }

  /// The app reports what it has done.
  package func reported(_ event: AnalyticsEvent, _ found: inout [Divergence]) {
    let operation: Operation
    switch event {
    case .metricsAcknowledged: operation = .acknowledge
    case .onboardingCompleted, .onboardingSkipped: operation = .onboarding
    case .signupCompleted: operation = .signUp
    case .preferencesSaved: operation = .editSave
    case .photoUploaded: operation = .photoUpload
    default: return
    }
    if !hasSucceeded(operation) { found.append(.successUnfounded(operation)) }
  }

  /// The person tapped.
  package mutating func tapped(_ action: PersonAction, tab: Tab?, _ options: ReferenceOptions) {
    switch action {
    case .openTab:
      destination = tab
    case .reviewCard: destination = .plans
    case .pullToRefresh:
      // What covers the tab takes the gesture.
      guard !isCovered, self[.summarySheet] == 0, self[.photosTask] == 0 else { return }
      if let tab = Tab(published: self[.tab]) { owe(tab, isPulled: true, options) }
    case .openPhotos:
      hasTappedPhotos = true
      isCovered = true
    case .completeProfile, .background: isCovered = true
    case .openEdit:
      isCovered = true
      // A form that is open already takes no notice.
      guard self[.editTyped] == 0 else { return }
      form = Newest()
      isFormTyped = false
    case .typeEdit: isFormTyped = true
    case .launch, .logIn, .signUp, .logOut: destination = nil
    default: break
    }
  }

  private func isLoading(_ tab: Tab) -> Bool {
    switch tab {
    case .home: self[.homeLoading] > 0 || self[.metricsLoading] > 0
    case .plans: self[.plansLoading] > 0 || self[.metricsLoading] > 0
    case .tasks: self[.tasksLoading] > 0
    case .streaks: self[.streaksLoading] > 0
    case .profile: self[.profileLoading] > 0
    }
  }

  private mutating func owe(_ tab: Tab, isPulled: Bool = false, _ options: ReferenceOptions) {
    owed = 0
    owedOn = tab
    let endpoint: Endpoint
    switch tab {
    case .home where isPulled: endpoint = .tasksToday
    case .home:
      guard options.homeReadsOnAppear else { return }
      endpoint = .todayMetrics
    case .plans:
      guard options.plansReadsOnAppear else { return }
      endpoint = .todayMetrics
    case .tasks: endpoint = .tasksToday
    case .streaks: endpoint = .streak
    case .profile:
      guard options.profileReads else { return }
      endpoint = .profile
    }
    guard options.readsAnew, !isLoading(tab) else { return }
    owed = 1 << UInt64(endpoint.rawValue)
  }

  package mutating func sent(_ request: borrowing WireCall, _ found: inout [Divergence]) {
    let endpoint = request.body.endpoint
    owed &= ~(1 << UInt64(endpoint.rawValue))
    guard request.key != 0 else { return }
    switch endpoint {
    case .onboard, .acknowledge, .uploadPhoto, .confirmPhoto: break
    default: return
    }
    if effects.contains(where: { $0.endpoint == endpoint && $0.key == request.key }) {
      found.append(.sentAgain(endpoint))
    } else {
      if effects.count == 16 { effects.removeFirst() }
      effects.append((request.id, endpoint, request.key, false))
    }
  }

  /// An operation begins: what its last attempt met is over.
  package mutating func began(_ operation: Operation) {
    if let slot = Self.slot(of: operation) { failed &= ~(1 << UInt64(slot.rawValue)) }
    if operation == .photoUpload { failed &= ~(1 << UInt64(StateVariable.photosError.rawValue)) }
    if Self.reports.contains(operation) { succeeded &= ~(1 << UInt64(operation.rawValue)) }
  }

  private static let reports: [Operation] = [.acknowledge, .editSave, .onboarding, .signUp]

  /// Where the failure of an operation is to be seen.
  private static func slot(of operation: Operation) -> StateVariable? {
    switch operation {
    case .onboarding: .onboardingError
    case .homeTasks: .homeError
    case .homeMetrics, .plansMetrics: .metricsError
    case .plansFetch, .plansRefresh: .plansError
    case .acknowledge: .acknowledgeError
    case .profileLoad: .profileError
    case .editLoad, .editSave: .editError
    case .photoDelete: .photosError
    case .tasksLoad, .evidence: .tasksError
    case .streaksLoad: .streaksError
    default: nil
    }
  }

  /// A reply has come, or none will.
  package mutating func received(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse?, _ read: ReferenceServer.Read?,
    isCancelled: Bool
  ) {
    let isGranted = (200..<300).contains(status) && reply != .undecodable
    if let index = effects.firstIndex(where: { $0.id == request.id }) {
      if isGranted { effects[index].isDone = true } else { effects.remove(at: index) }
    }
    guard let operation = request.operation else { return }
    note(operation, request.body.endpoint, status: status, reply, isGranted: isGranted, isCancelled: isCancelled)
    guard isGranted || status == 404, let read, let reply else { return }
    if case .session = reply {
      account = read.account
      forget()
      return
    }
    guard read.account == account else { return }
    isChanged = true
    known = max(known, read.version)
    take(request.body, reply, operation, read.version, isGranted: isGranted)
  }

  private mutating func note(
    _ operation: Operation, _ endpoint: Endpoint, status: Int, _ reply: APIResponse?, isGranted: Bool,
    isCancelled: Bool
  ) {
    guard endpoint != .refresh else { return }
    let bit: UInt64 = 1 << UInt64(operation.rawValue)
    if isGranted { succeeded |= bit } else if operation != .photoUpload { succeeded &= ~bit }
    guard let slot = Self.slot(of: operation) else { return }
    switch (operation, endpoint) {
    case (.plansFetch, .howItWorks), (.plansRefresh, .howItWorks), (.profileLoad, .streak), (.profileLoad, .howItWorks):
      return
    default: break
    }
    // A token that has run out is renewed and the request repeated, or given up meanwhile with who asked for it.
    guard status != 401 else { return }
    let error: UInt64 = 1 << UInt64(slot.rawValue)
    var isFailure = !isGranted && !isCancelled
    if endpoint == .todayMetrics || endpoint == .deletePhoto, status == 404 { isFailure = false }
    if case .failure(let payload) = reply, payload.reason == .gated { isFailure = false }
    failed = isFailure ? failed | error : failed & ~error
  }

  private mutating func take(
    _ request: APIRequest, _ reply: APIResponse, _ operation: Operation, _ version: Int32, isGranted: Bool
  ) {
    switch (request, reply, operation) {
    case (_, .tasks(let told), .homeTasks):
      homeTasks.take(Int64(told.total) << 16 | Int64(told.completed), version)
    case (_, .streak(let told), .homeStreak): homeStreak.take(Int64(told.current), version)
    case (_, .summary(let told), .homeSummary): homeSummary.take(told, version)
    case (_, .metrics(let told), _): metrics.take(told, version)
    case (.todayMetrics, _, _) where !isGranted: metrics.take(nil, version)
    case (.acknowledge(_, let computedAt), .acknowledged, _):
      // A repeat is answered as the first was: a newer row may have come since, which only a read tells.
      guard version >= known, case .some(.some(var held)) = metrics.value, held.metrics.computedAt == computedAt else {
        return
      }
      held.acknowledged = true
      metrics.take(held, version)
    case (_, .plan(let told), _):
      plan.take(told, version)
      mayPlanBeGone = false
    case (_, .profile(let told), .profileLoad): profile.take(told.preferences.preferences.stableHash, version)
    case (_, .profile(let told), .editSave):
      mayPlanBeGone = true
      resolved.take(told.preferences.preferences.stableHash, version)
    case (_, .profile(let told), .editLoad): form.take(told.preferences.preferences.stableHash, version)
    case (.updateProfile(let update), _, .editSave) where isGranted:
      mayPlanBeGone = true
      saved(update.preferences, version)
    case (.updatePreferences(let update), _, .editSave) where isGranted: saved(update, version)
    case (.onboard, _, _) where isGranted: mayPlanBeGone = true
    case (.photos(let task?, _, _), .photos(let told), _):
      let ids = told.map(\.id)
      if let index = photos.firstIndex(where: { $0.task == task }) {
        photos[index].list.take(ids, version)
      } else {
        photos.append((task, Newest(version: version, value: ids)))
      }
    case (.deletePhoto(let id), _, _):
      for index in photos.indices {
        photos[index].list.value?.removeAll { $0 == id }
        photos[index].list.version = max(photos[index].list.version, version)
      }
    default: break
    }
  }

  /// A whole set of preferences was stored from here: the Profile tab may show it before it reads it.
  private mutating func saved(_ update: PreferencesUpdate, _ version: Int32) {
    guard let lists = update.dietaryPreferences, let allergies = update.allergies, let meals = update.mealsPerDay else {
      return
    }
    let stored = DietPreferences(dietaryPreferences: lists, allergies: allergies, mealsPerDay: meals)
    profile.take(stored.stableHash, version)
  }

  // MARK: Judging

  /// The end of an instant.
  ///
  /// - Parameter isQuiet: nothing is in flight or under way.
  package mutating func settle(isQuiet: Bool, isInFront: Bool, _ options: ReferenceOptions, _ found: inout [Divergence])
  {
    destination = nil
    hasTappedPhotos = false
    guard self[.signedIn] > 0 else { return }
    if isChanged { judgeValues(options, &found) }
    isChanged = false
    guard isQuiet else { return }
    judgeErrors(&found)
    guard isInFront, owed != 0 else { return }
    if owedOn.published == self[.tab], self[.summarySheet] == 0, self[.onboarded] > 0,
      let endpoint = Endpoint(rawValue: UInt8(owed.trailingZeroBitCount))
    {
      found.append(.loadNeverBegan(endpoint))
    }
    owed = 0
  }

  private mutating func judgeErrors(_ found: inout [Divergence]) {
    var rest = failed
    while rest != 0 {
      let raw = UInt8(rest.trailingZeroBitCount)
      rest &= rest - 1
      guard let slot = StateVariable(rawValue: raw), self[slot] <= 0 else { continue }
      failed &= ~(1 << UInt64(raw))
      // With the need gone there is nothing left to acknowledge.
      if slot == .acknowledgeError, self[.plansNeed] <= 0 { continue }
      found.append(.errorNotShown(slot))
    }
  }

  private mutating func expect(_ variable: StateVariable, _ holds: Bool, _ found: inout [Divergence]) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    if holds {
      divergent &= ~bit
    } else if divergent & bit == 0 {
      divergent |= bit
      found.append(.shownOther(variable))
    }
  }

  private mutating func judgeValues(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    expect(.homeTasks, self[.homeTasks] == homeTasks.value ?? -1, &found)
    expect(.homeStreak, self[.homeStreak] == homeStreak.value ?? -1, &found)
    expect(.homeSummary, self[.homeSummary] == homeSummary.value.map { Self.number($0.targets) } ?? -1, &found)
    if self[.plansLoading] <= 0 {
      // Some apps show a plan together with its summary or not at all.
      let (plan, targets) = (plan.value.map { Int64($0.id) } ?? -1, plan.value.map { Self.number($0.targets) } ?? -1)
      let isGone = mayPlanBeGone && self[.plansPlan] == -1
      let before: Int64? = options.showsPlanAlone ? nil : self.plan.before.map { Int64($0.id) } ?? -1
      let waits = isGone || self[.plansPlan] == before
      expect(.plansPlan, waits || self[.plansPlan] == plan, &found)
      expect(.plansTargets, waits || self[.plansTargets] == targets, &found)
    }
    let row = metrics.value ?? nil
    let isNeeded = row.map { !$0.acknowledged } ?? false
    expect(.homeNeed, self[.homeNeed] <= 0 || isNeeded, &found)
    expect(.plansNeed, self[.plansNeed] <= 0 || isNeeded, &found)
    expect(.plansRow, self[.plansRow] < 0 || self[.plansRow] == row?.metrics.computedAt.wholeSecond, &found)
    let index = row.map { Int64(($0.metrics.bmi * 100).rounded()) }
    expect(.plansBmi, self[.plansBmi] < 0 || self[.plansBmi] == index, &found)
    // The tab waits for both of its requests before it shows either.
    if options.profileReads, self[.profileLoading] <= 0 {
      let shown = self[.profilePreferences]
      let isResolved = shown == resolved.value && resolved.version >= profile.version
      expect(.profilePreferences, shown == 0 || shown == profile.value || isResolved, &found)
    }
    if !isFormTyped, let form = form.value { expect(.editPreferences, self[.editPreferences] == form, &found) }
    expect(
      .homeZeroState, self[.homeZeroState] <= 0 || (homeSummary.value.map { $0.profile.isPlaceholder } ?? true), &found)
    let task = Int(self[.photosTask])
    let held = photos.reduce(0) { $0 + ($1.list.value?.count ?? 0) }
    if task > 0, held <= options.photosHeld {
      let count = photos.first { $0.task == task }?.list.value?.count ?? 0
      expect(.photosShown, self[.photosShown] == Int64(count), &found)
    }
  }

  /// Targets as one number, as a screen renders them: calories, protein and water.
  private static func number(_ targets: NutritionTargets) -> Int64 {
    Int64(targets.calories) | Int64(targets.protein) << 20 | Int64(targets.water) << 36
  }
}
