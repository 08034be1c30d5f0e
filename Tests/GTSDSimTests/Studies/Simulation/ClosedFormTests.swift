import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Populations so simple that the KPIs have closed forms.
struct ClosedFormTests {
  /// A scenario in which each person has one session and only the given decisions. Its backend never fails and computes
  /// metrics at once.
  static func scenario(follow: Double, dismiss: Double, direct: Double, acknowledge: Double) -> Scenario {
    var persona = Persona(name: "constant")
    persona.decisions = .nothing
    persona.decisions.followCard = Probability(follow)
    persona.decisions.dismissCard = Probability(dismiss)
    persona.decisions.goToPlansDirectly = Probability(direct)
    persona.decisions.acknowledge = Probability(acknowledge)
    persona.habit.returnSameDay = 0
    persona.habit.returnNextDay = 0
    var scenario = Scenario(name: "closed-form")
    scenario.generation = .preset(.correct)
    scenario.generation.metrics.compute = .inline
    scenario.population.size = 500
    scenario.population.personas = [persona]
    scenario.population.memory = nil
    scenario.population.arrival = .uniform(over: .hours(10))
    scenario.backend.errorRate = 0
    scenario.backend.lossRate = 0
    scenario.horizon = .hours(48)
    return scenario
  }

  /// The 99.9 % band of a binomial share, by the normal approximation at these sizes: of 500 people, 7 points to either
  /// side at most.
  static func band(_ probability: Double, trials: Int) -> ClosedRange<Double> {
    let half = 3.2905 * (probability * (1 - probability) / Double(trials)).squareRoot()
    return probability - half...probability + half
  }

  @Test(arguments: [(0.4, 0.3, 0.7), (0.75, 0.5, 0.95), (0.1, 0.05, 0.4)])
  func theCardAlone(follow: Double, dismiss: Double, acknowledge: Double) throws {
    let report = Simulation(
      Self.scenario(follow: follow, dismiss: dismiss, direct: 0, acknowledge: acknowledge), jobs: 1
    ).run()
    let rate = try #require(report.kpis.first { $0.id == "acknowledgment-rate-24h" })
    #expect(rate.denominator == 500)
    #expect(Self.band(follow * acknowledge, trials: 500).contains(try #require(rate.value)))
    let dismissals = try #require(report.kpis.first { $0.id == "dismissal-rate" })
    #expect(dismissals.denominator == 500)
    #expect(Self.band((1 - follow) * dismiss, trials: 500).contains(try #require(dismissals.value)))
    #expect(report.violations.isEmpty)
  }

  @Test func peopleWhoNeverOpenPlansNeverAcknowledge() throws {
    let report = Simulation(Self.scenario(follow: 0, dismiss: 1, direct: 0, acknowledge: 1), jobs: 1).run()
    #expect(report.kpis.first { $0.id == "acknowledgment-rate-24h" }?.numerator == 0)
    #expect(report.kpis.first { $0.id == "dismissal-rate" }?.numerator == 500)
  }
}

extension Decisions {
  /// Completes onboarding and does nothing else.
  static var nothing: Decisions {
    var decisions = Decisions()
    for (_, path) in Decisions.probabilities { decisions[keyPath: path] = 0 }
    decisions.exitSummaryByButton = 1
    decisions.continueAfterWait = 1
    return decisions
  }
}
