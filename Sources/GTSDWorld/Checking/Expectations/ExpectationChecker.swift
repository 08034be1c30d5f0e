package import GTSDModel

/// A request to check an expectation, from one step of a story.
package struct AskedExpectation: Sendable, Equatable {
  /// The id of the step, as in keys.
  var step: String
  /// The ordinal of the phone.
  var device: UInt8
  var expectation: StoryExpectation
  /// The longest time that the person waits for the expectation, in nanoseconds.
  var patience: Int64
  var isNaturalOnly: Bool

  package init(step: String, device: UInt8, expectation: StoryExpectation, patience: Int64, isNaturalOnly: Bool) {
    (self.step, self.device, self.expectation) = (step, device, expectation)
    (self.patience, self.isNaturalOnly) = (patience, isNaturalOnly)
  }
}

/// Keeps the screens of phones and the data of the server, and compares them with a story's expectations.
struct ExpectationChecker: Sendable {
  private(set) var record = StoryRecord()
  private(set) var findings: [Finding] = []
  private var waiting: [(asked: AskedExpectation, notify: @Sendable () -> Void)] = []

  /// A copy of this checker without findings and without pending expectations.
  var continued: ExpectationChecker {
    var next = self
    next.findings = []
    next.waiting = []
    return next
  }

  mutating func observe(_ event: SimulationEvent) {
    record.observe(event)
    notifyWaiting()
  }

  private mutating func notifyWaiting() {
    guard !waiting.isEmpty else { return }
    var index = waiting.count - 1
    while index >= 0 {
      if holds(waiting[index].asked) { waiting.remove(at: index).notify() }
      index -= 1
    }
  }

  mutating func observe(_ event: WireEvent, device: UInt8) {
    record.observe(event, device: device)
    switch event {
    case .drewSignIn, .drewMetrics, .drewSummary, .drewForm, .drewOnboarding: notifyWaiting()
    default: break
    }
  }

  func holds(_ asked: AskedExpectation) -> Bool {
    record.firstMiss(of: asked.expectation, on: asked.device, describes: false) == nil
  }

  mutating func awaits(_ asked: AskedExpectation, _ notify: @escaping @Sendable () -> Void) {
    waiting.removeAll { $0.asked.device == asked.device }
    waiting.append((asked, notify))
  }

  /// Checks an expectation whose time is up.
  ///
  /// - Returns: the finding if the expectation does not hold.
  mutating func misses(_ asked: AskedExpectation, at time: Int64) -> Finding? {
    waiting.removeAll { $0.asked.device == asked.device }
    guard let miss = record.firstMiss(of: asked.expectation, on: asked.device, describes: true) else { return nil }
    let waited = asked.patience > 0 ? " within \(DurationText.text(TimeSpan(nanoseconds: asked.patience)))" : ""
    var finding = Finding(
      .expectation, site: "\(asked.step):\(miss.fact.rawValue)",
      summary: "expected \(miss.expected)\(waited), observed \(miss.observed)", time: time, device: asked.device)
    finding.subject = miss.variable
    if case .shown(let variable)? = finding.variables.first { finding.view = variable.view }
    findings.append(finding)
    return finding
  }
}

/// The screens of a story's phones, and the server's data of its accounts.
package struct StoryRecord: Sendable {
  package private(set) var phones = [WatchedPhone(), WatchedPhone()]
  package private(set) var accounts = [StoredAccount(), StoredAccount()]

  package init() {}

  package mutating func observe(_ event: WireEvent, device: UInt8) {
    if Int(device) < phones.count { phones[Int(device)].observe(event) }
  }

  package mutating func observe(_ event: SimulationEvent) {
    if case .committed(let commit, _, _) = event.kind {
      if Int(event.account) < accounts.count { accounts[Int(event.account)].take(commit) }
    } else if Int(event.device) < phones.count {
      phones[Int(event.device)].observe(event)
    }
  }

  /// A fact that does not hold.
  struct Miss {
    var fact: ExpectedFact
    /// The expected value in words, if requested.
    var expected = ""
    var observed = ""
    /// The variable that contains the fact, if that depends on the screen.
    var variable: StateVariable?
  }

  /// The first fact of an expectation that does not hold on a phone or at the server.
  ///
  /// - Parameter describes: whether the description of the fact is needed.
  func firstMiss(of expected: StoryExpectation, on device: UInt8, describes: Bool) -> Miss? {
    var comparison = FactComparison(describes: describes)
    if expected.asksScreen || expected.running != nil {
      let screen = phones[Int(device)].screen
      let isRunning = screen.front != .closed
      comparison.compare(.running, expected.running, isRunning) { $0 ? "the app to run" : "the app to be closed" }
      if expected.asksScreen, !isRunning { comparison.miss(.running, "the app to run", "that it is closed") }
      comparison.compareScreen(expected, screen)
      if let photos = expected.photos { comparison.comparePhotos(photos, screen.photos) }
    }
    if let server = expected.server { comparison.compareServer(server, accounts[server.account - 1], phones) }
    return comparison.miss
  }
}

extension StoryExpectation {
  /// Whether the expectation includes facts about the screen.
  fileprivate var asksScreen: Bool {
    var screen = self
    screen.running = nil
    screen.server = nil
    return screen != StoryExpectation()
  }

  fileprivate static func preferences(_ preferences: Preferences) -> DietPreferences {
    DietPreferences(
      dietaryPreferences: preferences.dietaryPreferences, allergies: preferences.allergies,
      mealsPerDay: preferences.mealsPerDay)
  }
}

/// Compares facts in order up to the first that does not hold.
private struct FactComparison {
  let describes: Bool
  private(set) var miss: StoryRecord.Miss?

  init(describes: Bool) { self.describes = describes }

  mutating func miss(
    _ fact: ExpectedFact, _ expected: @autoclosure () -> String, _ observed: @autoclosure () -> String,
    at variable: StateVariable? = nil
  ) {
    guard miss == nil else { return }
    miss = StoryRecord.Miss(
      fact: fact, expected: describes ? expected() : "", observed: describes ? observed() : "", variable: variable)
  }

  mutating func compare<Value: Equatable>(
    _ fact: ExpectedFact, _ expected: Value?, _ observed: Value, at variable: StateVariable? = nil,
    words: (Value) -> String
  ) {
    guard miss == nil, let expected, expected != observed else { return }
    miss(fact, words(expected), words(observed), at: variable)
  }

  mutating func compare(
    _ fact: ExpectedFact, _ expected: StoryExpectation.Visibility?, isShown: Bool, _ name: String
  ) {
    compare(fact, expected, isShown ? .shown : .hidden) { "\(name) \($0.rawValue)" }
  }

  private mutating func compare(
    _ fact: ExpectedFact, _ expected: StoryExpectation.Preferences?, _ shown: Screen.Shown?, _ place: String
  ) {
    guard let expected = expected.map(StoryExpectation.preferences), expected.stableHash != shown?.hash else { return }
    miss(fact, "preferences \(place): \(expected.words)", shown.map { "\($0.words)" } ?? "none")
  }

  mutating func compareScreen(_ expected: StoryExpectation, _ screen: Screen) {
    compare(.signedIn, expected.signedIn, screen.isSignedIn) { $0 ? "somebody signed in" : "nobody signed in" }
    compare(.onboarded, expected.onboarded, screen.isOnboarded) {
      $0 ? "onboarding out of the way" : screen.isSignedIn ? "onboarding in front" : "nobody who has onboarded"
    }
    compare(.onboardingStep, expected.onboardingStep.map { $0 as OnboardingStep? }, screen.step) {
      $0.map { "onboarding at the step \(StateWords.words("\($0)"))" } ?? "no onboarding in front"
    }
    compare(.tab, expected.tab.map { $0 as Tab? }, screen.tab) { "the tab \($0?.label ?? "none")" }
    compare(.loading, expected.loading, screen.isLoading, at: screen.indicator) {
      $0 ? "a loading indicator" : "no loading indicator"
    }
    if let place = expected.error {
      let errors = screen.errors
      if place == .none ? !errors.isEmpty : !errors.contains(place) {
        miss(
          .error, place == .none ? "no error" : "an error at \(place.rawValue)",
          errors.isEmpty ? "none" : "one at \(errors.map(\.rawValue).joined(separator: " and "))",
          at: place == .none ? screen.errorSlot : place.slot)
      }
    }
    compare(.toast, expected.toast, isShown: screen.toast != .none, "the toast")
    compare(.toastText, expected.toastText?.rawValue, "\(screen.toast)") {
      $0 == "none" ? "no toast" : "a toast of \(StateWords.words($0))"
    }
    compareHome(expected, screen)
    let plans = screen.plans.map { "\($0)" } ?? ""
    compare(.plansScreen, expected.plansScreen?.rawValue, plans) {
      $0.isEmpty ? "Plans not in front" : "\($0) on Plans"
    }
    compare(.planTargets, expected.planTargets.map { $0 as StoryExpectation.Targets? }, screen.planTargets) {
      "targets of \($0?.words ?? "nothing") on Plans"
    }
    compare(.bmi, expected.bmi.map { Int64(($0 * 100).rounded()) }, screen.bmi ?? -1) {
      $0 < 0 ? "no BMI" : "a BMI of \(StateWords.value(.plansBmi, $0))"
    }
    compare(.summary, expected.summary?.rawValue, "\(screen.summary)") { "the summary \($0)" }
    compareProfile(expected, screen)
    compareNumbers(expected, screen)
  }

  /// Compares the numbers of a metrics row and of the summary, and the fields of the form.
  private mutating func compareNumbers(_ expected: StoryExpectation, _ screen: Screen) {
    if let wanted = expected.metrics {
      comparePart(.metrics, wanted.bmi.map { Int64(($0 * 100).rounded()) }, screen.metrics?.bmi, "no metrics") {
        "a BMI of \(StateWords.value(.plansBmi, $0))"
      }
      comparePart(.metrics, wanted.bmr, screen.metrics?.bmr, "no metrics") { "a BMR of \($0)" }
      comparePart(.metrics, wanted.tdee, screen.metrics?.tdee, "no metrics") { "a TDEE of \($0)" }
    }
    if let wanted = expected.summaryNumbers {
      let shown = screen.summaryNumbers
      comparePart(.summaryNumbers, wanted.bmr, shown?.bmr, "no summary") { "a BMR of \($0)" }
      comparePart(.summaryNumbers, wanted.tdee, shown?.tdee, "no summary") { "a TDEE of \($0)" }
      comparePart(.summaryNumbers, wanted.calories, shown?.calories, "no summary") { "\($0) kcal" }
      comparePart(.summaryNumbers, wanted.protein, shown?.protein, "no summary") { "\($0) g" }
      comparePart(.summaryNumbers, wanted.water, shown?.water, "no summary") { "\($0) ml" }
    }
    if let wanted = expected.fields {
      let shown = screen.fields
      let absent = shown == nil ? "no filled form" : "an empty field"
      let measure = StateWords.measure
      comparePart(.fields, wanted.name, shown?.name, absent) { "the name \($0)" }
      comparePart(.fields, wanted.weight.map(measure), shown?.weight.map(measure), absent) { "\($0) kg" }
      comparePart(.fields, wanted.height.map(measure), shown?.height.map(measure), absent) { "\($0) cm" }
      comparePart(.fields, wanted.gender, shown?.gender, absent) { StateWords.words("\($0)") }
      comparePart(.fields, wanted.goal, shown?.goal, absent) { StateWords.words("\($0)") }
    }
  }

  /// Compares a part of something that may not be on screen. A part that is not there equals nothing.
  private mutating func comparePart<Value: Equatable>(
    _ fact: ExpectedFact, _ expected: Value?, _ observed: Value?, _ absent: String, words: (Value) -> String
  ) {
    guard miss == nil, let expected, expected != observed else { return }
    miss(fact, words(expected), observed.map(words) ?? absent)
  }

  private mutating func compareHome(_ expected: StoryExpectation, _ screen: Screen) {
    let card = screen.card ?? .hidden
    // A card that is reading its numbers counts as shown.
    if let wanted = expected.card, wanted != card, wanted != .shown || card != .loading {
      miss(.card, "the card \(wanted.rawValue)", screen.card == nil ? "Home not in front" : "it \(card.rawValue)")
    }
    compare(.zeroState, expected.zeroState, isShown: screen.hasZeroState, "the zero state")
    compare(.emptyState, expected.emptyState, isShown: screen.hasEmptyState, "the empty state")
    compare(.tasks, expected.tasks.map { $0 as StoryExpectation.Tasks? }, screen.tasks) {
      $0.map { "\($0.completed) of \($0.total) tasks done on Home" } ?? "no tasks of Home"
    }
    compare(.streak, expected.streak.map { $0 as Int? }, screen.streak) {
      $0.map { "a streak of \($0) on Home" } ?? "no streak of Home"
    }
    compare(.targets, expected.targets.map { $0 as StoryExpectation.Targets? }, screen.targets) {
      "targets of \($0?.words ?? "nothing") on Home"
    }
  }

  private mutating func compareProfile(_ expected: StoryExpectation, _ screen: Screen) {
    compare(.preferences, expected.preferences, screen.preferences, "on Profile")
    compare(.formState, expected.formState, screen.front == .form ? .open : .closed) { "the form \($0.rawValue)" }
    compare(.form, expected.form, screen.form, "in the form")
    compare(.saved, expected.saved, isShown: screen.isSaved, "the message of a success")
    compare(.conflict, expected.conflict, isShown: screen.hasConflict, "the message of a conflict")
  }

  /// Compares the expected photos with those on screen.
  ///
  /// - Parameter photos: nil if no photos are open, so that none are on screen.
  mutating func comparePhotos(_ expected: StoryExpectation.Photos, _ photos: Screen.Photos?) {
    comparePhotos(.photosShown, expected.shown, photos?.shown, 0) { "\($0) photos shown" }
    comparePhotos(.photosSelected, expected.selected, photos?.selected, 0) { "\($0) photos selected" }
    comparePhotos(.photosInvalid, expected.invalid, photos?.invalid, 0) { "\($0) photos refused" }
    comparePhotos(.photosUploading, expected.uploading, photos?.uploading, 0) { "\($0) photos in progress" }
    comparePhotos(.photosRows, expected.rows, photos?.progress.count, 0) { "\($0) rows of progress" }
    comparePhotos(.photosUploaded, expected.uploaded, photos?.uploaded, 0) { "\($0) photos reported as stored" }
    comparePhotos(.photosFailed, expected.failed, photos?.failed, 0) { "\($0) photos failed" }
    comparePhotos(.photosProgress, expected.progress, photos?.progress, []) { rows in
      (rows.isEmpty
        ? "no photo in progress" : "progress of \(rows.map { "\($0) %" }.joined(separator: " and "))")
    }
    comparePhotos(.photosMessage, expected.message?.rawValue, photos.map { "\($0.message)" }, "none") {
      "the photos' error text \($0)"
    }
    comparePhotos(.photosRetry, expected.retry, photos?.offersRetry, false) {
      ($0 ? "a button to try again" : "no button to try again")
    }
  }

  /// Compares a part of the photos, which is empty where no photos are open.
  private mutating func comparePhotos<Value: Equatable>(
    _ fact: ExpectedFact, _ expected: Value?, _ observed: Value?, _ empty: Value, words: (Value) -> String
  ) {
    guard expected != observed ?? empty else { return }
    comparePart(fact, expected, observed, "no photos open", words: words)
  }

  mutating func compareServer(
    _ expected: StoryExpectation.Server, _ account: StoredAccount, _ phones: [WatchedPhone]
  ) {
    compare(.accountExists, expected.exists, account.exists) { $0 ? "the account stored" : "no account stored" }
    compare(.profileComplete, expected.complete, account.isComplete) {
      $0 ? "height and weight stored" : "no height and weight stored"
    }
    compare(.metricsStored, expected.metrics, account.rows) { "\($0) rows of metrics stored" }
    compare(.acknowledged, expected.acknowledged, account.isAcknowledged) {
      $0 ? "the newest row acknowledged" : "the newest row not acknowledged"
    }
    compare(.plansStored, expected.plans, account.plans) { "\($0) plans stored" }
    if let preferences = expected.preferences.map(StoryExpectation.preferences),
      preferences.stableHash != account.preferences
    {
      let stored = phones.lazy.compactMap { $0.words(ofPreferences: account.preferences) }.first
      miss(.preferencesStored, "preferences stored: \(preferences.words)", stored ?? "others")
    }
    compare(.photosStored, expected.photos, account.photos) { "\($0) photos stored" }
    compare(.evidenceStored, expected.evidence, account.evidence) { "\($0) tasks done stored" }
  }
}
