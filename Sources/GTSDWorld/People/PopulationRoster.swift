package import GTSDModel
import Randomness

/// The people of a scenario, each with persona, arm and sign-up time: a pure function of seed and replication.
package struct PopulationRoster: Sendable {
  let scenario: Scenario
  let replication: UInt32
  private let personaShares: [Double]
  private let armShares: [Double]
  private let zoneShares: [Double]
  /// The experiment, if one of its arms is rolled out in stages, so that shares depend on the sign-up time.
  private let staged: Experiment?
  /// The temperaments, indexed by persona, then by arm.
  let temperaments: [[Temperament]]

  /// The persona, arm, sign-up time and time zone that the roster assigns to one person.
  package struct Member: Sendable, Equatable {
    /// Index of the persona in the scenario.
    package var persona: Int
    /// The index of the arm in the experiment. Without an experiment it is 0, as for the control.
    package var arm: Int
    /// Sign-up time, nanoseconds of virtual time.
    package var arrival: Int64
    /// The time by which the person's clock is ahead of UTC, in nanoseconds; 0 without time zones.
    package var zone: Int64 = 0
  }

  /// Creates the people of one replication of a scenario.
  package init(scenario: Scenario, replication: UInt32) {
    self.scenario = scenario
    self.replication = replication
    let arms = scenario.experiment?.arms ?? [Arm(name: "control")]
    personaShares = cumulatedShares(scenario.population.personas.map(\.weight))
    armShares = cumulatedShares(arms.map(\.weight))
    let zones = scenario.population.timeZones
    zoneShares = zones.isEmpty ? [] : cumulatedShares(zones.map(\.share))
    staged = scenario.stagedExperiment
    temperaments = scenario.population.personas.map { persona in
      arms.map {
        Temperament(
          persona: persona, factors: $0.decisionFactors, memory: scenario.population.memory,
          reminders: $0.reminders ?? scenario.population.reminders,
          summaryLength: $0.summaryLength ?? scenario.population.summaryLength)
      }
    }
  }

  /// The persona, arm, sign-up time and time zone of the person with this index.
  ///
  /// A person who is drawn for an arm that is not open yet at sign-up, or already rolled back, goes to control. With
  /// stages, the shares of arms change over time, as in `Experiment.shares(at:)`.
  package func member(_ user: UInt32) -> Member {
    func draw(_ trait: PersonTrait) -> Double { self.draw(trait, of: user) }
    let zones = scenario.population.timeZones
    let zone = zones.isEmpty ? 0 : zones[choice(draw(.timeZone), among: zoneShares)].offset.nanoseconds
    let arrival = scenario.population.arrival.instant(draw(.arrival), zone: zone)
    var arm: Int
    if let staged {
      arm = choice(draw(.arm), among: cumulatedShares(staged.shares(at: TimeSpan(nanoseconds: arrival))))
    } else {
      arm = choice(draw(.arm), among: armShares)
      if let arms = scenario.experiment?.arms,
        arrival < arms[arm].opens.nanoseconds || arms[arm].isRolledBack(at: TimeSpan(nanoseconds: arrival))
      {
        arm = 0
      }
    }
    return Member(persona: persona(of: user), arm: arm, arrival: arrival, zone: zone)
  }

  private func draw(_ trait: PersonTrait, of user: UInt32) -> Double {
    Draws(seed: scenario.seed).uniform(user: user, purpose: trait.rawValue, replication: replication)
  }

  func persona(of user: UInt32) -> Int { choice(draw(.persona, of: user), among: personaShares) }

  /// The client that the people of an arm use.
  package func generation(ofArm arm: Int) -> Generation {
    guard let arm = scenario.experiment?.arms[arm] else { return scenario.generation }
    var generation = arm.generation ?? scenario.generation
    generation.flags = arm.flags
    return generation
  }

  /// The generation to which an arm's people return when the arm is rolled back; nil for an arm that stays.
  package func rollback(ofArm arm: Int) -> Rollback<Generation>? {
    scenario.experiment?.arms[arm].rollback.map { Rollback(generation(ofArm: 0), from: $0.nanoseconds) }
  }

  /// Creates the person with this global index, before sign-up.
  package func person(_ user: UInt32) -> PersonModel {
    let member = member(user)
    return PersonModel(
      index: user, temperament: temperaments[member.persona][member.arm],
      draws: PersonDraws(seed: scenario.seed, user: user, replication: replication), arrival: member.arrival,
      horizon: scenario.horizon.nanoseconds, zone: member.zone, rollback: rollback(of: member))
  }

  /// Creates the person with this global index, who signs up at the given instant. The horizon is counted from then
  /// on.
  package func person(_ user: UInt32, arrivingAt instant: Int64) -> PersonModel {
    let member = member(user)
    return PersonModel(
      index: user, temperament: temperaments[member.persona][member.arm],
      draws: PersonDraws(seed: scenario.seed, user: user, replication: replication), arrival: instant,
      horizon: instant + scenario.horizon.nanoseconds, zone: member.zone, rollback: rollback(of: member))
  }

  /// The time from which a person decides like the control's people; nil if the arm stays.
  private func rollback(of member: Member) -> Rollback<Temperament>? {
    scenario.experiment?.arms[member.arm].rollback.map {
      Rollback(temperaments[member.persona][0], from: $0.nanoseconds)
    }
  }
}
