import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Hand-written events of one person, passed to both checkers. Every event is a second after the one before.
private struct Tale {
  let history = HistoryChecker(users: 0..<1)
  let rest = QuiescenceChecker(users: 0..<1)
  private var time: Int64 = 0
  private var request: Int32 = 0
  private var revision: Int32 = 0

  /// Two phones with a signed-in person who has onboarded.
  init() {
    for device: UInt8 in 0...1 {
      tell(.sessionStarted(cold: true), device)
      tell(.authenticated(account: 0), device)
    }
    commit(.onboarded(complete: true))
  }

  mutating func tell(_ kind: SimulationEvent.Kind, _ device: UInt8 = 0, after seconds: Int64 = 1) {
    time += seconds * 1_000_000_000
    let event = SimulationEvent(time: time, user: 0, account: 0, device: device, session: 1, kind: kind)
    history.observe(event)
    rest.observe(event)
  }

  @discardableResult
  mutating func commit(_ commit: Commit, intent: Int32 = 0) -> Int32 {
    revision += 1
    tell(.committed(commit, revision: revision, intent: intent), SimulationEvent.server)
    return revision
  }

  mutating func send(
    _ endpoint: Endpoint, _ operation: GTSDWorld.Operation, intent: Int32 = 0, _ device: UInt8 = 0
  ) -> Int32 {
    request += 1
    tell(.sent(endpoint, request: request, operation: operation, intent: intent), device)
    return request
  }

  mutating func receive(
    _ endpoint: Endpoint, _ request: Int32, _ outcome: SimulationEvent.Outcome = .status(200), asOf: Int32? = nil,
    _ device: UInt8 = 0
  ) {
    tell(
      .received(endpoint, request: request, outcome: outcome, revision: asOf ?? revision, latency: 1), device)
  }

  /// Records a complete load of the form.
  mutating func openForm(_ shown: Int64, asOf: Int32? = nil, _ device: UInt8 = 0) {
    tell(.action(.openEdit, intent: 0), device)
    let load = send(.profile, .editLoad, device)
    receive(.profile, load, .status(200), asOf: asOf, device)
    tell(.applied(.preferences, view: .edit, revision: asOf ?? revision, origin: 0), device)
    tell(.published(.editPreferences, value: shown, cause: .reply), device, after: 0)
  }

  /// Records a complete save of preferences.
  mutating func save(_ before: Int64, _ after: Int64, intent: Int32, _ device: UInt8 = 0) {
    tell(.published(.editPreferences, value: after, cause: .person), device)
    let save = send(.updateProfile, .editSave, intent: intent, device)
    commit(.preferences(before: before, after: after, device: device), intent: intent)
    receive(.updateProfile, save, .status(200), device)
  }

  mutating func found(isQuiescent: Bool = true, faultFreeSince: Int64? = nil) -> [String] {
    tell(.background)
    return
      (history.finish(at: time) + rest.finish(at: time, isQuiescent: isQuiescent, faultFreeSince: faultFreeSince)).map {
        $0.signature
      }
  }

  var now: Int64 { time }
}

struct HistoryCheckerTests {
  private static let empty = PreferencesRule.empty

  @Test func formThatShowsStoredValuesIsAccepted() {
    var tale = Tale()
    tale.openForm(Self.empty)
    tale.save(Self.empty, 11, intent: 1)
    tale.tell(.action(.closeEdit, intent: 0))
    tale.openForm(11)
    #expect(tale.found() == [])
  }

  @Test("A wrong value on an idle phone is a violation of the run and names its place")
  func restIsCountedInARun() throws {
    var tale = Tale()
    tale.tell(.photoItem(PhotoItemID(1), .uploading))
    tale.tell(.action(.logOut, intent: 0), after: 2)
    tale.tell(.authenticated(account: nil))
    tale.tell(.authenticated(account: 0))
    let checker = InvariantChecker(users: 0..<1, scenario: try Scenario.parse(#"{"name": "rest"}"#))
    for finding in tale.rest.finish(at: tale.now) { checker.rests(finding, by: tale.now) }
    #expect(
      Set(checker.fold.entries.map(\.key.signature)) == [
        "I-LIVE/unclassified/spins-at-rest:photos-uploading", "I-USER/response-after-logout/came-back:signed-in",
      ])
  }

  @Test func earlierReplyIsNotTakenAsAReadAfterTheSave() {
    var tale = Tale()
    tale.save(Self.empty, 11, intent: 1)
    tale.openForm(Self.empty, asOf: 1)
    // The form shows the value from before this phone's own save: no order of the operations explains it, and the
    // version is old.
    #expect(
      tale.found() == [
        "linearizability/unclassified/preferences:form", "read-your-writes/unclassified/preferences:save:form",
      ])
  }

  /// An acknowledgment's reply is lost and another row is computed. The repetition receives the success of the first
  /// attempt, which no other operation may claim.
  @Test(arguments: [true, false])
  func repeatedRequestGetsTheFirstReply(isRepeat: Bool) {
    var tale = Tale()
    tale.commit(.metrics(row: 100))
    tale.tell(.published(.plansRow, value: 100, cause: .reply))
    tale.tell(.began(.acknowledge))
    let first = tale.send(.acknowledge, .acknowledge, intent: 1)
    tale.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 1)
    tale.receive(.acknowledge, first, .timedOut, asOf: -1)
    tale.commit(.metrics(row: 200))
    tale.tell(.published(.plansRow, value: 200, cause: .reply))
    let again = tale.send(.acknowledge, .acknowledge, intent: isRepeat ? 1 : 2)
    tale.receive(.acknowledge, again, .status(200), asOf: 3)
    tale.tell(.ended(.acknowledge))
    #expect(tale.found() == (isRepeat ? [] : ["linearizability/unclassified/acknowledgment:acknowledge"]))
  }

  @Test func screensOfOnePhoneNeverShowOlderData() {
    var tale = Tale()
    tale.commit(.preferences(before: Self.empty, after: 11, device: 1), intent: 5)
    tale.tell(.published(.tab, value: Tab.profile.published, cause: .person))
    let load = tale.send(.profile, .profileLoad)
    tale.receive(.profile, load)
    tale.tell(.applied(.profile, view: .profile, revision: 2, origin: 0))
    tale.tell(.published(.profilePreferences, value: 11, cause: .reply), after: 0)
    tale.openForm(Self.empty, asOf: 1)
    #expect(tale.found().contains("monotonic-reads/unclassified/preferences:profile:form"))
  }

  @Test func abandonedSaveMayNotReplaceALaterOne() {
    var tale = Tale()
    let first = tale.send(.updateProfile, .editSave, intent: 1)
    tale.receive(.updateProfile, first, .timedOut, asOf: -1)
    tale.save(Self.empty, 12, intent: 2)
    tale.commit(.preferences(before: 12, after: 11, device: 0), intent: 1)
    #expect(tale.found() == ["monotonic-writes/unclassified/preferences:save:save"])
  }

  @Test(arguments: [false, true])
  func twoSavesFromOneVersion(isRefilled: Bool) {
    var tale = Tale()
    tale.openForm(Self.empty)
    if !isRefilled { tale.openForm(Self.empty, 1) }
    tale.save(Self.empty, 11, intent: 1)
    if isRefilled { tale.openForm(11, 1) }
    tale.save(11, 12, intent: 2, 1)
    #expect(tale.found() == (isRefilled ? [] : ["lost-update/prefs-two-writers/preferences:save:save"]))
  }

  @Test(arguments: [false, true])
  func aReadBetweenTheTwoPartsOfASave(isBetween: Bool) {
    var tale = Tale()
    let body = tale.send(.updateProfile, .editSave, intent: 1)
    tale.commit(.profile(complete: true), intent: 1)
    tale.receive(.updateProfile, body)
    if isBetween { tale.openForm(Self.empty, 1) }
    let lists = tale.send(.updatePreferences, .editSave, intent: 1)
    tale.commit(.preferences(before: Self.empty, after: 11, device: 0), intent: 1)
    tale.receive(.updatePreferences, lists)
    if !isBetween { tale.openForm(11, 1) }
    #expect(tale.found() == (isBetween ? ["g-single/profile-save-partial-commit/profile:load:save"] : []))
  }

  @Test func reportedSaveWasStored() {
    var tale = Tale()
    tale.tell(.began(.editSave))
    tale.save(Self.empty, 11, intent: 1)
    tale.tell(.published(.preferencesSaved, value: 11, cause: .reply))
    #expect(tale.found(isQuiescent: false) == [])
    tale.tell(.published(.preferencesSaved, value: 13, cause: .reply))
    #expect(tale.found(isQuiescent: false) == ["phantom-success/prefs-cannot-clear/preferences:edit-save"])
  }

  @Test func copiesOfTheStateAreIndependent() {
    var tale = Tale()
    tale.openForm(Self.empty)
    let checkpoint = tale.history.state
    tale.save(Self.empty, 11, intent: 1)
    tale.tell(.action(.closeEdit, intent: 0))
    tale.openForm(Self.empty, asOf: 1)
    #expect(tale.found() != [])
    #expect(HistoryChecker(checkpoint).finish(at: tale.now) == [])
  }
}

struct QuiescenceCheckerTests {
  private let photo = PhotoItemID(1)

  @Test func anOperationThatNeverEndsIsStuck() {
    var tale = Tale()
    tale.tell(.began(.homeLoad))
    let load = tale.send(.streak, .homeStreak)
    #expect(tale.found() == ["stuck/unclassified/operation:home-load", "stuck/unclassified/request:streak"])
    tale.receive(.streak, load)
    tale.tell(.ended(.homeLoad))
    var other = Tale()
    other.tell(.began(.homeLoad))
    other.tell(.sessionEnded)
    #expect(other.found() == [], "what a process took with it is not stuck")
  }

  @Test func endlessSummaryLoadIsReported() {
    var tale = Tale()
    tale.tell(.began(.summary))
    tale.tell(.published(.summarySheet, value: SummarySheet.loading.published, cause: .start))
    tale.tell(.ended(.summary))
    tale.tell(.published(.summarySheet, value: SummarySheet.shown.published, cause: .reply), after: 0)
    #expect(tale.found() == [])
    tale.tell(.published(.summarySheet, value: SummarySheet.canContinue.published, cause: .settle))
    #expect(tale.found() == ["spinner/unclassified/summary-sheet"])
  }

  @Test func deletedPhotoStaysDeleted() {
    var tale = Tale()
    tale.tell(.photoItem(photo, .selected))
    tale.tell(.action(.removePhoto, intent: 0))
    tale.tell(.photoItem(photo, .removed), after: 0)
    #expect(tale.found() == [])
    tale.tell(.photoItem(photo, .uploading))
    tale.tell(.photoItem(photo, .uploaded))
    #expect(
      tale.found() == [
        "resurrection/photo-onchange-reentrancy/photo:removed:uploading",
        "spinner/unclassified/photo", "resurrection/photo-onchange-reentrancy/photo:removed:uploaded",
      ])
  }

  @Test(arguments: [false, true])
  func olderListBringsADeletedPhotoBack(isOld: Bool) {
    var tale = Tale()
    tale.tell(.published(.photosShown, value: 2, cause: .reply))
    let old = tale.send(.photos, .photosLoad)
    let deletion = tale.send(.deletePhoto, .photoDelete)
    let revision = tale.commit(.photoDeleted(id: 1))
    tale.receive(.deletePhoto, deletion)
    tale.tell(.published(.photosShown, value: 1, cause: .reply))
    tale.receive(.photos, old, asOf: isOld ? revision - 1 : revision)
    tale.tell(.applied(.photos, view: .photos, revision: isOld ? revision - 1 : revision, origin: 0))
    tale.tell(.published(.photosShown, value: 2, cause: .reply))
    #expect(tale.found() == (isOld ? ["resurrection/delete-photo-resurrection/photo:deleted"] : []))
  }

  @Test func signInWithoutATapIsReported() {
    var tale = Tale()
    tale.tell(.action(.logOut, intent: 0))
    tale.tell(.authenticated(account: nil))
    tale.tell(.authenticated(account: 0))
    #expect(tale.found() == ["resurrection/response-after-logout/session"])
  }

  @Test func trapIsReportedAsACrash() {
    var tale = Tale()
    tale.tell(.trap(.photoDelete))
    #expect(tale.found() == ["crash/unclassified/photo-delete"])
  }

  @Test func withoutFaultsRetriesSucceed() {
    var tale = Tale()
    func load(_ outcome: SimulationEvent.Outcome, asOf: Int32) {
      tale.tell(.began(.homeMetrics))
      let load = tale.send(.todayMetrics, .homeMetrics)
      tale.receive(.todayMetrics, load, outcome, asOf: asOf)
    }
    load(.timedOut, asOf: -1)
    tale.tell(.ended(.homeMetrics))
    let faultFreeSince = tale.now
    #expect(tale.found(faultFreeSince: faultFreeSince) == [], "nothing was tried again")
    load(.status(200), asOf: 1)
    tale.tell(.applied(.metrics, view: .home, revision: 1, origin: 0))
    tale.tell(.ended(.homeMetrics))
    #expect(tale.found(faultFreeSince: faultFreeSince) == [])
    load(.status(200), asOf: 1)
    tale.tell(.cleared(.metrics, view: .home))
    tale.tell(.ended(.homeMetrics))
    load(.status(503), asOf: 1)
    tale.tell(.ended(.homeMetrics))
    #expect(
      tale.found(faultFreeSince: faultFreeSince) == [
        "recovery/unclassified/attempt:home-metrics", "recovery/unclassified/metrics",
      ])
  }

  @Test func errorScreenDisappearsAfterASuccessfulLoad() {
    var tale = Tale()
    tale.tell(.published(.plansScreen, value: PlansScreen.error.published, cause: .failure))
    let faultFreeSince = tale.now
    for (operation, endpoint) in [
      (GTSDWorld.Operation.plansMetrics, Endpoint.todayMetrics), (.plansFetch, .generatePlan),
    ] {
      tale.tell(.began(operation))
      let load = tale.send(endpoint, operation)
      tale.receive(endpoint, load)
      tale.tell(.ended(operation))
      tale.tell(.applied(.metrics, view: .plans, revision: 1, origin: 0))
    }
    #expect(tale.found(faultFreeSince: faultFreeSince) == ["recovery/unclassified/plans-screen"])
    tale.tell(.published(.plansScreen, value: PlansScreen.plan.published, cause: .reply))
    #expect(tale.found(isQuiescent: false).contains("recovery/unclassified/plans-screen"), "findings stay")
  }

  /// If the server is slower than the app's time-out, no plan arrives, without any fault.
  @Test func loadWithATimedOutPlanIsNotSuccessful() {
    var tale = Tale()
    let faultFreeSince = tale.now
    tale.tell(.began(.plansMetrics))
    tale.receive(.todayMetrics, tale.send(.todayMetrics, .plansMetrics))
    tale.tell(.ended(.plansMetrics))
    tale.tell(.applied(.metrics, view: .plans, revision: 1, origin: 0))
    tale.tell(.began(.plansFetch))
    let plan = tale.send(.generatePlan, .plansFetch)
    let summary = tale.send(.howItWorks, .plansFetch)
    tale.receive(.generatePlan, plan, .timedOut)
    tale.receive(.howItWorks, summary)
    tale.tell(.published(.plansScreen, value: PlansScreen.error.published, cause: .failure))
    tale.tell(.ended(.plansFetch))
    #expect(tale.found(faultFreeSince: faultFreeSince) == [])
  }
}
