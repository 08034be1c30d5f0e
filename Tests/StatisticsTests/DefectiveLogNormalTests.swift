import Foundation
import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct DefectiveLogNormalTests {
  /// Without censoring, maximum likelihood has a closed form.
  @Test func withoutCensoringItIsTheMomentsOfTheLogarithm() throws {
    let times = [3.0, 5, 8, 13, 21, 34, 55]
    var sample = DefectiveLogNormal.Sample()
    for time in times { sample.add(event: time) }
    let fit = try #require(DefectiveLogNormal(sample, share: 1))
    let logs = times.map { log($0) }
    let n = Double(logs.count)
    let mean = logs.reduce(0, +) / n
    let deviation = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n).squareRoot()
    #expect(close(fit.median, exp(mean), 1e-6) && close(fit.sigma, deviation, 1e-6))
    #expect(close(fit.logMedianError, deviation / n.squareRoot(), 1e-4))
    #expect(close(fit.logSigmaError, 1 / (2 * n).squareRoot(), 1e-4))
    #expect(fit.share == 1 && fit.shareError == 0)
  }

  /// If no unit is censored, the share is that of the count, and its error the binomial one.
  @Test func personWhoNeverWillCountsAsATrial() throws {
    var sample = DefectiveLogNormal.Sample()
    for time in 1...30 { sample.add(event: Double(time)) }
    for _ in 0..<70 { sample.add(censored: .infinity) }
    let fit = try #require(DefectiveLogNormal(sample))
    #expect(close(fit.share, 0.3, 1e-6))
    #expect(close(fit.shareError, (0.3 * 0.7 / 100).squareRoot(), 1e-4))
    let interval = try #require(fit.shareInterval())
    #expect(interval.low > 0 && interval.low < 0.3 && interval.high > 0.3 && interval.high < 1)
  }

  /// The maximum of the likelihood, found again by a grid around it.
  @Test func noNeighbourIsLikelier() throws {
    let sample = Self.draw(share: 0.6, mu: 3, sigma: 0.8, count: 300, seed: 4)
    let fit = try #require(DefectiveLogNormal(sample))
    for (median, sigma, share) in [
      (1.1, 1.0, 1.0), (0.9, 1, 1), (1, 1.1, 1), (1, 0.9, 1), (1, 1, 1.1), (1, 1, 0.9),
    ] {
      let other = Self.logLikelihood(
        sample: Self.observations(share: 0.6, mu: 3, sigma: 0.8, count: 300, seed: 4), mu: log(fit.median * median),
        sigma: fit.sigma * sigma, share: fit.share * share)
      let top = Self.logLikelihood(
        sample: Self.observations(share: 0.6, mu: 3, sigma: 0.8, count: 300, seed: 4), mu: log(fit.median),
        sigma: fit.sigma, share: fit.share)
      // Bins of 2.5 % shift the maximum slightly.
      #expect(other <= top + 0.02)
    }
  }

  @Test func tooLittleIsNoFit() {
    var sample = DefectiveLogNormal.Sample()
    #expect(DefectiveLogNormal(sample) == nil)
    for _ in 0..<10 { sample.add(event: 7) }
    #expect(DefectiveLogNormal(sample) == nil)
  }

  /// Intervals contain the truth as often as they state, with half of the units censored: within the 99.9 % binomial
  /// band.
  @Test func intervalsCoverUnderCensoring() throws {
    let (share, mu, sigma, sets) = (0.7, 4.0, 0.7, 150)
    var held = [0, 0, 0]
    for seed in 0..<sets {
      let fit = try #require(
        DefectiveLogNormal(Self.draw(share: share, mu: mu, sigma: sigma, count: 400, seed: UInt64(seed))))
      let interval = try #require(fit.shareInterval())
      if interval.low <= share, share <= interval.high { held[0] += 1 }
      if abs(log(fit.median) - mu) <= 1.96 * fit.logMedianError { held[1] += 1 }
      if abs(log(fit.sigma / sigma)) <= 1.96 * fit.logSigmaError { held[2] += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: sets, probability: 0.95)
    for count in held { #expect(count >= low, "\(held) of \(sets)") }
  }

  @Test func newtonFindsTheTopOfAQuadratic() throws {
    let peak = try #require(
      NewtonPeak(from: [5, 5]) { -2 * ($0[0] - 1) * ($0[0] - 1) - 0.5 * ($0[1] + 3) * ($0[1] + 3) })
    #expect(close(peak.point[0], 1, 1e-5) && close(peak.point[1], -3, 1e-5))
    #expect(close(peak.errors[0], 0.5, 1e-4) && close(peak.errors[1], 1, 1e-4))
    #expect(NewtonPeak(from: [0]) { $0[0] } == nil)
  }

  // MARK: Draws

  private typealias Observation = (time: Double, isEvent: Bool)

  /// Simulated observations. A third of the units are observed without a limit, the others for up to 150 seconds.
  private static func observations(
    share: Double, mu: Double, sigma: Double, count: Int, seed: UInt64
  ) -> [Observation] {
    var generator = SplitMix64(seed: seed &* 77 &+ 5)
    return (0..<count).map { index in
      let limit = index % 3 == 0 ? Double.infinity : 150 * generator.uniform()
      let has = generator.uniform() < share
      let time = exp(mu + sigma * NormalDistribution.quantile(generator.uniform()))
      return has && time <= limit ? (time, true) : (limit, false)
    }
  }

  private static func draw(
    share: Double, mu: Double, sigma: Double, count: Int, seed: UInt64
  ) -> DefectiveLogNormal.Sample {
    var sample = DefectiveLogNormal.Sample()
    for observation in observations(share: share, mu: mu, sigma: sigma, count: count, seed: seed) {
      if observation.isEvent { sample.add(event: observation.time) } else { sample.add(censored: observation.time) }
    }
    return sample
  }

  /// The likelihood unit by unit, without bins and sums.
  private static func logLikelihood(sample: [Observation], mu: Double, sigma: Double, share: Double) -> Double {
    sample.reduce(0) { total, unit in
      guard unit.isEvent else {
        let reached = unit.time.isInfinite ? 1 : NormalDistribution.cumulative((log(unit.time) - mu) / sigma)
        return total + log(1 - share * reached)
      }
      let z = (log(unit.time) - mu) / sigma
      return total + log(share) - log(sigma) - z * z / 2
    }
  }
}
