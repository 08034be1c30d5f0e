/// The sessions of one person, and which of them count as crashed.
///
/// A session counts as crashed if client code would have trapped in it. If a device still waits for what never comes
/// once the world has ended, the person is stuck, and the last session that ended counts as crashed too; where none
/// has, the one that goes on counts as ended. Who is stuck is told by `UnitRun`, which lets a world go on past its end
/// and asks the scheduler whose tasks still wait. All sessions that ended are the trials.
struct CrashTally {
  /// The sessions that ended, and the crashed ones among them.
  private(set) var sessions = TrialTally()
  /// Nanoseconds, -1 for never.
  private var lastEndedAt: Int64 = -1
  private var hasTrapped = false
  private var lastCrashed = false
  private var isStuck = false

  /// Client code would have trapped in the session that goes on.
  mutating func trapped() { hasTrapped = true }

  /// A device waits for what never comes.
  mutating func stuck() { isStuck = true }

  /// A session ended, and the next one starts sound.
  mutating func sessionEnded(at time: Int64, arm: UInt8, into fold: inout KPIFold) {
    fold.triggers.sessionEnded(arm: arm, at: time, crashed: hasTrapped)
    fold.arms[Int(arm)].crashedSessions.count(hasTrapped)
    sessions.count(hasTrapped)
    lastCrashed = hasTrapped
    lastEndedAt = time
    hasTrapped = false
  }

  /// The world has ended: turns the last session of who is stuck into a crashed one, unless it is one already.
  ///
  /// - Parameters:
  ///   - hasStarted: whether there was a session at all.
  ///   - horizon: stands for the end of a session that has none.
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
