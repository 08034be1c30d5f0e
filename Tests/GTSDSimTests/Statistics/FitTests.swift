import GTSDSim
import Testing

/// Fits of waiting times with right censoring: published numbers, metamorphic relations, recovery.
struct FitTests {
  /// Freireich's times under 6-MP. lifelines 0.30 `LogNormalFitter`: mu 3.203068 (0.286134), sigma 0.978734 (0.250597),
  /// log-likelihood -40.68016; its optimiser stops early, so the digits are those of mpmath's root of the score and
  /// inverse of the second derivatives.
  @Test func logNormalOfRemissionTimes() throws {
    let fit = try #require(LogNormalFit(Remission.treated))
    #expect(close(fit.mu.value, 3.203067652470194, 1e-9) && close(fit.sigma.value, 0.9787247929955644, 1e-9))
    #expect(close(fit.mu.standardError, 0.28613204185841708, 1e-9))
    #expect(close(fit.sigma.standardError, 0.25059138935539631, 1e-9))
    #expect(close(fit.covariance, 0.03572299436747443, 1e-9))
    #expect(close(fit.logLikelihood, -40.68015586990788, 1e-11))
    #expect(close(fit.median.value, PortableMath.exp(3.203067652470194), 1e-9))
    #expect(close(fit.cumulative(fit.median.value), 0.5))
  }

  /// lifelines 0.30 `WeibullFitter`: scale 33.7652, shape 1.35373 (0.376876), log-likelihood -41.65868; more digits
  /// from mpmath as above.
  @Test func weibullOfRemissionTimes() throws {
    let fit = try #require(WeibullFit(Remission.treated))
    #expect(close(fit.scale.value, 33.765150967634966, 1e-9) && close(fit.shape.value, 1.3537345238262224, 1e-9))
    #expect(close(fit.scale.standardError / fit.scale.value, 0.27336892214678129, 1e-9))
    #expect(close(fit.shape.standardError / fit.shape.value, 0.27839788397949991, 1e-9))
    #expect(close(fit.logLikelihood, -41.658678476881544, 1e-11))
    #expect(close(fit.cumulative(fit.scale.value), 1 - PortableMath.exp(-1)))
  }

  /// 359 weeks for 9 relapses; interval from scipy 1.17 `chi2.ppf`.
  @Test func exponentialOfRemissionTimes() throws {
    let fit = try #require(ExponentialFit(Remission.treated))
    #expect(close(fit.mean.value, 359.0 / 9) && close(fit.mean.standardError, 359.0 / 27))
    #expect(close(fit.mean.interval.low, 22.774579114999508, 1e-9))
    #expect(close(fit.mean.interval.high, 87.23388900721982, 1e-9))
    #expect(close(fit.logLikelihood, -42.174880300368535, 1e-11))
  }

  /// Without censoring mu and sigma are mean and root mean square of the logarithms, errors sigma / sqrt(n) and
  /// sigma / sqrt(2 n).
  @Test func logNormalWithoutCensoring() throws {
    let logs = [0.3, -1.2, 2.2, 0.9, 0.1, 1.7]
    let fit = try #require(
      LogNormalFit(logs.map { .init(time: PortableMath.exp($0), events: 1, censored: 0) }))
    let mean = logs.reduce(0, +) / 6
    let sigma = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 6).squareRoot()
    #expect(close(fit.mu.value, mean) && close(fit.sigma.value, sigma))
    #expect(close(fit.mu.standardError, sigma / 6.0.squareRoot()))
    #expect(close(fit.sigma.standardError, sigma / 12.0.squareRoot()))
    #expect(abs(fit.covariance) < 1e-12)
  }

  /// Other units of time scale what is a time and leave what is not; counts stand for repeated units.
  @Test(arguments: [1e-6, 3_600.0, 1e9])
  func unitsOfTimeDoNotMatter(unit: Double) throws {
    let scaled = Remission.treated.map {
      KaplanMeier.Observation(time: $0.time * unit, events: $0.events, censored: $0.censored)
    }
    let (one, two) = (try #require(LogNormalFit(Remission.treated)), try #require(LogNormalFit(scaled)))
    #expect(close(two.median.value / unit, one.median.value, 1e-9) && close(two.sigma.value, one.sigma.value, 1e-9))
    let (three, four) = (try #require(WeibullFit(Remission.treated)), try #require(WeibullFit(scaled)))
    #expect(close(four.scale.value / unit, three.scale.value, 1e-9) && close(four.shape.value, three.shape.value, 1e-9))
    let doubled = Remission.treated.map {
      KaplanMeier.Observation(time: $0.time, events: 2 * $0.events, censored: 2 * $0.censored)
    }
    let twice = try #require(LogNormalFit(doubled))
    #expect(close(twice.mu.value, one.mu.value, 1e-9))
    #expect(close(twice.mu.standardError * 2.0.squareRoot(), one.mu.standardError, 1e-9))
  }

  @Test func whatCannotBeFitted() {
    let same = [KaplanMeier.Observation(time: 5, events: 3, censored: 0), .init(time: 9, events: 0, censored: 4)]
    #expect(LogNormalFit(same) == nil && WeibullFit(same) == nil && ExponentialFit(same) != nil)
    let none = [KaplanMeier.Observation(time: 5, events: 0, censored: 3)]
    #expect(LogNormalFit(none) == nil && WeibullFit(none) == nil && ExponentialFit(none) == nil)
    let zero = [KaplanMeier.Observation(time: 0, events: 1, censored: 0), .init(time: 2, events: 2, censored: 0)]
    #expect(LogNormalFit(zero) == nil && WeibullFit([]) == nil)
  }

  /// Nearly all are censored, far before the median: Newton's method still finds the maximum.
  @Test func heavyCensoring() throws {
    let few = [(1.0, 1), (1.5, 1), (2, 1)].map { KaplanMeier.Observation(time: $0.0, events: $0.1, censored: 0) }
    let fit = try #require(LogNormalFit(few + [.init(time: 2, events: 0, censored: 10_000)]))
    #expect(fit.mu.value > 1.5 && fit.mu.value.isFinite && fit.sigma.standardError > 0)
    // The share expected by 2 is about that observed.
    #expect(abs(fit.cumulative(2) / (3.0 / 10_003) - 1) < 0.2)
  }

  /// Known parameters come back, and the intervals hold them as often as they say: 1,000 samples of 150 units, about a
  /// third censored.
  @Test func intervalsCover() throws {
    let draws = Draws(seed: 31)
    var covered = [String: Int]()
    let samples = 1_000
    func note(_ name: String, _ parameter: FittedParameter, _ truth: Double) {
      if parameter.interval.low <= truth, truth <= parameter.interval.high { covered[name, default: 0] += 1 }
    }
    func sample(_ trial: UInt32, _ purpose: UInt32, _ time: (Double) -> Double) -> [KaplanMeier.Observation] {
      (0..<150 as Range<UInt32>).map { unit in
        let happens = time(draws.uniform(user: unit, purpose: purpose, step: trial))
        let ends = 20 + 80 * draws.uniform(user: unit, purpose: purpose + 1, step: trial)
        let seen = happens <= ends
        return .init(time: min(happens, ends), events: seen ? 1 : 0, censored: seen ? 0 : 1)
      }
    }
    for trial in 0..<UInt32(samples) {
      let logNormal = try #require(
        LogNormalFit(sample(trial, 1) { Sampling.lognormal($0, median: 30, sigma: 1.2) }))
      note("median", logNormal.median, 30)
      note("sigma", logNormal.sigma, 1.2)
      guard trial < 400 else { continue }
      let weibull = try #require(WeibullFit(sample(trial, 3) { Sampling.weibull($0, scale: 40, shape: 0.8) }))
      note("shape", weibull.shape, 0.8)
      note("scale", weibull.scale, 40)
      let exponential = try #require(ExponentialFit(sample(trial, 5) { Sampling.exponential($0, mean: 35) }))
      note("mean", exponential.mean, 35)
    }
    for (name, trials) in [("median", samples), ("sigma", samples), ("shape", 400), ("scale", 400), ("mean", 400)] {
      // Likelihood intervals are asymptotic; with a hundred events they are within a per cent of their level.
      let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.94)
      let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.96)
      #expect((low...high).contains(try #require(covered[name])), "\(name) \(covered)")
    }
  }

  /// mpmath to 17 digits; 30 is where the formula changes.
  @Test(arguments: [
    (-10, 7.6945986267064193e-23, 0), (-1, 0.28759997093917836, -0.17275377902344989),
    (0, 0.79788456080286536, -0.69314718055994531), (3, 3.2830986549304365, -6.6077262215103495),
    (29.9, 29.933370411296166, -451.32291245852863), (30.1, 30.133149654578453, -457.32956441638226),
    (100, 100.00999800099926, -5005.5242086942051),
  ])
  func normalHazard(z: Double, hazard: Double, logTail: Double) {
    #expect(abs(NormalDistribution.hazard(z) / hazard - 1) < 1e-12)
    #expect(close(NormalDistribution.logUpperTail(z), logTail, 1e-12))
  }

  @Test func rates() throws {
    let fit = try #require(RateFit(successes: 81, trials: 263))
    #expect(close(fit.rate.value, 81.0 / 263) && close(fit.rate.interval.low, 0.2552885198782742))
    #expect(close(fit.rate.standardError, 0.028467, 1e-4))
    #expect(fit.posterior == (81.5, 182.5))
    // scipy 1.17 `beta.ppf(0.025, 81.5, 182.5)`.
    #expect(close(fit.posteriorQuantile(0.025), 0.2545219349910236, 1e-9))
    #expect(RateFit(successes: 0, trials: 0) == nil)
  }
}
