/// Count, mean and unbiased variance of a sample, in two passes so that a large mean does not swallow the variance.
package struct SampleMoments: Equatable, Sendable {
  /// The number of values.
  package let count: Int
  /// The mean; 0 without values.
  package let mean: Double
  /// The variance with the divisor n - 1; 0 for fewer than two values.
  package let variance: Double

  /// Computes the moments of values, summed in order.
  package init(_ values: [Double]) {
    count = values.count
    guard !values.isEmpty else {
      (mean, variance) = (0, 0)
      return
    }
    let first = values.reduce(0, +) / Double(values.count)
    // The sum of the differences corrects the rounding error of the mean.
    let centre = first + values.reduce(0) { $0 + ($1 - first) } / Double(values.count)
    mean = centre
    let squares = values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) }
    variance = values.count > 1 ? squares / Double(values.count - 1) : 0
  }
}
