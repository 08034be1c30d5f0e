import GTSDLogs
import GTSDModel
import Randomness
import Statistics

/// The kinds of people in a log, each with its own fit.
///
/// The number of kinds, and each person's probability of being of each kind, follow from people's behaviour on their
/// occasions. Each person is then assigned a random kind with these probabilities. All kinds together therefore match
/// the log, and each is fitted separately.
package struct HiddenKinds: Sendable {
  /// A kind of people.
  package struct Kind: Sendable {
    /// The kind's share of all people.
    package var weight: Double
    package var fit: CalibrationFit
  }

  /// The kinds, the largest first; empty if one kind explains the log as well.
  package private(set) var kinds: [Kind] = []

  /// The greatest number of people from whom the number of kinds is estimated.
  private static let maxPeople = 2_000

  /// One kind.
  init() {}

  init(_ log: EventLog, _ whole: CalibrationFit, scenario: Scenario) {
    guard scenario.population.memory == nil else { return }
    let units = whole.units
    let draws = Draws(seed: scenario.seed ^ 0x4B49_4E44)
    let stride = max(1, (units.count + Self.maxPeople - 1) / Self.maxPeople)
    let sample = units.indices.filter { $0.isMultiple(of: stride) }.map { units[$0] }
    guard
      let mixture = BinomialMixture(sample, features: CalibrationTally.features, draws: draws),
      mixture.weights.count > 1
    else { return }
    var members = mixture.weights.map { _ in [Int]() }
    for (user, unit) in units.enumerated() {
      var place = draws.uniform(user: UInt32(user), purpose: 99)
      let shares = mixture.kinds(of: unit)
      let kind = shares.firstIndex { share in
        place -= share
        return place <= 0
      }
      members[kind ?? 0].append(user)
    }
    kinds = members.filter { !$0.isEmpty }.map { own in
      Kind(
        weight: Double(own.count) / Double(units.count),
        fit: CalibrationFit(log.people(own), scenario: scenario, partOf: whole))
    }
    if kinds.count < 2 { kinds = [] }
  }
}
