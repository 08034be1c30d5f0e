import Testing

@testable import Randomness
@testable import Statistics

struct BinomialMixtureTests {
  /// People of some kinds, chosen with equal probability. A kind has a probability for each decision, and a person
  /// makes each decision one to six times.
  private static func units(_ kinds: [[Double]], people: Int, seed: UInt64) -> [BinomialMixture.Unit] {
    let draws = Draws(seed: seed)
    return (0..<UInt32(people)).map { person in
      let kind = kinds[Int(draws.uniform(user: person, purpose: 1) * Double(kinds.count))]
      return BinomialMixture.Unit(
        kind.enumerated().map { feature, share in
          let trials = 1 + UInt32(draws.uniform(user: person, purpose: 2, step: UInt32(feature)) * 6)
          let successes = (0..<trials).count {
            draws.uniform(user: person, purpose: 3 + UInt32(feature), step: $0) < share
          }
          return .init(feature: feature, successes: Double(successes), failures: Double(Int(trials) - successes))
        })
    }
  }

  /// Schwarz's criterion finds one kind too many in far less than one world of a hundred.
  @Test func peopleOfOneKindAreOne() throws {
    for seed in 0..<4 as Range<UInt64> {
      let units = Self.units([[0.3, 0.5, 0.8, 0.1, 0.6, 0.9]], people: 200, seed: seed)
      #expect(try #require(BinomialMixture(units, features: 6, draws: Draws(seed: 1))).weights.count == 1)
    }
  }

  @Test func twoKindsAreFoundWithTheirShares() throws {
    let kinds = [[0.85, 0.5, 0.9, 0.1, 0.6, 0.7], [0.1, 0.5, 0.4, 0.1, 0.6, 0.7]]
    for seed in 20..<22 as Range<UInt64> {
      let units = Self.units(kinds, people: 300, seed: seed)
      let mixture = try #require(BinomialMixture(units, features: 6, draws: Draws(seed: 1)))
      #expect(mixture.weights.count == 2 && mixture.criteria.count >= 2)
      // 300 people, half of each kind: three standard errors of the share.
      #expect(abs(mixture.weights[0] - 0.5) < 0.1)
      let first = mixture.shares[0][0] > 0.5 ? 0 : 1
      // About 500 occasions of each kind: three standard errors, plus the error of telling the kinds apart.
      #expect(abs(mixture.shares[first][0] - 0.85) < 0.07 && abs(mixture.shares[1 - first][0] - 0.1) < 0.07)
      for unit in units.prefix(20) { #expect(abs(mixture.kinds(of: unit).reduce(0, +) - 1) < 1e-9) }
    }
  }

  @Test func tooFewAreNeverOfSeveralKinds() throws {
    let units = Self.units([[0.95], [0.05]], people: 20, seed: 3)
    #expect(try #require(BinomialMixture(units, features: 1, draws: Draws(seed: 1))).weights.count == 1)
    #expect(BinomialMixture([], features: 1, draws: Draws(seed: 1)) == nil)
  }
}
