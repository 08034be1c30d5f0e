import Foundation
import Statistics

/// The log-normal distribution of one part of a sum whose other part has a known distribution. An example is the time
/// to a tap, which includes a look around with a stated distribution.
package struct SummandFit: Sendable {
  package let median: Double
  package let logMedianError: Double
  package let sigma: Double
  package let logSigmaError: Double
  /// The correlation of the errors of both estimates.
  package let correlation: Double

  private static let perUnit = 20.0
  private static let nodes = 32

  /// Computes the fit of greatest likelihood; nil for fewer than 50 sums.
  ///
  /// - Parameters:
  ///   - sums: seconds.
  ///   - knownMedian: median of the known part, seconds.
  ///   - knownSigma: deviation of its logarithm.
  package init?(_ sums: [Double], knownMedian: Double, knownSigma: Double) {
    guard sums.count >= 50, knownMedian > 0, knownSigma > 0 else { return nil }
    var bins: [Int: Int] = [:]
    for sum in sums { bins[Int((log(max(sum, 1e-3)) * Self.perUnit).rounded(.down)), default: 0] += 1 }
    // The logarithm of each sum minus each node of the known part does not depend on the fit.
    let terms = bins.keys.sorted().map { bin in
      let sum = exp((Double(bin) + 0.5) / Self.perUnit)
      let below = NormalDistribution.cumulative(log(sum / knownMedian) / knownSigma)
      let rests = (0..<Self.nodes).map { node in
        let u = below * (Double(node) + 0.5) / Double(Self.nodes)
        return log(max(sum - knownMedian * exp(knownSigma * NormalDistribution.quantile(u)), 1e-9))
      }
      return (weight: Double(bins[bin]!), below: below, rests: rests)
    }
    let mean = sums.reduce(0, +) / Double(sums.count)
    let known = knownMedian * exp(knownSigma * knownSigma / 2)
    let start = [log(max(mean - known, mean / 10)) - 0.25, log(0.7)]
    let peak = NewtonPeak(from: start) { point in
      let sigma = exp(point[1])
      return terms.reduce(0) { total, term -> Double in
        let density = term.rests.reduce(0) { sum, rest -> Double in
          let z = (rest - point[0]) / sigma
          return sum + exp(-rest - 0.5 * z * z)
        }
        return total + term.weight * log(max(term.below * density / sigma, 1e-300))
      }
    }
    guard let peak else { return nil }
    median = exp(peak.point[0])
    logMedianError = peak.errors[0]
    sigma = exp(peak.point[1])
    logSigmaError = peak.errors[1]
    correlation = peak.correlation(0, 1)
  }
}
