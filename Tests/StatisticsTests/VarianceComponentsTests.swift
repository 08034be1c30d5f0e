import Testing

@testable import Randomness
@testable import Statistics

struct VarianceComponentsTests {
  /// Tables of the F distribution, as in Snedecor and Cochran, Statistical Methods: upper 5 % and 2.5 % points.
  @Test(arguments: [
    (0.95, 1.0, 10.0, 4.9646), (0.95, 5.0, 10.0, 3.3258), (0.975, 4.0, 20.0, 3.5147), (0.95, 10.0, 5.0, 4.7351),
  ])
  func quantilesOfTheFDistribution(p: Double, first: Double, second: Double, expected: Double) {
    #expect(abs(FDistribution.quantile(p, first, second) - expected) < 5e-5)
  }

  @Test func onlyBetweenAndOnlyWithin() throws {
    let between = try #require(VarianceComponents([[1, 1], [2, 2], [4, 4]]))
    #expect(between.share == 1 && between.within == 0)
    let within = try #require(VarianceComponents([[1, 3], [3, 1], [1, 3], [3, 1]]))
    #expect(within.share == 0 && within.within == 2)
    #expect(VarianceComponents([[1], [2]]) == nil)
    #expect(VarianceComponents([[1, 2], [2]]) == nil)
  }

  /// The interval contains the true share as often as it states: 2,000 draws in the 99.9 % band around 95 %.
  @Test(arguments: [0.1, 0.6])
  func theIntervalCovers(share: Double) throws {
    let draws = Draws(seed: 41)
    var held = 0
    let repetitions = 2_000
    for repetition in 0..<repetitions {
      var step: UInt32 = 0
      func normal() -> Double {
        step += 1
        return Sampling.normal(
          draws.uniform(user: UInt32(repetition), purpose: 1, step: step), mean: 0, deviation: 1)
      }
      let groups = (0..<12).map { _ in
        let effect = share.squareRoot() * normal()
        return [0, 0].map { $0 + effect + (1 - share).squareRoot() * normal() }
      }
      let components = try #require(VarianceComponents(groups))
      if components.interval.low <= share, share <= components.interval.high { held += 1 }
    }
    // 0.95 plus or minus 3.29 standard errors of 2,000 trials.
    #expect(abs(Double(held) / Double(repetitions) - 0.95) < 3.29 * (0.95 * 0.05 / Double(repetitions)).squareRoot())
  }
}

struct ToldShareTests {
  /// Ten groups of two; a tenth of the variance lies between them.
  private static func components(_ seed: UInt64, groups: Int = 10) throws -> VarianceComponents {
    let draws = Draws(seed: seed)
    var step: UInt32 = 0
    func normal() -> Double {
      step += 1
      return Sampling.normal(draws.uniform(user: 1, purpose: 1, step: step), mean: 0, deviation: 1)
    }
    return try #require(
      VarianceComponents(
        (0..<groups).map { _ in
          let effect = 0.1.squareRoot() * normal()
          return [0, 0].map { $0 + effect + 0.9.squareRoot() * normal() }
        }))
  }

  @Test("A few groups whose means agree by chance do not show that the groups are equal")
  func luckTellsNothing() throws {
    // Of 13 times as many people, a tenth becomes 59 %.
    let truth = 0.1 / (0.1 + 0.9 / 13)
    for seed in 0..<500 as Range<UInt64> {
      if let share = try Self.components(seed).reliableShare(scaledBy: 13) {
        #expect(share.interval.high >= truth, "\(seed)")
      }
    }
    let same = Array(repeating: [-1.0, 1.0], count: 10)
    #expect(try #require(VarianceComponents(same)).reliableShare(scaledBy: 13) == nil)
  }

  @Test("Many groups determine the share of variance between them")
  func manyGroupsTell() throws {
    let held = try (0..<200 as Range<UInt64>).count { seed in
      let share = try #require(try Self.components(seed, groups: 100).reliableShare(scaledBy: 1))
      return share.interval.low <= 0.1 && 0.1 <= share.interval.high
    }
    #expect(held >= BinomialDistribution.quantile(0.0005, trials: 200, probability: 0.95), "\(held)")
  }
}

/// How much lies between groups, where the estimate is 0.
struct PossibleBetweenTests {
  @Test("If the estimated variance between groups is 0, the possible values shrink with more groups")
  func zeroIsNotCertain() throws {
    func possible(groups: Int) throws -> [Double] {
      // Groups with equal means: no difference between them is visible.
      let components = try #require(VarianceComponents(Array(repeating: [-1.0, 1.0], count: groups)))
      #expect(components.between == 0 && components.within == 2)
      return components.possibleBetween(VarianceComponents.ratioQuantiles(groups: groups, size: 2))
    }
    // Identical groups give a ratio of 0, which no variance between groups makes likely.
    #expect(try possible(groups: 10).allSatisfy { $0 == 0 })
    func mean(groups: Int) throws -> Double {
      let noisy = (0..<groups).map { group in [-1.0, 1.0].map { $0 + (group.isMultiple(of: 2) ? 0.9 : -0.9) } }
      let components = try #require(VarianceComponents(noisy))
      let values = components.possibleBetween(VarianceComponents.ratioQuantiles(groups: groups, size: 2))
      #expect(values == values.sorted(by: >))
      return values.reduce(0, +) / Double(values.count)
    }
    let (few, many) = (try mean(groups: 10), try mean(groups: 400))
    #expect(few > many && many >= 0)
  }
}
