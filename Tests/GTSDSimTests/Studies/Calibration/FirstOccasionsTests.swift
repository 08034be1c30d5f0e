import GTSDModel
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// Decisions that change within a log, as after a release.
struct FirstOccasionsTests {
  /// A number of people a day, of whom a share follows the card on each day.
  private static func people(_ shares: [Double], perDay: Int = 100) -> FirstOccasions {
    var firsts = FirstOccasions()
    for (day, share) in shares.enumerated() {
      for person in 0..<perDay {
        var decided = [Bool?](repeating: nil, count: CalibrationTally.Rate.allCases.count)
        decided[CalibrationTally.Rate.followed.rawValue] = Double(person) < share * Double(perDay)
        decided[CalibrationTally.Rate.skip.rawValue] = person.isMultiple(of: 5)
        firsts.add(day: day, decided)
      }
    }
    return firsts
  }

  @Test("A decision that changes on some day is found with its day and both shares")
  func found() throws {
    let changes = Self.people([0.3, 0.3, 0.3, 0.6, 0.6]).changes
    #expect(changes.map(\.rate) == [.followed] && changes.map(\.day) == [3])
    #expect(changes.first?.before == .init(successes: 90, trials: 300))
    #expect(changes.first?.after == .init(successes: 120, trials: 200))
    let text = try #require(Self.people([0.3, 0.3, 0.3, 0.6, 0.6]).finding(firstMidnight: 0)?.text)
    #expect(text.hasPrefix("People who signed up from 1970-01-04 on decide differently"))
    #expect(text.contains("“follow the card” 60.0% instead of 30.0%. The fitted value"))
  }

  @Test(
    "Equal shares, small changes and few people are no change",
    arguments: [([0.3, 0.3, 0.3], 100), ([0.5, 0.54], 100_000), ([0.2, 0.9], 40), ([0.3], 1_000)])
  func none(shares: [Double], perDay: Int) {
    #expect(Self.people(shares, perDay: perDay).changes.isEmpty)
  }

  private static func scenario(seed: UInt64, memory: Bool, followCard: Double) -> Scenario {
    var scenario = KnownPopulation.scenario(users: 400, horizon: .hours(96), seed: seed)
    scenario.population.arrival = .uniform(over: .hours(72))
    if memory { scenario.population.memory = PeopleMemory() }
    scenario.population.personas[0].decisions.followCard = Probability(followCard)
    return scenario
  }

  /// A log whose people come in two groups: the second signs up after the first.
  private static func log(_ groups: [Scenario]) throws -> EventLog {
    var events: [ObservedEvent] = []
    var users = 0
    for (index, scenario) in groups.enumerated() {
      let log = try #require(
        SimulatedEvents.log(
          of: scenario, replication: 0, keeping: ObservedEvent.Name.allCases,
          until: scenario.horizon.nanoseconds / 1_000_000, isCancelled: { false }))
      events += log.events.map { event in
        var event = event
        event.time += Int64(index) * 3 * Milliseconds.day
        event.user += Int32(users)
        return event
      }
      users += log.users
    }
    return EventLog(events, users: users)
  }

  @Test("A decision that changed is told as a change, not as kinds of people", arguments: [false, true])
  func changedInLog(memory: Bool) throws {
    let log = try Self.log([
      Self.scenario(seed: 5, memory: memory, followCard: 0.15),
      Self.scenario(seed: 6, memory: memory, followCard: 0.85),
    ])
    var study = Calibration(Self.scenario(seed: 1, memory: memory, followCard: 0.4), jobs: 1)
    study.replications = nil
    let section = try study.outcome(on: (log, EventReader.Summary()), maxBad: 0, source: "log").section
    let finding = try #require(section.findings?.first { $0.kind == .changed })
    #expect(finding.isFault && finding.paths.contains("decisions.followCard"))
    #expect(finding.text.contains("“follow the card”"), "\(finding.text)")
    #expect(section.kinds == nil && section.isFaulty)
    #expect(section.parameters.first { $0.path.hasSuffix("followCard") }?.doubt == finding.text)
  }

  @Test("Equal people on all days are no change", arguments: [false, true])
  func sameInLog(memory: Bool) throws {
    let log = try Self.log([
      Self.scenario(seed: 7, memory: memory, followCard: 0.4), Self.scenario(seed: 8, memory: memory, followCard: 0.4),
    ])
    let fit = CalibrationFit(log, scenario: Self.scenario(seed: 1, memory: memory, followCard: 0.4))
    #expect(fit.tally.firsts.changes.isEmpty)
  }
}
