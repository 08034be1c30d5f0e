import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// One schedule of a story, with all observations of a recorder and the checkers.
struct StoryRun {
  var timeline: Timeline
  var findings: [Finding]
  /// The scenario in which causes are searched.
  var explained: FindExplanation.Run

  /// - Parameter order: names the picks; nil is natural order.
  init(_ stage: StoryStage, order: UInt64?, window: Int64 = 500_000_000) throws {
    let policy: any SchedulePolicy = order.map { RandomPolicy(seed: $0, window: window) } ?? NaturalPolicy()
    let runner = ScheduleRunner(stage)
    var recorder: TimelineRecorder?
    runner.noticed = { recorder?.violated($0) }
    findings =
      runner.run(.natural, under: policy) { world in
        let made = TimelineRecorder(events: world.events, origin: stage.time)
        for (ordinal, phone) in stage.phones.map(\.memory).enumerated() {
          made.begin(phone: UInt8(ordinal)) { phone.app.published[$0] }
        }
        recorder = made
        return [made]
      }.findings
    let made = try #require(recorder)
    timeline = made.timeline
    explained = FindExplanation.Run(made)
  }

  /// Plans is read again while the acknowledgment is in progress; replies are applied as they arrive.
  static func staleGet() throws -> StoryStage {
    try StoryStage(
      Scenario.parse(
        #"""
        {
          "name": "stale-get",
          "generation": {"preset": "correct", "replies": {"apply": "arrival"}, "metrics": {"coalesce": "none"}},
          "backend": {"network": {"constant": {"value": "50ms"}}, "service": {"constant": {"value": "40ms"}}},
          "story": {
            "hazard": "stale-get-overwrites-ack", "twin": "replies.apply=revision",
            "given": ["onboard", {"do": "openTab", "tab": "plans"}],
            "when": [
              {"do": "pullToRefresh", "after": "200ms"},
              {"do": "acknowledge", "after": "50ms"},
            ],
          },
        }
        """#, name: "stale-get"))
  }

  /// The first of the picks under which an older reply replaces a newer one, with its number.
  static func broken(_ stage: StoryStage) throws -> (run: StoryRun, order: UInt64) {
    for order in 0..<2_000 as Range<UInt64> {
      let run = try StoryRun(stage, order: order)
      if run.findings.contains(where: { $0.oracle.id == "I-MONO" }) { return (run, order) }
    }
    throw NotFound()
  }

  struct NotFound: Error {}
}
