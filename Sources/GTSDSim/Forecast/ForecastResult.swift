public import GTSDModel
public import GTSDStudies
import GTSDWorld
public import Statistics

/// The result of a `Forecast`.
public struct ForecastResult: StudyResult {
  /// The whole report.
  public let report: Report
  private let section: ForecastSection

  /// Takes the typed figures from a report; nil for a report of another kind.
  public init?(_ report: Report) {
    guard let section = report.forecast else { return nil }
    self.report = report
    self.section = section
  }

  /// The number of replications that ran.
  public var replications: Int { section.replications }

  /// The indicators by name: `forecast.indicators[.acknowledgmentRate24h].probability`.
  public var indicators: Indicators { Indicators(section: section) }

  /// The value that reaches the goal; nil if no goal was set.
  public var solution: Solution? { section.solution.map(Solution.init) }

  /// The changes that a product team can make and the habits that nobody controls, the most helpful first; nil if
  /// ``Forecast/ranksChanges`` is off.
  public var reach: Reach? { section.reach.map(Reach.init) }

  /// The effects of the leading uncertain values on the indicator, one at a time, the largest first; empty if
  /// ``Forecast/analysesSensitivity`` is off.
  public var sensitivity: [Factor] { section.sensitivity?.tornado.map(Factor.init) ?? [] }

  /// The effect on the indicator of one value of the scenario, or of one that several personas share.
  public struct Factor: Hashable, Sendable {
    /// The path in the scenario, with `*` for all personas.
    public let path: String
    /// The indicator's change at the low end of the range, with the same people.
    public let low: Double
    /// The interval of ``low``.
    public let lowInterval: Interval?
    /// The indicator's change at the high end of the range, with the same people.
    public let high: Double
    /// The interval of ``high``.
    public let highInterval: Interval?

    fileprivate init(_ bar: ForecastSection.Sensitivity.Bar) {
      path = bar.factor.path
      (low, lowInterval) = (bar.low, bar.lowInterval)
      (high, highInterval) = (bar.high, bar.highInterval)
    }
  }

  /// The effects of changes on the indicator.
  public struct Reach: Hashable, Sendable {
    /// The mean of the indicator without any change, in its unit.
    public let baseline: Double
    /// The number of replications with each change.
    public let replications: Int
    /// The number of people in each replication.
    public let users: Int
    /// All changes, the most helpful first.
    public let changes: [Change]

    /// One change, with the same people and the same drawn assumptions as without it.
    public struct Change: Hashable, Sendable {
      /// The change in plain words.
      public let name: String
      /// Whether a product team can decide the change; false for a habit of people.
      public let isControlled: Bool
      /// The effect on people that is assumed; nil if the simulation itself determines the effect.
      public let assumed: String?
      /// The option of a command line that makes the change.
      public let option: String
      /// The difference of the indicator's mean, in its unit.
      public let difference: Double?
      /// The interval of ``difference``, adjusted for the number of changes; nil if no replication differs.
      public let interval: Interval?
      /// The mean of the indicator with the change, in its unit.
      public let value: Double?
      /// The probability that the deciding target is met with the change; nil without a target.
      public let probability: Double?
      /// The interval of ``probability``.
      public let probabilityInterval: Interval?

      fileprivate init(_ change: ForecastSection.Reach.Change) {
        (name, isControlled, assumed) = (change.name, change.isControlled, change.assumed)
        (option, value) = (change.option, change.value)
        (difference, interval) = (change.difference, change.interval)
        (probability, probabilityInterval) = (change.probability, change.probabilityInterval)
      }
    }

    fileprivate init(_ reach: ForecastSection.Reach) {
      (baseline, replications, users) = (reach.baseline, reach.replications, reach.users)
      changes = reach.changes.map(Change.init)
    }
  }

  /// All built-in indicators.
  public struct Indicators: Hashable, Sendable {
    fileprivate let section: ForecastSection

    /// An indicator over all replications; has no value where nothing was observed.
    public subscript(kpi: KPI) -> Indicator {
      Indicator(kpi: kpi, row: section.indicators.first { $0.id == kpi.id })
    }

    /// Hashes the indicator's id, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(section.kpi) }
  }

  /// An indicator over all replications.
  public struct Indicator: Hashable, Sendable {
    /// The indicator.
    public let kpi: KPI
    fileprivate let row: ForecastSection.Indicator?

    /// The number of replications in which the indicator has a value.
    public var replications: Int { row?.replications ?? 0 }
    /// The mean over those replications, in the unit of the indicator; nil for a median of times, which has ``median``.
    public var mean: Double? { row?.mean }
    /// The median over replications, in seconds, for a median of times alone; nil if half of the replications do not
    /// reach it.
    public var median: Double? { row?.median }
    /// The interval of the mean or median.
    public var interval: Interval? { row?.interval }
    /// The standard deviation between replications.
    public var deviation: Double? { row?.deviation }
    /// The probability that the deciding target is met: the criterion if there is one, otherwise the first target. Nil
    /// without a target, or if no replication could be judged.
    public var probability: Double? {
      (row?.targets ?? []).deciding(by: \.demand.level).first?.probability
    }
    /// The targets, each with the probability that it is met.
    public var targets: [Target] {
      (row?.targets ?? []).map { Target(demand: $0.demand, probability: $0.probability, interval: $0.interval) }
    }

    /// Hashes the indicator, which is enough for equal values to have equal hashes.
    public func hash(into hasher: inout Hasher) { hasher.combine(kpi) }
  }

  /// The probability that a target is met.
  public struct Target: Hashable, Sendable {
    /// The target.
    public let demand: KPITarget
    /// The probability that the target is met; nil if no replication could be judged.
    public let probability: Double?
    /// The interval of the probability.
    public let interval: Interval?
  }

  /// The value of one parameter at which the indicator's mean reaches a target.
  public struct Solution: Hashable, Sendable {
    /// The parameter's path in the scenario.
    public let path: String
    /// The value; nil if no value within the range reaches the target.
    public let value: Double?
    /// The values at which the indicator's interval contains the target.
    public let interval: Interval?

    fileprivate init(_ solution: ForecastSection.Solution) {
      path = solution.path
      value = solution.value
      interval = solution.interval
    }
  }
}

extension Forecast {
  /// Runs the forecast on several threads and blocks until it has ended.
  public func run() throws(Failure) -> ForecastResult {
    try checkScenario()
    return ForecastResult(of: try run(progress: { _ in }, isCancelled: { false }).report)
  }

  /// Runs to the end without blocking. If the task is cancelled, the result is incomplete and covers whole
  /// replications.
  ///
  /// - Parameter progress: called from time to time on an unspecified thread.
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
