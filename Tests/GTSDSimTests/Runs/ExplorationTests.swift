import GTSDModel
import Testing

@testable import GTSDSim

@Suite struct ExplorationTests {
  static func race(_ hazard: String) throws -> Scenario {
    try Scenario.load(
      #filePath.replacing("Tests/GTSDSimTests/Runs/ExplorationTests.swift", with: "scenarios/races/\(hazard).json"))
  }

  @Test func aDoubleTapIsFoundShrunkAndExplained() throws {
    let report = try Exploration(Self.race("double-tap-acknowledge"), schedules: 400, jobs: 2).run()
    let section = try #require(report.exploration)
    #expect(section.errors == [])
    let find = try #require(section.finds.first { $0.hazard == "double-tap-acknowledge" })
    #expect(find.oracle == "I-ONCE")
    #expect(find.constraints.count == 1)
    #expect(find.passesWithoutConstraints)
    #expect(find.isMinimal)
    let twin = try #require(find.twin)
    #expect(twin.failures == 0)
    #expect(report.exitCode == 11)
  }

  /// The report depends on the number of schedules, not on who ran them.
  @Test func threadsChangeNothing() throws {
    let scenario = try Self.race("double-tap-acknowledge")
    let one = try Exploration(scenario, schedules: 300, jobs: 1).run()
    let three = try Exploration(scenario, schedules: 300, jobs: 3).run()
    #expect(one == three)
  }
}
