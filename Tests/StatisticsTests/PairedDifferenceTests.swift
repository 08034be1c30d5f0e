import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct PairedDifferenceTests {
  /// scipy 1.17 `ttest_rel`, whose lower end and p-value Hall's transformation moves, and `ttest_ind(equal_var=False)`
  /// with its interval.
  @Test func knownPairs() throws {
    let before = [5.1, 4.9, 6.2, 5.8, 5.5, 6.0, 5.3, 4.7]
    let after = [5.4, 5.0, 6.6, 6.1, 5.6, 6.5, 5.4, 5.1]
    let result = try #require(PairedDifference(first: before, second: after))
    #expect(close(result.mean, 0.275) && close(result.p, 0.0018875723374452867, 1e-9))
    #expect(close(result.interval.low, 0.14163444720444227, 1e-9))
    #expect(close(result.interval.high, 0.4071865141951506, 1e-9))
    #expect(close(result.unpaired.low, -0.3440096204452794, 1e-9))
    #expect(close(result.unpaired.high, 0.8940096204452801, 1e-9))
    // (0.285536 + 0.378393) / 0.025.
    #expect(close(try #require(result.varianceReduction), 26.557142857142857, 1e-9))
    #expect(close(try #require(result.widthRatio), 1.2380192408905596 / 0.26555206699070829, 1e-9))
  }

  @Test("If most pairs have the same difference, the interval still allows for rare different pairs")
  func pairsWithoutSpread() throws {
    let moved = try #require(PairedDifference(first: [1, 2, 4], second: [2, 3, 5]))
    #expect(moved.varianceReduction == nil && moved.widthRatio == nil && moved.isNearlySame)
    // None of three pairs: up to 1 - 0.025^(1/3) of all. Values of different pairs are 2 apart in the mean.
    #expect(close(moved.interval.high - 1, 2 * (1 - 0.292_401_773_8), 1e-9))
    #expect(close(moved.interval.low - 1, -2 * (1 - 0.292_401_773_8), 1e-9))
    #expect(close(moved.p, 2 * 0.125, 1e-12))
    let equal = try #require(PairedDifference(first: [1, 1], second: [1, 1]))
    #expect(equal.p == 1 && equal.unpaired.low == 0 && equal.unpaired.high == 0)
    #expect(PairedDifference(first: [1], second: [2]) == nil)
  }

  /// One pair in 200 differs by an hour, all others by milliseconds: most studies of 20 pairs contain none of the
  /// former.
  @Test("Differences of milliseconds in most pairs do not hide differences of hours in rare pairs")
  func rarePairs() throws {
    let draws = Draws(seed: 8)
    var held = 0
    for study in 0..<300 as Range<UInt32> {
      let first = (0..<20).map { 36_000 * draws.uniform(user: $0, purpose: 1, step: study) }
      let second = first.enumerated().map { index, value in
        let isRare = draws.uniform(user: UInt32(index), purpose: 2, step: study) < 1.0 / 200
        return value + (isRare ? 3_600 : 0.01 * draws.uniform(user: UInt32(index), purpose: 3, step: study))
      }
      let paired = try #require(PairedDifference(first: first, second: second))
      if paired.interval.low <= 18, 18 <= paired.interval.high { held += 1 }
      guard paired.p < 1 else { continue }
      let at = paired.interval(level: 1 - paired.p)
      #expect(abs(min(abs(at.low), abs(at.high))) < 1e-6 * (at.high - at.low), "the p-value goes with the interval")
    }
    #expect(held >= 285, "\(held) of 300")
  }

  @Test func momentsKeepTheVarianceOfLargeNumbers() {
    let moments = SampleMoments([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    #expect(moments.mean == 1e9 + 10 && moments.variance == 30)
    #expect(SampleMoments([]).count == 0 && SampleMoments([3]).variance == 0)
  }

  /// Sides that share a part: the interval covers at its level, and the reduction approaches its closed form: variances
  /// of 1.25 per side and 0.5 of the difference, so 5.
  @Test func pairingKeepsCoverageAndReducesVariance() throws {
    let draws = Draws(seed: 3)
    func normal(_ unit: UInt32, _ purpose: UInt32, _ trial: UInt32) -> Double {
      PortableMath.inverseNormal(draws.uniform(user: unit, purpose: purpose, step: trial))
    }
    var covered = 0
    var inverse = 0.0
    let trials = 600
    for trial in 0..<UInt32(trials) {
      let common = (0..<8 as Range<UInt32>).map { normal($0, 1, trial) }
      let first = common.enumerated().map { $1 + 0.5 * normal(UInt32($0), 2, trial) }
      let second = common.enumerated().map { $1 + 0.3 + 0.5 * normal(UInt32($0), 3, trial) }
      let result = try #require(PairedDifference(first: first, second: second))
      if result.interval.low <= 0.3, 0.3 <= result.interval.high { covered += 1 }
      inverse += result.variance / Double(trials)
    }
    let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.95)
    let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.95)
    #expect((low...high).contains(covered))
    #expect(abs(2.5 / inverse - 5) < 0.5)
  }
}
