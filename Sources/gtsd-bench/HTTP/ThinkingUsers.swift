import GTSDModel
import GTSDStudies
import HTTPLoop
import Interleaving
import Statistics

/// Many people who only pause: the memory of each while asleep, and the precision of waking.
enum ThinkingUsers {
  struct Measure: Sendable {
    /// The growth of resident memory per sleeping person.
    var bytes: Int
    var wakes: Int64
    /// The processor time for each wake, in seconds.
    var time: Double
    /// The nanoseconds from the intended end of a pause until the task continued.
    var lateness: LogHistogram
  }

  /// The longest pause, in nanoseconds. The mean pause is half of it.
  private static let longest = 10 * Nanoseconds.second

  /// Measures users who do nothing but pause, for a number of seconds after one second of rest.
  static func measure(_ users: Int, seconds: Int) throws(BenchmarkFailure) -> Measure {
    let before = Machine.residentBytes
    let loop: EventLoop
    do {
      loop = try EventLoop()
    } catch {
      throw BenchmarkFailure("\(error)")
    }
    let scheduler = Scheduler(wallClock: loop)
    let crowd = Crowd(scheduler, loop)
    for index in 0..<users {
      scheduler.spawn { await crowd.run(UInt64(index)) }
    }
    // All users are asleep by then.
    scheduler.run(until: loop.readClock() + Nanoseconds.second)
    let bytes = max(0, ResidentMemory.bytes - before) / users
    crowd.begin()
    let used = Machine.ownTime
    scheduler.run(until: loop.readClock() + Int64(seconds) * Nanoseconds.second)
    let time = Machine.ownTime - used
    let lateness = crowd.lateness
    scheduler.shutdown()
    return Measure(
      bytes: bytes, wakes: lateness.count, time: time / Double(max(1, lateness.count)), lateness: lateness)
  }

  /// `@unchecked Sendable`: used on the thread of one scheduler alone.
  private final class Crowd: @unchecked Sendable {
    private let scheduler: Scheduler
    private let loop: EventLoop
    private(set) var lateness = LogHistogram()

    init(_ scheduler: Scheduler, _ loop: EventLoop) {
      self.scheduler = scheduler
      self.loop = loop
    }

    /// Discards the measurements so far.
    func begin() { lateness = LogHistogram() }

    func run(_ index: UInt64) async {
      var state = Mix64.finish(index)
      while !Task.isCancelled {
        state = Mix64.combine(state, 1)
        let pause = Int64(state % UInt64(longest))
        let due = scheduler.now + pause
        await scheduler.sleep(pause, kind: .timer)
        lateness.record(loop.readClock() - due)
      }
    }
  }
}
