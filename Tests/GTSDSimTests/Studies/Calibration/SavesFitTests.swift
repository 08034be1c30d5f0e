import GTSDModel
import TestSupport
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness
@testable import Statistics

/// The fit of two kinds of edits that an app reports with one event.
struct SavesFitTests {
  @Test func knownSavesAloneAreCounts() throws {
    let fit = try #require(
      SavesFit(preferences: .init(12, of: 100), bodies: .init(5, of: 90), either: .init(0, of: 0)))
    #expect(close(fit.preferences, 0.12, 1e-9) && close(fit.bodies, 5 / 90, 1e-9))
    #expect(close(fit.variances.preferences, 0.12 * 0.88 / 100, 1e-9))
    #expect(close(fit.variances.bodies, 5.0 / 90 * (85.0 / 90) / 90, 1e-9))
    #expect(fit.correlation == 0)
  }

  /// If saves of unknown kind are far more frequent than known ones, the sum of both probabilities is as observed. An
  /// increase of one of them lowers the other.
  @Test func savesOfEitherKindAreSplitAsTheKnownOnesAre() throws {
    let fit = try #require(
      SavesFit(preferences: .init(20, of: 100), bodies: .init(10, of: 100), either: .init(28_000, of: 100_000)))
    // 1 - 0.8 * 0.9 = 0.28, so all three counts agree.
    #expect(close(fit.preferences, 0.2, 1e-6) && close(fit.bodies, 0.1, 1e-6))
    #expect(fit.correlation < -0.95)
    let more = try #require(
      SavesFit(preferences: .init(20, of: 100), bodies: .init(10, of: 100), either: .init(40_000, of: 100_000)))
    #expect(abs(1 - (1 - more.preferences) * (1 - more.bodies) - 0.4) < 0.001)
    #expect(more.preferences > 0.2 && more.bodies > 0.1)
  }

  @Test func standardErrorsHaveTheirCoverage() {
    let (p, b) = (0.15, 0.07)
    let worlds = 600
    var inside = (preferences: 0, bodies: 0)
    for seed in 0..<worlds {
      var generator = SplitMix64(seed: UInt64(seed) + 1)
      func count(_ probability: Double, of trials: Int) -> SavesFit.Count {
        .init((0..<trials).count { _ in generator.uniform() < probability }, of: trials)
      }
      guard
        let fit = SavesFit(
          preferences: count(p, of: 150), bodies: count(b, of: 150), either: count(1 - (1 - p) * (1 - b), of: 400))
      else { continue }
      if abs(fit.preferences - p) < 1.96 * fit.variances.preferences.squareRoot() { inside.preferences += 1 }
      if abs(fit.bodies - b) < 1.96 * fit.variances.bodies.squareRoot() { inside.bodies += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: worlds, probability: 0.93)
    let high = BinomialDistribution.quantile(0.9995, trials: worlds, probability: 0.96)
    #expect(low...high ~= inside.preferences && low...high ~= inside.bodies, "\(inside) of \(worlds)")
  }

  @Test(arguments: [(0, 0), (100, 0), (0, 100), (100, 100)])
  func extremeCountsHaveStandardErrors(preferences: Int, bodies: Int) {
    let fit = SavesFit(
      preferences: .init(preferences, of: 100), bodies: .init(bodies, of: 100), either: .init(0, of: 0))
    guard preferences + bodies > 0 else {
      #expect(fit == nil)
      return
    }
    #expect(fit.map { $0.variances.preferences > 0 && $0.variances.bodies > 0 } == true)
    #expect(fit.map { close($0.preferences, Double(preferences) / 100, 1e-6) } == true)
    #expect(fit.map { close($0.bodies, Double(bodies) / 100, 1e-6) } == true)
  }

  @Test func withoutKnownSavesThereIsNoFit() {
    #expect(SavesFit(preferences: .init(0, of: 0), bodies: .init(0, of: 0), either: .init(9, of: 90)) == nil)
  }

  /// Every set of counts gives finite estimates with standard errors.
  @Test func everySetOfCountsGivesAFiniteFit() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<3_000 {
      func count() -> SavesFit.Count {
        let trials = Int(generator.uniform() * 60)
        return .init(min(trials, Int(generator.uniform() * generator.uniform() * Double(trials + 2))), of: trials)
      }
      let counts = (count(), count(), count())
      guard let fit = SavesFit(preferences: counts.0, bodies: counts.1, either: counts.2) else { continue }
      #expect(0...1 ~= fit.preferences && 0...1 ~= fit.bodies, "\(counts)")
      #expect(fit.variances.preferences > 0 && fit.variances.preferences < 1, "\(counts): \(fit)")
      #expect(fit.variances.bodies > 0 && fit.variances.bodies < 1, "\(counts): \(fit)")
      #expect(abs(fit.correlation) <= 1, "\(counts): \(fit)")
    }
  }
}
