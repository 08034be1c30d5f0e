import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Hand-written sequences of sessions, traps and stuck devices.
struct CrashTallyTests {
  /// The events of one person, an hour apart.
  enum Step { case ends, traps, sticks }

  private static let hour: Int64 = 3_600_000_000_000
  private static let horizon = 8 * hour

  /// The fold of the second of two arms.
  private static func count(
    _ steps: [Step], hasStarted: Bool = true
  ) -> (tally: TrialTally, sessions: RateFold, hours: [TriggerFold.Hour]) {
    var fold = KPIFold(arms: 2)
    fold.triggers = TriggerFold(arms: 2, horizon: horizon)
    var tally = CrashTally()
    for (index, step) in steps.enumerated() {
      switch step {
      case .ends: tally.sessionEnded(at: Int64(index) * hour, arm: 1, into: &fold)
      case .traps: tally.trapped()
      case .sticks: tally.stuck()
      }
    }
    tally.finish(hasStarted: hasStarted, horizon: horizon, arm: 1, into: &fold)
    #expect(fold.arms[0].crashedSessions == RateFold() && fold.triggers.arms[0].allSatisfy { $0 == .init() })
    return (tally.sessions, fold.arms[1].crashedSessions, fold.triggers.arms[1])
  }

  @Test(
    arguments: [
      ([], 0, []),
      ([.ends, .ends], 0, []),
      // Two traps of one session are one crash, and the next session starts without one.
      ([.traps, .traps, .ends, .ends], 1, [2]),
      ([.traps, .ends, .traps, .ends], 2, [1, 3]),
      // The last session of a stuck person counts as crashed, whatever came before.
      ([.ends, .ends, .sticks], 1, [1]),
      ([.traps, .ends, .ends, .sticks], 2, [1, 2]),
      // The session counts as crashed already.
      ([.ends, .traps, .ends, .sticks], 1, [2]),
      // A trap in a running session belongs to no ended session.
      ([.ends, .traps], 0, []),
    ] as [([Step], Int, [Int])])
  func aTrapOrAStuckClientMakesASessionCrashed(steps: [Step], crashed: Int, hours: [Int]) {
    let (tally, sessions, seen) = Self.count(steps)
    let ended = steps.count { $0 == .ends }
    #expect(sessions == RateFold(successes: crashed, trials: ended))
    #expect(tally.trials == Int64(ended) && tally.counted == Int64(crashed))
    #expect(seen.indices.filter { seen[$0].crashes > 0 } == hours)
    #expect(seen.reduce(0) { $0 + $1.sessions } == ended && seen.reduce(0) { $0 + $1.crashes } == crashed)
  }

  /// A session without an end that crashed counts as one session at the horizon. A crash without a session would make a
  /// share above one.
  @Test func endlessSessionCrashesAtTheHorizon() {
    let (tally, sessions, hours) = Self.count([.sticks])
    #expect(sessions == RateFold(successes: 1, trials: 1))
    #expect(tally.trials == 1 && tally.counted == 1)
    #expect(hours.last?.crashes == 1 && hours.last?.sessions == 1)
  }

  @Test func personWithoutSessionCrashesNone() {
    #expect(Self.count([.sticks], hasStarted: false).sessions == RateFold())
  }
}
