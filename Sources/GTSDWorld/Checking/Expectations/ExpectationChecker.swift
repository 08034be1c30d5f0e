package import GTSDModel

/// A question whether an expectation holds.
package struct AskedExpectation: Sendable, Equatable {
  /// The step that asks, as in keys.
  var step: String
  /// The ordinal of the phone.
  var device: UInt8
  var expectation: StoryExpectation
  /// The longest time that the person waits for it, in nanoseconds.
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
  private var waiting: [(asked: AskedExpectation, tell: @Sendable () -> Void)] = []

  /// A checker that continues from this state, without findings and without pending questions.
  var continued: ExpectationChecker {
    var next = self
    next.findings = []
    next.waiting = []
    return next
  }

  mutating func observe(_ event: SimulationEvent) {
    record.observe(event)
    guard !waiting.isEmpty else { return }
    var index = waiting.count - 1
    while index >= 0 {
      if holds(waiting[index].asked) { waiting.remove(at: index).tell() }
      index -= 1
    }
  }

  func holds(_ asked: AskedExpectation) -> Bool {
    record.firstMiss(of: asked.expectation, on: asked.device, tells: false) == nil
  }

  mutating func awaits(_ asked: AskedExpectation, _ tell: @escaping @Sendable () -> Void) {
    waiting.removeAll { $0.asked.device == asked.device }
    waiting.append((asked, tell))
  }

  /// - Returns: what is found.
  mutating func misses(_ asked: AskedExpectation, at time: Int64) -> Finding? {
    waiting.removeAll { $0.asked.device == asked.device }
    guard let miss = record.firstMiss(of: asked.expectation, on: asked.device, tells: true) else { return nil }
    let waited = asked.patience > 0 ? " within \(DurationText.text(TimeSpan(nanoseconds: asked.patience)))" : ""
    var finding = Finding(
      .expectation, site: "\(asked.step):\(miss.fact.rawValue)",
      summary: "expected \(miss.expected)\(waited), observed \(miss.observed)", time: time, device: asked.device)
    if case .shown(let variable)? = miss.fact.variables.first { finding.view = variable.view }
    findings.append(finding)
    return finding
  }
}

/// The screens of a story's phones, and the server's data of its accounts.
package struct StoryRecord: Sendable {
  package private(set) var phones = [PhoneScreen(), PhoneScreen()]
  package private(set) var accounts = [StoredAccount(), StoredAccount()]

  package init() {}

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
  }

  /// The first fact that does not hold on a phone or at the server.
  ///
  /// - Parameter tells: whether the words are wanted.
  func firstMiss(of expected: StoryExpectation, on device: UInt8, tells: Bool) -> Miss? {
    var comparison = FactComparison(tells: tells)
    let phone = phones[Int(device)]
    comparison.compare(.running, expected.running, phone.isRunning) { $0 ? "the app to run" : "the app to be closed" }
    if expected.asksScreen, !phone.isRunning { comparison.miss(.running, "the app to run", "that it is closed") }
    comparison.compareScreen(expected, phone)
    if let photos = expected.photos { comparison.comparePhotos(photos, phone) }
    if let server = expected.server { comparison.compareServer(server, accounts[server.account - 1]) }
    return comparison.miss
  }
}

extension StoryExpectation {
  /// Whether it includes anything on screen.
  fileprivate var asksScreen: Bool {
    var screen = self
    screen.running = nil
    screen.server = nil
    return screen != StoryExpectation()
  }

  /// The hash by which preferences are published.
  fileprivate static func hash(_ preferences: Preferences) -> Int64 {
    DietPreferences(
      dietaryPreferences: preferences.dietaryPreferences, allergies: preferences.allergies,
      mealsPerDay: preferences.mealsPerDay
    ).stableHash
  }
}

/// Compares facts in order up to the first that does not hold.
private struct FactComparison {
  let tells: Bool
  private(set) var miss: StoryRecord.Miss?

  init(tells: Bool) { self.tells = tells }

  mutating func miss(
    _ fact: ExpectedFact, _ expected: @autoclosure () -> String, _ observed: @autoclosure () -> String
  ) {
    guard miss == nil else { return }
    miss = StoryRecord.Miss(fact: fact, expected: tells ? expected() : "", observed: tells ? observed() : "")
  }

  mutating func compare<Value: Equatable>(
    _ fact: ExpectedFact, _ expected: Value?, _ observed: Value, words: (Value) -> String
  ) {
    guard miss == nil, let expected, expected != observed else { return }
    miss(fact, words(expected), words(observed))
  }

  mutating func compareScreen(_ expected: StoryExpectation, _ phone: PhoneScreen) {
    compare(.signedIn, expected.signedIn, phone.isOn(.signedIn)) { $0 ? "somebody signed in" : "nobody signed in" }
    compare(.onboarded, expected.onboarded, phone.isOn(.onboarded)) {
      $0 ? "onboarding done" : "onboarding to be done"
    }
    compare(.tab, expected.tab.map { $0 as Tab? }, phone.tab) { "the tab \($0?.label ?? "none")" }
    compare(.loading, expected.loading, phone.isLoading) { $0 ? "a loading indicator" : "no loading indicator" }
    if let place = expected.error {
      let errors = phone.errors
      if place == .none ? !errors.isEmpty : !errors.contains(place) {
        miss(
          .error, place == .none ? "no error" : "an error at \(place.rawValue)",
          errors.isEmpty ? "none" : "one at \(errors.map(\.rawValue).joined(separator: " and "))")
      }
    }
    compare(.toast, expected.toast, phone.isOn(.toast) ? .shown : .hidden) { "the toast \($0.rawValue)" }
    if let card = expected.card, card != phone.card, card != .hidden || [.shown, .default].contains(phone.card) {
      miss(.card, "the card \(card.rawValue)", "it \(phone.card.rawValue)")
    }
    compare(.zeroState, expected.zeroState, phone.isOn(.homeZeroState) ? .shown : .hidden) {
      "the zero state \($0.rawValue)"
    }
    compare(.tasks, expected.tasks.map { Int64($0.total) << 16 | Int64($0.completed) }, phone[.homeTasks]) {
      "\(StateWords.value(.homeTasks, $0)) tasks done on Home"
    }
    compare(.streak, expected.streak.map(Int64.init), phone[.homeStreak]) {
      "a streak of \(StateWords.value(.homeStreak, $0)) on Home"
    }
    compare(.targets, expected.targets.map { $0 as StoryExpectation.Targets? }, phone.targets(.homeSummary)) {
      "targets of \($0?.words ?? "nothing") on Home"
    }
    let plans = PlansScreen(published: phone[.plansScreen]).map { "\($0)" } ?? ""
    compare(.plansScreen, expected.plansScreen?.rawValue, plans) { "\($0) on Plans" }
    compare(.planTargets, expected.planTargets.map { $0 as StoryExpectation.Targets? }, phone.targets(.plansTargets)) {
      "targets of \($0?.words ?? "nothing") on Plans"
    }
    compare(.bmi, expected.bmi.map { Int64(($0 * 100).rounded()) }, phone[.plansBmi]) { "a BMI of \($0) hundredths" }
    let sheet = SummarySheet(published: phone[.summarySheet]).map { "\($0)" } ?? ""
    compare(.summary, expected.summary?.rawValue, sheet) { "the summary \($0)" }
    compare(.preferences, expected.preferences.map(StoryExpectation.hash), phone[.profilePreferences]) {
      "preferences \(StateWords.value(.profilePreferences, $0)) on Profile"
    }
    compare(.form, expected.form.map(StoryExpectation.hash), phone[.editPreferences]) {
      "preferences \(StateWords.value(.editPreferences, $0)) in the form"
    }
  }

  mutating func comparePhotos(_ expected: StoryExpectation.Photos, _ phone: PhoneScreen) {
    compare(.photosShown, expected.shown, Int(phone[.photosShown])) { "\($0) photos shown" }
    compare(.photosSelected, expected.selected, Int(phone[.photosSelected])) { "\($0) photos selected" }
    compare(.photosInvalid, expected.invalid, phone.count(.invalid)) { "\($0) photos refused" }
    compare(.photosUploading, expected.uploading, phone.count(.uploading)) { "\($0) photos on their way" }
    compare(.photosUploaded, expected.uploaded, phone.count(.uploaded)) { "\($0) photos reported as stored" }
    compare(.photosFailed, expected.failed, phone.count(.failed)) { "\($0) photos failed" }
    compare(.photosProgress, expected.progress, phone.progress.map { Int($0.percent) }) { rows in
      rows.isEmpty ? "no photo in progress" : "progress of \(rows.map { "\($0) %" }.joined(separator: " and "))"
    }
    let message = PhotoErrorText(published: phone[.photosErrorText]).map { "\($0)" } ?? ""
    compare(.photosMessage, expected.message?.rawValue, message) { "the photos' error text \($0)" }
  }

  mutating func compareServer(_ expected: StoryExpectation.Server, _ account: StoredAccount) {
    compare(.accountExists, expected.exists, account.exists) { $0 ? "the account stored" : "no account stored" }
    compare(.profileComplete, expected.complete, account.isComplete) {
      $0 ? "height and weight stored" : "no height and weight stored"
    }
    compare(.metricsStored, expected.metrics, account.rows) { "\($0) rows of metrics stored" }
    compare(.acknowledged, expected.acknowledged, account.isAcknowledged) {
      $0 ? "the newest row acknowledged" : "the newest row not acknowledged"
    }
    compare(.plansStored, expected.plans, account.plans) { "\($0) plans stored" }
    compare(.preferencesStored, expected.preferences.map(StoryExpectation.hash), account.preferences) {
      "preferences \(StateWords.value(.editPreferences, $0)) stored"
    }
    compare(.photosStored, expected.photos, account.photos) { "\($0) photos stored" }
    compare(.evidenceStored, expected.evidence, account.evidence) { "\($0) tasks done stored" }
  }
}
