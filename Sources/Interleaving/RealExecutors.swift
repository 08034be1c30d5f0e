import Dispatch

/// Runs a world's jobs as in a real app: a serial queue of the system for each lane, the system's pool for all others,
/// and its clock for every wait. The order is not repeatable. It is used to compare searches with real execution.
///
/// Jobs of different lanes do not run at the same time: a lock replaces the isolation of state that lanes of one world
/// share. The system decides their order.
///
/// `@unchecked Sendable`: everything mutable is touched with the lock held.
final class RealExecutors: @unchecked Sendable {
  /// The speed of virtual time relative to the clock.
  let speed: Double
  private let lock = DispatchSemaphore(value: 0)
  private let idle = DispatchSemaphore(value: 0)
  private let started = DispatchTime.now().uptimeNanoseconds
  private var queues: [DispatchQueue?] = []
  /// The number of jobs that have not run and of waits that have not ended.
  private var outstanding = 0
  private var isRunning = false
  /// The number of timers that have fired, and their total delay in virtual nanoseconds.
  private var fired: (count: Int, lateness: Int64) = (0, 0)

  /// Creates executors that do nothing until `run`, so that the calling thread can build the world.
  init(speed: Double) {
    self.speed = speed
  }

  /// The virtual nanoseconds since these executors were created.
  var elapsed: Int64 {
    Int64(Double(DispatchTime.now().uptimeNanoseconds - started) * speed)
  }

  /// The mean delay of timers in virtual nanoseconds; nil if none has fired.
  ///
  /// This is the delay that the machine itself adds. It is larger on a busy machine and with a faster virtual time.
  /// Read it after ``run()`` has returned; before that, the caller blocks.
  var meanLateness: Double? {
    lock.wait()
    defer { lock.signal() }
    return fired.count > 0 ? Double(fired.lateness) / Double(fired.count) : nil
  }

  /// Runs everything until nothing is left to happen.
  func run() {
    isRunning = true
    guard outstanding > 0 else {
      lock.signal()
      return
    }
    lock.signal()
    idle.wait()
    // The lock stays free: timers that were cancelled still fire, and find nothing to do.
  }

  /// Runs a job in its lane, or in the pool.
  func enqueue(lane: UInt32?, _ body: @escaping @Sendable () -> Void) {
    outstanding += 1
    queue(of: lane).async { self.perform(body) }
  }

  /// Runs a body after a virtual time, unless ``dropped()`` is called before.
  func after(_ nanoseconds: Int64, _ body: @escaping @Sendable () -> Void) {
    outstanding += 1
    let real = Int(min(Double(nanoseconds) / speed, 1e15))
    let due = elapsed + Int64(Double(real) * speed)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(real)) {
      let late = max(0, self.elapsed - due)
      self.holding {
        self.fired = (self.fired.count + 1, self.fired.lateness + late)
        body()
      }
    }
  }

  /// Records that a wait ended and nothing had to be resumed.
  func dropped() {
    outstanding -= 1
    signalIfIdle()
  }

  private func perform(_ body: @Sendable () -> Void) {
    holding {
      body()
      outstanding -= 1
      signalIfIdle()
    }
  }

  private func holding(_ body: () -> Void) {
    lock.wait()
    body()
    lock.signal()
  }

  private func signalIfIdle() {
    if outstanding == 0, isRunning { idle.signal() }
  }

  private func queue(of lane: UInt32?) -> DispatchQueue {
    guard let lane else { return .global() }
    while queues.count <= Int(lane) { queues.append(nil) }
    if let queue = queues[Int(lane)] { return queue }
    let queue = DispatchQueue(label: "lane \(lane)")
    queues[Int(lane)] = queue
    return queue
  }
}

extension Scheduler {
  /// The mean delay of waits in virtual nanoseconds; nil in worlds without executors of the system, and where no wait
  /// ended. Valid once ``run()`` has returned.
  package var meanLateness: Double? {
    guard case .realExecutors(let real) = driver else { return nil }
    return real.meanLateness
  }

  /// Runs a job on the executor of its lane.
  func enqueue(_ entry: ReadyJob, on real: RealExecutors) {
    let lane = entry.lane?._withUnsafeGuaranteedRef { $0.index }
    real.enqueue(lane: lane) {
      self.enter(real)
      self.run(entry)
      self.leave()
    }
  }

  /// Ends a wait that is due, unless it has ended before.
  func expire(_ handle: TimerHandle, on real: RealExecutors) {
    guard wheel.isCurrent(handle.index, ticket: handle.ticket) else { return }
    enter(real)
    wheel.remove(handle.index)
    finishWait(handle.index)
    leave()
    real.dropped()
  }

  private func enter(_ real: RealExecutors) {
    _ = enterThread()
    now = start + real.elapsed
  }

  private func leave() {
    currentLane = nil
    leaveThread(to: nil)
  }
}
