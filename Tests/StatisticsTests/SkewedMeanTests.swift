import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct SkewedMeanTests {
  @Test("The interval of symmetric values is Student's")
  func symmetricValues() {
    let values = [-3.0, -1, 0, 1, 3]
    let interval = SkewedMean(values).interval(level: 0.95)
    // 20 over 4 is the variance, and Student's quantile of four degrees is 2.7764.
    #expect(close(interval.high, 2.776_445_105_197_793, 1e-9) && close(interval.low, -interval.high, 1e-12))
    #expect(SkewedMean(values).p == 1 && SkewedMean([2, 2, 2]).p == 0 && SkewedMean([0, 0]).p == 1)
  }

  /// Hall's formula, evaluated with scipy 1.17 by a search for its zeros. Its upper ends, 12.67 and 15.84, are farther
  /// than twice Student's.
  @Test func knownValues() {
    let mean = SkewedMean([0.1, 0.2, 0.4, 0.9, 2.6, 7.3])
    #expect(close(mean.skewness, 1.413_869_899_514_546, 1e-12) && close(mean.p, 0.153_708_671_697_844_88, 1e-9))
    let (usual, high) = (mean.interval(level: 0.95), mean.interval(level: 0.998))
    #expect(close(usual.low, -1.015_312_025_570_707, 1e-9) && close(usual.high, 7.780_624_051_141_415, 1e-9))
    #expect(close(high.low, -4.805_317_271_207_466, 1e-9) && close(high.high, 15.360_634_542_414_932, 1e-9))
  }

  @Test("Hall's transformation grows, and its inverse leads back")
  func transformationAndInverse() {
    for skewness in [-4.0, -0.5, 0, 1e-12, 0.3, 4] {
      let hall = HallTransformation(skewness: skewness, count: 9)
      let values = stride(from: -12.0, through: 12, by: 0.25).map(hall.value)
      #expect(zip(values, values.dropFirst()).allSatisfy(<))
      for t in stride(from: -12.0, through: 12, by: 0.25) {
        #expect(close(hall.inverse(hall.value(t)), t, 1e-6), "\(skewness), \(t)")
      }
    }
  }

  /// 4,000 samples of 20 exponential values at 99.83 %: Student's interval alone misses in 1.5 % of them.
  @Test("The interval of exponential values misses the mean in a third of the cases in which Student's does")
  func exponentialValues() {
    let draws = Draws(seed: 11)
    let level = 1 - 0.05 / 30
    var (misses, missesOfStudent) = (0, 0)
    for sample in 0..<4000 as Range<UInt32> {
      let values = (0..<20 as Range<UInt32>).map {
        -PortableMath.log(1 - draws.uniform(user: $0, purpose: 1, step: sample))
      }
      let mean = SkewedMean(values)
      let (interval, student) = (
        mean.interval(level: level),
        MeanInterval.student(mean: mean.mean, variance: mean.variance, count: 20, level: level)
      )
      if interval.low > 1 || interval.high < 1 { misses += 1 }
      if let student, student.low > 1 || student.high < 1 { missesOfStudent += 1 }
    }
    #expect(missesOfStudent > 40 && misses * 3 < missesOfStudent, "\(misses) against \(missesOfStudent)")
  }

  @Test("A slight skewness at a high level moves no end beyond twice Student's distance")
  func noAbsurdWidth() {
    let values = [0.12, 0.15, 0.17, 0.18, 0.19, 0.2, 0.22, 0.27, 0.33, 0.36]
    let mean = SkewedMean(values)
    for level in [0.9, 0.95, 0.99, 0.9982, 0.9999] {
      let interval = mean.interval(level: level)
      let t = StudentDistribution.quantile(0.5 + level / 2, degrees: 9) * (mean.variance / 10).squareRoot()
      let (below, above) = (mean.mean - interval.low, interval.high - mean.mean)
      #expect(below >= t - 1e-12 && above >= t - 1e-12 && below <= 2 * t + 1e-12 && above <= 2 * t + 1e-12)
    }
    // The quantile times the skewness of the mean is beyond the flat point, so the inverse alone is four quantiles away.
    let hall = HallTransformation(skewness: 0.85, count: 10)
    #expect(-hall.inverse(-4.28) > 4 * 4.28 && hall.reach(4.28).above == 2 * 4.28)
  }

  @Test("The interval excludes zero exactly at the levels below 1 - p")
  func pGoesWithTheInterval() {
    let draws = Draws(seed: 12)
    for sample in 0..<300 as Range<UInt32> {
      let values = (0..<9 as Range<UInt32>).map {
        -PortableMath.log(1 - draws.uniform(user: $0, purpose: 1, step: sample)) - 0.6
      }
      let mean = SkewedMean(values)
      let p = mean.p
      guard p < 0.999, p > 1e-6 else { continue }
      let (below, above) = (mean.interval(level: 1 - p * 1.001), mean.interval(level: 1 - p * 0.999))
      #expect(below.low > 0 || below.high < 0, "\(values)")
      #expect(above.low <= 0 && above.high >= 0, "\(values)")
    }
  }
}
