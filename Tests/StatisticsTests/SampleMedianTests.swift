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
