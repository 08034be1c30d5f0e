import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// Complaints of people with earlier problems.
struct ComplaintTests {
  private func scenario(_ weight: Double) -> Scenario {
    var scenario = Scenario(name: "complaints")
    scenario.population.size = 100
    scenario.population.memory = PeopleMemory()
    scenario.population.memory?.experience.complaint = weight
    scenario.backend.errorRate = 0.1
    for index in scenario.population.personas.indices {
      scenario.population.personas[index].decisions.complain = 0.02
    }
    return scenario
  }

  /// Log-odds grow by the weight with each earlier problem. The first has the persona's probability, and without a
  /// weight all do.
  @Test func complaintChanceFollowsTheExperiences() {
    let (plain, weighed) = (
      PopulationRoster(scenario: scenario(0), replication: 0), PopulationRoster(scenario: scenario(0.5), replication: 0)
    )
    for problem in 0..<20 {
      #expect(plain.complaintProbability(of: 3, at: problem) == 0.02)
      let probability = weighed.complaintProbability(of: 3, at: problem)
      let logOdds = PortableMath.log(probability / (1 - probability)) - PortableMath.log(0.02 / 0.98)
      #expect(abs(logOdds - 0.5 * Double(problem)) < 1e-6)
    }
    // A persona's certain decision stays certain.
    var never = scenario(10)
    for index in never.population.personas.indices { never.population.personas[index].decisions.complain = 0 }
    #expect(PopulationRoster(scenario: never, replication: 0).complaintProbability(of: 3, at: 60) == 0)
  }

  /// An arm's factor on complaints applies to its people only.
  @Test func complaintFactorOfAnArmApplies() throws {
    var scenario = scenario(0)
    scenario.experiment = Experiment(
      name: "complaints",
      arms: [
        Arm(name: "A"), Arm(name: "B", decisionFactors: [DecisionFactor(decision: "complain", factor: 3)]),
      ])
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    var seen: Set<Int> = []
    for user in UInt32(0)..<100 {
      let arm = roster.member(user).arm
      #expect(abs(roster.complaintProbability(of: user, at: 0) - (arm == 0 ? 0.02 : 0.06)) < 1e-12)
      seen.insert(arm)
    }
    #expect(seen == [0, 1])
  }

  /// The same people meet the same problems with the same draws: a larger weight loses no complainer, and a large one
  /// adds some.
  @Test func largerWeightKeepsEveryComplaint() throws {
    var last = -1
    var counts: [Int] = []
    var digests: Set<String> = []
    for weight in [0, 0.2, 1, 4] {
      let result = Simulation(scenario(weight), jobs: 1).run()
      digests.insert(result.digest)
      let tickets = try #require(result.kpis.first { $0.id == KPI.supportTickets.id }?.numerator)
      #expect(tickets >= last)
      last = tickets
      counts.append(tickets)
    }
    #expect(counts[0] < counts[3], "\(counts)")
    #expect(digests.count == 1)
  }
}
