import Randomness

/// A stratified sample of the unit cube: each axis is divided into as many slices as there are points, and each slice
/// contains exactly one point.
///
/// McKay, Beckman and Conover, Technometrics 21 (1979).
package enum LatinHypercube {
  /// Draws `count` points, uniform within their slices. The same seed gives the same points.
  package static func points(_ count: Int, dimensions: Int, seed: UInt64) -> [[Double]] {
    var random = SplitMix64(seed: seed)
    var points = [[Double]](repeating: [Double](repeating: 0, count: dimensions), count: count)
    for dimension in 0..<dimensions {
      for (index, slice) in random.permutation(count).enumerated() {
        // Rounding may produce the upper end of the slice.
        points[index][dimension] = min((Double(slice) + random.uniform()) / Double(count), 1.0.nextDown)
      }
    }
    return points
  }
}
