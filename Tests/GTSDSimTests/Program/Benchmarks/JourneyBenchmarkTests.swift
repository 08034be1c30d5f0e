import Testing

@testable import gtsd_bench
@testable import gtsd_sim

@Suite struct JourneyBenchmarkTests {
  /// The actors and the plain loop produce the same events in the same order. `gtsd-bench journey`, which is optimised,
  /// checks recorded digests of 10,000 and 100,000 users.
  @Test(arguments: [1, 7] as [UInt64])
  func actorsAndPlainLoopAgree(seed: UInt64) {
    let actors = JourneyBenchmark.runActors(users: 300, seed: seed)
    let plain = JourneyBenchmark.runPlainLoop(users: 300, seed: seed)
    #expect(actors.digest == plain.digest)
    #expect(actors.doneInTimeShare == plain.doneInTimeShare)
    #expect(actors.events == 300 * 81)
  }
}
