import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

@Suite(.limitedWait)
struct EnsembleTests {
  private static func small(cellSize: Int = 20) -> Scenario {
    var scenario = Scenario(name: "small")
    scenario.population.size = 50
    scenario.population.cellSize = cellSize
    scenario.population.arrival = .uniform(over: .hours(1))
    scenario.horizon = .hours(6)
    return scenario
  }

  private static func digests(_ trials: [Ensemble.Trial], jobs: Int) -> [UInt64] {
    let result = Mutex<[UInt64]>([])
    let done = Ensemble(jobs: jobs).run(trials) { index, fold in
      result.withLock { digests in
        #expect(index == digests.count, "trials are handed over in order")
        digests.append(fold.digest)
      }
    }
    #expect(done == trials.count)
    return result.withLock { $0 }
  }

  /// The results and their order do not depend on the number of threads, and the first equals that of a plain run.
  @Test func orderOfResultsDoesNotDependOnThreads() throws {
    let trials = (0..<4).map { Ensemble.Trial(Self.small(), replication: UInt32($0)) }
    let one = Self.digests(trials, jobs: 1)
    #expect(one == Self.digests(trials, jobs: 3))
    #expect(Set(one).count == 4, "replications differ")
    let run = Simulation(Self.small(), replications: 1).run()
    #expect(run.digest == DigestText.make(one[0]))
  }

  @Test func trialsOfOneSeedAndReplicationShareTheirPeople() {
    var other = Self.small()
    other.population.personas = other.population.personas.map { persona in
      var persona = persona
      persona.decisions.followCard = 0
      return persona
    }
    let folds = Mutex<[KPIFold]>([])
    Ensemble(jobs: 2).run([.init(Self.small(), replication: 3), .init(other, replication: 3)]) { _, fold in
      folds.withLock { $0.append(fold.kpis) }
    }
    let (plain, changed) = folds.withLock { ($0[0].total, $0[1].total) }
    #expect(plain.timeToAcknowledge.events != changed.timeToAcknowledge.events)
    #expect(plain.onboardingAbandoned == changed.onboardingAbandoned)
    #expect(plain.zeroStateViews.trials == changed.zeroStateViews.trials)
  }

  @Test func aCancelledEnsembleHandsOverWholeTrialsOnly() {
    let seen = Atomic<Int>(0)
    var ensemble = Ensemble(jobs: 1)
    ensemble.isCancelled = { seen.load(ordering: .relaxed) >= 2 }
    let done = ensemble.run((0..<5).map { .init(Self.small(cellSize: 50), replication: $0) }) { _, _ in
      seen.add(1, ordering: .relaxed)
    }
    #expect(done == 2)
  }
}
