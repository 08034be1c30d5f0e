import Foundation
import GTSDModel
import GTSDSim

@testable import GTSDWorld
@testable import Statistics

/// A small hand-made report with content in every section, for the renderers.
enum SampleReport {
  /// Short names for test cases.
  enum Name: CaseIterable {
    case full, empty, experiment, exploration, comparison, armComparison, forecast, calibration, load
  }

  static func named(_ name: Name) -> Report {
    switch name {
    case .full: full
    case .empty: empty
    case .experiment: experiment
    case .exploration: SampleExploration.report
    case .comparison: SampleComparison.pair
    case .armComparison: SampleComparison.experiment
    case .forecast: SampleForecast.report
    case .calibration: SampleCalibration.report
    case .load: SampleLoad.report
    }
  }

  static let full: Report = {
    var report = unrounded
    report.round()
    return report
  }()

  /// The same report before its numbers are rounded.
  static let unrounded: Report = {
    var report = Report(
      tool: .init(version: "0.1.0"),
      scenario: .init(
        name: "first-day",
        description: "Five thousand people meet the app on one day; every client keeps its own state.",
        digest: "fnv1a64:2f9c41d07a3be815", seed: 7, generation: "seed-current", users: 5_000, replications: 1,
        horizonSeconds: 172_800, resolved: #"{"name": "first-day"}"#),
      digest: "fnv1a64:9b1d3f0c55aa72e4")
    report.command = "gtsd-sim run scenarios/first-day.json --seed 7"
    report.kpis = KPI.allCases.map { KPIResult($0, measurement($0)) }
    report.distributions = [
      .init(id: "card-view-to-acknowledge", unit: "s", histogram: times(40, spread: 3, count: 3_200)),
      .init(id: "session-length", unit: "s", histogram: times(95, spread: 2.5, count: 21_400)),
      .init(id: "requests-per-user", unit: "count", histogram: counts(46), scale: 1),
      .init(id: "photo-upload-time", unit: "s", histogram: LogHistogram()),
    ]
    report.survival = [
      .init(
        id: "time-to-acknowledge", estimate: KaplanMeier(events: acknowledgments, censored: unfinished),
        horizonSeconds: 172_800)
    ]
    let funnel: [(FunnelStep, Int)] = [
      (.signedUp, 5_000), (.onboarded, 4_312), (.cardViewed, 4_118), (.reviewed, 3_420), (.acknowledged, 3_090),
      (.planShown, 3_011),
    ]
    report.funnel = funnel.map { .init(step: $0.0.rawValue, users: $0.1) }
    report.violations = violations
    report.requests = requests
    report.photoFailures = [.init(reason: "not-allowed", count: 15), .init(reason: "timeout", count: 5)]
    report.analytics = .init(
      total: 91_240, byName: ["metrics_acknowledgment_card_viewed": 9_120, "metrics_acknowledged": 3_090])
    report.assumptions = [
      .init(path: "population.personas[0].followCard", value: "0.55"),
      .init(path: "population.personas[0].thinkTime", value: #"{"lognormal": {"median": "4s", "sigma": 0.8}}"#),
      .init(path: "backend.metricsDelay", value: #"{"exponential": {"mean": "20s"}}"#),
      .init(path: "client.summaryContinueAfter", value: "10s", source: "GTSD Product Specification"),
    ]
    report.checks = [
      .init(invariant: "I-VIEWS", evaluated: 812_334, vacuous: 91_002),
      .init(invariant: "I-ROUND", evaluated: 4_120, vacuous: 0),
      .init(invariant: "I-PHOTO", evaluated: 2_204, vacuous: 18),
      .init(invariant: "I-GATE", evaluated: 3_612, vacuous: 70),
      .init(invariant: "I-USER", evaluated: 0, vacuous: 5_000),
    ]
    report.notes = ["Five cells of 1,000 users share the capacity but not their queues."]
    return report
  }()

  /// The same report without any people.
  static let empty: Report = {
    var report = Report(
      tool: .init(version: "0.1.0"),
      scenario: .init(
        name: "nobody", digest: "fnv1a64:0000000000000000", seed: 1, generation: "correct", users: 0, replications: 1,
        horizonSeconds: 0),
      complete: false, digest: "fnv1a64:cbf29ce484222325")
    report.kpis = KPI.allCases.map { kpi in
      switch kpi.definition.kind {
      case .rate: KPIResult(kpi, .rate(successes: 0, trials: 0))
      case .count: KPIResult(kpi, .count(0, units: 0))
      case .mean: KPIResult(kpi, .mean(LogHistogram()))
      case .percentile(let share): KPIResult(kpi, .percentile(LogHistogram(), share))
      case .medianSurvival: KPIResult(kpi, .medianSurvival(events: LogHistogram(), censored: LogHistogram()))
      }
    }
    report.round()
    return report
  }()

  /// Three arms of a copy experiment; B does better than A, C hardly.
  static let experiment: Report = {
    var report = full
    report.scenario.name = "card-copy"
    report.arms = [("A", 640), ("B", 720), ("C", 655)].map { name, acknowledged in
      let control: (KPI) -> KPIMeasurement? = { name == "A" ? nil : armMeasurement($0, acknowledged: 640) }
      return ArmResult(
        name: name, control: name == "A", users: 1_000,
        kpis: [KPI.acknowledgmentRate24h, .dismissalRate, .retentionRate7d].map {
          KPIResult($0, armMeasurement($0, acknowledged: acknowledged), control: control($0))
        })
    }
    report.round()
    return report
  }()

  private static func armMeasurement(_ kpi: KPI, acknowledged: Int) -> KPIMeasurement {
    switch kpi {
    case .acknowledgmentRate24h: .rate(successes: acknowledged, trials: 1_000)
    case .dismissalRate: .rate(successes: 420 - acknowledged / 2, trials: 960)
    default: .rate(successes: acknowledged / 2, trials: 1_000)
    }
  }

  // MARK: Parts

  private static func measurement(_ kpi: KPI) -> KPIMeasurement {
    switch kpi {
    case .acknowledgmentRate24h: .rate(successes: 2_741, trials: 4_260, censored: 52)
    case .metricsLoadErrorRate: .rate(successes: 610, trials: 22_410)
    case .dismissalRate: .rate(successes: 431, trials: 4_118)
    case .stateViolations: .count(5_218, units: 5_000)
    case .timeToAcknowledge: .medianSurvival(events: acknowledgments, censored: unfinished)
    case .profileCompletionRate7d: .rate(successes: 0, trials: 0, censored: 512)
    case .timeToProfileCompletion: .medianSurvival(events: times(40_000, spread: 2, count: 90), censored: atEnd(422))
    case .summaryCompletionRate: .rate(successes: 2_790, trials: 4_190)
    case .retentionRate7d: .rate(successes: 0, trials: 0, censored: 5_000)
    case .apiErrorRate: .rate(successes: 5_010, trials: 231_400)
    case .crashRate: .rate(successes: 2, trials: 21_400)
    case .complaints24h: .count(14, units: 5_000)
    case .supportTickets: .count(9, units: 5_000)
    default:
      switch kpi.definition.kind {
      case .rate: .rate(successes: shares[kpi, default: 0], trials: 1_000)
      case .count: .count(3, units: 5_000)
      case .mean: .mean(times(22, spread: 2.2, count: 800))
      case .percentile(let share): .percentile(times(share == 0.5 ? 41 : 0.3, spread: 1.8, count: 4_000), share)
      case .medianSurvival: .medianSurvival(events: acknowledgments, censored: unfinished)
      }
    }
  }

  /// Per mille of a thousand trials each.
  private static let shares: [KPI: Int] = [
    .acknowledgmentRouteCardShare: 684, .acknowledgmentErrorRate: 41, .zeroStateTapThroughRate: 342,
    .zeroStateViewRate: 118, .profileDiscoveryRate24h: 612, .onboardingAbandonmentRate: 71,
    .learnMoreExpansionRate: 458, .summaryButtonExitRate: 774, .preferencesSaveSuccessRate: 641,
    .photoUploadSuccessRate: 702, .photoRetryRate: 152, .uiLagRate: 23,
  ]

  private static let acknowledgments: LogHistogram = times(9_000, spread: 6, count: 3_090)
  private static let unfinished: LogHistogram = atEnd(1_222)

  private static func atEnd(_ count: Int) -> LogHistogram {
    var histogram = LogHistogram()
    for index in 0..<count { histogram.record(Int64(86_400 + index * 60) * 1_000_000_000) }
    return histogram
  }

  /// Log-normal times in seconds at fixed quantiles, without randomness, truncated to milliseconds.
  private static func times(_ median: Double, spread: Double, count: Int) -> LogHistogram {
    var histogram = LogHistogram()
    for index in 0..<count {
      let normal = NormalDistribution.quantile((Double(index) + 0.5) / Double(count))
      histogram.record(Int64(median * 1e3 * exp(normal * log(spread))) * 1_000_000)
    }
    return histogram
  }

  private static func counts(_ mean: Int) -> LogHistogram {
    var histogram = LogHistogram()
    for index in 0..<5_000 { histogram.record(Int64(mean / 2 + index % mean)) }
    return histogram
  }

  private static let violations: [Violation] = {
    [
      .init(
        invariant: "I-VIEWS", hazard: "banner-after-ack-instance-drift", count: 2_914, users: 2_377,
        key: "home.need != plans.need",
        examples: [
          .init(
            user: 17, atSeconds: 4_211.375,
            summary: "acknowledged on Plans at 1 h 10 min; Home still shows the card on return",
            replay: "g1.7.0.17.4211375.k3f9x2"),
          .init(
            user: 41, atSeconds: 9_050.5, summary: "card visible on Home 3 s after the success toast <b>&</b>",
            replay: "g1.7.0.41.9050500.p0q8ma"),
        ]),
      .init(
        invariant: "I-ROUND", hazard: "profile-shows-login-snapshot", count: 1_220, users: 804,
        key: "preferences.shown != saved",
        examples: [
          .init(
            user: 5, atSeconds: 61_200, summary: "saved 3 allergies, the profile shows none",
            replay: "g1.7.0.5.61200000.aa01zz")
        ]),
      .init(
        invariant: "I-PHOTO", hazard: "photo-retry-duplicates", count: 684, users: 402, key: "photo.stored > 1",
        examples: []),
      .init(
        invariant: "I-LOST", hazard: nil, count: 400, users: 398, key: "settings.water",
        examples: [
          .init(
            user: 900, atSeconds: 120_000, summary: "water target overwritten unseen", replay: "g1.7.0.900.12.x")
        ]),
    ]
  }()

  private static let requests: [RequestRow] = {
    let rows: [(String, Int, [String: Int], Double)] = [
      ("GET /v1/profile/metrics/today", 22_410, ["503": 420, "timeout": 130, "429": 60], 0.12),
      ("POST /v1/profile/metrics/acknowledge", 3_401, ["500": 44], 0.09),
      ("POST /v1/plans/generate", 3_330, ["400": 12, "503": 9], 0.8),
      ("GET /v1/tasks/today", 24_880, [:], 0.06),
      ("POST /v1/progress/photo", 2_204, ["413": 18, "network": 210], 2.4),
      ("PUT /auth/profile/preferences", 0, [:], 0),
    ]
    return rows.map { endpoint, count, errors, median in
      .init(
        endpoint: endpoint, count: count, errorsByStatus: errors,
        latency: .init(id: endpoint, unit: "s", histogram: times(median, spread: 3, count: count / 10)))
    }
  }()
}
