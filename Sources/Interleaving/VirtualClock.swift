/// A point in a world's virtual time.
public struct VirtualInstant: InstantProtocol, Hashable, Sendable {
  /// Nanoseconds since the world began; never negative.
  public var nanoseconds: Int64

  /// Creates an instant from nanoseconds since the world began.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant a duration later; traps beyond 292 years.
  public func advanced(by duration: Duration) -> VirtualInstant {
    VirtualInstant(nanoseconds: nanoseconds + duration.wholeNanoseconds)
  }

  /// The time from this instant to another.
  public func duration(to other: VirtualInstant) -> Duration {
    .nanoseconds(other.nanoseconds - nanoseconds)
  }

  /// Whether an instant is earlier than another.
  public static func < (lhs: VirtualInstant, rhs: VirtualInstant) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

/// The clock of one world: `sleep` parks the caller in the world's timer queue and costs no real time.
public struct VirtualClock: Clock, Sendable {
  let scheduler: Scheduler

  /// Creates the clock of the world that `scheduler` runs.
  public init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  /// The world's present time.
  public var now: VirtualInstant { VirtualInstant(nanoseconds: scheduler.now) }
  /// The resolution, one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends until `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the calling task is cancelled.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try await scheduler.sleep(until: deadline.nanoseconds, kind: .timer)
  }
}

extension Duration {
  /// This duration in nanoseconds, truncated; traps beyond 292 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
