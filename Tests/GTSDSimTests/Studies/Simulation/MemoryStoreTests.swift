import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Worlds that are stored instead of run again.
struct MemoryStoreTests {
  @Test func storedWorldsGiveTheSameAndTheOldestAreRemoved() throws {
    var scenario = Scenario(name: "kept")
    scenario.population.size = 4
    scenario.horizon = .minutes(10)
    func report(_ store: MemoryStore?, errorRate: Double) -> String {
      var changed = scenario
      changed.backend.errorRate = Probability(errorRate)
      var comparison = Comparison(scenario, changed, replications: 3, jobs: 1)
      comparison.checkpoint = store
      return comparison.reported().json
    }
    let store = MemoryStore(capacity: 8)
    #expect(report(store, errorRate: 0.1) == report(nil, errorRate: 0.1))
    #expect(store.count == 6)
    // The baseline's three worlds are stored. Only the other side's are new, and the two oldest are dropped at the end.
    #expect(report(store, errorRate: 0.2) == report(nil, errorRate: 0.2))
    #expect(store.count == 8)
  }
}
