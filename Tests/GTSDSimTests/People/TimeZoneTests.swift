import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct TimeZoneTests {
  private static let (hour, day) = (Nanoseconds.hour, Nanoseconds.day)

  private func person(_ user: UInt32, zone: Int64, arrival: Int64) -> PersonModel {
    PersonModel(
      user: user, arrival: TimeSpan(nanoseconds: arrival),
      horizon: TimeSpan(nanoseconds: arrival + 9 * Self.day), zone: .hours(zone), memory: PeopleMemory())
  }

  /// A person whose clock is ahead by some hours, and who signs up as much earlier, does everything as much earlier:
  /// sleep, times of the day and weekends follow the local clock.
  @Test(arguments: [-12, -8, 3, 14] as [Int64])
  func allTimesShiftByTheZoneOffset(zone: Int64) {
    for user in 0..<60 as Range<UInt32> {
      let arrival = 2 * Self.day + Int64(user) * 37 * Nanoseconds.minute
      let here = Rehearsal(person(user, zone: 0, arrival: arrival)).taps
      let there = Rehearsal(person(user, zone: zone, arrival: arrival - zone * Self.hour)).taps
      #expect(there.map { $0.time + zone * Self.hour } == here.map(\.time))
      #expect(there.map(\.action.kind) == here.map(\.action.kind))
    }
  }

  @Test func withoutZonesEverybodyIsAtUTC() {
    var scenario = Scenario(name: "zones")
    let plain = PopulationRoster(scenario: scenario, replication: 0)
    scenario.population.timeZones = [TimeZoneShare(offset: .zero)]
    let zero = PopulationRoster(scenario: scenario, replication: 0)
    for user in 0..<500 as Range<UInt32> { #expect(plain.member(user) == zero.member(user)) }
  }

  /// Bedtimes lie between 20:00 and 2:00, so everybody with eight hours of sleep is asleep between 2:00 and 4:00. Only
  /// the first session may begin then, since sign-ups follow the daily rhythm.
  @Test func nobodyArrivesAtLocalNight() {
    var scenario = Scenario(name: "zones")
    scenario.horizon = .days(6)
    scenario.population.arrival = .daily(over: .days(1))
    scenario.population.memory = PeopleMemory()
    scenario.population.timeZones = [
      TimeZoneShare(offset: .hours(-8), share: 3), TimeZoneShare(offset: .hours(9), share: 1),
    ]
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    var returns = 0
    for user in 0..<400 as Range<UInt32> {
      let zone = roster.member(user).zone
      for tap in Rehearsal(roster.person(user)).taps where tap.action.kind == .launch && tap.device == 0 {
        guard tap.session > 1 else { continue }
        returns += 1
        #expect(!(2 * Self.hour..<4 * Self.hour).contains(WakingHours.timeOfDay(tap.time + zone)))
      }
    }
    #expect(returns > 400)
  }

  /// Shares are the stated ones, nobody is lost, and each zone's sign-ups follow the rhythm of its own clock.
  @Test func peopleOfEachZoneSignUpByTheirClock() {
    var scenario = Scenario(name: "zones")
    scenario.population.arrival = .daily(over: .days(2))
    scenario.population.timeZones = [
      TimeZoneShare(offset: .hours(-8), share: 3), TimeZoneShare(offset: .zero, share: 6),
      TimeZoneShare(offset: .minutes(330), share: 1),
    ]
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    let members = (0..<8_000 as Range<UInt32>).map(roster.member)
    #expect(members.allSatisfy { (0...2 * Self.day).contains($0.arrival) })
    for zone in scenario.population.timeZones {
      let here = members.filter { $0.zone == zone.offset.nanoseconds }
      #expect(isPlausible(here.count, of: members.count, probability: zone.share / 10))
      let evening = here.count { WakingHours.timeOfDay($0.arrival + $0.zone) >= 18 * Self.hour }
      #expect(isPlausible(evening, of: here.count, probability: 1 - DailyRhythm.share(before: 18 * Self.hour)))
    }
    for hours in [6, 14, 30] as [Int64] {
      let before = members.count { $0.arrival < hours * Self.hour }
      let share = scenario.population.share(before: hours * Self.hour)
      #expect(isPlausible(before, of: members.count, probability: share))
    }
    #expect(abs(scenario.population.share(before: 2 * Self.day + 1) - 1) < 1e-12)
  }

  /// The quantile is the inverse of the share of mass between the start and the instant, for any start.
  @Test(arguments: [0, 5, 19, 23] as [Int64])
  func arrivalsInvertTheRhythmFromAnyHour(start: Int64) {
    var last: Int64 = -1
    for u in [0.001, 0.2, 0.5, 0.8, 0.999] {
      let instant = DailyRhythm.instant(u, over: Self.day, from: start * Self.hour)
      #expect(abs(DailyRhythm.share(from: start * Self.hour, lasting: instant) - u) < 1e-9)
      #expect(instant > last)
      last = instant
    }
  }

  @Test func offsetsAreReadAndWrittenBack() throws {
    let zones = #"[{"offset": "-3h30m", "share": 2}, {"offset": "14h"}, {"offset": "0s"}]"#
    let scenario = try Scenario.parse(#"{"population": {"timeZones": \#(zones)}}"#)
    #expect(scenario.population.timeZones.map(\.offset) == [.minutes(-210), .hours(14), .zero])
    #expect(scenario.population.timeZones.map(\.share) == [2, 1, 1])
    #expect(try Scenario.parse(scenario.resolvedJSON) == scenario)
  }
}
