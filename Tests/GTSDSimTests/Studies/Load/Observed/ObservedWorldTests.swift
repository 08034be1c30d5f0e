import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The checker next to worlds of the simulation, from which it receives the same as from a remote server.
struct ObservedWorldTests {
  @Test(arguments: BackendConformance.checks)
  func silentOverTheConformanceSuite(_ check: BackendConformance.Check) async {
    let harness = BackendHarness(.correct)
    let checker = ObservedChecker()
    let suite = BackendConformance(
      backend: TappedBackend(harness.backend, scheduler: harness.world.scheduler, tap: checker),
      generation: harness.world.scenario.generation,
      accessTokenLifetime: harness.world.scenario.backend.accessTokenLifetime, metricsDelay: .seconds(10),
      pausing: harness.pausing)
    harness.world.scheduler.spawn {
      do {
        try await check.run(suite)
      } catch {
        Issue.record(error)
      }
    }
    harness.world.scheduler.run()
    #expect(checker.fold.entries.isEmpty, "\(checker.fold.entries)")
    #expect(
      checker.fold.evaluated(.invariant(.user)) > 0 || check.name == "weak passwords and bad addresses are refused")
  }

  /// Runs a population of a world and observes it from outside.
  private func observe(
    _ generation: Generation = .preset(.correct), users: Int = 60, days: Int64 = 4, errorRate: Probability = 0.02,
    lie: @escaping TappedBackend.Lie = { _, _ in }
  ) -> ObservedFold {
    var scenario = Scenario(name: "observed")
    scenario.generation = generation
    scenario.population.size = users
    scenario.horizon = TimeSpan(nanoseconds: days * 86_400_000_000_000)
    scenario.backend.errorRate = errorRate
    scenario.backend.lossRate = 0.02
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<users)
    let checker = ObservedChecker()
    let backend = TappedBackend(InProcessBackend(world: world), scheduler: world.scheduler, tap: checker, lie: lie)
    Population.spawn(in: world, backend: backend)
    world.scheduler.run(until: scenario.horizon.nanoseconds)
    world.scheduler.shutdown()
    return checker.fold
  }

  @Test func silentOverACorrectPopulationWithFaults() {
    let fold = observe()
    #expect(fold.entries.isEmpty, "\(fold.entries)")
    // Only probes check these, and a population sends none.
    let probed: [Oracle] = [.lostUpdate, .invariant(.once), .invariant(.token), .resurrection]
    for oracle in ObservedFold.oracles {
      #expect(probed.contains(oracle) ? fold.evaluated(oracle) == 0 : fold.evaluated(oracle) > 50, "\(oracle.id)")
    }
  }

  @Test func aServerThatForgetsAcknowledgmentsIsFound() {
    let fold = observe(users: 30, days: 2) { call, reply in
      guard case .metrics(var payload) = reply.body, call.caller.user % 3 == 0 else { return }
      payload.acknowledged = false
      payload.acknowledgement = nil
      reply.body = .metrics(payload)
    }
    #expect(fold.entries.map(\.oracle).contains(.readYourWrites))
    #expect(
      fold.entries.allSatisfy { $0.site.hasPrefix("acknowledgment") && $0.examples.allSatisfy { $0.user % 3 == 0 } })
  }

  @Test func aServerThatMixesUsersUpIsFound() {
    let fold = observe(users: 30, days: 2) { call, reply in
      guard case .me(var me) = reply.body, call.id % 5 == 0 else { return }
      me.id += 1
      reply.body = .me(me)
    }
    #expect(fold.entries.map(\.site) == ["identity"])
  }

  @Test func aServerThatListsPhotosTwiceIsFound() {
    let fold = observe(users: 40) { _, reply in
      guard case .photos(let list) = reply.body, let first = list.first else { return }
      reply.body = .photos(list + [first])
    }
    #expect(fold.entries.map(\.site) == ["listed-twice"])
  }

  /// The server is correct and the phone is not: it sends all photos again after one has failed.
  @Test func clientsThatStorePhotosTwiceAreFound() {
    var generation = Generation.preset(.correct)
    generation.photo.retry = .selection
    generation.photo.clear = .allOnSuccess
    let fold = observe(generation, users: 100, errorRate: 0.2)
    #expect(fold.entries.map(\.site) == ["stored-twice"])
  }
}
