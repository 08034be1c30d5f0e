import GTSDModel
import Statistics

/// The values of one figure over replications, grouped by the set of assumptions under which they were simulated, and
/// the precision of their mean.
///
/// Sets of one Latin hypercube depend on each other, so their spread does not show the mean's precision. The spread
/// between independent hypercubes does, and gives a Student interval. If that spread is smaller than expected from the
/// variation within pairs of replications, the interval uses this variation instead, so that it is not too narrow.
package struct DrawnMeans {
  /// The mean of each set that has a value. Where nothing is drawn, each replication is a set.
  let means: [Double]
  /// The means of independent units: hypercubes if there are any, otherwise sets.
  let blocks: [Double]
  /// The number of replications with a value.
  let count: Int
  /// The mean over all sets; 0 if there are no sets.
  let mean: Double
  /// The interval of the mean; nil if there are fewer than ``minSets`` sets, or if all sets agree.
  let interval: Interval?

  /// The smallest number of sets for an interval of a mean.
  package static let minSets = 5

  /// Computes the means of drawn sets.
  ///
  /// - Parameter values: the value of each replication; nil for a replication without a value.
  init(_ values: [Double?], _ draws: ParameterDraws) {
    let perSet = draws.values.isEmpty ? 1 : ParameterDraws.replicationsPerDraw
    let sets = Self.groups(values, of: perSet)
    let known = sets.flatMap(\.self)
    means = sets.map(Self.mean)
    blocks = Self.groups(values, of: perSet * draws.perBlock).map(Self.mean)
    count = known.count
    mean = Self.mean(known)
    interval = Self.interval(sets, known, blocks: blocks)
  }

  private static func groups(_ values: [Double?], of size: Int) -> [[Double]] {
    stride(from: 0, to: values.count, by: size).map { start in
      values[start..<min(values.count, start + size)].compactMap(\.self)
    }.filter { !$0.isEmpty }
  }

  private static func mean(_ values: [Double]) -> Double { SampleMoments(values).mean }

  private static func interval(_ sets: [[Double]], _ known: [Double], blocks: [Double]) -> Interval? {
    guard sets.count >= minSets else { return nil }
    // An interrupted forecast may have too few hypercubes. The spread of their sets is then used, which is at least as
    // large.
    let units = blocks.count >= ParameterDraws.minBlocks ? blocks : sets.map(mean)
    let (centre, moments) = (mean(known), SampleMoments(units))
    var (variance, degrees) = (moments.variance / Double(units.count), Double(units.count - 1))
    if let chance = chance(sets), chance.variance > variance {
      (variance, degrees) = (chance.variance, chance.degrees + degrees)
    }
    var half = StudentDistribution.quantile(0.975, degrees: degrees) * variance.squareRoot()
    // The spread of single replications is an upper bound for the mean's uncertainty if there is at most one pair.
    let sorted = known.sorted()
    let range = ForecastFold.quantile(0.95, of: sorted) - ForecastFold.quantile(0.05, of: sorted)
    half = min(half, range / (Double(known.count) / 4).squareRoot())
    guard half > 0 else { return nil }
    return Interval(level: 0.95, low: centre - half, high: centre + half, method: "student-t")
  }

  /// The variance of the mean that is due to chance alone, from the differences of replications under one set; nil if
  /// no set has two.
  private static func chance(_ sets: [[Double]]) -> (variance: Double, degrees: Double)? {
    let degrees = sets.reduce(0) { $0 + $1.count - 1 }
    guard degrees > 0 else { return nil }
    let squares = sets.reduce(0.0) { $0 + SampleMoments($1).variance * Double($1.count - 1) }
    let share = sets.reduce(0.0) { $0 + 1 / Double($1.count) } / Double(sets.count * sets.count)
    return (squares / Double(degrees) * share, Double(degrees))
  }
}
