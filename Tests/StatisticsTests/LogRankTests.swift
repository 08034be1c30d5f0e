import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct LogRankTests {
  /// Kleinbaum and Klein, Survival Analysis, chapter 2: expected 19.25 and 10.75, chi-square 16.79 (more digits from
  /// lifelines 0.30 `logrank_test`).
  @Test func remissionTimes() throws {
    let test = LogRankTest(Remission.treated, Remission.placebo)
    #expect(test.first.observed == 9 && test.second.observed == 21)
    #expect(abs(test.first.expected - 19.25) < 0.005 && abs(test.second.expected - 10.75) < 0.005)
    #expect(close(test.chiSquare, 16.792940989216547))
    #expect(abs(test.p / 4.168809109334511e-05 - 1) < 1e-9)
    #expect(test.z < 0)
    // exp((9 - 19.2505) / 6.25696).
    let ratio = try #require(test.hazardRatio())
    #expect(close(ratio.value, 0.19433, 1e-4))
    #expect(ratio.interval.low < ratio.value && ratio.value < ratio.interval.high && ratio.interval.high < 1)
  }

  @Test func histogramsGiveTheSameTest() {
    let test = LogRankTest(Remission.histograms(Remission.treated), Remission.histograms(Remission.placebo))
    #expect(test == LogRankTest(Remission.treated, Remission.placebo))
  }

  @Test func theOrderOfGroupsOnlyTurnsTheSign() {
    let one = LogRankTest(Remission.treated, Remission.placebo)
    let two = LogRankTest(Remission.placebo, Remission.treated)
    #expect(close(one.z, -two.z) && close(one.variance, two.variance))
  }

  @Test func emptyOrEqualGroupsShowNoDifference() {
    let alone = LogRankTest(Remission.treated, [])
    #expect(alone.variance == 0 && alone.p == 1 && alone.hazardRatio() == nil)
    let same = LogRankTest(Remission.treated, Remission.treated)
    #expect(abs(same.z) < 1e-12 && same.p > 0.999_999)
  }

  /// With groups from one distribution, the test rejects at its level, within the 99.9 % band.
  @Test func rejectsAtItsLevel() {
    let draws = Draws(seed: 11)
    var rejected = 0
    let trials = 1_000
    for trial in 0..<UInt32(trials) {
      func group(_ purpose: UInt32) -> (events: LogHistogram, censored: LogHistogram) {
        var (events, censored) = (LogHistogram(), LogHistogram())
        for unit in 0..<60 as Range<UInt32> {
          let time = draws.uniform(user: unit, purpose: purpose, step: trial)
          let end = draws.uniform(user: unit, purpose: purpose + 1, step: trial)
          if time <= end { events.record(Int64(time * 1e6)) } else { censored.record(Int64(end * 1e6)) }
        }
        return (events, censored)
      }
      if LogRankTest(group(1), group(3)).p < 0.05 { rejected += 1 }
    }
    // The statistic is only asymptotically chi-square; with 60 per group the level is 5 % to within a few tenths of a
    // per cent.
    let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.045)
    let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.055)
    #expect((low...high).contains(rejected))
  }
}
