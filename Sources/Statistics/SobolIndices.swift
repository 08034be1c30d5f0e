/// The share of an output's variance that each input causes: alone (first order), and with all its interactions
/// (total).
///
/// Sobol' (1993); first order by Saltelli et al. (2010), table 2 (b), total by Jansen (1999), the same table (f).
/// Outputs are centred first, so that a large mean adds no noise to the first-order products. The intervals are
/// Student's over the jackknife values of whole replicates (Tukey 1958), which removes most of a ratio's bias.
package struct SobolIndices: Equatable, Sendable {
  /// An estimated share.
  package struct Estimate: Equatable, Sendable {
    /// The share of the variance. Chance can make a small one negative.
    package var value: Double
    /// The confidence interval of the estimate.
    package var interval: Interval
  }

  /// The shares of an input.
  package struct Index: Equatable, Sendable {
    /// The share that the input causes alone.
    package var first: Estimate
    /// The share that would remain if all other inputs were known.
    package var total: Estimate
  }

  /// The index of each input, in order.
  package let inputs: [Index]
  /// The mean of the output.
  package let mean: Double
  /// The variance of the output.
  package let variance: Double

  /// Computes the indices from the outputs at all points of a design, in order; nil for a constant output.
  package init?(_ design: SobolDesign, outputs: [Double], level: Double = 0.95) {
    precondition(outputs.count == design.count, "\(outputs.count) outputs for \(design.count) points")
    let base = stride(from: 0, to: outputs.count, by: design.stride)
    let mean = base.reduce(0.0) { $0 + outputs[$1] + outputs[$1 + 1] } / Double(2 * base.underestimatedCount)
    let parts = (0..<design.replicates).map { replicate in
      let start = replicate * design.rows * design.stride
      return Sums(outputs[start..<(start + design.rows * design.stride)], design, centre: mean)
    }
    let whole = parts.dropFirst().reduce(parts[0]) { $0.adding($1, sign: 1) }
    guard whole.variance > 0 else { return nil }
    self.mean = mean
    variance = whole.variance
    let reduced = parts.map { whole.adding($0, sign: -1) }
    let count = Double(parts.count)
    func estimate(_ statistic: (Sums) -> Double) -> Estimate {
      let value = statistic(whole)
      let pseudo = SampleMoments(reduced.map { count * value - (count - 1) * statistic($0) })
      let half =
        StudentDistribution.quantile(0.5 + level / 2, degrees: count - 1) * (pseudo.variance / count).squareRoot()
      return Estimate(
        value: pseudo.mean,
        interval: Interval(
          level: level, low: pseudo.mean - half, high: pseudo.mean + half, method: "jackknife-over-replicates"))
    }
    inputs = (0..<design.dimensions).map { input in
      Index(first: estimate { $0.first(input) }, total: estimate { $0.total(input) })
    }
  }

  /// The sums that one replicate contributes. Sums of several replicates add up.
  private struct Sums {
    var rows = 0.0
    var sum = 0.0
    var squares = 0.0
    var products: [Double]
    var distances: [Double]

    init(_ outputs: ArraySlice<Double>, _ design: SobolDesign, centre: Double) {
      products = [Double](repeating: 0, count: design.dimensions)
      distances = products
      for start in stride(from: outputs.startIndex, to: outputs.endIndex, by: design.stride) {
        let (a, b) = (outputs[start] - centre, outputs[start + 1] - centre)
        rows += 1
        sum += a + b
        squares += a * a + b * b
        for input in 0..<design.dimensions {
          let mixed = outputs[start + 2 + input] - centre
          products[input] += b * (mixed - a)
          distances[input] += (a - mixed) * (a - mixed)
        }
      }
    }

    func adding(_ other: Sums, sign: Double) -> Sums {
      var result = self
      result.rows += sign * other.rows
      result.sum += sign * other.sum
      result.squares += sign * other.squares
      for input in products.indices {
        result.products[input] += sign * other.products[input]
        result.distances[input] += sign * other.distances[input]
      }
      return result
    }

    var variance: Double {
      let mean = sum / (2 * rows)
      return squares / (2 * rows) - mean * mean
    }

    func first(_ input: Int) -> Double { products[input] / rows / variance }
    func total(_ input: Int) -> Double { distances[input] / (2 * rows) / variance }
  }
}
