import Foundation
import TestSupport
import Testing

@testable import Randomness
@testable import Statistics

struct LogHistogramTests {
  private func values(_ count: Int, seed: UInt64) -> [Int64] {
    var random = SplitMix64(seed: seed)
    // Spread over all powers of two, so that every block is used.
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

  @Test func histogramIsRestoredFromItsState() {
    for values in [values(700, seed: 8), values(3, seed: 9), [0], [255, 256], [.max], []] {
      let histogram = histogram(values)
      #expect(LogHistogram(histogram.state) == histogram)
    }
    #expect(histogram([1, 1, 2, 7, 300]).state.buckets == [1, 2, 2, 1, 7, 1, 1, 278, 1, 1])
    #expect(histogram([1, 5]).state.buckets == [1, 5, 1, 0, 0, 0, 1])
    #expect(histogram([1, 6]).state.buckets == [1, 1, 1, 6, 1, 1])
  }

  /// Equal histograms have equal states, however the blocks were allocated and in whatever order values were recorded.
  @Test func equalHistogramsHaveEqualStates() {
    let values = values(400, seed: 10)
    #expect(histogram(values).state == histogram(values.reversed()).state)
    #expect(Set([histogram(values), histogram(values.sorted())].map(\.state)).count == 1)
  }

  @Test(arguments: [
    LogHistogram.State(buckets: [5]), .init(buckets: [5, 2, 1], sum: 5, minimum: 5, maximum: 5),
    .init(buckets: [5, 1, -1], sum: 5, minimum: 5, maximum: 5),
    .init(buckets: [5, 1, 1, 4, 1, 1], sum: 9, minimum: 4, maximum: 5),
    .init(buckets: [-1, 1, 1], sum: 0, minimum: 0, maximum: 0),
    .init(buckets: [7_295, 2, 1, 1], sum: 0, minimum: 0, maximum: .max),
    .init(buckets: [.max, 1, 1], sum: 0, minimum: 0, maximum: .max),
    .init(buckets: [0, .max, 1], sum: 0, minimum: 0, maximum: .max),
    .init(buckets: [5, 1, .max], sum: 5, minimum: 5, maximum: 5),
    .init(buckets: [5, 1, 1], sum: 6, minimum: 5, maximum: 5),
    .init(buckets: [256, 1, 1], sum: 256, minimum: 255, maximum: 256),
    .init(buckets: [256, 1, 1], sum: 257, minimum: 257, maximum: 256),
    .init(buckets: [], sum: 0, minimum: 0, maximum: 0), .init(buckets: [3, 1, 0], sum: 0, minimum: 3, maximum: 3),
  ])
  func noHistogramHasOtherStates(state: LogHistogram.State) {
    #expect(LogHistogram(state) == nil)
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

  /// Independent values: the 95th percentile of exponential times, which is ln 20.
  @Test func theIntervalOfAPercentileHoldsItAsOftenAsItSays() throws {
    var generator = SplitMix64(seed: 5)
    var held = 0
    for _ in 0..<600 {
      var times = LogHistogram()
      for _ in 0..<200 {
        let u = (Double(generator.next() >> 11) + 0.5) / Double(1 << 53)
        times.record(Int64(-Foundation.log(u) * 1e9))
      }
      let interval = try #require(times.percentileInterval(0.95, effective: 200))
      if interval.low <= Foundation.log(20) * 1e9, Foundation.log(20) * 1e9 <= interval.high { held += 1 }
    }
    // 0.95 of 600, and four standard deviations of that count.
    #expect(abs(held - 570) < 22)
  }

  /// Very many values, for which binomials of their number can no longer be computed.
  @Test(arguments: [100, 10_000, 1_000_000, 1_000_000_000] as [Int64])
  func moreValuesMakeThePercentileNoLessSure(count: Int64) throws {
    func interval(_ times: Int64) throws -> Interval {
      var values = LogHistogram()
      for step in 1...100 { values.record(Int64(step) * 1_000_000, times: times) }
      return try #require(values.percentileInterval(0.9, effective: Double(times) * 100))
    }
    let (few, more) = (try interval(count / 100), try interval(count))
    #expect(few.low <= more.low && more.high <= few.high && more.low < more.high)
    #expect(more.low <= 90_500_000 && more.high >= 89_500_000)
    #expect(count < 10_000 || more.high - more.low < 3_000_000)
  }
}
