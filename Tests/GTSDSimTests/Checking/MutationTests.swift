import Foundation
import GTSDModel
import Testing

@testable import GTSDSim

/// The sound generation breaks nothing; with any one strategy replaced by a faulty one it breaks what that one guards.
struct MutationTests {
  /// Lives through one cell of a scenario of the library.
  private static func check(
    _ name: String, generation: String = "correct", users: Int, seed: UInt64, set: String? = nil
  ) throws -> ViolationFold {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let scenario = try Scenario.load(
      root.appending(path: "scenarios/\(name).json").path,
      overrides: ScenarioOverrides(generation: generation, seed: seed, users: users, sets: set.map { [$0] } ?? []))
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<users)
    let checker = InvariantChecker(users: 0..<users, scenario: scenario)
    world.events.observers = [checker]
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world) { user, ordinal, generation in
      Device(world: world, backend: backend, user: user, ordinal: ordinal, generation: generation)
    }
    world.scheduler.run(until: scenario.horizon.nanoseconds)
    checker.finish(at: scenario.horizon.nanoseconds)
    _ = world.scheduler.shutdown()
    return checker.fold
  }

  @Test(arguments: ["first-day-fixed", "flaky-network", "photo-storm", "preferences", "rapid-tabs"])
  func theSoundGenerationBreaksNothing(scenario: String) throws {
    for seed: UInt64 in 1...2 {
      let fold = try Self.check(scenario, users: 40, seed: seed)
      #expect(fold.entries.map(\.key.signature) == [])
    }
  }

  @Test func theSeedGenerationsBreakWhatTheyMust() throws {
    let current = try Self.check("first-day", generation: "seed-current", users: 60, seed: 1)
    for invariant in [Invariant.views, .agree, .round, .lost, .live] {
      #expect(current.broken.contains(invariant), "\(invariant.id)")
    }
    let photos = try Self.check("photo-storm", generation: "seed-current", users: 40, seed: 1)
    #expect(photos.broken.contains(.photo))
    let fixed = try Self.check("dismissal", generation: "seed-fixed", users: 40, seed: 1)
    #expect(fixed.broken.contains(.dismiss))
    #expect(fixed.broken.contains(.gate))
  }

  /// A faulty strategy, where it shows, and what it breaks.
  struct Mutation: Sendable, CustomTestStringConvertible {
    var strategy: String
    var scenario: String
    var invariant: Invariant
    var testDescription: String { strategy }

    init(_ strategy: String, _ scenario: String, _ invariant: Invariant) {
      self.strategy = strategy
      self.scenario = scenario
      self.invariant = invariant
    }
  }

  @Test(arguments: [
    Mutation("metrics.ownership=perView", "first-day-fixed", .live),
    Mutation("metrics.ownership=process", "first-day-fixed", .user),
    Mutation("metrics.fetch=whenMissing", "first-day-fixed", .agree),
    Mutation("metrics.coalesce=none", "first-day-fixed", .live),
    Mutation("home.loads=overlapping", "rapid-tabs", .live),
    Mutation("card.precedence=unchecked", "first-day-fixed", .prec),
    Mutation("card.precedence=atCheck", "first-day-fixed", .prec),
    Mutation("dismiss.scope=memory", "dismissal", .gate),
    Mutation("dismiss.scope=persistent", "dismissal", .dismiss),
    Mutation("acknowledge.onUnknown=error", "flaky-network", .commit),
    Mutation("plan.onMetricsError=proceed", "flaky-network", .gate),
    Mutation("plan.toolbar=always", "direct-to-plans", .gate),
    Mutation("plan.fetch=bothOrNothing", "flaky-network", .commit),
    Mutation("onboarding.onUnknown=error", "flaky-network", .commit),
    Mutation("prefs.load=empty", "preferences", .lost),
    Mutation("prefs.save=nonEmpty", "preferences", .round),
    Mutation("prefs.write=lastWriterWins", "preferences", .lost),
    Mutation("profile.view=loginSnapshot", "preferences", .round),
    Mutation("photo.retry=selection", "photo-storm", .photo),
    Mutation("photo.onChange=restart", "photo-storm", .photo),
    Mutation("photo.clear=all", "photo-storm", .photo),
    Mutation("auth.refresh=naive", "first-day-fixed", .token),
    Mutation("auth.restore=wipeOnError", "flaky-network", .token),
    Mutation("auth.inFlightAtLogout=applied", "first-day-fixed", .user),
    Mutation("auth.rotation=unlocked", "flaky-network", .token),
    Mutation("replies.apply=arrival", "first-day-fixed", .agree),
    Mutation("replies.cancelled=networkError", "rapid-tabs", .err),
    Mutation("replies.cancelled=leavesLoading", "rapid-tabs", .live),
    Mutation("loading.flag=shared", "first-day-fixed", .live),
    Mutation("loading.errors=shared", "flaky-network", .err),
    Mutation("limits.idempotency=ignored", "photo-storm", .photo),
  ]) func aFaultyStrategyIsCaught(mutation: Mutation) throws {
    for seed: UInt64 in 1...6 {
      let fold = try Self.check(
        mutation.scenario, users: 50, seed: seed, set: "generation.\(mutation.strategy)")
      if fold.broken.contains(mutation.invariant) { return }
    }
    Issue.record("\(mutation.strategy) broke nothing of \(mutation.invariant.id) in \(mutation.scenario)")
  }
}
