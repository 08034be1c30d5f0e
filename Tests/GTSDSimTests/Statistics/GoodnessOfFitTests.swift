import GTSDSim
import Testing

struct GoodnessOfFitTests {
  private static let sample = [
    0.61, 0.29, 0.06, 0.59, -1.73, -0.74, 0.51, -0.56, 0.39, 1.64, 0.05, -0.06, 0.64, -0.82, 0.37, 1.77, 1.09, -1.28,
    2.36, 1.31, 1.05, -0.32, -0.40, 1.06, -2.47,
  ]

  /// scipy 1.17 `kstest(x, 'norm')`: distance exact, p 0.38974 for 25 values.
  @Test func distanceFromTheNormal() throws {
    let test = try #require(KolmogorovSmirnov(Self.sample, cumulative: NormalDistribution.cumulative))
    #expect(close(test.distance, 0.17409188119887736))
    #expect(abs(test.p - 0.38974117186791835) < 0.012)
  }

  /// scipy 1.17 `ks_2samp`: 0.12, p 0.9972.
  @Test func distanceOfTwoSamples() throws {
    let other = (0..<15).map { 0.2 * Double($0) - 1 }
    let test = try #require(KolmogorovSmirnov(Self.sample, other))
    #expect(close(test.distance, 0.12) && abs(test.p - 0.9972) < 0.005)
    let itself = try #require(KolmogorovSmirnov(Self.sample, Self.sample))
    #expect(itself.distance == 0 && itself.p == 1)
    let apart = try #require(KolmogorovSmirnov([1, 2], [3]))
    #expect(apart.distance == 1)
    #expect(KolmogorovSmirnov([], [1]) == nil)
  }

  /// scipy 1.17 `kstwobign.sf`; 1.358 is the 5 % point of every table.
  @Test(arguments: [
    (0.3, 0.9999906941986655), (0.8, 0.5441424115741981), (1.1799, 0.12351204971188676),
    (1.1801, 0.12339559161939295), (1.3580986393225505, 0.05), (2.5, 7.453306344157342e-06),
  ])
  func kolmogorovsLimit(x: Double, expected: Double) {
    #expect(close(KolmogorovSmirnov.upperTail(x), expected, 1e-11))
  }

  /// Of samples from the distribution itself 5 % are below 0.05, in the 99.9 % band.
  @Test func rejectsAtItsLevel() throws {
    let draws = Draws(seed: 61)
    var rejected = 0
    for trial in 0..<4_000 as Range<UInt32> {
      let values = (0..<30 as Range<UInt32>).map { draws.uniform(user: $0, purpose: 1, step: trial) }
      if try #require(KolmogorovSmirnov(values) { $0 }).p < 0.05 { rejected += 1 }
    }
    let low = BinomialDistribution.quantile(0.0005, trials: 4_000, probability: 0.048)
    let high = BinomialDistribution.quantile(0.9995, trials: 4_000, probability: 0.052)
    #expect((low...high).contains(rejected))
  }

  @Test func distanceOfACensoredCurve() throws {
    let plain = KaplanMeier(Self.sample.sorted().map { .init(time: $0 + 5, events: 1, censored: 0) })
    let distance = KolmogorovSmirnov.distance(plain) { NormalDistribution.cumulative($0 - 5) }
    #expect(close(distance, 0.17409188119887736))
    let curve = KaplanMeier(Remission.treated)
    let fit = try #require(WeibullFit(Remission.treated))
    let fitted = KolmogorovSmirnov.distance(curve, cumulative: fit.cumulative)
    #expect(fitted > 0.02 && fitted < 0.15)
    #expect(KolmogorovSmirnov.distance(curve) { _ in 0 } > 0.5)
  }

  /// Mendel's peas, 315 : 108 : 101 : 32 for 9 : 3 : 3 : 1; chi-square 0.470, p 0.925 (Fisher, Annals of Science 1
  /// (1936); digits from scipy 1.17 `chisquare`).
  @Test func mendelsPeas() throws {
    let test = try #require(ChiSquareGoodnessOfFit(observed: [315, 108, 101, 32], expected: [9, 3, 3, 1]))
    #expect(test.degrees == 3)
    #expect(close(test.statistic, 0.4700239808153477) && close(test.p, 0.925425895103616, 1e-10))
  }

  /// Cells that expect 2, 3, 5, 10, 1 become 5, 5, 11: (4 - 5)2/5 + (8 - 5)2/5 + (9 - 11)2/11.
  @Test func smallCellsArePutTogether() throws {
    let test = try #require(ChiSquareGoodnessOfFit(observed: [1, 3, 8, 9, 0], expected: [2, 3, 5, 10, 1]))
    #expect(test.degrees == 2 && close(test.statistic, 2 + 4.0 / 11))
    #expect(ChiSquareGoodnessOfFit(observed: [1, 3, 8, 9, 0], expected: [2, 3, 5, 10, 1], fitted: 2) == nil)
    #expect(ChiSquareGoodnessOfFit(observed: [3, 1], expected: [1, 1]) == nil)
    #expect(ChiSquareGoodnessOfFit(observed: [0, 0], expected: [1, 1]) == nil)
  }
}
