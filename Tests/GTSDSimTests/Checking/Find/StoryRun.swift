import GTSDModel
import Testing

@testable import GTSDSim

/// One schedule of a story with everything that a recorder and the checkers see of it.
struct StoryRun {
  var timeline: Timeline
  var entries: [ViolationFold.Entry]

  /// - Parameter order: names the picks; nil is natural order.
  init(_ stage: StoryStage, generation: Generation? = nil, order: UInt64?, window: Int64 = 500_000_000) {
    let policy: any SchedulePolicy = order.map { RandomPolicy(seed: $0, window: window) } ?? NaturalPolicy()
    let world = World(
      scenario: stage.scenario, replication: 0, cell: 0, users: 0..<1, scheduler: Scheduler(policy: policy),
      drawsMedians: true)
    let checker = InvariantChecker(continuing: stage.checker)
    let recorder = TimelineRecorder(events: world.events)
    world.events.observers = [recorder, checker]
    checker.onBreach = { recorder.violated($0, device: $1) }
    var memory = stage.backend
    memory.faults = memory.faults.selecting(0)
    let server = InProcessBackend(world: world, memory: memory)
    for (ordinal, memory) in stage.phones.enumerated() {
      recorder.begin(phone: UInt8(ordinal)) { memory.app.published[$0] }
      let moves = stage.script.moves(of: UInt8(ordinal), leavingOut: 0)
      let phone = Device(
        world: world, backend: server, user: 0, ordinal: UInt8(ordinal),
        generation: generation ?? stage.scenario.generation, memory: memory)
      world.scheduler.spawn { await phone.follow(moves) }
    }
    world.scheduler.run()
    checker.finish(at: world.scheduler.now)
    timeline = recorder.timeline
    entries = checker.fold.entries
  }

  /// Plans read again while the acknowledgment is on its way; replies are applied as they arrive.
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

  /// The first of the picks under which a reply goes back, with its number.
  static func broken(_ stage: StoryStage) throws -> (run: StoryRun, order: UInt64) {
    for order in 0..<2_000 as Range<UInt64> {
      let run = StoryRun(stage, order: order)
      if run.entries.contains(where: { $0.key.invariant == .mono }) { return (run, order) }
    }
    throw NotFound()
  }

  struct NotFound: Error {}
}
