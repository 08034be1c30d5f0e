@testable import Interleaving
@testable import Randomness

/// A small world with every kind of wait, drawn from a seed: tasks that hop between actors, sleep, wait for values, set
/// timers, spawn and cancel each other.
struct ToyWorld {
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  final class Log: @unchecked Sendable {
    var entries: [String] = []
  }

  actor Room: LaneActor {
    nonisolated let lane: Lane
    let scheduler: Scheduler
    let log: Log

    init(_ scheduler: Scheduler, log: Log) {
      self.scheduler = scheduler
      lane = Lane(scheduler: scheduler, kind: "room")
      self.log = log
    }

    func note(_ text: String) {
      log.entries.append("\(scheduler.now) \(text)")
    }

    func rest(_ nanoseconds: Int64, _ text: String) async {
      await scheduler.sleep(nanoseconds, kind: .leg)
      note(text)
    }
  }

  let scheduler: Scheduler
  let log = Log()

  init(seed: UInt64, policy: (any SchedulePolicy)?) {
    scheduler = Scheduler(policy: policy)
    fill(scheduler, draws: Draws(seed: seed))
  }

  private func fill(_ scheduler: Scheduler, draws: Draws) {
    let log = log
    let rooms = (0..<3).map { _ in Room(scheduler, log: log) }
    let values = (0..<4).map { _ in OneShot<Int>(scheduler: scheduler) }
    var tasks: [Task<Void, Never>] = []
    for task in 0..<12 {
      @Sendable func draw(_ step: Int, below bound: UInt64) -> Int64 {
        Int64(draws.bits(user: UInt32(task), purpose: 1, step: UInt32(step)) % bound)
      }
      tasks.append(
        scheduler.spawn {
          for step in 0..<8 {
            let (room, pause) = (rooms[Int(draw(step * 4, below: 3))], draw(step * 4 + 1, below: 6) * 10)
            let name = "\(task).\(step)"
            switch draw(step * 4 + 2, below: 7) {
            case 0: await room.rest(pause, name)
            case 1: await scheduler.sleep(pause, kind: .timer)
            case 2: try? await scheduler.sleep(until: scheduler.now + pause, kind: .timer)
            case 3:
              scheduler.schedule(after: pause, kind: .leg, lane: room.lane) {
                log.entries.append("\(scheduler.now) leg \(name)")
              }
            case 4: scheduler.spawn { await room.rest(pause, "child of " + name) }
            case 5: values[step / 2].fulfil(step)
            default: await room.note("\(name) \(Task.isCancelled)")
            }
          }
          if task < 4 { await rooms[0].note("\(task) got \(await values[task].value() ?? -1)") }
        })
    }
    let victims = [tasks[5], tasks[1]]
    scheduler.schedule(after: 35, kind: .timer) { for task in victims { task.cancel() } }
    for value in values { scheduler.schedule(after: 300, kind: .timer) { value.fulfil(99) } }
  }
}
