import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct PopulationRosterTests {
  private static let people: Range<UInt32> = 0..<4_000

  private func scenario() -> Scenario {
    var scenario = Scenario(name: "roster")
    scenario.population.personas = [
      Persona(name: "keen", weight: 3), Persona(name: "casual", weight: 1), Persona(name: "rare", weight: 0.5),
    ]
    scenario.experiment = Experiment(
      name: "copy", arms: [Arm(name: "A", weight: 2), Arm(name: "B", weight: 1), Arm(name: "C", weight: 1)])
    return scenario
  }

  @Test func personasAndArmsComeInTheirShares() {
    let roster = PopulationRoster(scenario: scenario(), replication: 0)
    let members = Self.people.map(roster.member)
    for (persona, weight) in [3.0, 1, 0.5].enumerated() {
      #expect(isPlausible(members.count { $0.persona == persona }, of: members.count, probability: weight / 4.5))
    }
    for (arm, weight) in [2.0, 1, 1].enumerated() {
      #expect(isPlausible(members.count { $0.arm == arm }, of: members.count, probability: weight / 4))
    }
    let both = members.count { $0.persona == 0 && $0.arm == 0 }
    #expect(isPlausible(both, of: members.count, probability: 3 / 4.5 * 0.5))
  }

  @Test func armsOpenAtTheirTime() {
    var staged = scenario()
    staged.experiment!.arms[1].opens = .hours(12)
    let open = PopulationRoster(scenario: scenario(), replication: 0)
    let roster = PopulationRoster(scenario: staged, replication: 0)
    for user in Self.people {
      let member = roster.member(user)
      let free = open.member(user)
      #expect(member.arrival == free.arrival)
      let isEarly = free.arm == 1 && free.arrival < TimeSpan.hours(12).nanoseconds
      #expect(member.arm == (isEarly ? 0 : free.arm))
    }
  }

  @Test(arguments: [true, false]) func anArmThatIsRolledBackGetsNobody(isStaged: Bool) {
    var scenario = scenario()
    scenario.population.arrival = .uniform(over: .hours(24))
    if isStaged { scenario.experiment!.arms[1].stages = [RolloutStage(from: .zero, share: 0.5)] }
    let stays = PopulationRoster(scenario: scenario, replication: 0)
    let goes = PopulationRoster(scenario: scenario.rollingBack(arm: 1, at: .hours(12)), replication: 0)
    for user in Self.people {
      let (before, after) = (stays.member(user), goes.member(user))
      #expect(after.arrival == before.arrival && after.persona == before.persona)
      if before.arrival < TimeSpan.hours(12).nanoseconds {
        #expect(after.arm == before.arm)
      } else {
        #expect(after.arm != 1)
        if !isStaged { #expect(after.arm == (before.arm == 1 ? 0 : before.arm)) }
      }
    }
  }

  @Test func stagesGiveAnArmItsShareOfSignUps() {
    var scenario = scenario()
    scenario.population.arrival = .uniform(over: .hours(24))
    let stages = [RolloutStage(from: .hours(6), share: 0.25), RolloutStage(from: .hours(18), share: 1)]
    scenario.experiment = Experiment(name: "rollout", arms: [Arm(name: "off"), Arm(name: "on", stages: stages)])
    let members = Self.people.map(PopulationRoster(scenario: scenario, replication: 0).member)
    let hour = TimeSpan.hours(1).nanoseconds
    #expect(members.filter { $0.arrival < 6 * hour }.allSatisfy { $0.arm == 0 })
    #expect(members.filter { $0.arrival >= 18 * hour }.allSatisfy { $0.arm == 1 })
    let second = members.filter { (6 * hour..<18 * hour).contains($0.arrival) }
    #expect(isPlausible(second.count { $0.arm == 1 }, of: second.count, probability: 0.25))
  }

  /// The share counts described people, not simulated ones, from the start of a stage to the next.
  @Test(arguments: [Arrival.uniform(over: .days(4)), .daily(over: .days(4)), .launch(mean: .days(1))])
  func aStageOfSoManyUsersIsTheirPartOfItsSignUps(arrival: Arrival) throws {
    var scenario = scenario()
    scenario.horizon = .days(5)
    scenario.population.arrival = arrival
    scenario.population.size = 4_000
    let stages = [RolloutStage(from: .hours(12), users: 100), RolloutStage(from: .days(2), share: 1)]
    scenario.experiment = Experiment(name: "rollout", arms: [Arm(name: "off"), Arm(name: "on", stages: stages)])
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    let members = (0..<UInt32(scenario.population.size)).map(roster.member)
    let day = TimeSpan.days(1).nanoseconds
    let testers = members.filter { $0.arm == 1 && $0.arrival < 2 * day }
    // Six standard deviations of a hundred.
    #expect(abs(testers.count - 100) < 60 && testers.allSatisfy { $0.arrival >= day / 2 })
    let share = try #require(scenario.stagedExperiment?.arms[1].stages[0].share)
    let here = members.count { (day / 2..<2 * day).contains($0.arrival) }
    #expect(abs(share * Double(here) - 100) < 10)
    scenario.population.represents = 4_000
    scenario.population.size = 50
    #expect(scenario.stagedExperiment?.arms[1].stages.map(\.share) == [share, 1])
    scenario.experiment?.arms[1].stages[0].users = 1_000_000
    #expect(scenario.stagedExperiment?.arms[1].stages[0].share == 1)
  }

  /// The arrivals before an instant are those whose draw is below its share.
  @Test(arguments: [Arrival.uniform(over: .days(4)), .daily(over: .days(4)), .launch(mean: .days(1)), .together])
  func arrivalShareAndInstantAreInverse(arrival: Arrival) {
    for share in [0.001, 0.1, 0.5, 0.77, 0.999] {
      let instant = arrival.instant(share)
      let before = arrival.share(before: instant)
      #expect(before <= share && arrival.share(before: instant + 1) >= share)
      if arrival != .together { #expect(abs(before - share) < 1e-6) }
    }
    #expect(arrival.share(before: 0) < 1e-15 && arrival.share(before: TimeSpan.days(90).nanoseconds) > 0.999)
  }

  @Test func nobodyDependsOnTheSizeOfThePopulation() {
    var large = scenario()
    large.population.size = 1_000_000
    let one = PopulationRoster(scenario: scenario(), replication: 0)
    let other = PopulationRoster(scenario: large, replication: 0)
    for user in Self.people.prefix(200) {
      #expect(one.member(user) == other.member(user))
      #expect(one.person(user).body == other.person(user).body)
    }
  }

  @Test func armsChangeOnlyWhatTheySay() {
    var changed = scenario()
    changed.experiment!.arms[0].decisionFactors = [DecisionFactor(decision: "followCard", factor: 10)]
    let plain = PopulationRoster(scenario: scenario(), replication: 0)
    let roster = PopulationRoster(scenario: changed, replication: 0)
    let user = Self.people.first { plain.member($0).arm == 0 }!
    let before = plain.person(user).temperament
    let after = roster.person(user).temperament
    #expect(after.probability(of: .followCard) == 1)
    for decision in PersonDecision.allCases where decision != .followCard {
      #expect(after.probability(of: decision) == before.probability(of: decision))
    }
  }

  @Test func replicationsHaveOtherPeople() {
    let one = PopulationRoster(scenario: scenario(), replication: 0)
    let other = PopulationRoster(scenario: scenario(), replication: 1)
    #expect(Self.people.prefix(50).contains { one.member($0) != other.member($0) })
  }

  @Test func bodyMeasuresFollowTheirDistribution() {
    let roster = PopulationRoster(scenario: Scenario(name: "bodies"), replication: 0)
    let profiles = Self.people.map { roster.person($0).body.onboarding.profile }
    #expect(profiles.allSatisfy { !$0.isPlaceholder && $0.targetWeight > 0 && $0.height <= 300 })
    #expect(isPlausible(profiles.count { $0.gender == .other }, of: profiles.count, probability: 0.04))
    #expect(isPlausible(profiles.count { $0.primaryGoal == .loseWeight }, of: profiles.count, probability: 0.45))
    // Half of a normal distribution lies below its mean (rounding to tenths moves the edge a little).
    #expect(isPlausible(profiles.count { $0.currentWeight < 78 }, of: profiles.count, probability: 0.4986))
    #expect(profiles.allSatisfy { $0.targetDate > WorldCalendar.epoch })
  }
}
