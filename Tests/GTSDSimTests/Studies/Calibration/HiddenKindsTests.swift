import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct HiddenKindsTests {
  /// Half of the people follow the card; the others hardly ever open it.
  private static func mixed(users: Int, seed: UInt64) -> Scenario {
    var scenario = KnownPopulation.scenario(users: users, horizon: .hours(48), seed: seed)
    var keen = KnownPopulation.persona
    keen.name = "keen"
    keen.decisions.followCard = 0.8
    keen.decisions.goToPlansDirectly = 0.5
    keen.decisions.acknowledge = 0.95
    var idle = KnownPopulation.persona
    idle.name = "idle"
    idle.decisions.followCard = 0.03
    idle.decisions.goToPlansDirectly = 0.03
    idle.decisions.acknowledge = 0.3
    idle.decisions.visitStreaks = 0.05
    scenario.population.personas = [keen, idle]
    return scenario
  }

  private static func log(_ scenario: Scenario, replication: UInt32 = 0) throws -> EventLog {
    try #require(
      SimulatedEvents.log(
        of: scenario, replication: replication, keeping: ObservedEvent.Name.allCases,
        until: scenario.horizon.nanoseconds / 1_000_000, isCancelled: { false }))
  }

  private static func acknowledged(_ scenario: Scenario) throws -> Double {
    let people = try (1...2 as ClosedRange<UInt32>).map { replication in
      EventStatistic.values(of: try log(scenario, replication: replication))[.acknowledged] ?? 0
    }
    return people.reduce(0, +) / Double(people.count)
  }

  /// If they were one kind, everybody would acknowledge within a few sessions.
  @Test func twoKindsAreSeparatedAndForecastTheirOwnRate() throws {
    let scenario = Self.mixed(users: 300, seed: 5)
    let log = try Self.log(scenario)
    let fit = CalibrationFit(log, scenario: CalibrationFitTests.blank)
    let kinds = HiddenKinds(log, fit, scenario: CalibrationFitTests.blank)
    #expect(kinds.kinds.count == 2)
    #expect(kinds.kinds.allSatisfy { abs($0.weight - 0.5) < 0.1 })
    let truth = try Self.acknowledged(scenario)
    func forecast(_ kinds: HiddenKinds?) throws -> Double {
      var overlay = FittedScenario(fit, kinds: kinds, base: scenario, users: 300).overlay(
        lasting: log.end - log.firstMidnight)
      overlay.seed = 77
      return try Self.acknowledged(overlay)
    }
    // The error for 300 people is 2.9 points, and for 600 simulated ones 2 in each of two: three times both together.
    let (found, pooled) = (try forecast(kinds), try forecast(nil))
    #expect(abs(found - truth) < 0.12, "\(found) for \(truth)")
    #expect(pooled - truth > 0.1, "\(pooled) for \(truth)")
  }

  @Test func peopleOfOneKindHaveOneFit() throws {
    let log = KnownPopulation.log(users: 150, horizon: .hours(42), seed: 4)
    let fit = CalibrationFit(log, scenario: CalibrationFitTests.blank)
    #expect(HiddenKinds(log, fit, scenario: CalibrationFitTests.blank).kinds.isEmpty)
  }
}
