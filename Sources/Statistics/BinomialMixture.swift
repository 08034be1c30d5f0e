package import Randomness

/// Units of a few hidden kinds, each with its own probability for every feature. A mixture of products of binomials is
/// fitted by maximum likelihood with EM. Schwarz's criterion (BIC) chooses the number of kinds.
///
/// Dempster, Laird and Rubin, Journal of the Royal Statistical Society B 39 (1977); Schwarz, Annals of Statistics 6
/// (1978).
package struct BinomialMixture: Equatable, Sendable {
  /// The trials and successes of one unit by feature. Features without a trial are left out.
  package struct Unit: Equatable, Sendable {
    package var counts: [Count] = []

    package struct Count: BitwiseCopyable, Equatable, Sendable {
      package var feature: Int
      package var successes: Double
      package var failures: Double

      package init(feature: Int, successes: Double, failures: Double) {
        self.feature = feature
        self.successes = successes
        self.failures = failures
      }
    }

    package init(_ counts: [Count] = []) { self.counts = counts }
  }

  /// The share of each kind, greatest first.
  package private(set) var weights: [Double]
  /// The probability of each feature in each kind, indexed by kind, then feature.
  package private(set) var shares: [[Double]]
  package private(set) var logLikelihood = -Double.infinity
  /// Schwarz's criterion of the best mixture of one, two, … kinds.
  package private(set) var criteria: [Double] = []

  /// The largest number of kinds that a fit distinguishes.
  package static let maxKinds = 5
  /// The fewest units of a kind, and the smallest share.
  private static let (minUnits, minWeight) = (15.0, 0.05)
  private static let starts: UInt32 = 4
  private static let steps = 200

  /// Computes the mixture with the number of kinds for which the criterion is best; nil without a unit.
  ///
  /// - Parameters:
  ///   - features: the number of features.
  ///   - draws: the random starting points of the search.
  package init?(_ units: [Unit], features: Int, draws: Draws) {
    guard !units.isEmpty else { return nil }
    var best = Self(units, features: features, kinds: [Int](repeating: 0, count: units.count), of: 1)
    let seen = (0..<features).count { feature in
      units.contains { $0.counts.contains { $0.feature == feature } }
    }
    func criterion(_ mixture: Self) -> Double {
      let values = Double(mixture.weights.count * seen + mixture.weights.count - 1)
      return -2 * mixture.logLikelihood + values * PortableMath.log(Double(units.count))
    }
    var criteria = [criterion(best)]
    for count in 2...Self.maxKinds where Double(units.count) >= Double(count) * 2 * Self.minUnits {
      let found = (0..<Self.starts).map { start in
        Self(units, features: features, kinds: Self.beginning(units, count, start, draws), of: count)
      }.filter { $0.isBalanced(units.count) }.max { $0.logLikelihood < $1.logLikelihood }
      guard let found else { break }
      let value = criterion(found)
      if value < criteria.min()! { best = found }
      criteria.append(value)
      // One worse number of kinds is accepted, a second one is not.
      if criteria.suffix(2).allSatisfy({ $0 > criteria.min()! }) { break }
    }
    self = best
    self.criteria = criteria
    let order = weights.indices.sorted { (weights[$1], $0) < (weights[$0], $1) }
    (weights, shares) = (order.map { weights[$0] }, order.map { shares[$0] })
  }

  /// Fits the mixture by expectation and maximisation, starting from a guess of each unit's kind.
  private init(_ units: [Unit], features: Int, kinds: [Int], of count: Int) {
    weights = Array(repeating: 1 / Double(count), count: count)
    shares = []
    var responsibilities = kinds.map { kind in (0..<count).map { $0 == kind ? 1.0 : 0 } }
    var before = -Double.infinity
    for _ in 0..<Self.steps {
      maximise(units, features, responsibilities)
      before = logLikelihood
      logLikelihood = 0
      let logs = weights.indices.map { LogShares(weight: weights[$0], shares: shares[$0]) }
      for (index, unit) in units.enumerated() {
        let (posterior, likelihood) = Self.posterior(unit, logs)
        responsibilities[index] = posterior
        logLikelihood += likelihood
      }
      if count == 1 || logLikelihood - before < 1e-3 { break }
    }
  }

  private mutating func maximise(_ units: [Unit], _ features: Int, _ responsibilities: [[Double]]) {
    let count = weights.count
    var (successes, trials) = (
      [Double](repeating: 0, count: count * features), [Double](repeating: 0, count: count * features)
    )
    var people = [Double](repeating: 0, count: count)
    for (unit, own) in zip(units, responsibilities) {
      for kind in 0..<count where own[kind] > 1e-9 {
        people[kind] += own[kind]
        for one in unit.counts {
          successes[kind * features + one.feature] += own[kind] * one.successes
          trials[kind * features + one.feature] += own[kind] * (one.successes + one.failures)
        }
      }
    }
    weights = people.map { ($0 + 0.5) / (Double(units.count) + 0.5 * Double(count)) }
    // Half a success and half a failure are added for each kind, so that no outcome is impossible for a kind.
    shares = (0..<count).map { kind in
      (0..<features).map { (successes[kind * features + $0] + 0.5) / (trials[kind * features + $0] + 1) }
    }
  }

  private struct LogShares {
    var weight: Double
    var successes: [Double]
    var failures: [Double]

    init(weight: Double, shares: [Double]) {
      self.weight = PortableMath.log(weight)
      successes = shares.map { PortableMath.log($0) }
      failures = shares.map { PortableMath.log(1 - $0) }
    }
  }

  private static func posterior(_ unit: Unit, _ kinds: [LogShares]) -> (shares: [Double], logLikelihood: Double) {
    var logs = kinds.map { kind in
      unit.counts.reduce(kind.weight) {
        $0 + $1.successes * kind.successes[$1.feature] + $1.failures * kind.failures[$1.feature]
      }
    }
    let greatest = logs.max() ?? 0
    for index in logs.indices { logs[index] = PortableMath.exp(logs[index] - greatest) }
    let sum = logs.reduce(0, +)
    return (logs.map { $0 / sum }, greatest + PortableMath.log(sum))
  }

  /// The probability of each kind, given the unit's trials and successes.
  package func kinds(of unit: Unit) -> [Double] {
    Self.posterior(unit, weights.indices.map { LogShares(weight: weights[$0], shares: shares[$0]) }).shares
  }

  private func isBalanced(_ units: Int) -> Bool {
    weights.allSatisfy { $0 >= Self.minWeight && $0 * Double(units) >= Self.minUnits }
  }

  /// A first guess: each unit is of the kind of the nearest of a few other units, by the likelihood of its outcomes
  /// under their shares.
  private static func beginning(_ units: [Unit], _ count: Int, _ start: UInt32, _ draws: Draws) -> [Int] {
    let features = 1 + (units.flatMap(\.counts).map(\.feature).max() ?? 0)
    let pooled = Self(units, features: features, kinds: [Int](repeating: 0, count: units.count), of: 1).shares[0]
    var centres: [[Double]] = []
    var distances = [Double](repeating: 1, count: units.count)
    for kind in 0..<count {
      // Each is chosen with a probability that rises with its distance from the previous ones (k-means++): Arthur and
      // Vassilvitskii, SODA (2007).
      var place = draws.uniform(user: start, purpose: UInt32(count), step: UInt32(kind)) * distances.reduce(0, +)
      let far = distances.firstIndex { distance in
        place -= distance
        return place <= 0
      }
      let chosen = far ?? units.count - 1
      var centre = pooled
      for one in units[chosen].counts {
        centre[one.feature] = (one.successes + 2 * pooled[one.feature]) / (one.successes + one.failures + 2)
      }
      centres.append(centre)
      let logs = centres.map { LogShares(weight: 1, shares: $0) }
      for (index, unit) in units.enumerated() {
        distances[index] = max(0, logs.map { Self.deviance(unit, $0) }.min() ?? 0)
      }
    }
    let logs = centres.map { LogShares(weight: 1, shares: $0) }
    return units.map { unit in
      let own = logs.map { Self.deviance(unit, $0) }
      return own.indices.min { own[$0] < own[$1] } ?? 0
    }
  }

  private static func deviance(_ unit: Unit, _ kind: LogShares) -> Double {
    unit.counts.reduce(0) {
      $0 - $1.successes * kind.successes[$1.feature] - $1.failures * kind.failures[$1.feature]
    }
  }
}
