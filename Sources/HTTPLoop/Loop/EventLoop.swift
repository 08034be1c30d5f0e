import Synchronization

/// One thread's descriptors, deadlines and clock.
///
/// The owner calls ``turn(until:)`` again and again, always on the same thread; everything that is registered with the
/// loop is touched there alone. Only ``submit(_:)`` and ``wake()`` may be called from other threads.
///
/// `@unchecked Sendable`: everything else is used on one thread, and the data of these two functions have a lock.
package final class EventLoop: @unchecked Sendable {
  private struct Registration {
    var handler: any EventHandler
    var interest: Readiness
    var generation: UInt32
  }

  /// The time since the loop was made, in nanoseconds, as of the start of the current turn: cheap, and the same for
  /// everything within a turn.
  package private(set) var now: Int64 = 0
  private var start: Int64
  /// The latest instant by which the loop had certainly handled everything that was ready. An event handled now became
  /// ready after this instant. It may have waited since, because the loop was busy or the system did not run it.
  package private(set) var attentiveSince: Int64 = 0
  /// The instant at which the last wait ended.
  private var lastWake: Int64 = 0
  /// The longest wait of a turn in nanoseconds, so that delays by the system are noticed within this time.
  package var heartbeat: Int64 = .max
  /// The longest wait, in nanoseconds, that counts as no wait: an event found by it may have been ready before.
  private static let glance: Int64 = 20_000
  private var poller: SystemPoller
  /// The registered handlers, indexed by file descriptor.
  private var registrations: [Registration?] = []
  private var lastGeneration: UInt32 = 0
  private var deadlines = DeadlineHeap()
  private let submitted = Mutex<[@Sendable () -> Void]>([])

  /// Creates a loop that watches nothing. `now` counts from the loop's creation, or from `start` on the monotonic clock
  /// if that is given.
  ///
  /// - Throws: `SocketError` if the system has no descriptors for it.
  package init(start: Int64? = nil) throws(SocketError) {
    self.start = start ?? MonotonicClock.nanoseconds
    poller = try SystemPoller()
    now = readClock()
  }

  /// The nanoseconds since the loop began, read from the clock at the call.
  @inline(__always)
  package func readClock() -> Int64 { MonotonicClock.nanoseconds - start }

  /// Moves the loop's clock forward by this many nanoseconds, as if the machine had slept; for tests of long times.
  package func skip(_ nanoseconds: Int64) { start -= max(0, nanoseconds) }

  /// The time of the earliest deadline, by ``now``; `Int64.max` for none.
  package var nextDeadline: Int64 { deadlines.next }

  // MARK: Descriptors

  /// Watches a descriptor until it is removed, and keeps the handler alive until then.
  ///
  /// - Throws: `SocketError` if the system refuses to watch it.
  package func add(_ descriptor: Int32, for interest: Readiness, _ handler: any EventHandler) throws(SocketError) {
    lastGeneration &+= 1
    let index = Int(descriptor)
    while registrations.count <= index { registrations.append(nil) }
    precondition(registrations[index] == nil, "descriptor \(descriptor) is watched already")
    try poller.add(descriptor, for: interest, token: token(descriptor, lastGeneration))
    registrations[index] = Registration(handler: handler, interest: interest, generation: lastGeneration)
  }

  /// Changes the events for which a descriptor is watched.
  package func change(_ descriptor: Int32, to interest: Readiness) {
    guard let registration = registrations[Int(descriptor)], registration.interest != interest else { return }
    poller.change(
      descriptor, from: registration.interest, to: interest, token: token(descriptor, registration.generation))
    registrations[Int(descriptor)]?.interest = interest
  }

  /// Stops watching a descriptor. Call it before the descriptor is closed.
  package func remove(_ descriptor: Int32) {
    guard let registration = registrations[Int(descriptor)] else { return }
    registrations[Int(descriptor)] = nil
    poller.remove(descriptor, from: registration.interest)
  }

  private func token(_ descriptor: Int32, _ generation: UInt32) -> UInt64 {
    UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
  }

  // MARK: Deadlines

  /// Sets the time, by ``now``, at which a timer fires, and replaces its earlier one; `Int64.max` for never.
  package func set(_ timer: DeadlineTimer, to deadline: Int64) {
    deadlines.set(timer, to: deadline)
  }

  // MARK: Other threads

  /// Runs a closure on the loop's thread, in its next turn.
  package func submit(_ body: @escaping @Sendable () -> Void) {
    submitted.withLock { $0.append(body) }
    poller.wake()
  }

  /// Ends the wait of the current turn, from any thread.
  package func wake() { poller.wake() }

  // MARK: Turns

  /// Handles everything that is ready or due. If nothing is, waits until `deadline` on ``now``: not at all with 0,
  /// without limit with `Int64.max`. Returns after the first event was handled.
  ///
  /// - Parameter awake: called with the time before anything is handled.
  /// - Returns: whether a descriptor was ready or a deadline was reached.
  @discardableResult
  package func turn(until deadline: Int64, _ awake: (_ now: Int64) -> Void = { _ in }) -> Bool {
    now = readClock()
    let entered = now
    let beat = heartbeat == .max ? .max : entered + heartbeat
    let limit = min(deadline, deadlines.next, beat)
    let wait = limit == .max ? -1 : max(0, limit - now)
    let count = poller.wait(wait)
    var isHandled = count > 0
    now = readClock()
    attentiveSince = now - entered < Self.glance ? lastWake : min(now, limit)
    lastWake = now
    if count > 0 { awake(now) }
    for index in 0..<count {
      guard let (token, readiness) = poller.event(at: index) else { continue }
      let descriptor = Int(UInt32(truncatingIfNeeded: token))
      // An earlier handler may have closed this descriptor and opened another one with the same number.
      guard let registration = registrations[descriptor], registration.generation == UInt32(token >> 32)
      else { continue }
      registration.handler.ready(readiness)
    }
    now = readClock()
    awake(now)
    while let timer = deadlines.expired(at: now) {
      isHandled = true
      timer.handler?.deadlineReached()
    }
    runSubmitted()
    return isHandled
  }

  private func runSubmitted() {
    let bodies = submitted.withLock { bodies in
      guard !bodies.isEmpty else { return [@Sendable () -> Void]() }
      defer { bodies = [] }
      return bodies
    }
    for body in bodies { body() }
  }
}
