/// Where the time of one world goes: to the jobs of each kind of lane, to those who watch events, and to the engine.
///
/// Used on the thread that runs the world alone. The clock is handed in, since the engine knows none; reading it twice a
/// job and twice an event is itself in what is measured.
package final class WorkProfile {
  /// What one kind of work took.
  package struct Share: Hashable, Sendable {
    /// Jobs, or events for those who watch them.
    package var count = 0
    package var nanoseconds: Int64 = 0

    package init(
      count: Int = 0, nanoseconds: Int64 = 0
    ) {
      self.count = count
      self.nanoseconds = nanoseconds
    }

    package static func += (total: inout Share, other: Share) {
      total.count += other.count
      total.nanoseconds += other.nanoseconds
    }
  }

  private let readClock: () -> Int64
  /// By kind of lane; jobs of no lane, such as of who lets people arrive, stand under none.
  package private(set) var jobs: [String: Share] = [:]
  /// What looking at events took, within jobs and without.
  package private(set) var observers = Share()
  /// What was observed within the job that runs.
  private var observedNow: Int64 = 0

  package init(readClock: @escaping () -> Int64) {
    self.readClock = readClock
  }

  func run(_ kind: StaticString?, _ job: () -> Void) {
    observedNow = 0
    let start = readClock()
    job()
    let share = Share(count: 1, nanoseconds: readClock() - start - observedNow)
    jobs[kind.map { "\($0)" } ?? "", default: Share()] += share
  }

  package func observe(_ look: () -> Void) {
    let start = readClock()
    look()
    let time = readClock() - start
    observedNow += time
    observers += Share(count: 1, nanoseconds: time)
  }
}
