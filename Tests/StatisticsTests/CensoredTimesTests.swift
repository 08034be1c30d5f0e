import Testing

@testable import Randomness
@testable import Statistics

struct CensoredTimesTests {
  private func histogram(_ values: [Int64]) -> LogHistogram {
    values.reduce(into: LogHistogram()) { $0.record($1) }
  }

  @Test func withoutCensoringItEqualsTheHistogram() {
    let one = histogram([3, 1, 4, 1, 5])
    let two = histogram([9, 2, 6])
    let times = CensoredTimes([.init(ended: one, censored: .init()), .init(ended: two, censored: .init())])
    var all = one
    all.merge(two)
    for share in [0.1, 0.5, 0.95] {
      #expect(times.percentile(share) == all.percentile(share))
      #expect(times.percentileInterval(share) == all.percentileInterval(share))
    }
    #expect(times.mean == all.mean && times.count == 8)
  }

  /// The example by hand: 1, 2+, 3, 4+, 5. S is 4/5 at 1, 4/5 x 2/3 at 3, and 0 at 5.
  @Test func oneGroupIsKaplanMeier() throws {
    let times = CensoredTimes([.init(ended: histogram([1, 3, 5]), censored: histogram([2, 4]))])
    #expect(times.percentile(0.2) == 1 && times.percentile(0.21) == 3)
    #expect(times.percentile(7.0 / 15) == 3 && times.percentile(0.47) == 5 && times.percentile(1) == 5)
    let mean = try #require(times.mean)
    #expect(abs(mean - (1 * 0.2 + 3 * (4.0 / 15) + 5 * (8.0 / 15))) < 1e-12)
    let interval = try #require(times.percentileInterval(0.5))
    #expect(interval.method == "kaplan-meier" && interval.low <= 3 && interval.high >= 5)
  }

  @Test func unknownTimeIsNil() {
    let times = CensoredTimes([.init(ended: histogram([1]), censored: histogram([2, 3, 4]))])
    #expect(times.percentile(0.25) == 1 && times.percentile(0.26) == nil && times.percentileInterval(0.5) == nil)
    #expect(CensoredTimes([.init(ended: .init(), censored: histogram([2]))]).percentile(0.5) == nil)
  }

  /// A fifth of reads takes 2,000 and the rest 10. People leave one endpoint at times that do not depend on it, and
  /// stay for the other. The ended times lack some slow ones, and the estimate contains them.
  @Test func sharesOfSlowUnitsAreRecovered() throws {
    var generator = SplitMix64(seed: 11)
    func chance(_ share: Double) -> Bool { Double(generator.next() >> 11) * 0x1p-53 < share }
    var (left, stayed) = (CensoredTimes.Group(ended: .init(), censored: .init()), LogHistogram())
    for _ in 0..<20_000 {
      let time: Int64 = chance(0.2) ? 2_000 : 10
      // Half leave within the first second, and all others stay.
      let leave: Int64 = chance(0.5) ? Int64(generator.next() % 1_000) : .max
      if leave < time { left.censored.record(leave) } else { left.ended.record(time) }
      stayed.record(chance(0.2) ? 2_000 : 10)
    }
    let slow = left.ended.buckets.filter { $0.low > 100 }.reduce(0) { $0 + $1.count }
    #expect(Double(slow) / Double(left.ended.count) < 0.13)
    for times in [CensoredTimes([left]), CensoredTimes([left, .init(ended: stayed, censored: .init())])] {
      // 0.2 of 20,000 with half of the slow ones censored: one standard error is at most 0.004; five are allowed.
      let (low, high) = (try #require(times.percentile(0.78)), try #require(times.percentile(0.82)))
      #expect(low < 100 && high > 1_000)
    }
  }
}
