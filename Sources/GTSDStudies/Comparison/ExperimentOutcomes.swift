import Foundation
package import GTSDModel
package import GTSDWorld
import Randomness
package import Statistics

/// The outcomes of one experiment by arm and day, and the results of tests on them.
package struct ExperimentOutcomes: Sendable, Equatable {
  /// The outcomes by arm, control first, then by day. Every arm has as many days.
  package private(set) var days: [[TwoProportionTest.Group]]

  /// Creates outcomes by arm and day. Missing days are empty.
  package init(_ arms: [[TwoProportionTest.Group]]) {
    precondition(arms.count >= 2, "an experiment has a control and an arm, not \(arms.count) arms")
    let length = arms.map(\.count).max() ?? 0
    days = arms.map { $0 + Array(repeating: .init(successes: 0, trials: 0), count: length - $0.count) }
  }

  /// Takes the outcomes from one replication; nil for an indicator that is not counted by day.
  package init?(_ arms: [DailyFold], kpi: KPI) {
    let rates = arms.compactMap { $0.rates(of: kpi) }
    guard rates.count == arms.count, arms.count >= 2 else { return nil }
    self.init(rates.map { $0.map { .init(successes: $0.successes, trials: $0.trials) } })
  }

  /// The number of arms that are compared with the control.
  package var comparisons: Int { days.count - 1 }

  /// The days on which new data are available, in order.
  package var looks: [Int] {
    (days.first?.indices ?? 0..<0).filter { day in days.contains { $0[day].trials > 0 } }
  }

  /// The totals up to the end of a day, by arm.
  private func totals(through day: Int) -> [TwoProportionTest.Group] {
    days.map { arm in
      arm.prefix(day + 1).reduce(into: .init(successes: 0, trials: 0)) { sum, group in
        sum.successes += group.successes
        sum.trials += group.trials
      }
    }
  }

  /// Whether each arm differs from the control in a single look at all data: two-proportion tests with Holm's
  /// adjustment.
  package func rejections(alpha: Double) -> [Bool] {
    guard let last = looks.last else { return Array(repeating: false, count: comparisons) }
    return Self.rejections(totals(through: last), alpha: alpha)
  }

  private static func rejections(_ totals: [TwoProportionTest.Group], alpha: Double) -> [Bool] {
    let p = totals.dropFirst().map { TwoProportionTest(treated: $0, control: totals[0])?.p ?? 1 }
    return MultipleComparisons.holm(p).map { $0 <= alpha }
  }

  /// The first day, from 0, on which a test repeated every day finds a difference in any arm; nil for never.
  package func naiveStop(alpha: Double) -> Int? {
    looks.first { Self.rejections(totals(through: $0), alpha: alpha).contains(true) }
  }

  /// The first day, from 0, on which the always-valid test finds a difference in any arm; nil for never. The test is
  /// tuned to a relevant difference.
  package func alwaysValidStop(alpha: Double, detectable: Double) -> Int? {
    var tests = Array(repeating: AlwaysValidTest(detectable: detectable, alpha: alpha), count: comparisons)
    for day in looks {
      let totals = totals(through: day)
      for arm in tests.indices { tests[arm].look(treated: totals[arm + 1], control: totals[0]) }
      // Each p-value is valid at any time, so it is valid at the time at which the adjusted values first reject.
      if MultipleComparisons.holm(tests.map(\.p)).contains(where: { $0 <= alpha }) { return day }
    }
    return nil
  }
}

/// Resamples experiments from the replications of one. The outcomes of a day are independent people, with the share of
/// that arm and day over all replications.
package struct ExperimentRedraw: Sendable {
  /// The outcomes of all replications, by arm and day.
  private let pooled: ExperimentOutcomes
  /// The shares by day, then by arm.
  private let shares: [[Double]]
  private let replications: Int
  private let draws: Draws

  /// Creates a source of experiments; nil without any replication.
  ///
  /// - Parameter areAlike: whether all arms are known to behave alike. Each then has the share of all of them, so that
  ///   no difference remains that is due only to chance.
  package init?(_ experiments: [ExperimentOutcomes], areAlike: Bool = false, seed: UInt64) {
    guard let first = experiments.first else { return nil }
    let length = experiments.map { $0.days[0].count }.max() ?? 0
    let byArm = ExperimentOutcomes(
      first.days.indices.map { arm in
        (0..<length).map { day in
          experiments.reduce(into: .init(successes: 0, trials: 0)) { sum, experiment in
            guard day < experiment.days[arm].count else { return }
            sum.successes += experiment.days[arm][day].successes
            sum.trials += experiment.days[arm][day].trials
          }
        }
      })
    pooled = byArm
    shares = (0..<length).map { day in
      let groups = byArm.days.map { $0[day] }
      let all = groups.reduce(into: TwoProportionTest.Group(successes: 0, trials: 0)) { sum, group in
        sum.successes += group.successes
        sum.trials += group.trials
      }
      return groups.map { group in
        let source = areAlike ? all : group
        return source.trials > 0 ? source.share : 0
      }
    }
    replications = experiments.count
    draws = Draws(seed: seed)
  }

  /// The experiment with a number.
  ///
  /// - Parameter stream: distinguishes the experiments of one source from those of another with the same seed.
  package func experiment(_ number: UInt32, stream: UInt32) -> ExperimentOutcomes {
    ExperimentOutcomes(
      pooled.days.enumerated().map { arm, days in
        days.enumerated().map { day, group in
          guard group.trials > 0 else { return group }
          // As many people as the mean of the replications; the fractional part is rounded at random.
          let mean = Double(group.trials) / Double(replications)
          let step = UInt32(arm) << 16 | UInt32(day)
          let extra = draws.uniform(user: number, purpose: Self.purpose, step: step, replication: stream)
          let trials = Int(mean) + (extra < mean - mean.rounded(.down) ? 1 : 0)
          var successes = 0
          for (piece, size) in Self.pieces(trials).enumerated() {
            let u = draws.uniform(
              user: number, purpose: Self.purpose + 1 + UInt32(piece), step: step, replication: stream)
            successes += Self.binomial(u, trials: size, share: shares[day][arm])
          }
          return .init(successes: successes, trials: trials)
        }
      })
  }

  private static let purpose: UInt32 = 700

  /// Splits trials into parts that are small enough for the probability of no success not to be rounded to zero.
  private static func pieces(_ trials: Int) -> [Int] {
    stride(from: 0, to: trials, by: 250).map { min(250, trials - $0) }
  }

  /// Draws the number of successes by inversion.
  static func binomial(_ u: Double, trials: Int, share: Double) -> Int {
    guard trials > 0, share > 0 else { return 0 }
    guard share < 1 else { return trials }
    guard share <= 0.5 else { return trials - binomial(1 - u, trials: trials, share: 1 - share) }
    let odds = share / (1 - share)
    var probability = pow(1 - share, Double(trials))
    var (sum, count) = (probability, 0)
    while u > sum, count < trials {
      probability *= odds * Double(trials - count) / Double(count + 1)
      count += 1
      sum += probability
    }
    return count
  }
}
