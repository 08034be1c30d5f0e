import GTSDModel

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Randomness

/// Invented load runs for the renderers, equal on every machine.
enum SampleLoad {
  /// A ramp of sessions up to a broken threshold, with errors, dropped starts, indicators and a violation.
  static let report: Report = {
    var report = make(breakpoint, fold(breakpoint, capacity: 90), kpis: true)
    report.violations = SampleReport.full.violations
    report.checks = SampleReport.full.checks
    report.round()
    return report
  }()

  /// A steady run of requests that meets all thresholds.
  static let steady: Report = make(constant, fold(constant, capacity: 1_000), kpis: false)

  /// A run that ended before anything happened.
  static let nothing: Report = {
    var report = make(constant, LoadFold(constant), kpis: false)
    report.complete = false
    report.round()
    return report
  }()

  /// Ten requests: seven successful ones, two with 404 because metrics are not ready, and one cancelled.
  static let young: Report = {
    var fold = LoadFold(constant)
    for number in 0..<10 {
      let at = Int64(number) * 500_000_000
      fold.start(scheduledAt: at, at: at)
      fold.record(
        RequestSample(
          endpoint: .todayMetrics, scheduledAt: at, sentAt: at, firstByteAt: at + 1_000_000, endedAt: at + 2_000_000,
          outcome: number < 7 ? .status(200) : number < 9 ? .status(404) : .failure(.cancelled), bytesSent: 310,
          bytesReceived: 720, reusedConnection: number > 0, mayBeMissing: number >= 7))
      fold.complete(scheduledAt: at, at: at + 2_000_000)
    }
    return make(constant, fold, kpis: false)
  }()

  /// Two hundred requests in twenty seconds, of which those of two seconds are answered with 503.
  static let stormy: Report = {
    var settings = constant
    settings.duration = .seconds(20)
    var fold = LoadFold(settings)
    for number in 0..<200 {
      let at = Int64(number) * 100_000_000
      fold.start(scheduledAt: at, at: at)
      fold.record(
        RequestSample(
          endpoint: .todayMetrics, scheduledAt: at, sentAt: at, firstByteAt: at + 1_000_000, endedAt: at + 2_000_000,
          outcome: .status((80..<100).contains(number) ? 503 : 200), bytesSent: 310, bytesReceived: 720))
      fold.complete(scheduledAt: at, at: at + 2_000_000)
    }
    return make(settings, fold, kpis: false)
  }()

  static let breakpoint: LoadSettings = {
    var settings = LoadSettings()
    settings.stages = [LoadStage(level: 20, duration: .seconds(4)), LoadStage(level: 160, duration: .seconds(28))]
    settings.maxDropped = 0.001
    settings.warmUp = .seconds(2)
    settings.stopOnBreach = true
    settings.thinkTimeScale = 0.1
    settings.thresholds = [
      LoadThreshold(.p95, .responseTime, .below, 0.5), LoadThreshold(.rate, .errorRate, .below, 0.01),
      LoadThreshold(.p99, .serviceTime, of: .logIn, .below, 1), LoadThreshold(.rate, .requests, .above, 20),
    ]
    return settings
  }()

  static let constant: LoadSettings = {
    var settings = LoadSettings()
    settings.unit = .request
    settings.arrivals = .constant
    settings.rate = 40
    settings.duration = .seconds(6)
    settings.maxDropped = 0
    settings.thresholds = [LoadThreshold(.p95, .responseTime, .below, 0.5)]
    return settings
  }()

  private static func make(_ settings: LoadSettings, _ fold: LoadFold, kpis: Bool) -> Report {
    var scenario = Scenario(name: "sample-load")
    scenario.description = "A made-up server, and what it would have answered."
    scenario.load = settings
    var made = LoadReport(
      scenario: scenario, scenarioDigest: "xxh64:0123456789abcdef", target: "http://127.0.0.1:8080", loops: 2,
      fold: fold, version: "0.1.0")
    var report = made.make()
    if kpis {
      made.kpis = KPIFold(arms: 1)
      report = made.make()
      report.kpis = SampleReport.full.kpis
    }
    report.scenario.resolved = "{}"
    report.assumptions = Array(report.assumptions.prefix(6))
    report.round()
    return report
  }

  /// A server that queues requests above its capacity, drops those that wait too long, and is late.
  static func fold(_ settings: LoadSettings, capacity: Double) -> LoadFold {
    var fold = LoadFold(settings)
    guard let plan = LoadPlan(settings, seed: 5) else { return fold }
    let draws = Draws(seed: 9)
    var free = 0.0
    for start in plan.starts() {
      func u(_ purpose: UInt32) -> Double { draws.uniform(user: UInt32(start.index), purpose: purpose) }
      let due = Double(start.at) / 1e9
      let begin = max(due, free)
      if begin - due > 4 {
        fold.drop(scheduledAt: start.at)
        continue
      }
      free = begin + 1 / capacity
      let at = start.at + Int64(u(1) * 2e6)
      fold.start(scheduledAt: start.at, at: at)
      let sent = max(at, Int64(begin * 1e9))
      let took = Sampling.lognormal(u(2), median: 0.03, sigma: 0.6) * (begin > due ? 4 : 1)
      let end = sent + Int64(took * 1e9)
      let endpoint: Endpoint = u(3) < 0.2 ? .logIn : u(3) < 0.8 ? .todayMetrics : .profile
      let isOver = begin > due && u(4) < 0.2
      let isLost = isOver && u(5) < 0.3
      fold.record(
        RequestSample(
          endpoint: endpoint, scheduledAt: start.at, sentAt: sent, firstByteAt: isLost ? 0 : (sent + end) / 2,
          endedAt: end, outcome: isLost ? .failure(.totalTimedOut) : isOver ? .status(503) : .status(200),
          bytesSent: 310, bytesReceived: isLost ? 0 : 720, reusedConnection: start.index > 64))
      fold.complete(scheduledAt: start.at, at: end)
    }
    return fold
  }
}
