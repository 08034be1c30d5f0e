import GTSDModel
import Synchronization
import Testing

@testable import Documents
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Statistics

/// Numbers that stand side by side can be read together: the same unit, the same decimals, and no identifiers.
struct ReadableNumberTests {
  private static func interval(_ low: Double, _ high: Double, _ method: String = "test") -> Interval {
    Interval(level: 0.95, low: low, high: high, method: method)
  }

  @Test(
    "A small low end does not give a large high end two decimals",
    arguments: [
      (0.0095, 0.1, "0.95–10.0%"), (0.0017, 0.4349, "0.17–43.5%"), (0.001, 0.0111, "0.10–1.11%"),
      (0, 0.0048, "0.00–0.48%"), (0, 0.308, "0.0–30.8%"), (0.582, 0.649, "58.2–64.9%"),
    ])
  func endsOfShares(low: Double, high: Double, text: String) {
    #expect(Wording.interval(Self.interval(low, high), unit: "share") == text)
  }

  @Test(
    "Both ends of a time have the same decimals",
    arguments: [
      (32.9, 54.0, "32.9–54.0 s"), (47.0, 63.0, "47–63 s"), (14_040, 32_400, "3.9–9.0 h"), (83.9, 114, "83.9–114 s"),
    ])
  func endsOfTimes(low: Double, high: Double, text: String) {
    #expect(Wording.interval(Self.interval(low, high), unit: "s", of: low) == text)
  }

  @Test(
    "A difference has the unit and the decimals of its interval",
    arguments: [
      (0.0, -0.00052, 0.00052, "s", "0 ms", "−0.52 to +0.52 ms"),
      (0.687, -0.7, 2.08, "s", "+0.69 s", "−0.70 to +2.08 s"),
      (0, -21_744, 21_744, "s", "0 h", "−6.04 to +6.04 h"),
      (0.0077, -0.006, 0.021, "share", "+0.8 points", "−0.6 to +2.1"),
      (0.00001, -0.00004, 0.00007, "share", "+0.0010 points", "−0.0040 to +0.0070"),
      (0, -0.021, 0.021, "share", "0.0 points", "−2.1 to +2.1"),
      (-0.0036, -0.011, 0.004, "share", "−0.4 points", "−1.1 to +0.4"),
      (3, -12_000, 2_000, "count", "+3", "−12,000 to +2,000"),
    ])
  func differences(_ difference: Double, low: Double, high: Double, unit: String, told: String, ends: String) {
    let interval = Self.interval(low, high)
    #expect(Wording.difference(difference, unit: unit, beside: interval) == told)
    #expect(Wording.differenceInterval(interval, unit: unit, of: difference) == ends)
    // What moves a forecast is told as what differs between the sides of a comparison.
    #expect(Wording.change(difference, interval, unit: unit) == "\(told) (\(ends))")
  }

  @Test(
    "Values of a scenario are rounded, and their thousands separated",
    arguments: [
      ("0.8181818181818181", "0.8182"), ("5000", "5,000"), ("0.62", "0.62"), ("1.15", "1.15"), ("12", "12"),
      ("4.5s", "4.5s"), ("correct", "correct"), ("0.000123456789", "0.0001235"), ("1234.56789", "1,235"),
      ("9000s", "2h30m"), ("45s", "45s"),
      (#"{"lognormal":{"median":"108000s","sigma":0.6}}"#, "lognormal: median 1d6h, sigma 0.6"),
    ])
  func scenarioValues(value: String, text: String) {
    #expect(Wording.assumption(value) == text)
  }

  @Test(
    "The gain from pairing is in words, without a factor of 1",
    arguments: [
      (4.2, "4.2 times narrower than"), (1.1, "1.1 times narrower than"), (1.04, "as wide as"), (0.96, "as wide as"),
      (0.5, "2 times wider than"),
    ])
  func narrowing(factor: Double, text: String) {
    #expect(Wording.narrowing(factor) == text)
  }

  @Test("A time that comes sooner has its interval without signs")
  func soonerHasNoSigns() {
    var time = ComparisonSection.TimeToEvent.blank
    (time.id, time.horizonSeconds, time.difference) = (SurvivalID.timeToAcknowledge.rawValue, 86_400, -11_900)
    time.interval = Interval(level: 0.95, low: -13_400, high: -11_000, method: "student-t")
    var contrast = ComparisonSection.Contrast.blank
    contrast.side = "B"
    #expect(
      time.sentence(contrast, isOfSamePeople: true)
        == "B: the acknowledgment comes 3.31 h sooner (3.06 to 3.72 h) on average, counted up to 24 h.")
  }

  @Test func targetsSeparateThousands() {
    let target = KPITarget(level: .criterion, comparison: .atMost, value: .number(5_000), source: "test")
    #expect(Wording.bound(target, unit: "count") == "≤ 5,000")
  }

  @Test("A page names the method of an interval, not its identifier")
  func methodsHaveNames() {
    #expect(Wording.method("student-t") == "Student's t")
    #expect(Wording.method("clopper-pearson-effective-adjusted") == "Clopper-Pearson, by person, adjusted")
    for scenario in [SampleReport.full, SampleForecast.report(SampleForecast.section)] {
      let page = scenario.html
      for id in ["student-t", "clustered-wilson", "wilson-clustered", "clopper-pearson", "order-statistics"] {
        #expect(!page.contains("interval: \(id)"))
      }
    }
  }

  @Test("Episodes are counted over people, of whom they are no part")
  func countsAreNotPartsOfPeople() throws {
    func markup(_ text: RichText) -> String {
      text.spans.map { if case .explained(_, let markup) = $0 { markup } else { "" } }.joined()
    }
    var result = KPIResult.blank
    result.id = KPI.stateViolations.id
    (result.numerator, result.denominator) = (18_601, 1_998)
    #expect(markup(result.explained(as: "State violations")).contains("18,601, counted over 1,998"))
    result.id = KPI.acknowledgmentRate24h.id
    #expect(markup(result.explained(as: "Acknowledged")).contains("18,601 of 1,998"))
  }

  @Test("The arm that a side puts everybody in is named by the side")
  func everybodysArm() {
    func words(_ arm: String) -> String {
      Scenario.words(for: "experiment.arms.\(arm).decisionFactors.followCard")
    }
    #expect(words("everybody") == "follow the card, factor of the arm")
    #expect(words("B") == "follow the card, factor of the arm (arm B)")
  }

  @Test("A median that no replication reaches is not “no data”")
  func mediansBeyondTheData() throws {
    var indicator = try #require(SampleForecast.section.indicators.first)
    (indicator.mean, indicator.interval) = (nil, nil)
    indicator.targets[0].replications = 4
    #expect(indicator.centreText == "not reached")
    for place in indicator.targets.indices { indicator.targets[place].replications = 0 }
    #expect(indicator.centreText == "no data")
  }

  @Test("Who wins is told with the indicator that the points are of")
  func winners() throws {
    let section = try #require(SampleComparison.experiment.comparison)
    #expect(
      section.winner.finding.hasPrefix(
        "B wins against A in “acknowledged within 24 h”: B +5.8 points (+5.2 to +6.3), "))
  }

  @Test("A table of sample sizes says why it has each change, without options")
  func reasonsForSizes() throws {
    let plan = try #require(SampleComparison.experiment.comparison?.plan)
    let table = try #require(plan.tables.first { $0.title == "Sample sizes" })
    #expect(
      table.rows.map { $0[1] }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        == ["for comparison", "asked for", "assumed for B", "assumed for C <script>"])
  }

  // MARK: Roll-outs

  private static func trigger(dueStage: Int?, wrongly: Interval?) -> ForecastSection.Rollout.Trigger {
    var trigger = ForecastSection.Rollout.Trigger.blank
    (trigger.title, trigger.unit, trigger.limit, trigger.longRunValue) = ("Complaints", "count", 10, 28)
    (trigger.dueStage, trigger.firesWronglyInterval) = (dueStage, wrongly)
    return trigger
  }

  @Test("A trigger that nobody watches is not called quiet, and its arm not within the limit")
  func unwatchedTriggers() {
    var rollout = ForecastSection.Rollout.blank
    (rollout.arm, rollout.replications, rollout.stops) = ("on", 10, 0)
    rollout.triggers = [Self.trigger(dueStage: nil, wrongly: nil)]
    #expect(rollout.triggers[0].share(0, nil, of: 10) == "not watched")
    #expect(!rollout.triggers[0].finding(of: 10).contains("within the limit"))
    #expect(rollout.answer?.finding.contains("not judged. Too few users are simulated to judge “Complaints”.") == true)
    #expect(rollout.answer?.verdict == .undecided)
    rollout.triggers = [Self.trigger(dueStage: nil, wrongly: Self.interval(0, 0.3))]
    #expect(rollout.answer?.finding.contains("within all limits: it") == true)
    #expect(rollout.triggers[0].finding(of: 10).contains("within the limit of 10"))
  }

  @Test func complaintsAreUnwatchedWhereOnePersonStandsForTooMany() throws {
    var scenario = RolloutForecastTests.scenario()
    scenario.population.size = 20
    let monitor = try #require(RolloutMonitor(scenario))
    #expect(RolloutMonitor.Trigger.allCases.map(monitor.isWatched) == [true, true, monitor.watchesComplaints])
  }
}

/// The promise of a forecast's progress line: the users of all its phases, which are never more than it says at first.
struct ForecastWorkTests {
  @Test func theWholeIsKnownFromTheStart() throws {
    var scenario = try Scenario.library("first-day-fixed")
    (scenario.population.size, scenario.horizon) = (4, .hours(2))
    var forecast = Forecast(scenario, replications: 4, jobs: 1)
    forecast.analysesSensitivity = true
    forecast.ranksChanges = true
    forecast.kpi = .apiErrorRate
    forecast.effort = .init(users: 2, points: 3, leaders: 2, replications: 2, indices: 2, rows: 1, replicates: 2)
    let told = Told()
    let outcome = try forecast.outcome(progress: { told.add($0) })
    let all = told.all
    let first = try #require(all.first), last = try #require(all.last)
    #expect(last.done == last.users && last.done == outcome.users)
    #expect(all.map(\.done) == all.map(\.done).sorted())
    #expect(all.allSatisfy { $0.users <= first.users } && last.users > 4 * 4)
    #expect(Set(all.map(\.phase)).isSuperset(of: ["replications", "sensitivity: ranking", "reach"]))
  }
}

extension ForecastWorkTests {
  private final class Told: Sendable {
    private let content = Mutex<[(phase: String, done: Int, users: Int)]>([])
    var all: [(phase: String, done: Int, users: Int)] { content.withLock { $0 } }
    func add(_ progress: Forecast.Progress) {
      content.withLock { $0.append((progress.phase, progress.usersDone, progress.users)) }
    }
  }
}
