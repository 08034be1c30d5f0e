import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

struct ArrivalTests {
  static let hour: Int64 = 3_600_000_000_000
  static let quantiles = [0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999]

  @Test(arguments: quantiles)
  func uniformIsLinear(u: Double) {
    #expect(Arrival.uniform(over: .hours(24)).instant(u) == Int64(u * 86_400e9))
  }

  @Test(arguments: quantiles)
  func launchDecaysExponentially(u: Double) {
    let instant = Arrival.launch(mean: .hours(3)).instant(u)
    // 1 - exp(-t / mean) is the share that has arrived.
    let share = 1 - PortableMath.exp(-Double(instant) / Double(3 * Self.hour))
    #expect(abs(share - u) < 1e-9)
  }

  @Test(arguments: quantiles)
  func togetherArrivesAtOnce(u: Double) {
    #expect(Arrival.together.instant(u) == 0)
  }

  @Test(arguments: quantiles)
  func dailyQuantileInvertsTheShare(u: Double) {
    let instant = Arrival.daily(over: .hours(24)).instant(u)
    #expect(abs(DailyRhythm.share(before: instant) - u) < 1e-9)
    #expect(DailyRhythm.timeOfDay(u) == instant)
  }

  @Test func dailyPeaksAtSeven() {
    let shares = (0..<96).map { quarter in
      DailyRhythm.share(before: Int64(quarter + 1) * Self.hour / 4)
        - DailyRhythm.share(before: Int64(quarter) * Self.hour / 4)
    }
    let most = shares.indices.max { shares[$0] < shares[$1] }!
    #expect(most == 19 * 4 || most == 19 * 4 - 1)
    // From midnight to six there are at most as many as between 19:00 and 20:00.
    #expect(DailyRhythm.share(before: 6 * Self.hour) < 0.05)
    #expect(abs(DailyRhythm.share(before: 24 * Self.hour) - 1) < 1e-12)
  }

  @Test func dailyRepeatsOverDaysAndStopsAtTheSpan() {
    let span = TimeSpan.hours(60)
    let arrival = Arrival.daily(over: span)
    let noonShare = DailyRhythm.share(before: 12 * Self.hour)
    // Two and a half days: the mass up to noon of day 2 over the total.
    let u = (1 + noonShare) / (2 + noonShare)
    #expect(abs(arrival.instant(u) - 36 * Self.hour) < 1_000_000)
    #expect(arrival.instant(1 - 1e-12) <= span.nanoseconds)
    var last: Int64 = -1
    for step in 1..<1_000 {
      let instant = arrival.instant(Double(step) / 1_000)
      #expect(instant > last)
      last = instant
    }
  }

  @Test func peopleArriveAsTheDistributionSays() {
    var scenario = Scenario(name: "arrivals")
    scenario.population.arrival = .daily(over: .hours(24))
    let roster = PopulationRoster(scenario: scenario, replication: 0)
    let trials = 4_000
    let evening = (0..<UInt32(trials)).count { roster.member($0).arrival >= 18 * Self.hour }
    #expect(isPlausible(evening, of: trials, probability: 1 - DailyRhythm.share(before: 18 * Self.hour)))
  }
}
