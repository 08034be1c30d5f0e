import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct SequentialPrecisionTests {
  /// t(0.975; 4) = 2.776445 and a variance of 2.5: (2.776445 / 0.5)^2 x 2.5 = 77.1 replications.
  @Test func planByHand() {
    let rule = SequentialPrecision(halfWidth: 0.5, pilot: 5, cap: 1_000)
    let plan = rule.plan(pilots: [[1, 2, 3, 4, 5]])
    #expect(plan.replications == 78 && plan.needed == 78 && plan.isReached)
    // The most demanding figure decides; one without variance needs only the pilot.
    #expect(rule.plan(pilots: [[7, 7, 7, 7, 7], [1, 2, 3, 4, 5]]) == plan)
    #expect(rule.plan(pilots: [[7, 7, 7, 7, 7]]).replications == 5)
  }

  @Test func theCapStopsAndSaysSo() {
    let rule = SequentialPrecision(halfWidth: 0.01, pilot: 5, cap: 100)
    let plan = rule.plan(pilots: [[1, 2, 3, 4, 5]])
    #expect(plan.replications == 100 && plan.needed == 192_717 && !plan.isReached)
    #expect(SequentialPrecision(halfWidth: 1, pilot: 20, cap: 8).pilot == 8)
  }

  @Test func theIntervalKeepsTheHalfWidth() throws {
    let rule = SequentialPrecision(halfWidth: 0.5, pilot: 5, cap: 1_000)
    let values = [1, 2, 3, 4, 5] + [Double](repeating: 3, count: 73)
    let interval = try #require(rule.interval(values))
    #expect(close((interval.low + interval.high) / 2, 3))
    #expect((interval.high - interval.low) / 2 <= 0.5 && (interval.high - interval.low) / 2 > 0.49)
    #expect(rule.interval([1, 2, 3]) == nil)
  }

  /// For normal values, the interval covers exactly at its level, with totals that vary widely and sometimes reach the
  /// cap: 10,000 draws in the 99.9 % band.
  @Test func coversExactlyForNormalReplications() throws {
    let rule = SequentialPrecision(halfWidth: 0.6, pilot: 6, cap: 40)
    let draws = Draws(seed: 21)
    var covered = 0
    var totals: Set<Int> = []
    for trial in 0..<10_000 as Range<UInt32> {
      var values: [Double] = []
      func extend(to count: Int) {
        while values.count < count {
          let u = draws.uniform(user: trial, purpose: 1, step: UInt32(values.count))
          values.append(4 + PortableMath.inverseNormal(u))
        }
      }
      extend(to: rule.pilot)
      let plan = rule.plan(pilots: [values])
      totals.insert(plan.replications)
      extend(to: plan.replications)
      let interval = try #require(rule.interval(values))
      #expect(!plan.isReached || interval.high - interval.low <= 1.2 * (1 + 1e-9))
      if interval.low <= 4, 4 <= interval.high { covered += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: 10_000, probability: 0.95)
    let high = BinomialDistribution.quantile(0.9995, trials: 10_000, probability: 0.95)
    #expect((low...high).contains(covered))
    #expect(totals.count > 20 && totals.contains(40))
  }

  /// The error that the rule avoids: stopping as soon as the running interval is narrow covers less than stated.
  @Test func stoppingAtTheFirstNarrowIntervalCoversLess() {
    let draws = Draws(seed: 22)
    let critical = (0...60).map { $0 < 1 ? 0 : StudentDistribution.quantile(0.975, degrees: Double($0)) }
    var covered = 0
    for trial in 0..<4_000 as Range<UInt32> {
      var (count, mean, squares) = (0.0, 0.0, 0.0)
      while count < 60 {
        let value = PortableMath.inverseNormal(draws.uniform(user: trial, purpose: 1, step: UInt32(count)))
        count += 1
        let before = value - mean
        mean += before / count
        squares += before * (value - mean)
        if count >= 3, critical[Int(count) - 1] * (squares / (count - 1) / count).squareRoot() <= 0.6 { break }
      }
      let half = critical[Int(count) - 1] * (squares / (count - 1) / count).squareRoot()
      if abs(mean) <= half { covered += 1 }
    }
    #expect(covered < BinomialDistribution.quantile(0.0005, trials: 4_000, probability: 0.95))
  }
}
