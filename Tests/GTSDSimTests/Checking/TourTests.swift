import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_bench

/// Tours through the correct app, in which `Mutants/study` looks for planted defects.
struct TourTests {
  static let tours = ScenarioFiles.names.filter { $0.hasPrefix("tours/") }

  @Test func toursExist() { #expect(Self.tours.count >= 8) }

  @Test(arguments: Sample.of(tours, each: 4))
  func correctAppBreaksNoInvariant(tour: String) throws {
    let scenario = try Scenario.load(ScenarioFiles.path(tour))
    let fold = Exploration(scenario, schedules: 12, jobs: 1).search(try StoryStage(scenario))
    #expect(fold.sortedEntries.map(\.signature) == [])
  }
}
