import Dispatch

/// Runs a world's jobs as an app runs them: a serial queue of the system for each lane, its pool for all others, and its
/// clock for every wait. Nothing is repeatable; it is what a search is compared with.
///
/// Jobs of different lanes take turns: a lock stands in for the isolation of what lanes share in one world. The order in
/// which they come is the system's.
///
/// `@unchecked Sendable`: everything mutable is touched with the lock held.
final class RealExecutors: @unchecked Sendable {
  /// How much faster than the clock virtual time passes.
  let speed: Double
  private let lock = DispatchSemaphore(value: 0)
  private let idle = DispatchSemaphore(value: 0)
  private let started = DispatchTime.now().uptimeNanoseconds
  private var queues: [DispatchQueue?] = []
  /// Jobs that have not run, and waits that have not ended.
  private var outstanding = 0
  private var isRunning = false
  /// Timers that have fired, and by how much later than asked for in all, virtual nanoseconds.
  private var fired: (count: Int, lateness: Int64) = (0, 0)

  /// Executors that stand still until `run`; the calling thread builds the world meanwhile.
  init(speed: Double) {
    self.speed = speed
  }

  /// Virtual nanoseconds since these executors were made.
  var elapsed: Int64 {
    Int64(Double(DispatchTime.now().uptimeNanoseconds - started) * speed)
  }

  /// By how much later than asked for timers fired, virtual nanoseconds, a mean; nil if none has fired.
  ///
  /// It is what the machine adds to every order by itself: the more, the busier it is and the faster virtual time passes.
  /// To be asked once ``run()`` has returned; before, whoever asks waits.
  var meanLateness: Double? {
    lock.wait()
    defer { lock.signal() }
    return fired.count > 0 ? Double(fired.lateness) / Double(fired.count) : nil
  }

  /// Lets everything run until nothing is left to happen.
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

  /// Lets a job run in its lane, or in the pool.
  func enqueue(lane: UInt32?, _ body: @escaping @Sendable () -> Void) {
    outstanding += 1
    queue(of: lane).async { self.perform(body) }
  }

  /// Lets something happen once a virtual time has passed, unless it is ``dropped()`` before.
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

  /// A wait has ended; nothing will come of it.
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
  /// By how much later than asked for waits ended, virtual nanoseconds, a mean; nil in worlds on no executors of the
  /// system, and where none ended. To be asked once ``run()`` has returned.
  package var meanLateness: Double? {
    guard case .realExecutors(let real) = driver else { return nil }
    return real.meanLateness
  }

  /// Lets a job run on the executor of its lane.
  func enqueue(_ entry: ReadyJob, on real: RealExecutors) {
    let lane = entry.lane?._withUnsafeGuaranteedRef { $0.index }
    real.enqueue(lane: lane) {
      self.enter(real)
      self.run(entry)
      self.leave()
    }
  }

  /// Ends a wait whose time has come, unless it has ended before.
  func expire(_ handle: TimerHandle, on real: RealExecutors) {
    guard wheel.isCurrent(handle.index, ticket: handle.ticket) else { return }
    enter(real)
    wheel.remove(handle.index)
    finishWait(handle.index)
    leave()
    real.dropped()
  }

  private func enter(_ real: RealExecutors) {
    thread = .current
    now = start + real.elapsed
  }

  private func leave() {
    currentLane = nil
    thread = nil
  }
}
