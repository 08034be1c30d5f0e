import TestSupport
import Testing

@testable import Statistics

struct ChiSquareTests {
  /// scipy 1.17 `chi2.cdf` and `chi2.sf`; the first is the square of the normal's 1.96.
  @Test(arguments: [
    (3.841458820694124, 1.0, 0.95, 0.05), (0.1, 1, 0.24817036595415076, 0.7518296340458492),
    (18.307, 10, 0.9499994109086018, 0.05000058909139812), (0.5, 5, 0.007876706767370404, 0.9921232932326296),
    (1_000, 1_000, 0.5059471461707603, 0.49405285382923964), (1_200, 1_000, 0.9999877440576694, 1.2255942330622893e-05),
    (100_500, 100_000, 0.8681451883966161, 0.13185481160338378),
  ])
  func tails(x: Double, degrees: Double, below: Double, above: Double) {
    #expect(close(ChiSquareDistribution.cumulative(x, degrees: degrees), below, 1e-11))
    #expect(abs(ChiSquareDistribution.upperTail(x, degrees: degrees) / above - 1) < 1e-9)
  }

  @Test func theFarTailKeepsItsDigits() {
    let tail = ChiSquareDistribution.upperTail(100, degrees: 3)
    #expect(abs(tail / 1.5541594313896026e-21 - 1) < 1e-11)
    #expect(ChiSquareDistribution.upperTail(0, degrees: 3) == 1)
    #expect(ChiSquareDistribution.upperTail(.infinity, degrees: 3) == 0)
  }

  /// With two degrees of freedom, the distribution is exponential with mean 2.
  @Test func twoDegreesAreExponential() {
    for x in [0.01, 1.0, 2, 5, 60] {
      #expect(abs(GammaDistribution.upperTail(x, shape: 1) / Series.exponential(x) - 1) < 1e-12)
    }
  }

  /// The usual table (three decimals), with more digits from scipy 1.17 `chi2.ppf`.
  @Test(arguments: [
    (0.95, 1.0, 3.841458820694124), (0.95, 10, 18.307038053275146), (0.025, 4, 0.4844185570879299),
    (0.999, 100, 149.44925277903886), (1e-6, 3, 0.00024181048720124264),
  ])
  func quantiles(p: Double, degrees: Double, expected: Double) {
    #expect(abs(ChiSquareDistribution.quantile(p, degrees: degrees) / expected - 1) < 1e-10)
  }

  private enum Series {
    /// e^-x by repeated squaring of the series: independent of the library's exponential.
    static func exponential(_ x: Double) -> Double {
      let small = -x / 1_024
      var (term, sum) = (1.0, 1.0)
      for step in 1...12 {
        term *= small / Double(step)
        sum += term
      }
      return (0..<10).reduce(sum) { value, _ in value * value }
    }
  }
}
