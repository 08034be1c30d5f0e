package import GTSDModel
import GTSDWorld
import Randomness
import Statistics

/// The sets of values of a forecast's replications, drawn from the uncertainty that the scenario states.
///
/// Replications come in pairs under one set, so that chance (within pairs) and uncertain parameters (between pairs) can
/// be distinguished. A fixed number of replications draws from at least ten independent Latin hypercubes of equal size
/// (replicated Latin hypercube sampling). Within each hypercube, every uncertain value takes all parts of its
/// distribution equally often, which removes most of the parameters' chance from the mean. How much it removes shows
/// only in hypercubes that are independent of each other: their means give the precision of the overall mean (McKay,
/// Beckman and Conover, Technometrics 21 (1979); Stein, Technometrics 29 (1987)). Fewer than
/// 20 sets are therefore drawn independently, as hypercubes of one point.
package struct ParameterDraws: Sendable {
  /// The number of replications under each set.
  package static let replicationsPerDraw = 2
  /// The smallest number of independent hypercubes. Their number gives the degrees of freedom of an interval.
  package static let minBlocks = 10

  package let values: [ScenarioValue]
  /// The number of replications that the draws are made for.
  package let replications: Int
  /// The scenario's factor for assumptions without a source.
  package let factor: Double
  /// The number of independent hypercubes, each of ``perBlock`` sets; nil if every set is drawn by itself.
  package let blocks: Int?
  package let perBlock: Int
  private let draws: Draws
  /// The points of all hypercubes, one after another.
  private let points: [[Double]]
  /// The indices in `values` of correlated draws, and their correlation.
  private let together: (places: [Int], factor: CorrelationFactor)
  /// The index of each value among the correlated ones; -1 for a value that is drawn alone.
  private let place: [Int]

  /// Creates the draws for a number of replications, from hypercubes if `isStratified`.
  ///
  /// - Parameter chanceAlone: whether to draw no values.
  package init(_ scenario: Scenario, replications: Int, isStratified: Bool, chanceAlone: Bool = false) {
    let values = chanceAlone ? [] : scenario.unknowns
    self.init(values, of: scenario, replications: replications, isStratified: isStratified)
  }

  /// Creates the draws of given values.
  init(_ values: [ScenarioValue], of scenario: Scenario, replications: Int, isStratified: Bool) {
    self.replications = replications
    self.values = values
    factor = scenario.uncertainty.factor
    draws = Draws(seed: scenario.seed)
    (together, place) = Self.together(values, scenario.uncertainty.correlations)
    let sets = replications / Self.replicationsPerDraw
    let perBlock = sets / Self.minBlocks
    guard isStratified, !values.isEmpty, perBlock >= 2 else {
      self.blocks = nil
      self.perBlock = 1
      points = []
      return
    }
    let blocks = sets / perBlock
    self.blocks = blocks
    self.perBlock = perBlock
    points = (0..<blocks).flatMap { [draws, values] block in
      LatinHypercube.points(
        perBlock, dimensions: values.count,
        seed: draws.bits(user: UInt32(block), purpose: DrawPurpose.parameterBlock.rawValue))
    }
  }

  /// The largest number, up to `replications`, that fills all pairs and hypercubes.
  package func filled(_ replications: Int) -> Int {
    if values.isEmpty { return replications }
    if blocks != nil { return points.count * Self.replicationsPerDraw }
    return max(Self.replicationsPerDraw, replications)
  }

  /// The set of a replication.
  package func set(of replication: UInt32) -> Int { Int(replication) / Self.replicationsPerDraw }

  /// The changes that a set of drawn values makes to the scenario, `PATH=VALUE` each.
  package func assignments(ofSet set: Int) -> [String] {
    values.enumerated().flatMap { index, value in
      value.assignments(value.drawn(at: uniform(parameter: index, set: set)))
    }
  }

  private static func together(
    _ values: [ScenarioValue], _ correlations: [ValueCorrelation]
  ) -> ((places: [Int], factor: CorrelationFactor), place: [Int]) {
    let places = Dictionary(
      values.enumerated().flatMap { index, value in (value.places + [value.path]).map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let pairs = correlations.compactMap { pair in
      places[pair.first].flatMap { first in places[pair.second].map { (first, $0, pair.value) } }
    }
    let members = Set(pairs.flatMap { [$0.0, $0.1] }).sorted()
    var place = [Int](repeating: -1, count: values.count)
    for (index, member) in members.enumerated() { place[member] = index }
    let factor = CorrelationFactor(members.count, pairs.map { (place[$0.0], place[$0.1], $0.2) })
    return ((members, factor), place)
  }

  /// The uniform draw behind one value of one set. Correlated values have normal draws, on the scale of the unit.
  package func uniform(parameter: Int, set: Int) -> Double {
    guard place[parameter] >= 0 else { return independent(parameter: parameter, set: set) }
    return NormalDistribution.cumulative(
      together.factor.draw(place[parameter]) {
        NormalDistribution.quantile(independent(parameter: together.places[$0], set: set))
      })
  }

  private func independent(parameter: Int, set: Int) -> Double {
    if blocks != nil { return points[set][parameter] }
    // By path: one more assumption shifts no other's draws.
    let own = UInt32(truncatingIfNeeded: XXH64.digest(of: values[parameter].path))
    return draws.uniform(user: own, purpose: DrawPurpose.parameter.rawValue, step: UInt32(set))
  }
}

extension ScenarioValue {
  /// The number of standard deviations that contain nine of ten normal draws: the meaning of an uncertainty factor on
  /// the logarithmic scale.
  package static let deviationsWithinFactor = 1.6448536269514722

  /// The standard deviation of the logarithm for a factor that contains nine of ten draws.
  package static func logDeviation(ofFactor factor: Double) -> Double {
    PortableMath.log(factor) / deviationsWithinFactor
  }

  /// The value at a quantile, 0...1, of its uncertainty. That is its distribution, or, for an assumption without a
  /// source, one in which nine of ten draws are within its uncertainty factor (for a probability, of its odds).
  package func drawn(at u: Double) -> Double {
    if let uncertainty { return uncertainty.value(at: u) }
    guard let spread, spread > 1 else { return base }
    let deviation = Self.logDeviation(ofFactor: spread)
    return scaled(by: PortableMath.exp(deviation * NormalDistribution.quantile(min(max(u, 1e-12), 1 - 1e-12))))
  }
}
