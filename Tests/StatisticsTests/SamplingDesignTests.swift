import Testing

@testable import Randomness
@testable import Statistics

struct SamplingDesignTests {
  /// The first five numbers for seed 1234567, as in the collection of implementations at Rosetta Code.
  @Test func splitMixVectors() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }

  @Test func permutationsAreFair() {
    var counts: [[Int]: Int] = [:]
    var random = SplitMix64(seed: 5)
    for _ in 0..<6_000 { counts[random.permutation(3), default: 0] += 1 }
    #expect(counts.count == 6)
    let statistic = counts.values.reduce(0.0) { $0 + (Double($1) - 1_000) * (Double($1) - 1_000) / 1_000 }
    #expect(ChiSquareDistribution.upperTail(statistic, degrees: 5) > 0.001)
  }

  @Test func everySliceOfEveryAxisHoldsOnePoint() {
    let points = LatinHypercube.points(50, dimensions: 4, seed: 8)
    for dimension in 0..<4 {
      #expect(points.map { Int($0[dimension] * 50) }.sorted() == Array(0..<50))
    }
    #expect(points == LatinHypercube.points(50, dimensions: 4, seed: 8))
    #expect(points != LatinHypercube.points(50, dimensions: 4, seed: 9))
    #expect(LatinHypercube.points(0, dimensions: 2, seed: 1).isEmpty)
  }

  /// For a sum of its coordinates, the variance of the sample's mean is proportional to 1/n^3 instead of 1/n.
  @Test func stratifyingTakesTheVarianceOfSums() {
    let means = (0..<200 as Range<UInt64>).map { seed in
      LatinHypercube.points(20, dimensions: 3, seed: seed).reduce(0) { $0 + $1[0] + $1[1] + $1[2] } / 20
    }
    let variance = SampleMoments(means).variance
    // Three axes, each 1 / (12 n^3); 1 / 80 for independent points.
    #expect(abs(variance / (3 / (12.0 * 8_000)) - 1) < 0.4)
  }
}
