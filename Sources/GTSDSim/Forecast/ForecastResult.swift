public import GTSDModel
public import GTSDStudies
import GTSDWorld
public import Statistics

/// What a `Forecast` found.
public struct ForecastResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: ForecastSection

  /// The typed figures of a report; nil where it is of another kind.
  public init?(_ report: Report) {
    guard let section = report.forecast else { return nil }
    self.report = report
    self.section = section
  }

  /// Replications that ran.
  public var replications: Int { section.replications }

  /// The indicators by name: `forecast.indicators[.acknowledgmentRate24h].probability`.
  public var indicators: Indicators { Indicators(section: section) }

  /// The value that reaches the goal; nil where none was sought.
  public var solution: Solution? { section.solution.map(Solution.init) }

  /// How far each value with a range moves the indicator that is studied, one at a time, the widest first; empty where
  /// ``Forecast/analysesSensitivity`` is off.
  public var sensitivity: [Factor] { section.sensitivity?.tornado.map(Factor.init) ?? [] }

  /// How far one value of the scenario, or one that several share, moves the indicator.
  public struct Factor: Hashable, Sendable {
    /// The path in the scenario, with `*` for all personas.
    public let path: String
    /// The indicator's change at the low end of the range, with the same people, and its interval.
    public let low: Double
    /// See ``low``.
    public let lowInterval: Interval?
    /// The indicator's change at the high end.
    public let high: Double
    /// See ``high``.
    public let highInterval: Interval?

    fileprivate init(_ bar: ForecastSection.Sensitivity.Bar) {
      path = bar.factor.path
      (low, lowInterval) = (bar.low, bar.lowInterval)
      (high, highInterval) = (bar.high, bar.highInterval)
    }
  }

  /// All built-in indicators.
  public struct Indicators: Hashable, Sendable {
    fileprivate let section: ForecastSection

    /// One indicator over all replications; without a value where nothing was observed.
    public subscript(kpi: KPI) -> Indicator {
      Indicator(kpi: kpi, row: section.indicators.first { $0.id == kpi.id })
    }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(section.kpi) }
  }

  /// One indicator over all replications.
  public struct Indicator: Hashable, Sendable {
    /// Which.
    public let kpi: KPI
    fileprivate let row: ForecastSection.Indicator?

    /// Replications in which it has a value.
    public var replications: Int { row?.replications ?? 0 }
    /// The mean over them, in the unit of the indicator.
    public var mean: Double? { row?.mean }
    /// The interval of the mean.
    public var interval: Interval? { row?.interval }
    /// The standard deviation between replications.
    public var deviation: Double? { row?.deviation }
    /// The probability that its first demand is met: the criterion, where it has one, else the target; nil where nothing
    /// is demanded or nothing can be judged.
    public var probability: Double? {
      (row?.targets ?? []).deciding(by: \.demand.level).first?.probability
    }
    /// Each demand with the probability that it is met.
    public var targets: [Target] {
      (row?.targets ?? []).map { Target(demand: $0.demand, probability: $0.probability, interval: $0.interval) }
    }

    /// What is equal agrees in this.
    public func hash(into hasher: inout Hasher) { hasher.combine(kpi) }
  }

  /// How likely a demand is met.
  public struct Target: Hashable, Sendable {
    /// What is demanded.
    public let demand: KPITarget
    /// The probability that it is met; nil where nothing can be judged.
    public let probability: Double?
    /// The interval of the probability.
    public let interval: Interval?
  }

  /// The value of one parameter at which the indicator's mean reaches a target.
  public struct Solution: Hashable, Sendable {
    /// The parameter's path in the scenario.
    public let path: String
    /// The value; nil where no value within the range reaches the target.
    public let value: Double?
    /// Values at which the indicator's interval holds the target.
    public let interval: Interval?

    fileprivate init(_ solution: ForecastSection.Solution) {
      path = solution.path
      value = solution.value
      interval = solution.interval
    }
  }
}

extension Forecast {
  /// Runs to the end, on threads of its own, and blocks until then.
  public func run() throws(Failure) -> ForecastResult {
    try checkScenario()
    return ForecastResult(of: try run(progress: { _ in }, isCancelled: { false }).report)
  }

  /// Runs to the end without blocking. A cancelled task gets a result that is not complete, of whole replications.
  ///
  /// - Parameter progress: is called on some thread, now and then.
  public func run(progress: @escaping @Sendable (StudyProgress) -> Void = { _ in }) async throws(Failure)
    -> ForecastResult
  {
    try checkScenario()
    let reported = try await BackgroundThread.run { isCancelled throws(Failure) in
      try run(
        progress: { progress(StudyProgress(phase: $0.phase, done: $0.work.trialsDone, total: $0.work.trials)) },
        isCancelled: isCancelled)
    }
    return ForecastResult(of: reported.report)
  }

  private func checkScenario() throws(Failure) {
    do {
      try scenario.validate()
    } catch {
      throw .refused(error.description)
    }
  }
}

extension ForecastResult {
  fileprivate init(of report: Report) {
    guard let result = ForecastResult(report) else { preconditionFailure("a forecast reports its forecast") }
    self = result
  }
}
