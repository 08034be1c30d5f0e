import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Both checkers on populations and micro-stories: the correct generation gives no findings, faulty ones do.
struct HistoryPopulationTests {
  /// The findings of both checkers, and the number of operations and looks that they examined.
  struct Outcome {
    var findings: [Finding]
    var operations = 0
    var looks = 0

    var signatures: Set<String> { Set(findings.map(\.signature)) }
    var oracles: Set<Oracle> { Set(findings.map(\.oracle)) }
  }

  /// Runs one cell of a scenario of the library.
  private static func simulate(
    _ name: String, generation: String, users: Int, seed: UInt64
  ) throws -> Outcome {
    let scenario = try Scenario.load(
      Checkout.root.appending(path: "scenarios/\(name).json").path,
      overrides: ScenarioOverrides(generation: generation, seed: seed, users: users, sets: []))
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<users)
    let history = HistoryChecker(users: 0..<users)
    let rest = QuiescenceChecker(users: 0..<users)
    world.events.observers = [history, rest]
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world) { user, ordinal, generation in
      Device(world: world, backend: backend, user: user, ordinal: ordinal, generation: generation)
    }
    let horizon = scenario.horizon.nanoseconds
    world.scheduler.run(until: horizon)
    var outcome = Outcome(findings: history.finish(at: horizon) + rest.finish(at: horizon, isQuiescent: false))
    for person in history.state.people {
      for keys in [person.own, person.other] {
        outcome.operations += keys.acknowledgment.operations.count + keys.preferences.operations.count
        outcome.operations += keys.plan.operations.count
        outcome.looks += keys.sessions.count
      }
    }
    _ = world.scheduler.shutdown()
    return outcome
  }

  static let scenarios = [
    "daily-use", "first-day-fixed", "flaky-network", "photo-storm", "preferences", "rapid-tabs", "week-one",
  ]

  /// With at least 150 operations and looks per scenario, a defect in one of 50 is noticed with a probability of 95 %.
  /// `StudyTests` has the same scenarios with 20,000 people each.
  @Test(arguments: scenarios)
  func correctGenerationHasNoFindings(scenario: String) throws {
    let outcome = try Self.simulate(scenario, generation: "correct", users: 70, seed: 1)
    #expect(outcome.findings == [])
    #expect(outcome.operations > 150, "\(scenario) gives the checker \(outcome.operations) operations only")
    #expect(outcome.looks > 150, "\(scenario) gives the checker \(outcome.looks) looks at rest only")
  }

  @Test func seedGenerationsHaveFindings() throws {
    let current = try Self.simulate("preferences", generation: "seed-current", users: 60, seed: 1)
    for oracle in [Oracle.linearizability, .readYourWrites, .monotonicReads, .phantomSuccess] {
      #expect(current.oracles.contains(oracle), "\(oracle.id)")
    }
    let fixed = try Self.simulate("preferences", generation: "seed-fixed", users: 60, seed: 1)
    #expect(fixed.signatures.contains("lost-update/prefs-two-writers/preferences:save:save"))
  }

  @Test(arguments: Sample.of(MicroStory.all, each: 3))
  func microStoriesOfTheCorrectGenerationHaveNoFindings(story: MicroStory) throws {
    #expect(story.find(try .correct(but: story.among)) == [])
  }

  /// A strategy, and the part of its story that one of these checkers detects.
  @Test(arguments: [
    ("acknowledge.marks=held", "linearizability/unclassified/acknowledgment:home"),
    ("acknowledge.matching=anyRow", "linearizability/unclassified/acknowledgment:acknowledge"),
    ("home.observation=computed", "linearizability/unclassified/acknowledgment:home"),
  ])
  func microStoriesOfFaultyStrategiesAreFound(strategy: String, signature: String) throws {
    let story = try #require(MicroStory.all.first { $0.strategy == strategy })
    let found: [Finding] = story.find(try .correct(but: story.among + [strategy]))
    #expect(found.map { $0.signature }.contains(signature))
  }
}

extension MicroStory {
  /// Runs the story with both checkers.
  func find(_ generation: Generation) -> [Finding] {
    let harness = DeviceHarness(devices: devices) {
      $0.generation = generation
      $0.faults = faults
    }
    let world = harness.backend.world
    let history = HistoryChecker(users: world.users)
    let rest = QuiescenceChecker(users: world.users)
    world.events.observers += [history, rest]
    harness.run(body)
    return history.finish(at: world.scheduler.now) + rest.finish(at: world.scheduler.now)
  }
}
