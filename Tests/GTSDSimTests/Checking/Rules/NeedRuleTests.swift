import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct NeedRuleTests {
  @Test func homeKeepsTheBannerAfterPlansAcknowledged() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    let fold = story.end()
    #expect(fold.episodes(of: .views) == 1)
    #expect(fold.hazards(of: .views) == [.bannerAfterAckInstanceDrift])
    #expect(fold.episodes(of: .agree) == 1)
    #expect(fold.hazards(of: .agree) == [.bannerAfterAckInstanceDrift])
  }

  @Test func screensThatFollowTheAcknowledgmentAgree() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.tell(.published(.homeNeed, value: 0, cause: .acknowledgment))
    let fold = story.end()
    #expect(fold.broken.isEmpty)
    #expect(fold.evaluated(.views) > 0)
    #expect(fold.evaluated(.agree) > 0)
  }

  @Test func aViewThatHasNotLoadedMakesNoClaim() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    let fold = story.end()
    #expect(fold.evaluated(.views) == 0)
    #expect(fold.vacuous(.views) > 0)
  }

  @Test func withoutMetricsThereIsNothingToAgreeOn() {
    let story = Story.ready(row: nil)
    story.readMetrics(.home, need: false)
    let fold = story.end()
    #expect(fold.evaluated(.agree) == 0)
    #expect(fold.vacuous(.agree) > 0)
  }

  @Test func dismissedCardIsNoOpenReview() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.publish(.homeNeed, 0, .dismissal)
    let fold = story.end()
    #expect(fold.broken.isEmpty)
  }

  @Test func readAfterADismissalIsJudgedByItself() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.publish(.homeNeed, 0, .dismissal)
    story.device = 1
    story.launch()
    story.signIn()
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.device = 0
    // The published need is already false and stays so; the rule's own copy must follow.
    story.operate(.homeMetrics, flag: .metricsLoading) {
      let request = story.send(.todayMetrics, .homeMetrics)
      story.receive(.todayMetrics, request)
      story.apply(.metrics, .home)
      story.apply(.metrics, .plans)
      story.tell(.published(.plansNeed, value: 0, cause: .reply))
    }
    let fold = story.end()
    #expect(fold.episodes(of: .agree) == 0)
    #expect(fold.episodes(of: .views) == 0)
  }

  @Test func appWithoutNewerReplyIsExcused() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.device = 1
    story.launch()
    story.signIn()
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.device = 0
    story.publish(.toast, 1, .person)
    #expect(story.end().episodes(of: .agree) == 0)
  }

  @Test func appThatReceivedTheAcknowledgmentIsNotExcused() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.device = 1
    story.launch()
    story.signIn()
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.device = 0
    story.operate(.streaksLoad, flag: .streaksLoading) {
      let request = story.send(.streak, .streaksLoad)
      story.receive(.streak, request)
    }
    let fold = story.end()
    #expect(fold.episodes(of: .agree) == 1)
    #expect(fold.entries.first?.key.site == Site(.needAfterAcknowledgment, View.home))
  }

  @Test func nothingIsDecidedWhileARequestIsInFlight() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    _ = story.send(.streak, .streaksLoad)
    story.acknowledge(row: 100)
    #expect(story.end().episodes(of: .views) == 0)
  }

  @Test func anOldReadThatCrossedTheAcknowledgmentIsNamed() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    let old = story.send(.todayMetrics, .homeMetrics)
    story.acknowledge(row: 100)
    story.publish(.homeNeed, 0, .acknowledgment)
    story.receive(.todayMetrics, old, asOf: 2)
    story.apply(.metrics, .home, asOf: 2)
    story.tell(.published(.homeNeed, value: 1, cause: .reply))
    let fold = story.end()
    #expect(fold.hazards(of: .agree) == [.staleGetOverwritesAck])
    #expect(fold.hazards(of: .mono) == [.staleGetOverwritesAck])
  }

  @Test func aLostReplyToACommittedAcknowledgmentIsNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100, outcome: .timedOut)
    story.operate(.streaksLoad, flag: .streaksLoading) {
      let request = story.send(.streak, .streaksLoad)
      story.receive(.streak, request)
    }
    let fold = story.end()
    #expect(fold.hazards(of: .agree) == [.ackCommittedReplyLost])
    #expect(fold.hazards(of: .commit) == [.ackCommittedReplyLost])
  }

  @Test func rowComputedDuringTheAcknowledgmentIsNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    let request = story.send(.acknowledge, .acknowledge, intent: 3)
    story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 3)
    story.commit(.metrics(row: 200))
    story.receive(.acknowledge, request)
    story.apply(.metrics, .plans)
    story.tell(.published(.plansNeed, value: 0, cause: .acknowledgment))
    #expect(story.end().hazards(of: .agree) == [.ackMarksNewerSummary])
  }

  @Test func anAcknowledgmentThatIsAppliedToANewerRowIsNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    let request = story.send(.acknowledge, .acknowledge, intent: 3)
    let acknowledged = story.commit(.acknowledgment(row: 100, newest: true, first: true), intent: 3)
    story.commit(.metrics(row: 200))
    story.readMetrics(.plans, need: true)
    story.receive(.acknowledge, request, asOf: acknowledged)
    story.apply(.metrics, .plans, asOf: acknowledged)
    #expect(story.end().hazards(of: .mono) == [.ackMarksNewerSummary])
  }

  @Test(arguments: [true, false]) func acknowledgmentRefusedForAReplacedRowIsNamed(isReplaced: Bool) {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    if isReplaced { story.commit(.metrics(row: 200)) }
    let request = story.send(.acknowledge, .acknowledge, intent: 1)
    story.receive(.acknowledge, request, .status(404))
    story.tell(.published(.plansNeed, value: 0, cause: .failure))
    #expect(story.end().hazards(of: .agree) == (isReplaced ? [.ackStaleVersion] : []))
  }

  @Test func metricsShownWithoutAReplyAreNamed() {
    let story = Story.ready()
    story.readMetrics(.plans, need: true)
    let read = story.commit(.evidence(task: 1, counted: 1))
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    story.wait()
    story.apply(.metrics, .home, asOf: read)
    story.tell(.published(.homeNeed, value: 1, cause: .reply))
    #expect(story.end().hazards(of: .agree) == [.httpCacheStaleGet])
  }

  @Test func episodesAreMaximalIntervals() {
    let story = Story.ready()
    story.readMetrics(.home, need: true)
    story.readMetrics(.plans, need: true)
    story.acknowledge(row: 100)
    for _ in 0..<3 { story.publish(.toast, 1, .person) }
    story.publish(.homeNeed, 0, .reply)
    story.publish(.homeNeed, 1, .reply)
    let fold = story.end()
    #expect(fold.episodes(of: .views) == 2)
    #expect(fold.entries.filter { $0.key.invariant == .views }.map(\.users) == [1])
  }
}
