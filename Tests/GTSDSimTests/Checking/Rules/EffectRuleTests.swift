import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// I-MONO, I-ONCE, I-TARGET, I-GATE, I-WEEK, I-FRESH and I-COMMIT.
struct EffectRuleTests {
  // MARK: I-MONO

  @Test func anOlderReplyBreaksTheOrder() {
    let story = Story.ready()
    story.wait()
    story.apply(.tasks, .home, asOf: 5)
    story.apply(.tasks, .home, asOf: 4)
    story.apply(.tasks, .home, asOf: 3)
    story.apply(.tasks, .home, asOf: 6)
    let fold = story.end()
    #expect(fold.episodes(of: .mono) == 1)
    #expect(fold.hazards(of: .mono) == [.concurrentHomeLoadsReorder])
  }

  @Test(arguments: [
    (Resource.plan, View.plans, HazardID.planResponseReorder), (.profile, .profile, .saveThenDismissRace),
    (.photos, .photos, .deletePhotoResurrection), (.metrics, .home, .concurrentHomeLoadsReorder),
  ])
  func reordersAreNamedByResource(resource: Resource, view: View, hazard: HazardID) {
    let story = Story.ready()
    story.wait()
    story.apply(resource, view, asOf: 5)
    story.apply(resource, view, asOf: 4)
    #expect(story.end().hazards(of: .mono) == [hazard])
  }

  @Test func repliesInOrderAreAccepted() {
    let story = Story.ready()
    story.wait()
    story.apply(.tasks, .home, asOf: 4)
    story.apply(.tasks, .home, asOf: 4)
    story.apply(.streak, .home, asOf: 2)
    let fold = story.end()
    #expect(fold.episodes(of: .mono) == 0)
    #expect(fold.evaluated(.mono) == 1)
    #expect(fold.vacuous(.mono) == 2)
  }

  // MARK: I-ONCE and I-TARGET

  @Test func twoCommitsOfOneIntentBreakOnce() {
    let story = Story.ready()
    story.publish(.plansRow, 100)
    story.tell(.action(.acknowledge, intent: 9))
    story.tell(.action(.acknowledge, intent: 9))
    story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 9)
    story.commit(.acknowledgment(row: 100, newest: true, first: false), intent: 9)
    let fold = story.end()
    #expect(fold.episodes(of: .once) == 1)
    #expect(fold.hazards(of: .once) == [.doubleTapAcknowledge])
  }

  @Test func aBlindRepeatOfOnboardingIsNamed() {
    let story = Story()
    story.launch()
    story.signIn()
    story.tell(.action(.completeOnboarding, intent: 2))
    let first = story.send(.onboard, .onboarding, intent: 2)
    story.commit(.onboarded(complete: true), intent: 2)
    story.receive(.onboard, first, .timedOut)
    story.commit(.onboarded(complete: true), intent: 2)
    #expect(story.end().hazards(of: .once) == [.onboardingReplyLost])
  }

  @Test func oneIntentMayHaveEffectsOfSeveralKinds() {
    let story = Story.ready()
    story.commit(.profile(complete: true), intent: 4)
    story.commit(.preferences(before: 1, after: 3, device: 0), intent: 4)
    story.commit(.profile(complete: true), intent: 5)
    let fold = story.end()
    #expect(fold.episodes(of: .once) == 0)
    // The existing row, and three commits of intents.
    #expect(fold.evaluated(.once) == 4)
    #expect(fold.vacuous(.once) >= 1)
  }

  @Test func oneAcknowledgmentIsReportedOnce() {
    let story = Story.ready()
    story.acknowledge(row: 100)
    let report = SimulationEvent.Kind.analytics(
      .metricsAcknowledged(version: 1, sinceOnboarding: -1, source: .tab))
    story.tell(report)
    #expect(story.end().episodes(of: .once) == 0)
    story.tell(report)
    #expect(story.end().hazards(of: .once) == [.doubleTapAcknowledge])
  }

  @Test func anotherRowThanTheShownOneBreaksTheTarget() {
    let story = Story.ready()
    story.publish(.plansRow, 100)
    story.wait(milliseconds: 16)
    story.tell(.action(.acknowledge, intent: 9))
    story.commit(.metrics(row: 200))
    story.commit(.acknowledgment(row: 200, newest: true, first: true), intent: 9)
    let fold = story.end()
    #expect(fold.hazards(of: .target) == [.ackStaleVersion])
  }

  /// The first attempt is refused because another row was computed. The person tries again in the frame that shows it,
  /// or later.
  @Test(arguments: [0, 15, 16] as [Int64])
  func aRetryIsForTheRowThatIsOnScreen(milliseconds: Int64) {
    let story = Story.ready()
    story.acknowledge(row: 100, outcome: .status(404))
    story.commit(.metrics(row: 200))
    story.publish(.plansRow, 200)
    story.wait(milliseconds: milliseconds)
    story.tell(.action(.retryAcknowledge, intent: 7))
    story.commit(.acknowledgment(row: 200, newest: true, first: true), intent: 7)
    #expect(story.end().hazards(of: .target) == (milliseconds < 16 ? [.ackStaleVersion] : []))
  }

  @Test func theShownRowIsTheTarget() {
    let story = Story.ready()
    story.acknowledge(row: 100)
    story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 55)
    let fold = story.end()
    #expect(fold.episodes(of: .target) == 0)
    #expect(fold.evaluated(.target) == 1)
    #expect(fold.vacuous(.target) == 1)
  }

  // MARK: I-GATE, I-WEEK, I-FRESH

  @Test func aPlanRequestBeforeTheAcknowledgmentBreaksTheGate() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    story.wait()
    story.tell(.analytics(.cardDismissed))
    _ = story.send(.generatePlan, .plansFetch)
    let fold = story.end()
    #expect(fold.episodes(of: .gate) == 1)
    #expect(fold.hazards(of: .gate) == [.dismissalDisablesPlansGate])
  }

  @Test func aPlanRequestAfterAFailedReadIsNamed() {
    let story = Story.ready()
    let read = story.send(.todayMetrics, .plansMetrics)
    story.receive(.todayMetrics, read, .status(500))
    _ = story.send(.generatePlan, .plansFetch)
    #expect(story.end().hazards(of: .gate) == [.ackBypassOnFetchError])
  }

  @Test func aPlanRequestFromTheToolbarIsNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    story.wait()
    story.tell(.action(.refreshPlan, intent: 3))
    _ = story.send(.generatePlan, .plansRefresh)
    #expect(story.end().hazards(of: .gate) == [.ackBypassToolbar])
  }

  @Test func aPlanRequestAfterA404IsNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    let request = story.send(.acknowledge, .acknowledge, intent: 1)
    story.receive(.acknowledge, request, .status(404))
    _ = story.send(.generatePlan, .plansFetch)
    #expect(story.end().hazards(of: .gate) == [.ack404GeneratesPlan])
  }

  @Test func appThatReadNoRowIsExcused() {
    let story = Story.ready(row: nil)
    let read = story.send(.todayMetrics, .plansMetrics)
    story.receive(.todayMetrics, read, .status(404))
    story.commit(.metrics(row: 100))
    _ = story.send(.generatePlan, .plansFetch)
    let fold = story.end()
    #expect(fold.episodes(of: .gate) == 0)
    #expect(fold.evaluated(.gate) == 1)
  }

  @Test func planAfterTheAcknowledgmentIsAccepted() {
    let story = Story.ready()
    story.acknowledge(row: 100)
    _ = story.send(.generatePlan, .plansFetch)
    story.commit(.plan(id: 1, forced: false, gateOpen: true, sameWeek: 1))
    let fold = story.end()
    #expect(fold.episodes(of: .gate) == 0)
    #expect(fold.evaluated(.gate) == 2)
    #expect(fold.evaluated(.week) == 1)
  }

  @Test func withoutARowTheGateDoesNotApply() {
    let story = Story.ready(row: nil)
    _ = story.send(.generatePlan, .plansFetch)
    let fold = story.end()
    #expect(fold.evaluated(.gate) == 0)
    #expect(fold.vacuous(.gate) == 1)
  }

  @Test func planBeforeTheAcknowledgmentBreaksTheGate() {
    let story = Story.ready()
    story.commit(.plan(id: 1, forced: false, gateOpen: false, sameWeek: 1))
    #expect(story.end().episodes(of: .gate) == 1)
  }

  /// The second plan is the catalogued race if both requests were at the server before either was decided.
  @Test(arguments: [true, false]) func secondUnforcedPlanOfAWeekIsReported(isRace: Bool) {
    let story = Story.ready(row: nil)
    let first = story.send(.generatePlan, .plansFetch)
    story.arrive()
    let second = story.send(.generatePlan, .plansFetch)
    if isRace { story.arrive() }
    story.commit(.plan(id: 1, forced: false, gateOpen: true, sameWeek: 1))
    story.receive(.generatePlan, first)
    if !isRace { story.arrive() }
    story.commit(.plan(id: 2, forced: false, gateOpen: true, sameWeek: 2))
    story.receive(.generatePlan, second)
    story.commit(.plan(id: 3, forced: true, gateOpen: true, sameWeek: 2))
    let fold = story.end()
    #expect(fold.episodes(of: .week) == 1)
    #expect(fold.hazards(of: .week) == [isRace ? .duplicateWeeklyPlan : nil])
    #expect(fold.vacuous(.week) == 1)
  }

  @Test(arguments: [true, false]) func aPlanFromBeforeTheEditIsOutdated(isRefetched: Bool) {
    let story = Story.ready()
    story.acknowledge(row: 100)
    story.wait()
    story.apply(.plan, .plans)
    let save = story.send(.updateProfile, .editSave, intent: 20)
    story.commit(.profile(complete: true), intent: 20)
    story.receive(.updateProfile, save)
    story.wait()
    if isRefetched { story.apply(.plan, .plans) }
    story.tell(.published(.plansScreen, value: PlansScreen.plan.published, cause: .reply))
    story.publish(.tab, Int64(Tab.plans.rawValue), .person)
    let fold = story.end()
    #expect(fold.hazards(of: .fresh) == (isRefetched ? [] : [.planHeldAfterEdit]))
    #expect(fold.evaluated(.fresh) > 0)
    #expect(fold.vacuous(.fresh) > 0)
  }

  /// A save of preferences alone does not change the plan, whoever changed the profile before.
  @Test(arguments: [true, false]) func onlyAChangeOfTheProfileOutdatesAPlan(changesProfile: Bool) {
    let story = Story.ready()
    story.acknowledge(row: 100)
    story.wait()
    story.apply(.plan, .plans)
    story.commit(.profile(complete: true), intent: 19)
    let save = story.send(.updateProfile, .editSave, intent: 20)
    if changesProfile { story.commit(.profile(complete: true), intent: 20) }
    story.commit(.preferences(before: 1, after: 2, device: 0), intent: 20)
    story.receive(.updateProfile, save)
    story.tell(.published(.plansScreen, value: PlansScreen.plan.published, cause: .reply))
    story.publish(.tab, Int64(Tab.plans.rawValue), .person)
    #expect(story.end().hazards(of: .fresh) == (changesProfile ? [.planHeldAfterEdit] : []))
  }

  // MARK: I-COMMIT

  @Test func laterReadExcusesAnUnknownOutcome() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    story.tell(.began(.acknowledge))
    let request = story.send(.acknowledge, .acknowledge, intent: 7)
    story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 7)
    story.receive(.acknowledge, request, .network)
    let again = story.send(.todayMetrics, .acknowledge, intent: 7)
    story.receive(.todayMetrics, again, .network)
    story.tell(.published(.acknowledgeError, value: 1, cause: .failure))
    story.tell(.ended(.acknowledge))
    let fold = story.end()
    #expect(fold.episodes(of: .commit) == 0)
    #expect(fold.evaluated(.commit) > 0)
  }

  @Test func aLostOnboardingReplyIsNamed() {
    let story = Story()
    story.launch()
    story.signIn()
    story.operate(.onboarding, flag: .onboardingLoading) {
      let request = story.send(.onboard, .onboarding, intent: 2)
      story.commit(.onboarded(complete: true), intent: 2)
      story.receive(.onboard, request, .undecodable)
      story.tell(.published(.onboardingError, value: 1, cause: .failure))
    }
    #expect(story.end().hazards(of: .commit) == [.onboardingReplyLost])
  }

  /// A client that reads the stored state, by any kind of read, may say that it does not know the outcome.
  @Test(arguments: [Endpoint.me, .profile, .streak]) func laterReadExcusesAnUnknownOnboarding(asked: Endpoint) {
    let story = Story()
    story.launch()
    story.signIn()
    story.operate(.onboarding, flag: .onboardingLoading) {
      story.receive(asked, story.send(asked, .onboarding), .network)
      let request = story.send(.onboard, .onboarding, intent: 2)
      story.commit(.onboarded(complete: true), intent: 2)
      story.receive(.onboard, request, .network)
      story.tell(.published(.onboardingError, value: 1, cause: .failure))
    }
    #expect(story.end().hazards(of: .commit) == (asked == .streak ? [.onboardingReplyLost] : []))
  }

  @Test func discardedPlanIsNamed() {
    let story = Story.ready()
    story.acknowledge(row: 100)
    story.operate(.plansFetch, flag: .plansLoading) {
      let plan = story.send(.generatePlan, .plansFetch)
      let summary = story.send(.howItWorks, .plansFetch)
      story.receive(.generatePlan, plan)
      story.receive(.howItWorks, summary, .network)
      story.tell(.published(.plansError, value: 1, cause: .failure))
    }
    #expect(story.end().hazards(of: .commit) == [.ackOkPlanFailed])
  }

  @Test func partlyStoredSaveIsNamed() {
    let story = Story.ready()
    story.operate(.editSave, flag: .editSaving) {
      let basic = story.send(.updateBasicProfile, .editSave, intent: 3)
      story.receive(.updateBasicProfile, basic)
      let preferences = story.send(.updatePreferences, .editSave, intent: 3)
      story.receive(.updatePreferences, preferences, .status(500))
      story.tell(.published(.editError, value: 1, cause: .failure))
    }
    #expect(story.end().hazards(of: .commit) == [.profileSavePartialCommit])
  }

  @Test("The server stores something only for a request that it grants", arguments: [201, 500])
  func refusedRequestsStoreNothing(status: Int) {
    let story = Story.ready()
    story.serve(.submitEvidence(taskID: 1), status: 201, .evidence(task: 1, counted: 1))
    story.serve(.submitEvidence(taskID: 2), status: status, .evidence(task: 2, counted: 1))
    #expect(
      story.end().entries.map(\.key.site).contains(Site(.storedUngranted, CommitKind.evidence)) == (status == 500))
  }
}
