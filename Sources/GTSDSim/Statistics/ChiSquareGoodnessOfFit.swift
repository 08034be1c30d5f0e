/// Whether counts agree with what was expected: Pearson's test.
///
/// Pearson, Philosophical Magazine 50 (1900). Neighbouring cells are put together until each expects enough (Cochran,
/// Annals of Mathematical Statistics 23 (1952)), so cells should be in a natural order.
package struct ChiSquareGoodnessOfFit: Hashable, Sendable {
  /// The sum of squared distances over what was expected.
  package let statistic: Double
  /// Cells after putting together, less 1 and less the fitted parameters.
  package let degrees: Int
  /// The probability of such a statistic or a greater one if the expectation is right.
  package let p: Double

  /// Counts against expected counts, scaled to the same total, with so many parameters fitted to the counts. Nil where
  /// too few cells are left.
  package init?(observed: [Int], expected: [Double], fitted: Int = 0, least: Double = 5) {
    precondition(observed.count == expected.count, "\(observed.count) counts for \(expected.count) expectations")
    let total = observed.reduce(0) { $0 + Double($1) }
    let sum = expected.reduce(0, +)
    guard total > 0, sum > 0 else { return nil }
    var cells: [(count: Double, expected: Double)] = []
    var open = (count: 0.0, expected: 0.0)
    for (count, share) in zip(observed, expected) {
      open.count += Double(count)
      open.expected += share * total / sum
      // What is that close to the least is meant to be it.
      if open.expected >= least * (1 - 1e-12) {
        cells.append(open)
        open = (0, 0)
      }
    }
    guard !cells.isEmpty else { return nil }
    cells[cells.count - 1].count += open.count
    cells[cells.count - 1].expected += open.expected
    degrees = cells.count - 1 - fitted
    guard degrees >= 1 else { return nil }
    statistic = cells.reduce(0) { $0 + ($1.count - $1.expected) * ($1.count - $1.expected) / $1.expected }
    p = ChiSquareDistribution.upperTail(statistic, degrees: Double(degrees))
  }
}
