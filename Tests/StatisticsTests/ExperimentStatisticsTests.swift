import Testing

@testable import Randomness
@testable import Statistics

struct ExperimentStatisticsTests {
  @Test func sharesAreComparedWithThePlan() throws {
    // (60 - 50)² / 50 twice is 4, which is exceeded with a probability of 0.0455.
    let test = try #require(SampleRatioTest(counts: [60, 40], weights: [1, 1]))
    #expect(abs(test.chiSquare - 4) < 1e-12 && abs(test.p - 0.0455) < 1e-4 && !test.isMismatch)
    #expect(SampleRatioTest(counts: [5_300, 4_700], weights: [0.5, 0.5])?.isMismatch == true)
    #expect(SampleRatioTest(counts: [9_000, 1_000], weights: [9, 1])?.chiSquare == 0)
    #expect(SampleRatioTest(counts: [3, 5], weights: [1, 1]) == nil)
  }

  @Test func aCovariateTakesItsShareOfTheVariance() throws {
    var generator = SplitMix64(seed: 3)
    func uniform() -> Double { Double(generator.next() >> 11) / 0x1p53 }
    var related = [CovariateSums(), CovariateSums()]
    var unrelated = related
    var shifted = related
    for index in 0..<4_000 {
      let arm = index % 2
      let (x, noise) = (uniform(), uniform())
      // The covariate causes half of the variance, and the second arm has 0.1 more.
      related[arm].add(covariate: x, outcome: x + noise + (arm == 1 ? 0.1 : 0))
      unrelated[arm].add(covariate: noise, outcome: x)
      shifted[arm].add(covariate: x + (arm == 1 ? 0.1 : 0), outcome: x)
    }
    let adjustment = try #require(CovariateAdjustment(related))
    #expect(abs(adjustment.reduction - 0.5) < 0.04 && abs(adjustment.slope - 1) < 0.05)
    #expect(abs(adjustment.difference(1, less: 0) - 0.1) < 0.03 && adjustment.balance > 0.001)
    let (none, apart) = (try #require(CovariateAdjustment(unrelated)), try #require(CovariateAdjustment(shifted)))
    #expect(none.reduction < 0.01 && apart.balance < 1e-6)
    var constant = CovariateSums()
    for _ in 0..<5 { constant.add(covariate: 2, outcome: 1) }
    #expect(CovariateAdjustment([constant, constant]) == nil)
  }

  private struct Contest: Sendable {
    var shapes: [(a: Double, b: Double)]
    var chances: [Double]
  }

  private static let contests: [Contest] = [
    Contest(shapes: [(1, 1), (1, 1)], chances: [0.5, 0.5]),
    Contest(shapes: [(2, 1), (1, 1)], chances: [2.0 / 3, 1.0 / 3]),
    Contest(shapes: [(5, 5), (5, 5), (5, 5)], chances: [1.0 / 3, 1.0 / 3, 1.0 / 3]),
    Contest(shapes: [(900, 100), (100, 900)], chances: [1, 0]),
    // The greatest of three uniform values has the distribution function x³: a fourth value exceeds it once in four.
    Contest(shapes: [(3, 1), (1, 1)], chances: [0.75, 0.25]),
  ]

  @Test func chancesOfTheGreatestAreIntegrated() {
    for contest in Self.contests {
      let chances = BetaDistribution.probabilitiesOfGreatest(contest.shapes)
      for (chance, exact) in zip(chances, contest.chances) {
        #expect(abs(chance - exact) < 2e-3, "\(contest.shapes)")
      }
    }
  }
}
