import Testing

@testable import Randomness
@testable import Statistics

struct ClusteredRatioTests {
  private static func sums(_ clusters: [(Int64, Int64)]) -> ClusterSums {
    clusters.reduce(into: ClusterSums()) { $0.add(trials: $1.0, counted: $1.1) }
  }

  /// Cochran, 6.3: the linearised variance, by hand for three clusters of 2, 4 and 6 trials with 1, 1 and 4 successes.
  @Test func theVarianceIsThatOfARatioOfSums() throws {
    let ratio = try #require(ClusteredRatio(Self.sums([(2, 1), (4, 1), (6, 4)])))
    #expect(ratio.value == 0.5)
    // Errors 0, -1 and 1; 3/2 of their squares' sum over 12 squared.
    let variance = try #require(ratio.variance)
    #expect(abs(variance - 1.5 * 2 / 144) < 1e-12)
    #expect(abs(ratio.effectiveClusters - 144.0 / 56) < 1e-12)
    #expect(abs(ratio.skewness) < 1e-12)
  }

  /// A person with ten equal outcomes carries no more information than one with a single outcome.
  @Test(arguments: 1...50)
  func repeatingWhatPeopleDoNarrowsNothing(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let people = (0..<(2 + Int(random.next() % 40))).map { _ in
      let trials = Int64(1 + random.next() % 9)
      return (trials, Int64(random.next() % UInt64(trials + 1)))
    }
    let once = try #require(ClusteredRatio(Self.sums(people)))
    let often = try #require(ClusteredRatio(Self.sums(people.map { (10 * $0.0, 10 * $0.1) })))
    let (narrow, wide) = (try #require(often.shareInterval()), try #require(once.shareInterval()))
    #expect(abs(narrow.low - wide.low) < 1e-9 && abs(narrow.high - wide.high) < 1e-9)
    #expect(wide.low < wide.high && wide.low <= once.value && once.value <= wide.high)
    // Twice as many people do.
    let more = try #require(ClusteredRatio(Self.sums(people + people)).flatMap { $0.shareInterval() })
    #expect(more.high - more.low < wide.high - wide.low)
  }

  @Test func agreeingClustersHaveTheExactInterval() throws {
    for share in [0, 1, 2] as [Int64] {
      let interval = try #require(ClusteredRatio(Self.sums(Array(repeating: (2, share), count: 40)))?.shareInterval())
      #expect(interval.low < interval.high && interval.method == "clopper-pearson-effective")
    }
    let none = try #require(ClusteredRatio(Self.sums(Array(repeating: (7, 0), count: 40)))?.shareInterval())
    #expect(none.high == ProportionInterval.clopperPearson(successes: 0, trials: 40)?.high)
    #expect(ClusteredRatio(Self.sums([(1_000_000, 3)]))?.shareInterval() == nil)
    #expect(ClusteredRatio(ClusterSums()) == nil)
    #expect(ClusteredRatio(Self.sums(Array(repeating: (3, 12), count: 9)))?.meanInterval() == nil)
  }

  /// Shares that differ by person, and means with a heavy tail: 1,000 worlds of 60 people each, in the bands of 99.9 %
  /// around 95 % and 94.5 %. A coverage of 91 % is noticed with a probability of 97 %. Naive intervals of the same data
  /// contain the truth in fewer than three of four cases.
  @Test func intervalsOfClustersHoldTheTruth() throws {
    let worlds = 1_000
    var (shares, naive, means) = (0, 0, 0)
    let truth = 0.3
    for world in 0..<worlds {
      let draws = Draws(seed: UInt64(world) &+ 77)
      var (people, times) = (ClusterSums(), ClusterSums())
      for person in 0..<60 as Range<UInt32> {
        // Half of the people never, half with probability 0.6; 1 to 20 trials each.
        let trials = 1 + Int64(draws.uniform(user: person, purpose: 1) * 20)
        let isProne = draws.uniform(user: person, purpose: 2) < 0.5
        let counted = (0..<trials).count {
          isProne && draws.uniform(user: person, purpose: 3, step: UInt32($0)) < 2 * truth
        }
        people.add(trials: trials, counted: Int64(counted))
        let normal = NormalDistribution.quantile(draws.uniform(user: person, purpose: 4))
        times.add(trials: 1, counted: Int64(1_000_000 * PortableMath.exp(normal)))
      }
      if let interval = ClusteredRatio(people)?.shareInterval(), interval.low <= truth, truth <= interval.high {
        shares += 1
      }
      let wilson = ProportionInterval.wilson(successes: Int(people.counted), trials: Int(people.trials))
      if let wilson, wilson.low <= truth, truth <= wilson.high { naive += 1 }
      let mean = 1_000_000 * PortableMath.exp(0.5)
      if let interval = ClusteredRatio(times)?.meanInterval(), interval.low <= mean, mean <= interval.high {
        means += 1
      }
    }
    #expect((0.927...0.973).contains(Double(shares) / Double(worlds)))
    #expect(Double(naive) / Double(worlds) < 0.75)
    #expect((0.921...0.969).contains(Double(means) / Double(worlds)))
  }

  @Test func percentilesOfPeopleCountPeople() throws {
    func quantiles(_ values: [[Int64]]) -> ClusterQuantiles {
      values.reduce(into: ClusterQuantiles()) { result, own in
        var counts = Array(repeating: UInt16(0), count: ClusterQuantiles.slots)
        for value in own { counts[ClusterQuantiles.slot(of: value)] += 1 }
        result.add(counts)
      }
    }
    let draws = Draws(seed: 5)
    let independent = (0..<400 as Range<UInt32>).map { person in
      (0..<5 as Range<UInt32>).map { Int64(draws.uniform(user: person, purpose: 1, step: $0) * 1e9) }
    }
    let alike = independent.map { Array(repeating: $0[0], count: 5) }
    let one = try #require(quantiles(independent.map { [$0[0]] }).effectiveValues(at: 0.9))
    #expect(abs(try #require(quantiles(alike).effectiveValues(at: 0.9)) / one - 1) < 1e-9)
    #expect(try #require(quantiles(independent).effectiveValues(at: 0.9)) > 4 * one)
    // Bounds increase with the values, and are at most a quarter of a doubling apart.
    var last = 0
    for value in stride(from: Int64(1) << 20, to: 1 << 30, by: 1 << 17) {
      let slot = ClusterQuantiles.slot(of: value)
      #expect(slot == last || slot == last + 1)
      last = slot
    }
  }
}
