/// The single-threaded heart of a world: a queue of ready jobs, a queue of timers and the virtual time.
///
/// `@unchecked Sendable`: every member is touched only on the thread that calls `run`, or before `run` by the thread that
/// builds the world.
public final class Scheduler: TaskExecutor, @unchecked Sendable {
  /// Nanoseconds of virtual time since the world began.
  public private(set) var now: Int64 = 0
  /// The lane whose job is running, nil for a pool job and between jobs.
  private(set) var currentLane: Lane?
  /// Where the job that a resumption enqueues belongs; set only around `resume`.
  private var resumeLane: Lane?

  private var ready: [(job: UnownedJob, lane: Lane?)] = []
  private var readyHead = 0
  private var timers: [Timer] = []
  private var timerSequence: UInt64 = 0
  /// Jobs run so far.
  public private(set) var jobsRun = 0

  private struct Timer {
    var deadline: Int64
    var sequence: UInt64
    var parked: Parked
  }

  /// A task suspended in this world, with the lane on which it goes on.
  struct Parked {
    var continuation: UnsafeContinuation<Void, Never>
    var lane: Lane?
  }

  public init() {}

  // MARK: Jobs

  public func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), on: resumeLane)
  }

  func enqueue(_ job: UnownedJob, on lane: Lane?) {
    ready.append((job, lane))
  }

  /// Starts a task in this world. Simulated code starts tasks in no other way.
  public func spawn(_ body: sending @escaping @isolated(any) () async -> Void) {
    Task(executorPreference: self, operation: body)
  }

  // MARK: Time

  /// Suspends the caller for so many nanoseconds of virtual time. Not ended early by cancellation.
  public func sleep(_ nanoseconds: Int64, kind: SleepKind) async {
    let lane = currentLane
    await withUnsafeContinuation { continuation in
      addTimer(at: now + max(0, nanoseconds), Parked(continuation: continuation, lane: lane))
    }
  }

  /// Suspends the caller until the virtual time reaches `deadline`, or throws once the task is cancelled.
  public func sleep(until deadline: Int64, kind: SleepKind) async throws {
    await sleep(deadline - now, kind: kind)
    try Task.checkCancellation()
  }

  private func addTimer(at deadline: Int64, _ parked: Parked) {
    timerSequence += 1
    timers.append(Timer(deadline: deadline, sequence: timerSequence, parked: parked))
    var child = timers.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard before(timers[child], timers[parent]) else { break }
      timers.swapAt(child, parent)
      child = parent
    }
  }

  private func before(_ a: Timer, _ b: Timer) -> Bool {
    a.deadline != b.deadline ? a.deadline < b.deadline : a.sequence < b.sequence
  }

  private func popTimer() -> Timer? {
    guard let first = timers.first else { return nil }
    let last = timers.removeLast()
    if !timers.isEmpty {
      timers[0] = last
      var parent = 0
      while true {
        var child = parent * 2 + 1
        guard child < timers.count else { break }
        if child + 1 < timers.count, before(timers[child + 1], timers[child]) { child += 1 }
        guard before(timers[child], timers[parent]) else { break }
        timers.swapAt(child, parent)
        parent = child
      }
    }
    return first
  }

  func resume(_ parked: Parked) {
    resumeLane = parked.lane
    parked.continuation.resume()
    resumeLane = nil
  }

  // MARK: Running

  /// Runs until nothing is ready and no timer is left.
  public func run() {
    while true {
      while readyHead < ready.count {
        let (job, lane) = ready[readyHead]
        readyHead += 1
        if readyHead == ready.count {
          ready.removeAll(keepingCapacity: true)
          readyHead = 0
        }
        jobsRun += 1
        currentLane = lane
        if let lane {
          job.runSynchronously(isolatedTo: lane.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        } else {
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
        currentLane = nil
      }
      guard let timer = popTimer() else { return }
      now = timer.deadline
      resume(timer.parked)
    }
  }
}
