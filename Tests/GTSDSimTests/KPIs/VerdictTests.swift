import GTSDModel
import GTSDSim
import TestSupport
import Testing

@testable import GTSDStudies
@testable import GTSDWorld
@testable import Statistics

struct VerdictTests {
  /// A target is missed if the whole interval is on the wrong side, met if all of it is on the right side, and
  /// otherwise undecided.
  @Test(arguments: [
    (KPITarget.Comparison.atLeast, 0.8, 0.9, Verdict.met), (.atLeast, 0.79, 0.9, .undecided),
    (.atLeast, 0.7, 0.8, .undecided), (.atLeast, 0.7, 0.79, .missed), (.above, 0.8, 0.9, .undecided),
    (.above, 0.81, 0.9, .met), (.above, 0.7, 0.8, .missed), (.atMost, 0.7, 0.8, .met),
    (.atMost, 0.8, 0.9, .undecided), (.atMost, 0.81, 0.9, .missed), (.below, 0.7, 0.79, .met),
    (.below, 0.7, 0.8, .undecided), (.below, 0.8, 0.9, .missed), (.atLeast, 0.8, 0.8, .met),
    (.below, 0.8, 0.8, .missed),
  ])
  func againstANumber(comparison: KPITarget.Comparison, low: Double, high: Double, expected: Verdict) {
    #expect(KPITarget(comparison: comparison, value: 0.8, source: "").verdict(low: low, high: high) == expected)
  }

  @Test(arguments: [
    (30.0, 60.0, Verdict.met), (29, 60, .undecided), (31, 61, .undecided), (20, 29, .missed), (61, 70, .missed),
    (20, 70, .undecided), (20, 30, .undecided), (35, .infinity, .undecided),
  ])
  func againstARange(low: Double, high: Double, expected: Verdict) {
    let target = KPITarget(comparison: .between, value: .range(30, 60), source: "")
    #expect(target.verdict(low: low, high: high) == expected)
  }

  @Test func theCriterionDecidesAndTheTargetIsReported() {
    // Wilson's interval around 0.35: above the criterion of 0.3, below the target of 0.4.
    let result = KPIResult(.zeroStateTapThroughRate, .rate(successes: 3_500, trials: 10_000))
    #expect(result.targets.map(\.verdict) == [.missed, .met])
    #expect(result.verdict == .met)
  }

  @Test func withoutAControlArmAComparisonHasNoVerdict() {
    let result = KPIResult(.retentionRate7d, .rate(successes: 100, trials: 1_000))
    #expect(result.targets.map(\.verdict) == [.none, .none] && result.verdict == .none)
    #expect(result.change == nil)
  }

  @Test func withAControlArmTheRelativeChangeIsJudged() throws {
    let control = KPIMeasurement.rate(successes: 2_000, trials: 10_000)
    let result = KPIResult(.retentionRate7d, .rate(successes: 2_600, trials: 10_000), control: control)
    #expect(close(try #require(result.change), 0.3))
    #expect(result.verdict == .met)
    let worse = KPIResult(.retentionRate7d, .rate(successes: 1_900, trials: 10_000), control: control)
    #expect(worse.verdict == .missed)
  }

  @Test func nothingObservedIsNoVerdict() {
    for result in SampleReport.empty.kpis {
      #expect(result.value == nil && result.interval == nil && result.verdict == .none, "\(result.id)")
    }
  }

  @Test func aCountIsComparedAsItIs() {
    #expect(KPIResult(.stateViolations, .count(0, units: 10)).verdict == .met)
    #expect(KPIResult(.stateViolations, .count(1, units: 10)).verdict == .missed)
    #expect(KPIResult(.complaints24h, .count(10, units: 10)).verdict == .met)
  }

  @Test func noCrashInFewSessionsProvesNothing() {
    let few = KPIResult(.crashRate, .rate(successes: 0, trials: 100))
    #expect(few.targets.map(\.verdict) == [.undecided, .undecided, .undecided])
    let many = KPIResult(.crashRate, .rate(successes: 0, trials: 10_000))
    #expect(many.targets.map(\.verdict) == [.undecided, .met, .met])
  }

  @Test func worstOfSeveralTargetsDecides() {
    var result = KPIResult(.dismissalRate, .rate(successes: 500, trials: 1_000))
    result.judge([
      KPITarget(comparison: .below, value: 0.9, source: ""), KPITarget(comparison: .below, value: 0.1, source: ""),
    ])
    #expect(result.verdict == .missed)
  }

  @Test func aMedianThatTheDataDoNotReachCanStillBeMissed() {
    var events = LogHistogram()
    var censored = LogHistogram()
    events.record(100 * 86_400 * 1_000_000_000, times: 10)
    censored.record(200 * 86_400 * 1_000_000_000, times: 990)
    let result = KPIResult(.timeToProfileCompletion, .medianSurvival(events: events, censored: censored))
    #expect(result.value == nil)
    #expect(result.interval?.high == .infinity)
    // Even the lower end, a hundred days, is later than three.
    #expect(result.verdict == .missed)
  }

  @Test func exitCodes() {
    var report = SampleReport.full
    #expect(report.exitCode == 11)
    report.violations = []
    #expect(report.exitCode == 10)
    report.shard = .init(index: 1, of: 2)
    #expect(report.exitCode == 0)
    report.shard = nil
    report.kpis.removeAll { $0.verdict == .missed }
    #expect(report.exitCode == 0)
    // An incomplete report has no verdict, whatever it contains, and says so.
    report.complete = false
    #expect(report.exitCode == 130 && report.html.contains("interrupted: no violation, no target missed (exit 130)"))
    var search = SampleExploration.nothing
    search.change(\.exploration, Report.Content.exploration) { $0.errors = ["a replay came out otherwise"] }
    #expect(search.exitCode == 1 && search.html.contains("the search itself failed (exit 1)"))
  }

  @Test func aShardStatesNoVerdict() {
    for var report in [SampleReport.full, SampleReport.experiment] {
      report.violations = []
      #expect((report.kpis + (report.arms ?? []).flatMap(\.kpis)).contains { $0.verdict != .none })
      report.becomeShard(.init(index: 2, of: 3))
      let results = report.kpis + (report.arms ?? []).flatMap(\.kpis)
      #expect(results.allSatisfy { $0.verdict == .none && $0.targets.allSatisfy { $0.verdict == .none } })
      #expect(report.exitCode == 0)
      #expect(!TerminalSummary(report).text.contains("✓") && !report.html.contains("\"verdict met\""))
    }
  }

  @Test func aScenarioReplacesTheTargetsOfAnIndicator() {
    let overrides = [
      TargetOverride(kpi: "crash-rate", comparison: "<", value: [0.5]),
      TargetOverride(kpi: "summary-time-on-screen", comparison: "between", value: [1, 2]),
      TargetOverride(kpi: "dismissal-rate", comparison: "between", value: [1]),
    ]
    #expect(
      KPI.crashRate.targets(overriddenBy: overrides)
        == [KPITarget(comparison: .below, value: 0.5, source: "scenario")])
    let criterion = TargetOverride(
      kpi: "crash-rate", comparison: "<=", value: [-0.1], level: .criterion, versus: .control)
    #expect(
      KPI.crashRate.targets(overriddenBy: [criterion])
        == [KPITarget(level: .criterion, comparison: .atMost, value: -0.1, versus: .control, source: "scenario")])
    #expect(KPI.summaryTimeOnScreen.targets(overriddenBy: overrides).map(\.value) == [.range(1, 2)])
    // Validation reports a mismatch; the specification's target stays.
    #expect(KPI.dismissalRate.targets(overriddenBy: overrides) == KPI.dismissalRate.definition.targets)
    #expect(KPI.apiErrorRate.targets(overriddenBy: overrides).count == 2)
  }

  @Test func valueCoversEverybodyAndChangeComparesTheTreated() throws {
    let result = KPIResult(
      .retentionRate7d, .rate(successes: 300, trials: 1_500), control: .rate(successes: 100, trials: 1_000),
      treated: .rate(successes: 200, trials: 500))
    #expect(result.value == 0.2)
    #expect(close(try #require(result.change), 3))
  }
}
