import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// One world with a backend and scripted callers.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class BackendHarness: @unchecked Sendable {
  let world: World
  let backend: InProcessBackend
  let recorder = EventRecorder()

  /// A fast and faultless backend, before `change`.
  init(
    _ preset: Generation.Preset = .correct, users: Int = 100, replication: UInt32 = 0,
    _ change: (inout Scenario) -> Void = { _ in }
  ) {
    var scenario = Scenario(name: "backend")
    scenario.generation = .preset(preset)
    scenario.population.size = users
    scenario.backend.network = .constant(0.025)
    scenario.backend.service = .constant(0.040)
    scenario.backend.metricsDelay = .constant(4)
    scenario.backend.errorRate = 0
    scenario.backend.lossRate = 0
    change(&scenario)
    world = World(scenario: scenario, replication: replication, cell: 0, users: 0..<scenario.population.size)
    backend = InProcessBackend(world: world)
    world.events.observers.append(recorder)
  }

  /// Lets virtual time pass.
  var pausing: @Sendable (TimeSpan) async -> Void {
    { [scheduler = world.scheduler] span in await scheduler.sleep(span.nanoseconds, kind: .timer) }
  }

  /// Starts a caller. It runs when the world runs.
  func start(_ user: UInt32 = 0, _ body: @escaping @Sendable (CallingPerson) async throws -> Void) {
    let person = CallingPerson(backend: backend, user: user, pausing: pausing)
    world.scheduler.spawn {
      do {
        try await body(person)
      } catch {
        Issue.record(error)
      }
    }
  }

  /// Runs one caller, who must reach the end.
  func run(_ user: UInt32 = 0, _ body: @escaping @Sendable (CallingPerson) async throws -> Void) {
    let ended = Log<Bool>()
    start(user) { person in
      defer { ended.append(true) }
      try await body(person)
    }
    world.scheduler.run()
    #expect(ended.items.count == 1, "the caller never came to the end")
  }
}

extension Commit {
  /// Whether the commit reports an event without a change of data, so that the revision stays the same.
  var isNote: Bool {
    switch self {
    case .refreshRefused, .metricsRefused, .targets: true
    default: false
    }
  }
}

/// Stores the server's commits.
final class EventRecorder: EventObserver {
  private(set) var events: [SimulationEvent] = []

  func observe(_ event: SimulationEvent) { events.append(event) }

  var commits: [Commit] {
    events.compactMap { if case .committed(let commit, _, _) = $0.kind { commit } else { nil } }
  }

  var gates: [Bool] {
    events.compactMap { if case .planRequested(let isOpen) = $0.kind { isOpen } else { nil } }
  }
}
