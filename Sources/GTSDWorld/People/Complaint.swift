import GTSDModel
import Randomness

// Decides which people complain, and thereby open a ticket. The model of a person does not decide it, since complaints
// are counted only after a problem has happened. `PersonRecord` counts the first complaint of each person.

extension PopulationRoster {
  /// Whether the person with this global index complains at a visible problem, after `problem` earlier ones. There is
  /// one draw per problem. Only the first complaint of a person counts (`PersonRecord`).
  package func complains(_ user: UInt32, at problem: Int) -> Bool {
    let chance = Draws(seed: scenario.seed).uniform(
      user: user, purpose: DrawPurpose.complaint.rawValue, step: UInt32(problem), replication: replication)
    return chance < complaintProbability(of: user, at: problem)
  }

  /// The probability that the person with this global index complains at a visible problem. It is the persona's, times
  /// the arm's factor. With a memory, it rises with the number of earlier problems.
  ///
  /// - Parameter problem: the number of earlier problems.
  package func complaintProbability(of user: UInt32, at problem: Int) -> Double {
    let plain = temperament(of: user).probability(of: .complain)
    let weight = scenario.population.memory?.experience.complaint ?? 0
    guard weight > 0, problem > 0, plain > 0, plain < 1 else { return plain }
    return 1 / (1 + (1 - plain) / plain * PortableMath.exp(-weight * Double(problem)))
  }

  private func temperament(of user: UInt32) -> Temperament {
    // Without an experiment, no draw is needed for the arm.
    guard scenario.experiment != nil else { return temperaments[persona(of: user)][0] }
    let member = member(user)
    return temperaments[member.persona][member.arm]
  }
}
