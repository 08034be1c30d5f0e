import GTSDModel
import Statistics

/// The values of one figure over replications, by the sets of assumptions under which they were drawn, and the
/// precision of their mean.
///
/// The spread of all sets gives a better estimate of the precision than the means of a few hypercubes. With two
/// hypercubes, Student's interval has one degree of freedom, and can be fifty times wider in one forecast than in the
/// next.
package struct DrawnMeans {
  /// The mean of each set that has a value. Where nothing is drawn, each replication is a set.
  let means: [Double]
  /// The means of hypercubes, which are independent of each other; empty without any.
  let blocks: [Double]
  /// The number of replications with a value.
  let count: Int
  /// The mean over all sets; 0 for none.
  let mean: Double
  /// The interval of the mean; nil for fewer than ``leastSets``, or where all of them agree.
  let interval: Interval?

  /// The smallest number of sets for an interval of a mean.
  package static let leastSets = 5

  /// Computes the means of drawn sets.
  ///
  /// - Parameter values: the value of each replication; nil for a replication without a value.
  init(_ values: [Double?], _ draws: ParameterDraws) {
    let isDrawn = !draws.values.isEmpty
    let sets = Self.groups(values, of: isDrawn ? ParameterDraws.replicationsPerDraw : 1)
    let known = sets.flatMap(\.self)
    means = sets.map(Self.mean)
    blocks =
      isDrawn && draws.blocks != nil
      ? Self.groups(values, of: ParameterDraws.replicationsPerDraw * draws.perBlock).map(Self.mean) : []
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

  private static func half(_ variance: Double, degrees: Double) -> Double {
    StudentDistribution.quantile(0.975, degrees: degrees) * variance.squareRoot()
  }

  private static func interval(_ sets: [[Double]], _ known: [Double], blocks: [Double]) -> Interval? {
    guard sets.count >= leastSets else { return nil }
    let count = Double(sets.count)
    let (centre, means) = (mean(known), SampleMoments(sets.map(mean)))
    var half = half(means.variance / count, degrees: count - 1)
    // Ten hypercubes take out of the mean what single values do, and tell how much: the sets' own spread would be too wide.
    if blocks.count == ParameterDraws.mostBlocks {
      let moments = SampleMoments(blocks)
      half = min(half, self.half(moments.variance / Double(blocks.count), degrees: Double(blocks.count - 1)))
    }
    half = max(half, chance(sets))
    // Single replications spread at least as far as what is not known of their mean, were there one pair of them.
    let sorted = known.sorted()
    let range = ForecastFold.quantile(0.95, of: sorted) - ForecastFold.quantile(0.05, of: sorted)
    half = min(half, range / (Double(known.count) / 4).squareRoot())
    guard half > 0 else { return nil }
    return Interval(level: 0.95, low: centre - half, high: centre + half, method: "student-t")
  }

  /// The half-width of the mean that is due to chance alone, from the differences of replications under one set; 0 if
  /// no set has two.
  private static func chance(_ sets: [[Double]]) -> Double {
    let degrees = sets.reduce(0) { $0 + $1.count - 1 }
    guard degrees > 0 else { return 0 }
    let squares = sets.reduce(0.0) { $0 + SampleMoments($1).variance * Double($1.count - 1) }
    let share = sets.reduce(0.0) { $0 + 1 / Double($1.count) } / Double(sets.count * sets.count)
    return half(squares / Double(degrees) * share, degrees: Double(degrees))
  }
}
