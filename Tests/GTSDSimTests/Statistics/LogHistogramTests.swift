import Foundation
import GTSDSim
import Testing

struct LogHistogramTests {
  private func values(_ count: Int, seed: UInt64) -> [Int64] {
    var random = SplitMix64(seed: seed)
    // Spread over all powers of two, so that every block is met.
    return (0..<count).map { _ in Int64(random.next() >> (1 + random.next() % 62)) }
  }

  private func histogram(_ values: [Int64]) -> LogHistogram {
    var result = LogHistogram()
    for value in values { result.record(value) }
    return result
  }

  @Test func everyValueLiesInItsBucketAndBucketsAreNarrow() {
    for value in values(5_000, seed: 1) + [0, 1, 255, 256, 257, 511, 512, .max, .max - 1] {
      let buckets = histogram([value]).buckets
      #expect(buckets.count == 1)
      #expect(buckets[0].low <= value && value <= buckets[0].high)
      let width = Double(buckets[0].high - buckets[0].low)
      #expect(width <= 0.008 * Double(max(value, 1)))
    }
  }

  @Test func countsAndExtremesAreExact() {
    let values = values(2_000, seed: 2)
    let histogram = histogram(values)
    #expect(histogram.count == 2_000)
    #expect(histogram.sum == values.reduce(Int128(0)) { $0 + Int128($1) })
    #expect(histogram.minimum == values.min() && histogram.maximum == values.max())
    #expect(histogram.buckets.reduce(0) { $0 + $1.count } == 2_000)
    #expect(zip(histogram.buckets, histogram.buckets.dropFirst()).allSatisfy { $0.high < $1.low })
  }

  @Test func percentilesAreWithinFourPerMille() throws {
    let values = values(4_001, seed: 3)
    let sorted = values.sorted()
    let histogram = histogram(values)
    for share in [0.01, 0.5, 0.9, 0.95, 0.99, 0.999] {
      let exact = Double(sorted[Int((share * 4_001).rounded(.up)) - 1])
      #expect(close(Double(try #require(histogram.percentile(share))), exact, 0.004))
    }
    #expect(histogram.percentile(1) == sorted.last)
  }

  @Test func aPercentileOfTwentyIsTheNineteenth() {
    #expect(histogram(Array(1...20)).percentile(0.95) == 19)
    #expect(histogram([7]).percentile(0.5) == 7)
    #expect(LogHistogram().percentile(0.5) == nil)
  }

  @Test func mergingEqualsRecordingAllInAnyOrder() {
    let parts = [values(500, seed: 4), values(300, seed: 5), values(1, seed: 6), []]
    let whole = histogram(parts.flatMap { $0 })
    var forward = LogHistogram()
    for part in parts { forward.merge(histogram(part)) }
    var backward = LogHistogram()
    for part in parts.reversed() { backward.merge(histogram(part)) }
    #expect(forward == whole && backward == whole)
    #expect(whole != histogram(parts[0]))
  }

  @Test func sumsPastSixtyFourBits() {
    var histogram = LogHistogram()
    histogram.record(86_400_000_000_000, times: 10_000_000)
    #expect(histogram.sum == Int128(86_400_000_000_000) * 10_000_000)
    #expect(histogram.mean == 86_400_000_000_000)
  }

  @Test func stateTravelsAsJSON() throws {
    for values in [values(700, seed: 8), []] {
      let histogram = histogram(values)
      let data = try JSONEncoder().encode(histogram)
      #expect(try JSONDecoder().decode(LogHistogram.self, from: data) == histogram)
    }
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(
        LogHistogram.self, from: Data(#"{"buckets":[[5]],"sum":"5","min":5,"max":5}"#.utf8))
    }
  }

  /// Whole numbers below 256 have buckets of their own, so the figures are exact: mean 2.5, variance 5/3.
  @Test func meanAndItsInterval() throws {
    let interval = try #require(histogram([1, 2, 3, 4]).meanInterval())
    // R: t.test(1:4)$conf.int is 0.4457397 to 4.5542603.
    #expect(close(interval.low, 0.4457397432391202, 1e-9) && close(interval.high, 4.55426025676088, 1e-9))
  }

  @Test func timesBeforeTheStartCountAsZero() {
    #expect(histogram([-5]).minimum == 0)
  }
}
