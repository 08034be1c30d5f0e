import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// A small hand-made forecast with content in every part, for the renderers.
enum SampleForecast {
  /// 100 replications under drawn values, with a sensitivity study and a goal that is reached.
  static let report: Report = report(section)

  static func report(_ section: ForecastSection) -> Report {
    var report = SampleReport.unrounded
    report.scenario.replications = section.replications
    report.kpis[0] = KPIResult(.acknowledgmentRate24h, .rate(successes: 338_000, trials: 431_200))
    report.content = .forecast(section)
    report.round()
    return report
  }

  static let section: ForecastSection = {
    var section = plain
    section.parameters = .init(
      values: [
        .init(
          path: "population.personas.casual.decisions.followCard",
          uncertainty: #"{"base": 0.55, "uncertainty": {"beta": {"a": 55, "b": 45}}}"#),
        .init(
          path: "population.personas.skipper.decisions.followCard",
          uncertainty: #"{"base": 0.3, "uncertainty": {"beta": {"a": 12, "b": 28}}}"#),
      ], draws: 50, replicationsPerDraw: 2, sampling: "latin-hypercube", blocks: 10, varianceReduction: 3.42)
    for index in section.indicators.indices where section.indicators[index].mean != nil {
      section.indicators[index].parameterShare = 0.63
      section.indicators[index].parameterShareInterval = Interval(level: 0.95, low: 0.41, high: 0.78, method: "f")
    }
    section.sensitivity = sensitivity
    section.solution = solution
    section.alternative = alternative
    return section
  }()

  /// People without a memory acknowledge more, so the target is met.
  private static let alternative: ForecastSection.Alternative = {
    var result = SampleReport.unrounded.kpis[0]
    result.value = 0.861
    return ForecastSection.Alternative(
      assignment: "population.memory=null", replications: 20,
      indicators: [indicator(result, mean: 0.861, keepsValues: false)], change: 0.077,
      changeInterval: Interval(level: 0.95, low: 0.071, high: 0.083, method: "student-t"))
  }()

  /// 100 replications of a scenario without uncertain values.
  static let plain: ForecastSection = {
    var section = ForecastSection(
      kpi: KPI.acknowledgmentRate24h.id, replications: 100, stopping: .init(rule: "fixed", most: 100))
    section.indicators = SampleReport.unrounded.kpis.enumerated().map { index, result in
      indicator(result, mean: index == 0 ? 0.784 : result.value, keepsValues: index == 0)
    }
    section.replicationsWithViolations = 98
    section.fan = fan
    return section
  }()

  private static func indicator(_ result: KPIResult, mean: Double?, keepsValues: Bool) -> ForecastSection.Indicator {
    let values = mean.map { mean in
      (0..<100).map { (number: Int) -> Double in
        let share = (Double(number * 37 % 100) + 0.5) / 100
        return mean * (1 + 0.0115 * NormalDistribution.quantile(share))
      }
    }
    let sorted = (values ?? []).sorted()
    let moments = SampleMoments(values ?? [])
    return ForecastSection.Indicator(
      id: result.id, title: result.title, unit: result.unit, replications: sorted.count, mean: mean,
      deviation: mean == nil ? nil : moments.variance.squareRoot(),
      interval: mean == nil
        ? nil : MeanInterval.student(mean: moments.mean, variance: moments.variance, count: moments.count),
      quantiles: sorted.isEmpty
        ? [] : [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1].map { [$0, ForecastFold.quantile($0, of: sorted)] },
      targets: result.targets.map { target in
        let judged = target.demand.versus == .control ? [] : sorted
        let met = judged.count { target.demand.isMet(by: $0) }
        return .init(
          demand: target.demand, met: met, replications: judged.count,
          interval: ProportionInterval.clopperPearson(successes: met, trials: judged.count))
      }, values: keepsValues ? values : nil)
  }

  private static let fan: ForecastSection.Fan = {
    let shares = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975]
    let points = stride(from: 0.0, through: 86_400, by: 900).map { time in
      [time] + shares.map { 0.84 * time / (time + 6_200) * (1 + 0.0115 * NormalDistribution.quantile($0)) }
    }
    return .init(id: "time-to-acknowledge", shares: shares, points: points)
  }()

  // MARK: Studies

  private static let factors:
    [(path: String, low: [Double], base: [Double], high: [Double], change: (Double, Double))] =
      [
        (
          "population.personas.*.decisions.followCard", [0.448, 0.222], [0.55, 0.3], [0.647, 0.391],
          (-0.0812, 0.0624)
        ),
        ("population.personas.*.habit.returnSameDay", [0.5], [0.6], [0.692], (-0.0311, 0.0287)),
        ("backend.metricsDelay.lognormal.median", [13.33], [20], [30], (0.0102, -0.0194)),
        ("population.personas.*.timings.thinkTime.lognormal.median", [2.67], [4], [6], (0.0021, -0.0013)),
        ("backend.errorRate", [0.0067], [0.01], [0.015], (-0.0004, -0.0021)),
        ("backend.servers", [33], [50], [75], (0, 0)),
      ]

  static let sensitivity: ForecastSection.Sensitivity = {
    var study = ForecastSection.Sensitivity(
      users: 1_000, trials: 1_430, baseline: 0.783,
      tornado: factors.map { factor in
        .init(
          factor: .init(
            path: factor.path, low: factor.low, base: factor.base, high: factor.high,
            source: "assumption, no source: times or over 1.5, probabilities by their odds"),
          low: factor.change.0, high: factor.change.1, lowInterval: around(factor.change.0, 0.004),
          highInterval: around(factor.change.1, 0.004))
      },
      correlations: zip(factors, [0.94, 0.71, -0.42, -0.08, -0.05, 0.01]).map { factor, value in
        .init(
          path: factor.path, value: value, interval: around(value, 0.06), pValue: abs(value) > 0.3 ? 1e-9 : 0.312)
      }, correlationTrials: 300,
      indices: zip(factors.prefix(4), [(0.71, 0.74), (0.18, 0.2), (0.06, 0.08), (-0.01, 0.01)]).map { factor, shares in
        .init(
          path: factor.path, first: shares.0, firstInterval: around(shares.0, 0.07), total: shares.1,
          totalInterval: around(shares.1, 0.05))
      }, indexRows: 128)
    let xs = [0.448, 0.48, 0.52, 0.55, 0.59, 0.62, 0.647]
    let ys = [0.5, 0.55, 0.6, 0.65, 0.692]
    study.map = .init(
      x: study.tornado[0].factor, y: study.tornado[1].factor, xs: xs, ys: ys,
      values: ys.map { y in xs.map { x in 0.783 + 0.72 * (x - 0.55) + 0.3 * (y - 0.6) } })
    return study
  }()

  private static func around(_ value: Double, _ half: Double) -> Interval {
    Interval(level: 0.95, low: value - half, high: value + half, method: "bootstrap")
  }

  /// A goal that a value within the range reaches.
  static let solution: ForecastSection.Solution = {
    ForecastSection.Solution(
      path: "population.personas.*.decisions.followCard", kpi: KPI.acknowledgmentRate24h.id, target: 0.85, low: 0,
      high: 1, value: 0.618, interval: Interval(level: 0.95, low: 0.593, high: 0.646, method: "inverse band"),
      evaluations: [0, 0.25, 0.5, 0.59, 0.618, 0.65, 0.75, 1].map { x in
        let mean = 0.44 + 0.9 * x - 0.38 * x * x
        return [x, mean, mean - 0.009, mean + 0.009]
      }, replications: 20)
  }()

  /// A goal that no value reaches.
  static let unreachable: ForecastSection.Solution = {
    var solution = Self.solution
    solution.target = 0.99
    solution.value = nil
    solution.interval = nil
    return solution
  }()

  /// No replication has a value for any indicator.
  static let nothing: ForecastSection = {
    var section = plain
    section.indicators = section.indicators.map { indicator in
      var empty = indicator
      empty.replications = 0
      empty.mean = nil
      empty.deviation = nil
      empty.interval = nil
      empty.quantiles = []
      empty.values = indicator.values == nil ? nil : []
      empty.targets = empty.targets.map { .init(demand: $0.demand, met: 0, replications: 0, interval: nil) }
      return empty
    }
    section.fan = nil
    return section
  }()
}
