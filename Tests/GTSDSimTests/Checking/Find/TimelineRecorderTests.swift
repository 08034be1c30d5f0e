import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct TimelineRecorderTests {
  @Test func everyArrivalOfARequestIsNamed() throws {
    let timeline = try StoryRun(StoryRun.staleGet(), order: nil).timeline
    let labels = timeline.arrivals.map(\.label)
    #expect(labels.prefix(2) == ["the pull to refresh tap", "the acknowledge tap"])
    for request in [
      "the pull to refresh tap's GET metrics/today", "the acknowledge tap's POST metrics/acknowledge",
      "the acknowledge tap's POST plans/generate",
    ] {
      let way = ["\(request) reaches the server", "\(request) is served"]
      let places = (way + ["reply to \(request)"]).compactMap(labels.firstIndex(of:))
      #expect(places.count == 3 && places == places.sorted(), "\(request) at \(places)")
    }
    #expect(Set(labels).count == labels.count)
    #expect(!labels.contains { $0.hasPrefix("message") })
  }

  @Test func timelineRowsAndEventsAreInOrder() throws {
    let timeline = try StoryRun.broken(StoryRun.staleGet()).run.timeline
    #expect(
      timeline.rows.map(\.label) == [
        "person", "phone 1: Home", "phone 1: Plans", "phone 1: requests", "server",
      ])
    let places = timeline.marks.map(\.place) + timeline.bars.flatMap { [$0.from] + ($0.to.map { [$0] } ?? []) }
    #expect(places.sorted() == Array(0..<timeline.places))
    #expect(timeline.bars.allSatisfy { ($0.to ?? .max) > $0.from && !$0.outcome.isEmpty })
    let need = timeline.marks.filter { $0.variable == "homeNeed" }
    #expect(need.map(\.before) == ["yes", "no"] && need.map(\.after) == ["no", "yes"])
  }

  @Test func aWriteNamesItsLineOfTheViewModel() throws {
    let timeline = try StoryRun(StoryRun.staleGet(), order: nil).timeline
    let sources = timeline.marks.filter { $0.kind == .state }.compactMap(\.source)
    #expect(!sources.isEmpty && sources.allSatisfy { $0.hasPrefix("Device+") }, "\(sources)")
    let applied = try #require(timeline.marks.first { $0.kind == .applied }?.source)
    #expect(applied.hasPrefix("Device+Metrics.swift:"))
  }

  /// Without a twin, the explanation names the last write to the violated variable, the reply that carried the value,
  /// and the commit that this reply did not include.
  @Test func lateReplyIsNamedAsTheCause() throws {
    let run = try StoryRun.broken(StoryRun.staleGet()).run
    let violation = try #require(run.timeline.violation(of: "I-MONO"))
    #expect(run.timeline.rows[violation.row].label == "phone 1: Home")
    let finding = try #require(run.findings.first { $0.oracle.id == "I-MONO" })
    let explanation = FindExplanation(of: finding, in: run.explained)
    let cause = try #require(explanation.cause())
    #expect(cause.variable == "metrics held by Home")
    #expect(cause.strategies == [] && (2...5).contains(cause.chain.count))
    #expect(cause.source?.hasPrefix("Device+Metrics.swift:") == true)
    #expect(cause.chain.contains { $0.text.contains("had not seen") })
    let contradiction = explanation.contradiction(cause)
    #expect(
      contradiction.hasPrefix(
        "Let R = the reply to the pull to refresh tap's GET metrics/today, read at revision 4, and W = the commit of "
          + "revision 5: acknowledgment of row"), "\(contradiction)")
  }

  @Test func theFirstDivergenceIsTheFirstStepThatDiffers() throws {
    let stage = try StoryRun.staleGet()
    let (run, order) = try StoryRun.broken(stage)
    let again = try StoryRun(stage, order: order).timeline
    #expect(again == run.timeline)
    #expect(Timeline.firstDivergence(run.timeline, again) == nil)
    var sound = stage.scenario
    sound.generation = .preset(.correct)
    let twin = try StoryRun(StoryStage(sound), order: order).timeline
    let step = try #require(Timeline.firstDivergence(run.timeline, twin))
    #expect(run.timeline.arrivals[..<step].map(\.label) == twin.arrivals[..<step].map(\.label))
    #expect(step <= run.timeline.step(of: try #require(run.timeline.violation()).place))
    var shorter = run.timeline
    shorter.arrivals.removeLast()
    #expect(Timeline.firstDivergence(run.timeline, shorter) == shorter.arrivals.count - 1)
  }

  @Test func withoutArrivalsEachInstantCountsAsOne() {
    let recorder = TimelineRecorder()
    for (time, kind) in [
      (5, .action(.acknowledge, intent: 1)), (5, .began(.acknowledge)), (9, .ended(.acknowledge)),
    ] as [(Int64, SimulationEvent.Kind)] {
      recorder.observe(SimulationEvent(time: time, user: 0, account: 0, device: 0, session: 1, kind: kind))
    }
    #expect(recorder.timeline.arrivals.map(\.time) == [5, 9])
    #expect(recorder.timeline.arrivals.map(\.place) == [0, 2])
  }

  @Test func arrivalsGetDistinctNames() {
    let recorder = TimelineRecorder()
    recorder.arrived(time: 5)
    recorder.arrived(time: 6)
    recorder.arrived(label: "tea", time: 7)
    recorder.arrived(time: 8, kind: .timer)
    recorder.observe(
      SimulationEvent(time: 8, user: 0, account: 0, device: 1, session: 1, kind: .action(.acknowledge, intent: 1)))
    recorder.violated("it broke")
    let timeline = recorder.timeline
    #expect(timeline.arrivals.map(\.label) == ["message", "message (2)", "tea", "the acknowledge tap on phone 2"])
    #expect(timeline.step(of: 0) == 3 && timeline.places(of: 1).isEmpty)
    #expect(timeline.violation(of: "other")?.place == 1)
  }
}
