import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct RestrictedMeanTests {
  /// The areas agree with lifelines 0.30 `restricted_mean_survival_time`; the variances with a direct sum in numpy.
  @Test func remissionTimes() throws {
    let treated = try #require(RestrictedMean(KaplanMeier(Remission.treated), horizon: 20))
    let placebo = try #require(RestrictedMean(KaplanMeier(Remission.placebo), horizon: 20))
    #expect(close(treated.value, 16.116526610644254) && close(treated.variance, 1.5664029242241924))
    #expect(close(placebo.value, 8.428571428571429) && close(placebo.variance, 1.6080336896663432))
    let difference = treated.difference(from: placebo)
    #expect(close(difference.value, 7.687955182072825))
    #expect(close(difference.interval.high - difference.value, 1.959963984540054 * 3.1744366138905356.squareRoot()))
    #expect(difference.p < 2e-5 && difference.p > 1e-5)
    let ratio = try #require(treated.ratio(to: placebo))
    #expect(close(ratio.value, 16.116526610644254 / 8.428571428571429))
    #expect(ratio.interval.low > 1 && ratio.interval.low < ratio.value && ratio.value < ratio.interval.high)
  }

  /// Without censoring, the area is the mean of min(T, horizon), and the variance that of a mean.
  @Test func withoutCensoringItIsAMean() throws {
    let times: [Double] = [1, 1, 2, 3.5, 4, 7, 9, 9, 12, 20]
    let curve = KaplanMeier(times.map { .init(time: $0, events: 1, censored: 0) })
    for horizon in [0.5, 3, 9, 10, 20, 50] {
      let cut = times.map { min($0, horizon) }
      let mean = cut.reduce(0, +) / 10
      let variance = cut.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 10 / 10
      let estimate = try #require(RestrictedMean(curve, horizon: horizon))
      #expect(close(estimate.value, mean) && close(estimate.variance, variance))
    }
  }

  @Test func noAreaWhereTheCurveHasEnded() {
    #expect(KaplanMeier(Remission.treated).end == 35)
    #expect(RestrictedMean(KaplanMeier(Remission.treated), horizon: 35) != nil)
    #expect(RestrictedMean(KaplanMeier(Remission.treated), horizon: 36) == nil)
    #expect(RestrictedMean(KaplanMeier(Remission.placebo), horizon: 36) != nil)
    #expect(RestrictedMean(KaplanMeier([]), horizon: 1) == nil)
  }

  /// Exponential times with mean 1, censored at 1.5 by the end of observation and at random before: the mean up to 1 is
  /// 1 - 1/e.
  @Test func covers() throws {
    let draws = Draws(seed: 5)
    let truth = 1 - PortableMath.exp(-1)
    var covered = 0
    let trials = 1_000
    for trial in 0..<UInt32(trials) {
      var observations: [KaplanMeier.Observation] = []
      for unit in 0..<100 as Range<UInt32> {
        let time = Sampling.exponential(draws.uniform(user: unit, purpose: 1, step: trial), mean: 1)
        let end = 0.5 + draws.uniform(user: unit, purpose: 2, step: trial)
        observations.append(
          .init(time: min(time, end), events: time <= end ? 1 : 0, censored: time <= end ? 0 : 1))
      }
      observations.sort { $0.time < $1.time }
      guard let mean = RestrictedMean(KaplanMeier(observations), horizon: 1) else { continue }
      let interval = mean.interval()
      if interval.low <= truth, truth <= interval.high { covered += 1 }
    }
    // Only asymptotically 95 %; a hundred units lose about half a per cent.
    let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.94)
    let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.955)
    #expect((low...high).contains(covered))
  }
}
