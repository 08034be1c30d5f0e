import Foundation
import GTSDModel
import GTSDSim
import Testing

/// A population that is quick to simulate in a debug build.
private func firstDay(users: Int = 60) -> Scenario {
  var scenario = Scenario(name: "first-day")
  scenario.generation = .preset(.correct)
  scenario.generation.photo.upload = .unboundedParallel
  scenario.population.size = users
  scenario.horizon = .hours(48)
  return scenario
}

@Test("A forecast has a mean with an interval, and the probability of its target")
func aForecastAnswersItsQuestion() throws {
  // With fewer than ten replications, a mean has no interval.
  let forecast = try Forecast(firstDay(), replications: 10).run()
  let indicator = forecast.indicators[.acknowledgmentRate24h]
  let (mean, interval) = (try #require(indicator.mean), try #require(indicator.interval))
  #expect(interval.low < mean && mean < interval.high && mean > 0)
  #expect((0...1).contains(try #require(indicator.probability)))
  #expect(forecast.complete && forecast.replications == 10)
}

@Test func slowMetricsAreWorse() async throws {
  var slow = firstDay()
  slow.backend.metricsDelay = .constant(4 * 3_600)
  let comparison = await Comparison(firstDay(), slow, replications: 3).run()
  let row = try #require(comparison[.acknowledgmentRate24h])
  #expect(try #require(row.difference) < 0)
}

@Test func aStoryBuiltInCodeIsSearched() async throws {
  var story = Story()
  story.given = [StoryStep(.onboard), StoryStep(.rest, after: .minutes(1))]
  story.steps = [
    StoryStep(.openTab) { $0.tab = .plans },
    StoryStep(.acknowledge, after: .milliseconds(20), until: .tabSettled),
    StoryStep(.openTab, after: .milliseconds(20)) { $0.tab = .home },
  ]
  var scenario = Scenario(name: "acknowledge-and-go-home")
  scenario.population = .onePerson
  scenario.story = story
  try scenario.validate()

  let broken = try await Exploration(scenario, schedules: 200).run()
  #expect(!broken.finds.isEmpty)
  for find in broken.finds { #expect(!find.token.isEmpty && !find.summary.isEmpty) }
  #expect(try await Replay(#require(broken.finds.first).token, of: scenario).run().isReproduced)

  scenario.generation = .preset(.correct)
  #expect(try await Exploration(scenario, schedules: 200).run().finds.isEmpty)
}

@Test func valuesThatNoFileCanContainAreRefused() {
  var scenario = firstDay()
  scenario.population.size = 0
  #expect(throws: ScenarioError.self) { try scenario.validate() }
  #expect(throws: Forecast.Failure.self) { try Forecast(scenario, replications: 2).run() }
}

@Test(.timeLimit(.minutes(2))) func aServerIsDriven() async throws {
  var scenario = firstDay()
  var load = LoadSettings()
  load.unit = .request
  load.request = .todayMetrics
  (load.rate, load.iterations) = (50, 100)
  load.thresholds = [LoadThreshold(.rate, .errorRate, .atMost, 0.5)]
  scenario.load = load
  let result = try await ServeRun.serving(try Scenario.parse(ServeRun.plainScenario)) { url in
    try await LoadRun(scenario, target: url).run()
  }
  #expect(result.offered == 100 && result.requests.count > 0)
  #expect(result[.todayMetrics]?.responseTime.p95 != nil)
  #expect(result.thresholds.map(\.verdict) == [.met])
}

@Test func aSimulationCanBeCancelled() async throws {
  var scenario = firstDay(users: 20_000)
  scenario.population.cellSize = 100
  let simulation = Simulation(scenario)
  let (first, continuation) = AsyncStream<StudyProgress>.makeStream()
  let task = Task {
    await simulation.run { continuation.yield($0) }
  }
  for await progress in first where progress.done > 0 {
    #expect(progress.share > 0 && progress.total == 20_000)
    break
  }
  task.cancel()
  #expect(await !task.value.complete)
}
