/// The sessions of one person, and which of them count as crashed.
///
/// A session counts as crashed if client code would have trapped in it. A person is stuck if a device still waits when
/// the world has ended and nothing will ever resume it. The last ended session then counts as crashed too; if none has
/// ended, the current session counts as ended. `UnitRun` finds stuck people by running a world past its end and asking
/// the scheduler which tasks still wait. All ended sessions are the trials.
struct CrashTally {
  /// The sessions that ended, and the crashed ones among them.
  private(set) var sessions = TrialTally()
  /// The end of the last session in nanoseconds, -1 for none.
  private var lastEndedAt: Int64 = -1
  private var hasTrapped = false
  private var lastCrashed = false
  private var isStuck = false

  /// Records that client code would have trapped in the present session.
  mutating func trapped() { hasTrapped = true }

  /// Records that a device waits for something that never happens.
  mutating func stuck() { isStuck = true }

  /// Counts a session that ended. The next one starts without a crash.
  mutating func sessionEnded(at time: Int64, arm: UInt8, into fold: inout KPIFold) {
    fold.triggers.sessionEnded(arm: arm, at: time, crashed: hasTrapped)
    fold.arms[Int(arm)].crashedSessions.count(hasTrapped)
    sessions.count(hasTrapped)
    lastCrashed = hasTrapped
    lastEndedAt = time
    hasTrapped = false
  }

  /// Ends the world. The last session of a stuck device counts as crashed, unless it already does.
  ///
  /// - Parameters:
  ///   - hasStarted: whether the person had any session.
  ///   - horizon: the end of a session that has not ended.
  mutating func finish(hasStarted: Bool, horizon: Int64, arm: UInt8, into fold: inout KPIFold) {
    guard isStuck, !lastCrashed, hasStarted else { return }
    guard lastEndedAt >= 0 else {
      hasTrapped = true
      return sessionEnded(at: horizon, arm: arm, into: &fold)
    }
    fold.arms[Int(arm)].crashedSessions.successes += 1
    sessions.counted += 1
    fold.triggers.stuck(arm: arm, at: lastEndedAt)
  }
}
