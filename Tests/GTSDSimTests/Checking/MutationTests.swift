import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The correct generation breaks no invariant. With any one strategy replaced by a faulty one, the corresponding
/// invariant breaks.
struct MutationTests {
  /// Runs one cell of a scenario of the library.
  ///
  /// - Parameters:
  ///   - comesOften: takes people without a memory, who return more often than others.
  ///   - sought: the invariant to break; the run ends once it is broken.
  private static func check(
    _ name: String, generation: String = "correct", users: Int, seed: UInt64, set: String? = nil,
    comesOften: Bool = false, sought: Invariant? = nil
  ) throws -> ViolationFold {
    let sets = (set.map { [$0] } ?? []) + (comesOften ? ["population.memory=null"] : [])
    let scenario = try Scenario.load(
      Checkout.root.appending(path: "scenarios/\(name).json").path,
      overrides: ScenarioOverrides(generation: generation, seed: seed, users: users, sets: sets))
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<users)
    let checker = InvariantChecker(users: 0..<users, scenario: scenario)
    world.events.observers = [checker]
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world) { user, ordinal, generation in
      Device(world: world, backend: backend, user: user, ordinal: ordinal, generation: generation)
    }
    let horizon = scenario.horizon.nanoseconds
    for part in 1...32 as ClosedRange<Int64> {
      world.scheduler.run(until: part == 32 ? horizon : horizon / 32 * part)
      if let sought, checker.fold.broken.contains(sought) { break }
    }
    checker.finish(at: horizon)
    _ = world.scheduler.shutdown()
    return checker.fold
  }

  @Test(arguments: ["first-day-fixed", "flaky-network", "photo-storm", "preferences", "rapid-tabs"])
  func correctGenerationBreaksNoInvariant(scenario: String) throws {
    let fold = try Self.check(scenario, users: 40, seed: 2)
    #expect(fold.entries.map(\.key.signature) == [])
  }

  @Test func seedGenerationsBreakTheExpectedInvariants() throws {
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

  /// The public app's rules break invariants that the seeds' do not. Plans take long to make, so that people return to
  /// the tab meanwhile.
  @Test func publicAppBreaksTheExpectedInvariants() throws {
    let slow = #"backend.serviceByEndpoint={"generate-plan": {"constant": {"value": "4s"}}}"#
    let fold = try Self.check("first-day", generation: "head", users: 120, seed: 1, set: slow)
    for invariant in [Invariant.commit, .fresh, .user, .token, .week] {
      #expect(fold.broken.contains(invariant), "\(invariant.id)")
    }
  }

  /// A faulty strategy, the scenario in which it has an effect, and the invariant that it breaks.
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

  /// The faulty strategies whose effect shows in a population, without a story.
  static let met = [
    Mutation("metrics.ownership=perView", "first-day-fixed", .agree),
    Mutation("metrics.ownership=process", "first-day-fixed", .user),
    Mutation("metrics.fetch=whenMissing", "first-day-fixed", .agree),
    Mutation("metrics.coalesce=none", "first-day-fixed", .live),
    Mutation("home.loads=overlapping", "rapid-tabs", .live),
    Mutation("card.precedence=unchecked", "first-day-fixed", .prec),
    Mutation("card.precedence=atCheck", "first-day-fixed", .prec),
    Mutation("dismiss.scope=memory", "dismissal", .dismiss),
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
    Mutation("dismiss.refreshReshows=on", "first-day-fixed", .dismiss),
    Mutation("summary.cache=beyondLogOut", "first-day-fixed", .user),
    Mutation("acknowledge.toast=acknowledged", "first-day-fixed", .live),
  ]

  @Test(arguments: met)
  func aFaultyStrategyIsCaughtInAPopulation(mutation: Mutation) throws {
    for seed: UInt64 in 1...12 {
      let fold = try Self.check(
        mutation.scenario, users: 20, seed: seed, set: "generation.\(mutation.strategy)", comesOften: true,
        sought: mutation.invariant)
      if fold.broken.contains(mutation.invariant) { return }
    }
    Issue.record("\(mutation.strategy) broke nothing of \(mutation.invariant.id) in \(mutation.scenario)")
  }

  /// The strategies that need a special situation: the story is correct, and with the one strategy replaced it is not.
  @Test(arguments: MicroStory.all)
  func aFaultyStrategyIsCaughtInItsStory(story: MicroStory) throws {
    try story.verify()
  }

  // MARK: Every switch

  @Test func everyStrategyIsCaughtOrExcused() {
    let sound = Generation.preset(.correct)
    var strategies: [String] = []
    for item in Generation.switches {
      let choice = item.choice(sound)
      let others = item.choices.filter { $0 != choice }
      let isNumber = ["photo.maxBytes", "photo.cacheItems"].contains(item.path)
      #expect(others.isEmpty == isNumber, "\(item.path) has \(others.count) other choices")
      // Numbers are free, so one entry stands for all of them.
      strategies += others.isEmpty ? [item.path] : others.map { "\(item.path)=\($0.string ?? $0.text)" }
    }
    let stories = MicroStory.all.map { $0.strategy.hasPrefix("photo.cacheItems") ? "photo.cacheItems" : $0.strategy }
    let caught = Self.met.map(\.strategy) + stories
    let named = caught + Excuse.all.map(\.strategy)
    #expect(Set(named).count == named.count, "a strategy is named twice")
    #expect(Set(strategies).subtracting(named).sorted() == [], "neither caught nor excused")
    #expect(Set(named).subtracting(strategies).sorted() == [], "no such strategy, or the sound one")
  }

  /// A strategy on the list of excuses breaks nothing.
  @Test(arguments: Sample.of(Excuse.all, each: 3))
  func excusedChoiceBreaksNothing(excuse: Excuse) throws {
    let set = excuse.strategy.contains("=") ? excuse.strategy : "\(excuse.strategy)=4000000"
    let fold = try Self.check(excuse.scenario, users: 12, seed: 1, set: "generation.\(set)")
    #expect(fold.entries.map(\.key.signature) == [], "\(excuse.reason)")
  }

  // MARK: Premises

  /// No invariant holds only because the situation in which it could break never occurs.
  @Test func everyInvariantIsEvaluated() throws {
    var best: [Invariant: Int] = [:]
    // An acknowledgment and a weekly plan happen once per person, most other events often.
    for (name, users) in [("first-day-fixed", 190), ("flaky-network", 40), ("preferences", 40), ("photo-storm", 40)] {
      let fold = try Self.check(name, users: users, seed: 1)
      #expect(fold.entries.map(\.key.signature) == [])
      for invariant in Invariant.allCases {
        best[invariant] = max(best[invariant] ?? 0, fold.checks(of: invariant).evaluated)
      }
    }
    let seldom = Invariant.allCases.filter { best[$0] ?? 0 < 100 }.map { "\($0.id) \(best[$0] ?? 0)" }
    #expect(seldom == [])
  }
}

/// A strategy that is a different choice rather than a fault, and the reason.
struct Excuse: Sendable, CustomTestStringConvertible {
  var strategy: String
  var reason: String
  /// The scenario in which it is shown to break nothing.
  var scenario = "first-day-fixed"
  var testDescription: String { strategy }

  static let all = [
    Excuse(
      strategy: "metrics.fetch=whenMissingOnPlans",
      reason: "Home's reads serve the metrics of both views, where one instance holds them"),
    Excuse(strategy: "metrics.compute=inline", reason: "another moment for the same row"),
    Excuse(strategy: "metrics.compute=lazy", reason: "another moment for the same row"),
    Excuse(strategy: "home.reloadOnAppear=full", reason: "reads more than it must"),
    Excuse(strategy: "card.mounted=off", reason: "a Home without the card; Plans asks all the same"),
    Excuse(strategy: "card.onError=error", reason: "a wording of the same failure; the card recovers alike"),
    Excuse(strategy: "card.onMissing=calculating", reason: "a wording of the same absence"),
    Excuse(strategy: "card.onMissing=default", reason: "the card before its numbers, which asks for nothing untrue"),
    Excuse(strategy: "card.errorButton=enabled", reason: "another way to Plans"),
    Excuse(strategy: "card.whileLoading=enabled", reason: "another way to Plans"),
    Excuse(strategy: "dismiss.toast=none", reason: "says less; nothing untrue"),
    Excuse(strategy: "zeroState.later=hide", reason: "the zero state is asked for at each load"),
    Excuse(strategy: "zeroState.location=home", reason: "another place of the same question"),
    Excuse(strategy: "zeroState.location=profile", reason: "another place of the same question"),
    Excuse(strategy: "zeroState.opens=welcome", reason: "begins a step earlier; nothing is lost"),
    Excuse(strategy: "acknowledge.toast=none", reason: "says less; nothing untrue"),
    Excuse(strategy: "profile.feedback=none", reason: "says less; nothing untrue"),
    Excuse(strategy: "profile.onReadError=nothing", reason: "a wording of the same failure"),
    Excuse(
      strategy: "photo.retry=none", reason: "what failed is picked anew; the screen says that it failed",
      scenario: "photo-storm"),
    Excuse(strategy: "photo.checks=none", reason: "the server refuses what is too large", scenario: "photo-storm"),
    Excuse(
      strategy: "loading.errors=perViewModel", reason: "a list of photos that could not be read says nothing",
      scenario: "photo-storm"),
    Excuse(strategy: "summary.cache=none", reason: "reads more than it must"),
    Excuse(strategy: "plan.status=head", reason: "200 or 201 for a new plan, both a success"),
    Excuse(strategy: "onboarding.skip=reject", reason: "an API without skipping says so, and stores nothing"),
    Excuse(strategy: "photo.progress=none", reason: "shows less; nothing untrue", scenario: "photo-storm"),
    Excuse(
      strategy: "photo.progress=stages", reason: "shows less exactly, and takes half a second more a photo",
      scenario: "photo-storm"),
    Excuse(strategy: "photo.errorTexts=generic", reason: "a wording that tells less", scenario: "photo-storm"),
    Excuse(strategy: "photo.errorTexts=ownChecks", reason: "a wording that tells less", scenario: "photo-storm"),
    Excuse(
      strategy: "photo.upload=sequential", reason: "slower; each item has a state of its own",
      scenario: "photo-storm"),
    Excuse(
      strategy: "photo.upload=unboundedParallel", reason: "a burst; each item has a state of its own",
      scenario: "photo-storm"),
    Excuse(
      strategy: "photo.onChange=waits", reason: "what is picked meanwhile waits for the next pick or retry",
      scenario: "photo-storm"),
    Excuse(strategy: "photo.flow=presign", reason: "another route to the same stored photo", scenario: "photo-storm"),
    Excuse(strategy: "photo.maxBytes", reason: "a limit", scenario: "photo-storm"),
    Excuse(strategy: "wire.metrics=flat", reason: "a shape that the client decodes"),
    Excuse(strategy: "wire.ack=head", reason: "a shape that the client decodes"),
    Excuse(strategy: "wire.ack=documented", reason: "a shape that the client decodes"),
    Excuse(strategy: "wire.me=head", reason: "a shape that the client decodes, keeping what it holds"),
    Excuse(strategy: "formula.protein=onboarding", reason: "other numbers, the same for all views"),
    Excuse(strategy: "formula.water=exact", reason: "other numbers, the same for all views"),
    Excuse(strategy: "limits.mode=perUser", reason: "a limit; a 429 is an error like another"),
    Excuse(strategy: "limits.mode=perIp", reason: "a limit; a 429 is an error like another"),
  ]
}
