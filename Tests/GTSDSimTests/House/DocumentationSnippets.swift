import Foundation
import GTSDModel
import GTSDSim
import Testing

@testable import GTSDStudies

/// The code in README and the guides, word for word, using only public API.
struct DocumentationSnippets {
  // MARK: UsingItInSwiftTesting

  @Test(arguments: [UInt64(1), 2, 3])
  func theSoundAppKeepsItsState(seed: UInt64) throws {
    var scenario = try Scenario.library("first-day-fixed")
    (scenario.seed, scenario.population.size) = (seed, 30)
    let report = Simulation(scenario).run()
    #expect(report.violations.isEmpty)
  }

  @Test func halfAnHourOfOutageLosesNoPhoto() throws {
    let scenario = try Scenario.parse(
      """
      {
        "horizon": "36h",
        "generation": "correct",
        "population": {"size": 25, "personas": [{"name": "photographer", "decisions": {"uploadPhotos": 0.9}}]},
        "faults": [{"kind": "outage", "from": "6h", "until": "6h30m"}],
      }
      """)
    let report = Simulation(scenario).run()
    #expect(!report.violations.contains { $0.invariant == "I-PHOTO" })
  }

  @Test func aDoubleTapIsOneAcknowledgment() throws {
    var scenario = try Scenario.library("double-tap-acknowledge")
    scenario.generation = .preset(.correct)
    let search = try Exploration(scenario, schedules: 100).run()
    for find in search.finds {
      Issue.record("\(find.key): gtsd-sim replay \(find.token)")
    }
  }

  @Test func aDismissedCardStaysAway() throws {
    let scenario = try Scenario.parse(
      """
      {
        "generation": "correct",
        "story": {
          "given": ["onboard"],
          "when": ["dismissCard", {"do": "openTab", "tab": "tasks"}, {"do": "openTab", "tab": "home"}],
        },
      }
      """)
    let play = try Play(scenario).run()
    #expect(play.passes, "\(play.findings)")
    #expect(play.steps.last?.screen.contains("card hidden") == true)
  }

  @Test func photosInParallelLoseNothing() throws {
    var scenario = Scenario(name: "photographers")
    scenario.generation = .preset(.correct)
    scenario.generation.photo.upload = .unboundedParallel
    scenario.population.size = 25
    try scenario.validate()
    let forecast = try Forecast(scenario, replications: 2).run()
    #expect(forecast.indicators[.photoUploadSuccessRate].mean ?? 1 > 0.5)
  }

  @Test func fewMetricsLoadsFail() throws {
    var scenario = try Scenario.library("first-day-fixed")
    scenario.population.size = 60
    let report = Simulation(scenario).run()
    let indicator = try #require(report[.metricsLoadErrorRate])
    #expect(indicator.verdict != .missed)
  }
}
