/// The processor time of one world: of the jobs of each kind of lane, of observers, and of the engine.
///
/// Used only on the thread that runs the world. The caller provides the clock, since the engine has none. The clock is
/// read twice per job and twice per event, and these reads are part of the measured time.
@usableFromInline package final class WorkProfile {
  /// The time of one kind of work.
  package struct Share: Hashable, Sendable {
    /// The number of jobs, or of events for observers.
    package var count = 0
    /// The number of jobs that belong to Swift tasks; the others are steps of handlers.
    package var ofTasks = 0
    package var nanoseconds: Int64 = 0

    package init(count: Int = 0, ofTasks: Int = 0, nanoseconds: Int64 = 0) {
      self.count = count
      self.ofTasks = ofTasks
      self.nanoseconds = nanoseconds
    }

    package static func += (total: inout Share, other: Share) {
      total.count += other.count
      total.ofTasks += other.ofTasks
      total.nanoseconds += other.nanoseconds
    }
  }

  private let readClock: () -> Int64
  /// The shares by kind of lane. Jobs without a lane, such as those of arriving people, are under the empty key.
  package private(set) var jobs: [String: Share] = [:]
  /// The time of observers, within jobs and outside.
  package private(set) var observers = Share()
  /// The time of observers within the running job.
  private var observedNow: Int64 = 0

  package init(readClock: @escaping () -> Int64) {
    self.readClock = readClock
  }

  func run(_ kind: StaticString?, isOfTask: Bool, _ job: () -> Void) {
    observedNow = 0
    let start = readClock()
    job()
    let share = Share(count: 1, ofTasks: isOfTask ? 1 : 0, nanoseconds: readClock() - start - observedNow)
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
