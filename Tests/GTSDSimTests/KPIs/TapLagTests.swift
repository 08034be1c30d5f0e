import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Hand-written taps, some of which the screen answers too late.
struct TapLagTests {
  private static let ms = Nanoseconds.millisecond

  private static func lags(_ history: [(ms: Int64, kind: SimulationEvent.Kind)]) -> RateFold {
    let start: [(hours: Double, user: UInt32, kind: SimulationEvent.Kind)] = [
      (0, 0, .committed(.account, revision: 1, intent: 0))
    ]
    return KPIObserverTests.fold(
      users: 1, start + history.map { (Double($0.ms) / 3_600_000, 0, $0.kind) }
    ).uiLags
  }

  private static let tap = SimulationEvent.Kind.action(.deletePhoto, intent: 1)
  private static let begins = SimulationEvent.Kind.began(.photoDelete)
  private static func shows(_ variable: StateVariable, _ value: Int64 = 1) -> SimulationEvent.Kind {
    .published(variable, value: value, cause: .reply)
  }

  @Test func immediateChangeIsNoLag() {
    #expect(
      Self.lags([(0, Self.tap), (0, Self.shows(.tab)), (0, Self.begins), (900, Self.shows(.photosShown))])
        == Self.rate(0, 1))
    #expect(
      Self.lags([(0, Self.tap), (0, Self.begins), (0, Self.shows(.tab)), (900, Self.shows(.photosShown))])
        == Self.rate(0, 1))
  }

  @Test(arguments: [(Int64(99), 0), (100, 0), (101, 1), (5_000, 1)])
  func theFirstChangeOnScreenDecides(after: Int64, lags: Int) {
    // The state of a model is not on screen.
    let history = [
      (Int64(0), Self.tap), (0, Self.begins), (1, Self.shows(.homeNeed)), (after, Self.shows(.photosShown)),
    ]
    #expect(Self.lags(history) == Self.rate(lags, 1))
  }

  @Test func tapThatBeginsNothingIsNotCounted() {
    #expect(Self.lags([(0, Self.tap), (900, Self.shows(.photosShown))]) == Self.rate(0, 0))
    #expect(
      Self.lags([(0, Self.shows(.photosUploading)), (1, Self.tap), (1, Self.begins), (900, Self.shows(.photosShown))])
        == Self.rate(0, 0))
    #expect(
      Self.lags([
        (0, Self.shows(.photosUploading)), (5, Self.shows(.photosUploading, 0)), (10, Self.tap), (10, Self.begins),
        (900, Self.shows(.photosShown)),
      ]) == Self.rate(1, 1))
  }

  @Test func nextTapEndsThePreviousLag() {
    // Too early to decide; and later than the screen should have responded.
    #expect(Self.lags([(0, Self.tap), (0, Self.begins), (80, Self.tap)]) == Self.rate(0, 0))
    #expect(Self.lags([(0, Self.tap), (0, Self.begins), (800, .action(.terminate, intent: 2))]) == Self.rate(1, 1))
  }

  @Test func theAppThatWaitsForTheServerToLogOutLags() throws {
    func lags(_ generation: String) throws -> Double? {
      let scenario = try Scenario.parse(
        #"{"name": "lag", "seed": 5, "horizon": "2d", "generation": "\#(generation)", "population": {"size": 80}}"#)
      return Simulation(scenario).run().kpis.first { $0.id == KPI.uiLagRate.id }?.value
    }
    #expect(try lags("correct") == 0)
    let head = try #require(try lags("head"))
    #expect(head > 0)
  }

  private static func rate(_ lags: Int, _ taps: Int) -> RateFold {
    RateFold(successes: lags, trials: taps, censored: 0)
  }
}
