import TestSupport
import Testing

@testable import Statistics

/// Comparison with published values, quoted with their source.
struct QuantileTests {
  /// R `qnorm` and scipy 1.17 `norm.ppf`, which agree to all digits.
  @Test(arguments: [
    (1e-10, -6.361340902404056), (0.001, -3.090232306167813), (0.025, -1.9599639845400545),
    (0.2, -0.8416212335729142), (0.5, 0), (0.75, 0.6744897501960817), (0.975, 1.959963984540054),
    (0.9999, 3.719016485455709),
  ])
  func normalQuantiles(p: Double, expected: Double) {
    #expect(close(NormalDistribution.quantile(p), expected, 1e-14))
    #expect(close(NormalDistribution.cumulative(expected), p, 1e-14))
  }

  /// The classical table of Student (two decimals more from scipy 1.17 `t.ppf`).
  @Test(arguments: [
    (0.975, 1.0, 12.706204736174694), (0.975, 2, 4.302652729749462), (0.975, 10, 2.228138851986274),
    (0.95, 30, 1.697260886593957), (0.995, 5, 4.032142983555228), (0.975, 1000, 1.9623390808264083),
    (0.975, 99999, 1.9599877077718442), (0.025, 10, -2.228138851986274), (0.9, 3, 1.637744353696209),
    (0.9995, 7, 5.407882520861828), (0.6, 1.5, 0.30074539256979543),
  ])
  func studentQuantiles(p: Double, degrees: Double, expected: Double) {
    #expect(close(StudentDistribution.quantile(p, degrees: degrees), expected, 1e-9))
    #expect(close(StudentDistribution.cumulative(expected, degrees: degrees), p, 1e-11))
  }

  /// R `qbeta` and scipy 1.17 `beta.ppf`; the third by the arcsine law, sin(0.15 pi)2.
  @Test(arguments: [
    (0.025, 2.0, 3.0, 0.06758598648854294), (0.975, 2, 3, 0.8058795503167565), (0.3, 0.5, 0.5, 0.2061073738537634),
    (0.999, 3, 1_000, 0.01115498535512822), (0.025, 4_000.5, 1_000.5, 0.7887410446943481),
    (1e-6, 1, 5, 2.0000008000004803e-07),
  ])
  func betaQuantiles(p: Double, a: Double, b: Double, expected: Double) {
    #expect(abs(BetaDistribution.quantile(p, a, b) / expected - 1) < 1e-9)
  }

  /// The first is 11/16 by hand; the arcsine law for one half; the rest scipy 1.17 `betainc`.
  @Test(arguments: [
    (0.5, 2, 3, 0.6875), (0.1, 0.5, 0.5, 0.20483276469913345), (0.9, 20, 1.5, 0.2341271102949332),
    (0.301, 30_000, 70_000, 0.7550748512899708), (0.001, 1, 1_000, 0.6323045752290359),
  ])
  func incompleteBeta(x: Double, a: Double, b: Double, expected: Double) {
    #expect(close(BetaDistribution.cumulative(x, a, b), expected, 1e-10))
    #expect(close(BetaDistribution.quantile(expected, a, b), x, 1e-9))
  }

  @Test func binomialSumsMatchTheirDefinition() {
    // P(X <= 7) of 20 trials at 0.3, in every table: 0.7723.
    #expect(close(BinomialDistribution.cumulative(7, trials: 20, probability: 0.3), 0.7722717974181608, 1e-12))
    // scipy 1.17 `binom.cdf(4000, 5000, 0.81)`.
    #expect(close(BinomialDistribution.cumulative(4_000, trials: 5_000, probability: 0.81), 0.03782278943430324, 1e-10))
    #expect(BinomialDistribution.quantile(0.025, trials: 100, probability: 0.95) == 90)
    #expect(BinomialDistribution.quantile(0.975, trials: 100, probability: 0.95) == 99)
  }
}
