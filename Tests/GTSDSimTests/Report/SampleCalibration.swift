import GTSDModel

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// A small hand-made fit for the renderers: each kind of value, a rejected line, and a figure outside its interval.
enum SampleCalibration {
  static let report: Report = {
    var report = Report(
      .calibration(section), tool: .init(version: "0.1.0"),
      scenario: .init(
        name: "first-day-calibrated", description: "Fitted to 1,200 users' events.", digest: "fnv1a64:2f9c41d07a3be815",
        seed: 7, generation: "seed-current", users: 1_200, replications: 4, horizonSeconds: 172_800,
        resolved: #"{"name": "first-day-calibrated"}"#),
      digest: "fnv1a64:9b1d3f0c55aa72e4")
    report.assumptions = [
      .init(path: "population.personas[0].decisions.pullToRefresh", value: "0.25", source: "assumption, no source")
    ]
    report.notes = section.remarks
    report.round()
    return report
  }()

  static let section: CalibrationSection = {
    CalibrationSection(
      source: "events.jsonl", format: "JSON Lines", lines: 48_210, events: 48_200, rejected: 3,
      rejections: [
        .init(line: 12, reason: "no JSON: column 4: expected a value; found `<`"),
        .init(line: 77, reason: "`timestamp`: expected an ISO 8601 instant with Z or an offset; found \"yesterday\""),
        .init(line: 4_001, reason: "the same line occurs earlier in the file"),
      ],
      rejectedByKind: [
        .init(name: "malformed", count: 1), .init(name: "wrong value", count: 1), .init(name: "repeated", count: 1),
      ],
      unknown: 7, unknownByName: [.init(name: "weight_logged", count: 7)], outOfOrder: 1, users: 1_200,
      sessions: 5_010, first: "2026-01-01T00:03:04.005Z", last: "2026-01-02T23:59:59.000Z", spanSeconds: 172_614.995,
      base: "first-day", isPooled: true, parameters: parameters,
      arrivals: [
        .init(process: "daily", seconds: 86_340, logLikelihood: -13_010.5, distance: 0.018),
        .init(process: "uniform", seconds: 86_340, logLikelihood: -13_240.25, distance: 0.21),
      ],
      signUpsPerDay: [1_180, 20], replications: 4, simulatedUsers: 1_000, checks: checks,
      backTest: .init(
        cutSeconds: 86_400, users: 1_180, eventsBefore: 30_100, fitted: 30, checks: Array(checks.suffix(2))),
      overlay: "// Fitted.\n{\n  \"name\": \"first-day-calibrated\" // <here>\n}\n")
  }()

  private static let parameters: [CalibratedParameter] = {
    [
      CalibratedParameter(
        path: "decisions.followCard", estimate: 0.4512, standardError: 0.0123,
        interval: Interval(level: 0.95, low: 0.4272, high: 0.4754, method: "wald-logit"), events: 740, occasions: 1_660,
        censored: 31, before: 0.45, note: "`metrics_acknowledgment_card_tapped` (review) of sessions with the card."),
      CalibratedParameter(
        path: "decisions.visitProfile", status: .conditional, estimate: 0.31, standardError: 0.011,
        interval: Interval(level: 0.95, low: 0.289, high: 0.332, method: "wald-logit-delta"), events: 1_300,
        occasions: 4_020, before: 0.45, note: "Given how often people edit weight or goal."),
      CalibratedParameter(
        path: "decisions.pullToRefresh", status: .notIdentified, before: 0.25, note: "A pull sends no event."),
      CalibratedParameter(
        path: "timings.sessionGap.median", unit: "s", estimate: 9_120, standardError: 140,
        interval: Interval(level: 0.95, low: 8_850, high: 9_398, method: "wald-log"), events: 3_700, occasions: 4_900,
        censored: 1_200, before: 9_000, note: "From the last event of a session to the next launch."),
      CalibratedParameter(
        path: "habit.dailyDecay", status: .notIdentified, unit: "number", before: 0.985, note: "Too few days."),
    ]
  }()

  private static let checks: [PredictiveCheck] = {
    [
      PredictiveCheck(.acknowledged, observed: 0.71, simulated: [0.69, 0.715, 0.7, 0.722], users: 1_000),
      PredictiveCheck(.sessions, observed: 4.9, simulated: [4.1, 4.2, 4.15, 4.12], users: 1_000),
      PredictiveCheck(.summaryTime, observed: 41.5, simulated: [40.1, 43.2, 42.6, 41], users: 1_000),
    ].compactMap(\.self)
  }()
}
