import Foundation
import GTSDLoad
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Interleaving
import Randomness
import Statistics

/// A study of how often the comparison of two load runs finds a real difference, and how often it reports one that is
/// not there. The runs come from a model in which neighbouring seconds are slow together, as on real servers.
struct LoadGateStudy: Sendable {
  /// The result of comparing a number of pairs.
  struct Result: Equatable, Sendable {
    var pairs: Int
    /// The number of pairs of equal servers of which the second was called worse in any figure.
    var falseAlarms: Int
    /// The number of pairs whose second server is slower at p95 and was reported as such.
    var found: Int
  }

  var pairs: Int
  var seed: UInt64
  /// The relative increase of the 95th percentile.
  var change = 0.1
  /// The requests per second, and the length of a run in seconds.
  var rate = 200.0
  var seconds = 60
  var resamples = 600
  /// The variation of a second's slowness, in logarithms, and its dependence on the second before.
  var unrest = 0.04
  var lean = 0.5
  /// The share of requests that fail.
  var errors = 0.002

  init(pairs: Int, seed: UInt64 = 1) {
    self.pairs = pairs
    self.seed = seed
  }

  func run() -> Result {
    var result = Result(pairs: pairs, falseAlarms: 0, found: 0)
    for pair in 0..<pairs {
      let first = side("a", draw: 3 * pair, stretch: 0)
      if section(first, side("b", draw: 3 * pair + 1, stretch: 0)).exitCode != 0 { result.falseAlarms += 1 }
      let slower = section(first, side("b", draw: 3 * pair + 2, stretch: change))
      let row = slower.contrasts[0].rows.first { $0.id == LoadComparison.main }
      if row?.verdict == .worse { result.found += 1 }
    }
    return result
  }

  /// The comparison of two runs of the model.
  func section(_ a: LoadComparison.Side, _ b: LoadComparison.Side) -> ComparisonSection {
    do {
      var comparison = try LoadComparison(a, b)
      comparison.resamples = resamples
      return comparison.section
    } catch {
      preconditionFailure("runs of a model say enough: \(error)")
    }
  }

  /// A run of the model.
  ///
  /// - Parameters:
  ///   - draw: the number of the run.
  ///   - stretch: the increase of p95; the median is unchanged.
  func side(_ name: String, draw: Int, stretch: Double) -> LoadComparison.Side {
    var random = SplitMix64(seed: Mix64.combine(seed, UInt64(draw)))
    var settings = LoadSettings()
    settings.rate = rate
    settings.duration = .seconds(Int64(seconds))
    var fold = LoadFold(settings)
    let sigma = 0.5 + PortableMath.log(1 + stretch) / PortableMath.inverseNormal(0.95)
    var slowness = 0.0
    let step = unrest * (1 - lean * lean).squareRoot()
    for second in 0..<seconds {
      slowness = lean * slowness + step * PortableMath.inverseNormal(random.uniform().nextUp)
      let median = 0.05 * PortableMath.exp(slowness)
      for request in 0..<Int(rate) {
        let at = Int64(second) * Nanoseconds.second + Int64(Double(request) / rate * 1e9)
        fold.start(scheduledAt: at, at: at)
        let latency = Sampling.lognormal(random.uniform().nextUp, median: median, sigma: sigma)
        let outcome = RequestSample.Outcome.status(random.uniform() < errors ? 500 : 200)
        fold.record(
          RequestSample(
            endpoint: .me, scheduledAt: at, sentAt: at, firstByteAt: at, endedAt: at + Int64(latency * 1e9),
            outcome: outcome))
      }
    }
    fold.close(at: Int64(seconds) * Nanoseconds.second)
    let load = LoadSection(settings, fold, target: "http://model", loops: 1)
    let scenario = ScenarioSummary(
      name: name, digest: "", seed: seed, generation: "correct", users: 0, replications: 1,
      horizonSeconds: Double(seconds))
    return .init(name: name, scenario: scenario, load: load, violations: [], complete: true)
  }
}
