import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

struct AgreeingWorldsTests {
  /// Worlds of 100 people with 7 trials each; in the first of them, `counted` of each person's trials are hits.
  private static func fold(worlds: Int, first counted: Int64 = 0, others: Int64 = 0) -> ClusterFold {
    var all = ClusterFold()
    for world in 0..<worlds {
      var fold = ClusterFold()
      var tally = TrialTally()
      for trial in 0..<7 { tally.count(Int64(trial) < (world == 0 ? counted : others)) }
      for _ in 0..<100 { fold.add(tally) }
      fold.endWorld()
      all.merge(fold)
    }
    return all
  }

  @Test("Additional worlds with the same result never widen an interval", arguments: [0, 7] as [Int64])
  func moreDataNeverWidens(counted: Int64) throws {
    var before = 1.0
    for worlds in 1...24 {
      let fold = Self.fold(worlds: worlds, first: counted, others: counted)
      let interval = try #require(fold.shareInterval(level: 0.95))
      let width = interval.high - interval.low
      #expect(width > 0 && width < before, "\(worlds) worlds")
      before = width
      // The exact interval for this number of people.
      let exact = ProportionInterval.clopperPearson(successes: counted == 0 ? 0 : 100 * worlds, trials: 100 * worlds)
      #expect(abs(interval.low - (exact?.low ?? 9)) < 1e-9 && abs(interval.high - (exact?.high ?? 9)) < 1e-9)
    }
  }

  @Test("With eight or more worlds that differ, each world counts as one unit")
  func worldsThatDifferWiden() throws {
    func width(_ worlds: Int) throws -> Double {
      let interval = try #require(Self.fold(worlds: worlds, first: 7).shareInterval(level: 0.95))
      return interval.high - interval.low
    }
    #expect(try width(8) > 5 * width(7))
    #expect(try width(40) < width(8))
  }
}
