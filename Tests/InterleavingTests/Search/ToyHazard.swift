import Testing

@testable import Interleaving

/// A lane that records arriving messages.
private actor Stop: LaneActor {
  nonisolated let lane: Lane
  private let scheduler: Scheduler
  private let log: ToyHazard.Log

  init(_ scheduler: Scheduler, log: ToyHazard.Log) {
    lane = Lane(scheduler: scheduler, kind: "stop")
    self.scheduler = scheduler
    self.log = log
  }

  func arrive(after latency: Int64, _ step: ToyHazard.Step) async {
    await scheduler.sleep(latency, kind: .leg)
    log.steps.append(step)
  }
}

/// Tasks that each pass through lanes in a given order, and an order of all steps that fails.
struct ToyHazard: Sendable, CustomTestStringConvertible {
  struct Step: Hashable, Sendable {
    var task: Int
    var number: Int
  }

  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Log: @unchecked Sendable {
    var steps: [Step] = []
  }

  let name: String
  /// For each task, the lane of each of its steps.
  let tasks: [[Int]]
  /// Whether an order of all steps fails.
  let isWrong: @Sendable ([Step]) -> Bool

  var testDescription: String { name }

  /// One schedule.
  func run(_ policy: any SchedulePolicy) -> (log: [Step], scheduler: Scheduler) {
    let scheduler = Scheduler(policy: policy, tracksTasks: false)
    let log = Log()
    let stops = (0...(tasks.joined().max() ?? 0)).map { _ in Stop(scheduler, log: log) }
    for (task, lanes) in tasks.enumerated() {
      scheduler.spawn {
        for (number, lane) in lanes.enumerated() {
          await stops[lane].arrive(after: Int64(10 + task), Step(task: task, number: number))
        }
      }
    }
    scheduler.run()
    return (log.steps, scheduler)
  }

  var reference: SearchReference { SearchReference(trace: run(NaturalPolicy()).scheduler.trace) }

  /// The share of schedules that fail.
  func share(_ policy: any SearchPolicy, schedules: UInt64) -> Double {
    var wrong = 0
    for schedule in 0..<schedules {
      policy.begin(schedule: schedule)
      if isWrong(run(policy).log) { wrong += 1 }
    }
    return Double(wrong) / Double(schedules)
  }

  /// Every interleaving of the tasks, in no particular order.
  func interleavings() -> [[Step]] {
    var found: [[Step]] = []
    var done = tasks.map { _ in 0 }
    var order: [Step] = []
    func extend() {
      var isComplete = true
      for task in tasks.indices where done[task] < tasks[task].count {
        isComplete = false
        order.append(Step(task: task, number: done[task]))
        done[task] += 1
        extend()
        done[task] -= 1
        order.removeLast()
      }
      if isComplete { found.append(order) }
    }
    extend()
    return found
  }

  /// The order of each lane.
  func lanes(of order: [Step]) -> [[Step]] {
    (0...(tasks.joined().max() ?? 0)).map { lane in order.filter { tasks[$0.task][$0.number] == lane } }
  }
}

extension [ToyHazard.Step] {
  /// The time of a step.
  func time(_ task: Int, _ number: Int) -> Int {
    firstIndex(of: ToyHazard.Step(task: task, number: number)) ?? .max
  }
}

extension ToyHazard {
  /// Two tasks read and write at one server. Fails if both read first.
  static let lostUpdate = ToyHazard(name: "lost update", tasks: [[0, 0], [0, 0]]) {
    max($0.time(0, 0), $0.time(1, 0)) < min($0.time(0, 1), $0.time(1, 1))
  }

  /// Two requests to a server whose replies go to one client. Fails if data read before a change overwrite the change.
  static let staleReply = ToyHazard(name: "stale reply overwrites", tasks: [[0, 1], [0, 1], [2, 2, 2], [3, 3]]) {
    $0.time(0, 0) < $0.time(1, 0) && $0.time(1, 1) < $0.time(0, 1)
  }

  /// A read, a deletion and a look at the client's data. Fails if the read brings deleted data back before the look.
  static let cacheResurrects = ToyHazard(name: "cache resurrects", tasks: [[0, 1], [0, 1], [1]]) {
    $0.time(0, 0) < $0.time(1, 0) && $0.time(1, 1) < $0.time(0, 1) && $0.time(0, 1) < $0.time(2, 0)
  }

  /// Fails if at least 12 of 16 steps of one task fall between two steps of another.
  static let starvation = ToyHazard(
    name: "starvation window", tasks: [[0, 0], Array(repeating: 1, count: 16)]
  ) { order in
    (0..<16).count { order.time(0, 0) < order.time(1, $0) && order.time(1, $0) < order.time(0, 1) } >= 12
  }

  /// Fails if at least 8 of 12 steps of one task fall between a second's, and all of those between a third's.
  static let nestedWindows = ToyHazard(
    name: "nested windows",
    tasks: [Array(repeating: 0, count: 4), Array(repeating: 1, count: 4), Array(repeating: 2, count: 12)]
  ) { order in
    let times = [order.time(0, 0), order.time(1, 0), order.time(1, 3), order.time(0, 3)]
    let inside = (0..<12).count { order.time(1, 0) < order.time(2, $0) && order.time(2, $0) < order.time(1, 3) }
    return times == times.sorted() && inside >= 8
  }

  static let all = [lostUpdate, staleReply, cacheResurrects, starvation, nestedWindows]
}
