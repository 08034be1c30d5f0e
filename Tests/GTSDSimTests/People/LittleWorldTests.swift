import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// People, app and backend together.
struct LittleWorldTests {
  /// The sums of a world's events.
  private final class Tally: EventObserver {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var events = 0
    var requests = 0
    var published = 0
    var sessions = 0
    var ends = 0
    var signedUp: Set<UInt32> = []
    var acknowledgers: Set<UInt32> = []

    func observe(_ event: SimulationEvent) {
      events += 1
      for byte in "\(event)".utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
      switch event.kind {
      case .sent: requests += 1
      case .published: published += 1
      case .sessionStarted: sessions += 1
      case .sessionEnded: ends += 1
      case .committed(.account, _, _): signedUp.insert(event.user)
      case .committed(.acknowledgment, _, _): acknowledgers.insert(event.user)
      default: break
      }
    }
  }

  private func run(_ generation: Generation.Preset, seed: UInt64 = 1, users: Int = 30) -> Tally {
    var scenario = Scenario(name: "little")
    scenario.seed = seed
    scenario.generation = .preset(generation)
    scenario.population.size = users
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<users)
    let tally = Tally()
    world.events.observers.append(tally)
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world, backend: backend)
    world.scheduler.run()
    #expect(world.scheduler.now <= scenario.horizon.nanoseconds + 60_000_000_000)
    return tally
  }

  /// An interruption must not wait for people who live on without time, session after session.
  @Test(arguments: [1, 12, 60] as [Int64]) func closingAWorldEndsItsTasksAtOnce(hours: Int64) {
    let scenario = Scenario(name: "little")
    let world = World(scenario: scenario, replication: 0, cell: 0, users: 0..<100)
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world, backend: backend)
    world.scheduler.run(until: hours * 3_600_000_000_000)
    let before = world.scheduler.jobsRun
    #expect(world.scheduler.shutdown().isEmpty)
    // A few steps each, to leave.
    #expect(world.scheduler.jobsRun - before < 100 * 10)
  }

  @Test(arguments: [Generation.Preset.seedCurrent, .seedFixed, .correct])
  func everyPersonArrivesAndEverySessionEnds(_ generation: Generation.Preset) {
    let tally = run(generation)
    #expect(tally.signedUp.count == 30)
    #expect(tally.sessions == tally.ends)
    // One person in five comes only once.
    #expect(tally.sessions >= 2 * 30)
    // The required number of requests and state changes per person.
    #expect(tally.requests >= 30 * 30)
    #expect(tally.published >= 100 * 30)
    #expect(tally.acknowledgers.count >= 10)
  }

  @Test func sameSeedSameEvents() {
    let one = run(.seedCurrent, users: 20)
    let again = run(.seedCurrent, users: 20)
    #expect(one.digest == again.digest)
    #expect(one.events == again.events)
    #expect(run(.seedCurrent, seed: 2, users: 20).digest != one.digest)
  }
}
