import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// A scenario file of this package.
func library(_ name: String, users: Int, seed: UInt64 = 1) throws -> Scenario {
  let path = Checkout.root.appending(path: "scenarios/\(name).json").path
  var scenario = try Scenario.load(path)
  scenario.population.size = users
  scenario.seed = seed
  return scenario
}

@Suite(.limitedWait)
struct SimulationTests {
  @Test func oneThreadAndTwoGiveTheSameBytes() throws {
    var scenario = try library("first-day", users: 60)
    scenario.population.cellSize = 20
    let one = Simulation(scenario, jobs: 1).run()
    let two = Simulation(scenario, jobs: 2).run()
    #expect(one.rendered(as: .json) == two.rendered(as: .json))
  }

  @Test("Progress counts the events of every finished world, also if an earlier one still runs")
  func progressCountsTheEventsOfTheDone() throws {
    var scenario = try library("first-day", users: 2)
    scenario.population.cellSize = 1
    let units = RunUnit.all(of: scenario, replications: 1)
    let folds = try units.map { unit in
      try #require(UnitRun.run(unit, of: scenario, keepsEvents: false, isCancelled: { false }))
    }
    let reported = Log<Simulation.Progress>()
    let collector = UnitCollector(
      users: 2, arms: 1, keepsUnits: false, progress: { reported.append($0) }, lines: { _ in })
    collector.add(folds[1], for: units[1], at: 1)
    #expect(reported.items.last?.usersDone == 1 && reported.items.last?.events == folds[1].events)
    collector.add(folds[0], for: units[0], at: 0)
    #expect(reported.items.last?.events == folds[0].events + folds[1].events && folds[1].events > 0)
  }

  @Test func seedsDiffer() throws {
    let digests = try (1...3).map { Simulation(try library("first-day", users: 20, seed: $0), jobs: 1).run().digest }
    #expect(Set(digests).count == 3)
  }

  @Test func replicationsPoolTheirCounts() throws {
    let scenario = try library("first-day", users: 25)
    let once = Simulation(scenario, jobs: 1).run()
    let thrice = Simulation(scenario, replications: 3, jobs: 2).run()
    #expect(once.funnel.first?.users == 25)
    #expect(thrice.funnel.first?.users == 75)
    #expect(once.digest != thrice.digest)
  }

  /// A user's draws depend only on the global index, so the split into cells changes no arrival and no decision. Only
  /// queues are shared differently, and with enough servers there is no queue.
  @Test func cellsDoNotShiftDraws() throws {
    var scenario = try library("first-day", users: 40)
    scenario.backend.servers = nil
    let whole = Simulation(scenario, jobs: 1).run()
    scenario.population.cellSize = 10
    let split = Simulation(scenario, jobs: 1).run()
    #expect(whole.kpis == split.kpis)
    #expect(whole.analytics == split.analytics)
    #expect(whole.requests == split.requests)
  }

  /// Sessions of a person have distinct names on both phones, and no phone states a time of an event that it did not
  /// see.
  @Test func sessionsOfAPersonHaveNamesOfTheirOwn() throws {
    var scenario = try library("first-day", users: 60)
    for index in scenario.population.personas.indices {
      scenario.population.personas[index].decisions.useSecondDevice = 0.6
    }
    var writing = Simulation(scenario, jobs: 1)
    writing.keepsEvents = true
    let lines = Collected()
    _ = writing.run(progress: { _ in }, lines: { lines.add($0) }, isCancelled: { false })
    struct Line: Decodable {
      struct Properties: Decodable {
        var session_id: Int?
        var time_to_acknowledge: Double?
      }
      var event_name: String
      var user_id: String
      var properties: Properties
    }
    let events = try lines.texts.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    let launches = events.filter { $0.event_name == "app_launched" }.map {
      "\($0.user_id) \($0.properties.session_id ?? -1)"
    }
    #expect(launches.count > 100 && Set(launches).count == launches.count)
    #expect(events.contains { ($0.properties.session_id ?? 0) >= 65_536 })
    #expect(events.allSatisfy { $0.properties.time_to_acknowledge != 0 })
  }

  /// A fault without an effect shifts no draw of anything else, at any position of the list.
  @Test func aFaultThatDoesNothingChangesNobody() throws {
    var scenario = try library("first-day", users: 12)
    let real = [
      Fault(kind: .error(status: 503), probability: 0.2),
      Fault(kind: .latency(.exponential(mean: 3)), probability: 0.5),
      Fault(kind: .error(status: 503), probability: 0.2),
    ]
    let inert = [
      Fault(kind: .error(status: 503), probability: 0),
      Fault(kind: .outage, from: .hours(40), until: .hours(41), times: 1),
    ]
    scenario.horizon = .hours(30)
    scenario.faults = real
    let digest = Simulation(scenario, jobs: 1).run().digest
    for place in 0...3 {
      scenario.faults = real
      scenario.faults.insert(contentsOf: inert, at: place)
      #expect(Simulation(scenario, jobs: 1).run().digest == digest, "before fault \(place)")
    }
    scenario.faults = real.reversed()
    #expect(Simulation(scenario, jobs: 1).run().digest == digest)
    // A name keeps the draws when the other values change; without a name the draws change.
    func keys(_ change: (inout Fault) -> Void) -> [UInt32] {
      var fault = real[0]
      change(&fault)
      return FaultPlan([fault], horizon: .hours(1)).windows.map(\.key)
    }
    #expect(keys { $0.name = "a" } == keys { ($0.name, $0.probability) = ("a", 0.3) })
    #expect(keys { _ in } != keys { $0.probability = 0.3 })
  }

  /// A list of 100,000,000 units would take gigabytes before the first event.
  @Test func unitsAreMadeWhenTheyAreAskedFor() throws {
    var scenario = Scenario(name: "large")
    scenario.population.size = 10_000_000
    let units = RunUnit.all(of: scenario, replications: 10_000)
    #expect(units.count == 100_000_000 && units.userCount == 100_000_000_000)
    #expect(units[99_999_999].replication == 9_999 && units[99_999_999].users.upperBound == 10_000_000)
    scenario.population.size = 10_500
    let whole = RunUnit.all(of: scenario, replications: 7)
    for of in [1, 2, 3, 7, 11, 100] {
      var (seen, users) = (0, 0)
      for index in 1...of {
        let part = RunUnit.all(of: scenario, replications: 7, shard: ShardPosition(index: index, of: of))
        #expect(part.userCount == part.reduce(0) { $0 + $1.users.count })
        #expect(part.enumerated().allSatisfy { $1 == whole[index - 1 + $0 * of] })
        (seen, users) = (seen + part.count, users + part.userCount)
      }
      #expect(seen == whole.count && users == whole.userCount)
    }
  }

  @Test func writingEventsDoesNotChangeTheDigest() throws {
    let scenario = try library("first-day", users: 20)
    var writing = Simulation(scenario, jobs: 1)
    writing.keepsEvents = true
    let lines = Collected()
    let with = writing.run(progress: { _ in }, lines: { lines.add($0) }, isCancelled: { false }).report
    #expect(with.digest == Simulation(scenario, jobs: 1).run().digest)
    #expect(lines.count == with.analytics.total)
  }

  @Test func anInterruptedRunIsMarkedIncomplete() throws {
    var scenario = try library("first-day", users: 30)
    scenario.population.cellSize = 10
    let stop = Collected()
    let report = Simulation(scenario, jobs: 1).run(
      progress: { _ in stop.add([UInt8(ascii: "\n")]) }, lines: { _ in }, isCancelled: { stop.count >= 1 }
    ).report
    #expect(!report.complete)
    #expect(report.funnel.first?.users == 10)
  }

  /// A token contains everything that makes the same scenario from the same file: applying it gives the digest that it
  /// names.
  @Test func tokensRebuildTheirScenario() throws {
    let overrides = ScenarioOverrides(
      generation: "seed-fixed", seed: 9, users: 40, sets: ["population.personas.casual.decisions.tabBurst=0.5"])
    let path = Checkout.root.appending(path: "scenarios/first-day.json").path
    var simulation = Simulation(try Scenario.load(path, overrides: overrides), jobs: 1)
    simulation.overrides = overrides.assignments
    let example = try #require(simulation.run().violations.first?.examples.first)
    let token = try ReplayToken.decode(example.replay)
    var again = try Scenario.load(path, overrides: ScenarioOverrides(seed: token.seed, sets: token.overrides))
    // The number of represented people does not affect the events.
    again.population.represents = simulation.scenario.population.represents
    #expect(again.digest == token.digest)
    #expect(again == simulation.scenario)
    #expect(token.user == example.user)
    #expect(token.subject == .unit(replication: 0, cell: token.user / again.population.cellSize))
  }

  /// Targets against control have a verdict only if there is a control arm, for the other arms together.
  @Test func anExperimentJudgesItsArmsAgainstControl() throws {
    func abandonment(_ name: String) throws -> KPIResult {
      let report = Simulation(try library(name, users: 20), jobs: 2).run()
      return try #require(report.kpis.first { $0.id == "onboarding-abandonment-rate" })
    }
    let alone = try abandonment("first-day")
    #expect(alone.change == nil && alone.verdict == .none)
    let rollout = Simulation(try library("rollout", users: 60), jobs: 2).run()
    let tickets = rollout.kpis.first { $0.id == "support-tickets" }
    #expect(tickets?.change != nil)
    #expect(tickets?.targets.contains { $0.demand.versus == .control && $0.verdict != .none } == true)
  }

  /// Requirements of a full day that a toy model would not meet.
  @Test func firstDayIsAFullDay() throws {
    let report = Simulation(try library("first-day", users: 120), jobs: 2).run()
    func mean(_ id: DistributionID) throws -> Double {
      try #require(report.distributions.first { $0.id == id.rawValue }?.mean)
    }
    #expect(try mean(.requestsPerUser) >= 30)
    #expect(try mean(.sessionsPerUser) >= 2)
    #expect(try mean(.stateChangesPerUser) >= 100)
  }

  /// The whole test that a user's own package needs takes five lines.
  @Test(arguments: [Generation.Preset.seedFixed, .correct], [UInt64(1), 2])
  func noSessionCrashes(generation: Generation.Preset, seed: UInt64) throws {
    var scenario = try library("direct-to-plans", users: 30, seed: seed)
    scenario.generation = .preset(generation)
    let report = Simulation(scenario, jobs: 1).run()
    #expect(report[.crashRate]?.numerator == 0)
  }

  /// Lines that arrive on any thread.
  ///
  /// `@unchecked Sendable`: guarded by its lock.
  final class Collected: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes: [UInt8] = []

    func add(_ more: [UInt8]) { lock.withLock { bytes += more } }
    var texts: [String] {
      lock.withLock { String(decoding: bytes, as: UTF8.self) }.split(separator: "\n").map(String.init)
    }
    var count: Int { lock.withLock { bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } } }
  }

  /// Measuring the time changes no event, and every job belongs to a group.
  @Test func profileCountsEveryJobAndChangesNothing() throws {
    var scenario = Scenario(name: "tiny")
    scenario.population.size = 30
    scenario.population.cellSize = 15
    let plain = Simulation(scenario, jobs: 1).simulate()
    var simulation = Simulation(scenario, jobs: 2)
    let profile = RunProfile()
    simulation.profile = profile
    let outcome = simulation.simulate()
    #expect(outcome.total.digest == plain.total.digest && outcome.total.jobs == plain.total.jobs)
    for group in RunProfile.Group.allCases { #expect(profile[group].nanoseconds > 0) }
    // Wire events are observed as well, and after the horizon nothing is, when few jobs are left.
    #expect(profile[.observers].count > outcome.total.events)
    #expect(profile.jobs <= outcome.total.jobs && profile.jobs * 10 > outcome.total.jobs * 9)
    // Every step of people and phones is a job of a Swift task: all other jobs are the server's.
    for group in [RunProfile.Group.app, .engine] { #expect(profile[group].ofTasks == profile[group].count) }
    #expect(profile.jobsOfTasks * 10 > profile.jobs * 6 && profile.jobsOfTasks < profile.jobs)
  }
}
