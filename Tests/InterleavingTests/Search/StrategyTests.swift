import Testing

@testable import Interleaving

@Suite struct StrategyTests {
  static let schedules = 1_500 as UInt64

  static func share(_ strategy: SearchStrategy, _ hazard: ToyHazard, seed: UInt64 = 1) -> Double {
    let policy = strategy.policy(seed: seed, window: .max, reference: hazard.reference)
    return hazard.share(policy, schedules: schedules)
  }

  /// Five standard deviations of a share of 1,500.
  static func tolerance(_ p: Double) -> Double { 5 * (p * (1 - p) / Double(schedules)).squareRoot() }

  /// Two tasks, one of which continues at each step: R1 R2 after one choice; A1 B1 B2 A2 after three; with a third task
  /// that comes last, three, three, three and two choices.
  @Test(
    arguments: [(.lostUpdate, 0.5), (.staleReply, 1.0 / 8), (.cacheResurrects, 1.0 / 54)] as [(ToyHazard, Double)])
  func randomPicksFollowTheClosedForm(hazard: ToyHazard, expected: Double) {
    #expect(abs(Self.share(.random, hazard) - expected) < Self.tolerance(expected))
  }

  /// Under the uniform walk, the share equals that among all interleavings, counted one by one.
  @Test(arguments: [ToyHazard.lostUpdate, .cacheResurrects, .starvation])
  func theUniformWalkIsUniformOverInterleavings(hazard: ToyHazard) {
    let interleavings = hazard.interleavings()
    let expected = Double(interleavings.count { hazard.isWrong($0) }) / Double(interleavings.count)
    #expect(abs(Self.share(.urw, hazard) - expected) < Self.tolerance(expected))
  }

  /// Ten interleavings of two tasks with three and two steps are equally likely, by a chi-square of nine degrees of
  /// freedom below its 99.9 % quantile.
  @Test func everyInterleavingIsEquallyLikelyUnderTheUniformWalk() {
    let hazard = ToyHazard(name: "flat", tasks: [[0, 1, 0], [1, 1]]) { _ in false }
    let policy = SearchStrategy.urw.policy(seed: 5, window: .max, reference: hazard.reference)
    var counts: [[ToyHazard.Step]: Int] = [:]
    for schedule in 0..<2_000 as Range<UInt64> {
      policy.begin(schedule: schedule)
      counts[hazard.run(policy).log, default: 0] += 1
    }
    let squares = counts.values.map { Double(($0 - 200) * ($0 - 200)) / 200 }
    #expect(counts.count == 10)
    #expect(squares.reduce(0, +) < 27.88)
  }

  /// A step that is delayed past 12 of 16 independent steps has the lowest of 13 priorities, and its task's first step
  /// comes before the fifth: about one schedule in twenty. Uniform picks give 2^-12.
  @Test func partialOrderSamplingStarvesTasks() {
    let share = Self.share(.pos, .starvation)
    #expect(share > 0.02 && share < 0.1, "\(share)")
    #expect(Self.share(.pos, .nestedWindows) > 0.005)
    #expect(Self.share(.random, .starvation) < 0.003)
    #expect(Self.share(.pos, .staleReply) > 0.05)
    #expect(Self.share(.pos, .cacheResurrects) > 0.01)
    #expect(abs(Self.share(.pos, .lostUpdate) - 0.5) < Self.tolerance(0.5))
  }

  /// The theoretical bound is 1 / (n k^(d - 1)). Failures that need a starved task are found where uniform picks fail.
  @Test func pctMeetsItsTheoreticalBound() {
    func bound(tasks: Double, steps: Double) -> Double { 1 / (tasks * steps * steps) }
    #expect(Self.share(.pct, .staleReply) > bound(tasks: 4, steps: 9))
    #expect(Self.share(.pct, .starvation) > 0.02)
    #expect(Self.share(.pct, .nestedWindows) > bound(tasks: 3, steps: 20))
    #expect(Self.share(.pct, .lostUpdate) > bound(tasks: 2, steps: 4))
  }

  @Test(arguments: ToyHazard.all)
  func thePortfolioFindsEveryHazard(hazard: ToyHazard) {
    let reference = hazard.reference
    for seed in 1...12 as ClosedRange<UInt64> {
      let policy = SearchStrategy.portfolio.policy(seed: seed, window: .max, reference: reference)
      let found = (0..<500 as Range<UInt64>).first { schedule in
        policy.begin(schedule: schedule)
        return hazard.isWrong(hazard.run(policy).log)
      }
      #expect(found != nil, "seed \(seed)")
    }
  }

  /// A schedule depends only on seed and number, not on the schedules before it.
  @Test(arguments: SearchStrategy.allCases.filter { $0 != .dfs })
  func schedulesDoNotDependOnEarlierOnes(strategy: SearchStrategy) {
    let hazard = ToyHazard.staleReply
    let policy = strategy.policy(seed: 9, window: .max, reference: hazard.reference)
    let logs = (0..<40 as Range<UInt64>).map { schedule in
      policy.begin(schedule: schedule)
      return hazard.run(policy).log
    }
    for schedule in [39, 3, 17, 0] as [UInt64] {
      let fresh = strategy.policy(seed: 9, window: .max, reference: hazard.reference)
      fresh.begin(schedule: schedule)
      #expect(hazard.run(fresh).log == logs[Int(schedule)])
    }
    #expect(Set(logs).count > 10)
    let other = strategy.policy(seed: 10, window: .max, reference: hazard.reference)
    let others = (0..<40 as Range<UInt64>).map { schedule in
      other.begin(schedule: schedule)
      return hazard.run(other).log
    }
    #expect(others != logs)
  }

  @Test func aPortfolioTakesTurns() {
    let hazard = ToyHazard.staleReply
    let reference = hazard.reference
    let portfolio = SearchStrategy.portfolio.policy(seed: 4, window: .max, reference: reference)
    for (turn, strategy) in [SearchStrategy.pos, .pct, .urw, .pct].enumerated() {
      let alone = strategy.policy(seed: 4, window: .max, reference: reference)
      for schedule in [UInt64(turn), UInt64(turn) + 8] {
        portfolio.begin(schedule: schedule)
        alone.begin(schedule: schedule)
        #expect(hazard.run(portfolio).log == hazard.run(alone).log)
      }
    }
  }
}
