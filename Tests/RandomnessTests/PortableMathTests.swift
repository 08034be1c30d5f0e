import Foundation
import Testing

@testable import Randomness

@Suite struct PortableMathTests {
  /// Points spread over the range, in the order of their hashes.
  static func points(_ count: Int, from low: Double, to high: Double) -> [Double] {
    let draws = Draws(seed: 99)
    return (0..<count).map { low + (high - low) * draws.uniform(user: UInt32($0), purpose: 9) }
  }

  static func ulps(_ a: Double, _ b: Double) -> Double { abs(a - b) / b.ulp }

  @Test func logarithmIsWithinTwoUnitsOfTheLibrary() {
    let arguments =
      Self.points(5_000, from: 0.4, to: 2.5) + Self.points(5_000, from: -700, to: 700).map { Foundation.exp($0) }
    let worst = arguments.map { Self.ulps(PortableMath.log($0), Foundation.log($0)) }.max() ?? .infinity
    #expect(worst <= 2)
    #expect(PortableMath.log(1) == 0)
    #expect(PortableMath.log(0) == -.infinity)
    #expect(PortableMath.log(-1).isNaN)
    #expect(PortableMath.log(Double.leastNonzeroMagnitude) == Foundation.log(Double.leastNonzeroMagnitude))
  }

  @Test func exponentialIsWithinTwoUnitsOfTheLibrary() {
    let arguments = Self.points(5_000, from: -1, to: 1) + Self.points(5_000, from: -700, to: 709)
    let worst = arguments.map { Self.ulps(PortableMath.exp($0), Foundation.exp($0)) }.max() ?? .infinity
    #expect(worst <= 2)
    #expect(PortableMath.exp(0) == 1)
    #expect(PortableMath.exp(709.7827128933839) == Foundation.exp(709.7827128933839))
    #expect(PortableMath.exp(710) == .infinity)
    #expect(PortableMath.exp(-746) == 0)
    #expect(PortableMath.exp(-745.1) == Double.leastNonzeroMagnitude)
    #expect(PortableMath.exp(.nan).isNaN)
  }

  /// The values published with AS 241, and quantiles from tables (NIST, Wolfram) beyond double precision.
  @Test(
    arguments: [
      (0.25, -0.674_489_750_196_081_7), (0.001, -3.090_232_306_167_814), (1e-20, -9.262_340_089_798_408),
      (0.975, 1.959_963_984_540_054), (0.5, 0),
    ] as [(Double, Double)])
  func inverseNormalMatchesPublishedValues(p: Double, expected: Double) {
    #expect(abs(PortableMath.inverseNormal(p) - expected) <= 4e-16 * max(1, abs(expected)))
  }

  @Test func inverseNormalInvertsTheNormalDistribution() {
    for p in Self.points(2_000, from: 0, to: 1) {
      let x = PortableMath.inverseNormal(p)
      #expect(abs(0.5 * erfc(-x / 2.0.squareRoot()) - p) < 1e-15)
    }
  }

  /// Bit patterns recorded once: a platform with other patterns computes other results.
  @Test func resultsHaveTheRecordedBits() {
    var hash = XXH64()
    for u in Self.points(1_000, from: 0, to: 1) {
      hash.combine(PortableMath.log(u).bitPattern)
      hash.combine(PortableMath.exp(40 * u - 20).bitPattern)
      hash.combine(PortableMath.inverseNormal(u).bitPattern)
      hash.combine(Sampling.weibull(u, scale: 3, shape: 0.7).bitPattern)
    }
    #expect(hash.digest == 15_058_571_759_354_189_687)
  }
}

@Suite struct SamplingTests {
  typealias Sampler = @Sendable (Double) -> Double

  static let samplers: [(name: String, sampler: Sampler, mean: Double, deviation: Double)] = [
    ("uniform", { Sampling.uniform($0, low: 2, high: 5) }, 3.5, 3 / 12.0.squareRoot()),
    ("exponential", { Sampling.exponential($0, mean: 4) }, 4, 4),
    ("normal", { Sampling.normal($0, mean: -1, deviation: 2) }, -1, 2),
    (
      "lognormal", { Sampling.lognormal($0, median: 3, sigma: 0.5) }, 3 * exp(0.125),
      3 * exp(0.125) * (exp(0.25) - 1).squareRoot()
    ),
    ("weibull", { Sampling.weibull($0, scale: 2, shape: 2) }, 2 * tgamma(1.5), 2 * (1 - tgamma(1.5) * tgamma(1.5))),
    ("triangular", { Sampling.triangular($0, low: 0, mode: 1, high: 5) }, 2, (21.0 / 18).squareRoot()),
    ("pareto", { Sampling.pareto($0, minimum: 1, shape: 5) }, 1.25, (5.0 / 48).squareRoot()),
  ]

  @Test(arguments: samplers.indices)
  func risesAndHasItsMean(index: Int) {
    let (name, sampler, mean, deviation) = Self.samplers[index]
    // The midpoint rule over the quantile function gives the mean.
    let count = 20_000
    let values = (0..<count).map { sampler((Double($0) + 0.5) / Double(count)) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "\(name) does not rise")
    #expect(abs(values.reduce(0, +) / Double(count) - mean) < 0.01 * max(deviation, 0.1), "\(name) misses its mean")
  }

  @Test func degenerateTriangleIsAPoint() {
    #expect(Sampling.triangular(0.3, low: 2, mode: 2, high: 2) == 2)
  }
}
