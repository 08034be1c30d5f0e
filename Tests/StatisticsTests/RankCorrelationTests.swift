import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct RankCorrelationTests {
  /// Without other inputs a partial coefficient is Spearman's.
  private static func spearman(_ x: [Double], _ y: [Double]) -> Correlation? { RankCorrelation.partial([x], y)[0] }

  /// Intelligence and hours of television, from Wikipedia's article on Spearman's coefficient: -29/165 (p from scipy
  /// 1.17 `spearmanr`).
  @Test func spearmanWithoutTies() throws {
    let result = try #require(
      Self.spearman(
        [86, 97, 99, 100, 101, 103, 106, 110, 112, 113], [2, 20, 28, 27, 50, 29, 7, 17, 6, 12]))
    #expect(close(result.value, -29.0 / 165) && close(result.p, 0.6271883447764846, 1e-9))
    #expect(result.interval.low < result.value && result.value < result.interval.high)
  }

  /// scipy 1.17 `spearmanr`.
  @Test func spearmanWithTies() throws {
    let (x, y): ([Double], [Double]) = ([1, 2, 2, 3, 4, 4, 4, 5, 6, 7], [2, 1, 3, 3, 5, 4, 6, 6, 8, 7])
    let result = try #require(Self.spearman(x, y))
    #expect(close(result.value, 0.93812095999547) && abs(result.p / 5.950220707696844e-05 - 1) < 1e-8)
    #expect(RankCorrelation.ranks(x) == [1, 2.5, 2.5, 4, 6, 6, 6, 8, 9, 10])
    // Only the order matters.
    let cubes = try #require(Self.spearman(x.map { $0 * $0 * $0 }, y.map { -$0 }))
    #expect(close(cubes.value, -result.value))
  }

  /// pingouin 0.7 `partial_corr(method='spearman')`, which rounds its interval to two digits, and the same by numpy's
  /// least squares on `DataFrame.rank()` in full.
  @Test func partialCoefficients() throws {
    let expected = [
      (0.9671596806382974, 5.456648058393306e-17, 0.9294523686909412, 0.9848706818012842),
      (-0.6592597053949026, 0.0001359110555632521, -0.8285507718859667, -0.3795298950070659),
      (0.04005266206996581, 0.8396377116807708, -0.3380760435950549, 0.40704719669937195),
    ]
    let results = RankCorrelation.partial([Self.a, Self.b, Self.c], Self.y)
    for (result, wanted) in zip(results, expected) {
      let result = try #require(result)
      #expect(close(result.value, wanted.0, 1e-11) && abs(result.p / wanted.1 - 1) < 1e-7)
      #expect(close(result.interval.low, wanted.2, 1e-10) && close(result.interval.high, wanted.3, 1e-10))
    }
  }

  @Test func inputsWithoutInformationHaveNone() throws {
    let constant = [Double](repeating: 4, count: 30)
    let results = RankCorrelation.partial([Self.a, constant, Self.b, Self.c], Self.y)
    #expect(results[1] == nil)
    let without = RankCorrelation.partial([Self.a, Self.b, Self.c], Self.y)
    #expect(close(try #require(results[0]).value, try #require(without[0]).value, 1e-11))
    // Two equal inputs explain each other completely.
    let twins = RankCorrelation.partial([Self.a, Self.a.map { $0 * 2 }, Self.b], Self.y)
    #expect(twins[0] == nil && twins[1] == nil && twins[2] != nil)
    #expect(Self.spearman(constant, Self.y) == nil)
    #expect(Self.spearman([1, 2, 3], [1, 2, 3]) == nil)
  }

  @Test func aPerfectOrderIsOne() throws {
    let result = try #require(Self.spearman((1...9).map { Double($0) }, (11...19).map { Double($0) }))
    #expect(result.value == 1 && result.p == 0 && result.interval.high == 1)
  }

  /// An input that is only correlated with another one is recognised: it has no effect of its own.
  @Test func confoundedCorrelationIsRemoved() throws {
    let draws = Draws(seed: 9)
    func normal(_ unit: Int, _ purpose: UInt32) -> Double {
      PortableMath.inverseNormal(draws.uniform(user: UInt32(unit), purpose: purpose))
    }
    let cause = (0..<400).map { normal($0, 1) }
    let shadow = (0..<400).map { cause[$0] + 0.5 * normal($0, 2) }
    let output = (0..<400).map { PortableMath.exp(cause[$0]) + 0.3 * normal($0, 3) }
    let plain = try #require(Self.spearman(shadow, output))
    let partial = RankCorrelation.partial([cause, shadow], output)
    #expect(plain.value > 0.6 && plain.p < 1e-10)
    #expect(try #require(partial[0]).value > 0.7)
    #expect(abs(try #require(partial[1]).value) < 0.2)
  }

  /// Normal pairs with correlation 1/2 have Spearman's coefficient 6/pi asin(1/4) = 0.4826. The interval contains it
  /// about as often as it states.
  @Test func spearmanCoverage() throws {
    let draws = Draws(seed: 12)
    let (trials, truth) = (1_000, 0.4825837395309974)
    var covered = 0
    for trial in 0..<UInt32(trials) {
      let pairs = (0..<40 as Range<UInt32>).map { unit in
        let x = PortableMath.inverseNormal(draws.uniform(user: unit, purpose: 1, step: trial))
        let e = PortableMath.inverseNormal(draws.uniform(user: unit, purpose: 2, step: trial))
        return (x, 0.5 * x + 0.75.squareRoot() * e)
      }
      let result = try #require(Self.spearman(pairs.map(\.0), pairs.map(\.1)))
      if result.interval.low <= truth, truth <= result.interval.high { covered += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: trials, probability: 0.94)
    let high = BinomialDistribution.quantile(0.9995, trials: trials, probability: 0.96)
    #expect((low...high).contains(covered))
  }

  private static let a = [
    0.81, 0.29, 0.41, 1.0, 0.43, 0.84, 0.68, 0.27, 0.68, 0.9, 0.71, 0.44, 0.81, 0.7, 0.24, 0.51, 0.01, 0.84, 0.4, 0.24,
    0.68, 0.64, 0.64, 0.19, 0.38, 0.94, 0.81, 0.85, 0.48, 0.4,
  ]
  private static let b = [
    0.81, 0.05, 0.05, 0.65, 0.97, 0.39, 0.06, 0.88, 0.87, 0.87, 0.0, 0.2, 0.32, 0.45, 0.32, 0.51, 0.93, 0.37, 0.94,
    0.74,
    0.46, 0.11, 0.38, 0.39, 0.71, 0.99, 0.15, 0.4, 0.96, 0.0,
  ]
  private static let c = [
    0.52, 0.38, 0.05, 0.23, 0.9, 0.49, 0.56, 0.06, 0.23, 0.02, 0.5, 0.32, 0.15, 0.8, 0.8, 0.24, 0.09, 0.95, 0.56, 0.67,
    0.22, 0.69, 0.8, 0.8, 0.61, 0.72, 0.71, 0.55, 0.32, 0.42,
  ]
  private static let y = [
    4.51, 2.22, 2.12, 6.66, 0.99, 5.28, 3.9, 1.03, 3.05, 5.15, 4.03, 2.26, 5.04, 3.91, 1.6, 3.12, 0.3, 5.0, 1.93, 1.22,
    3.45, 3.99, 3.61, 1.17, 1.51, 5.48, 5.22, 5.77, 1.64, 2.4,
  ]
}
