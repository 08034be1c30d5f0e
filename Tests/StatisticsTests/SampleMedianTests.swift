import Randomness
import Testing

@testable import Statistics

/// The median of a sample, which rare extreme values do not move.
struct SampleMedianTests {
  @Test("The interval is Conover's, from the ranks of a binomial count")
  func ranks() throws {
    let median = try #require(SampleMedian((1...20).map(Double.init).shuffled()))
    #expect(median.value == 10.5)
    let interval = try #require(median.interval(level: 0.95))
    #expect(interval.low == 6 && interval.high == 15)
    #expect(SampleMedian([1, 2, 3])?.interval(level: 0.95) == nil)
    #expect(SampleMedian([]) == nil)
  }

  @Test("The p-value is that of the sign test, and equal values speak for no difference")
  func signTest() throws {
    // Nine of ten are positive: twice the probability of at most one of ten.
    let nine = try #require(SampleMedian([-1, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    #expect(abs(nine.p - 22.0 / 1_024) < 1e-12)
    #expect(try #require(SampleMedian([0, 0, 0, 0, 0, 0, 0, 1, 1, 1])).p == 1)
  }

  @Test("Of values that are known by bounds, every result holds wherever the values lie", arguments: 0..<40)
  func bounds(seed: UInt64) throws {
    let draws = Draws(seed: seed)
    let bounds = (0..<UInt32(25)).map { user in
      let low = draws.uniform(user: user, purpose: 1) - 0.3
      return (low: low, high: draws.uniform(user: user, purpose: 2) < 0.2 ? .infinity : low)
    }
    let median = try #require(SampleMedian(bounds: bounds))
    let interval = try #require(median.interval(level: 0.95))
    for purpose in 3..<8 as Range<UInt32> {
      let values = bounds.indices.map { index in
        let reach = draws.uniform(user: UInt32(index), purpose: purpose)
        return bounds[index].high == .infinity ? bounds[index].low + reach : bounds[index].low
      }
      let known = try #require(SampleMedian(values))
      let inner = try #require(known.interval(level: 0.95))
      #expect(interval.low <= inner.low && inner.high <= interval.high && known.p <= median.p)
      if let value = median.value { #expect(value == known.value) }
    }
    // Without a bound nothing is known of the median.
    let unknown = try #require(SampleMedian(bounds: bounds.map { _ in (-.infinity, .infinity) }))
    #expect(unknown.value == nil && unknown.p == 1)
  }

  @Test("The interval excludes zero at every level below 1 - p, and at none above", arguments: 0..<40)
  func testAndIntervalAgree(seed: UInt64) throws {
    let draws = Draws(seed: seed)
    let values = (0..<UInt32(25)).map { draws.uniform(user: $0, purpose: 1) - 0.3 }
    let median = try #require(SampleMedian(values))
    for level in [median.p - 0.001, median.p + 0.001].map({ 1 - $0 }) where level > 0 && level < 1 {
      guard let interval = median.interval(level: level) else { continue }
      #expect((interval.low > 0 || interval.high < 0) == (level < 1 - median.p), "at \(level), p \(median.p)")
    }
  }
}
