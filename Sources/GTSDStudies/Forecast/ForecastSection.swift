package import GTSDModel
package import Statistics

/// The indicators of a scenario over many replications; the format of the report's `forecast`.
package struct ForecastSection: Equatable, Sendable {
  /// The id of the forecast's indicator.
  package var kpi: String
  /// The number of replications that ran, each of the whole population with its own draws.
  package var replications: Int
  /// The rule that decided the number of replications.
  package var stopping: Stopping
  /// The draws of uncertain values; nil if none is uncertain.
  package var parameters: Parameters?
  /// The indicators, in the order of ``KPI``.
  package var indicators: [Indicator]
  /// The number of replications with at least one state violation.
  package var replicationsWithViolations: Int
  /// The share that has acknowledged, over time.
  package var fan: Fan?
  /// The effects of chance and of uncertain assumptions on the question, and the assumption to measure first; nil
  /// where nothing is drawn.
  package var information: Information?
  /// The same forecast for people without sleep and memory, or with them if the scenario's people have none; nil if it
  /// was not run.
  package var alternative: Alternative?
  /// The influences on the indicator.
  package var sensitivity: Sensitivity?
  /// The value of one parameter that reaches a target.
  package var solution: Solution?
  /// The effects of the changes that a product team can make.
  package var reach: Reach?
  /// The results of a staged roll-out's triggers.
  package var rollout: Rollout?

  /// Creates an empty forecast.
  package init(kpi: String, replications: Int, stopping: Stopping) {
    self.kpi = kpi
    self.replications = replications
    self.stopping = stopping
    indicators = []
    replicationsWithViolations = 0
  }
}

extension ForecastSection {
  /// The rule that decided the number of replications.
  package struct Stopping: Equatable, Sendable {
    /// The rule: `fixed` or `precision`.
    package var rule: String
    /// The requested half-width, in the indicator's unit.
    package var precision: Double?
    /// The largest number of replications.
    package var most: Int
    /// Whether the half-width was reached; true for a fixed number.
    package var isReached: Bool

    package init(rule: String, precision: Double? = nil, most: Int, isReached: Bool = true) {
      self.rule = rule
      self.precision = precision
      self.most = most
      self.isReached = isReached
    }
  }

  /// The way in which uncertain values were drawn.
  package struct Parameters: Equatable, Sendable {
    /// A value of the scenario and its uncertainty.
    package struct Value: Equatable, Sendable {
      package var path: String
      /// The uncertainty in the syntax of a scenario file.
      package var uncertainty: String
    }

    package var values: [Value]
    /// The number of drawn sets of values.
    package var draws: Int
    /// The number of replications under each set.
    package var replicationsPerDraw: Int
    /// `latin-hypercube` or `independent`.
    package var sampling: String
    /// The number of independent Latin hypercubes; 1 for independent draws.
    package var blocks: Int
    /// The factor by which the draws reduce the variance of the mean, compared with independent draws; nil if it was
    /// not estimated.
    package var varianceReduction: Double?
  }

  /// An indicator over all replications.
  package struct Indicator: Equatable, Sendable {
    package var id: String
    package var title: String
    package var unit: String
    /// The number of replications in which the indicator has a value.
    package var replications: Int
    /// The mean over the replications; nil for a median of times, which has ``median``.
    package var mean: Double?
    /// The median over the replications, for a median of times alone. Nil if half of the replications do not reach it.
    package var median: Double?
    /// The figure that stands for all replications: the mean, or the median of a median of times.
    package var centre: Double? { mean ?? median }
    /// Standard deviation between replications.
    package var deviation: Double?
    /// The interval of ``centre``.
    package var interval: Interval?
    /// `[share, value]` over the replications.
    package var quantiles: [[Double]]
    package var targets: [Target]
    /// The share of the variance between replications that comes from uncertain values, the rest being chance; nil
    /// where nothing is drawn, or its interval is not informative.
    package var parameterShare: Double?
    package var parameterShareInterval: Interval?
    /// The replications that would be enough to estimate ``parameterShare`` for the forecast's indicator, if it could
    /// not be estimated.
    package var neededReplications: NeededReplications?
    /// The value of each replication, for the forecast's indicator only.
    package var values: [Double]?
  }

  /// The probability that a target is met.
  package struct Target: Equatable, Sendable {
    package var demand: KPITarget
    /// The number of replications that meet the target, among those in which it can be judged.
    package var met: Int
    package var replications: Int
    package var interval: Interval?
    /// The probability over chance and uncertain assumptions, for the described people; nil if only replications can be
    /// counted.
    package var expected: Double?

    /// The probability that the target is met.
    package var probability: Double? { expected ?? (replications > 0 ? Double(met) / Double(replications) : nil) }
  }

  /// The forecast with the other model of people, from the first replications: with memory and sleep if the scenario's
  /// people have none, otherwise without.
  package struct Alternative: Equatable, Sendable {
    /// The assignment that makes the change, such as `population.memory=null`.
    package var assignment: String
    /// The number of replications of this forecast. They have the people and drawn values of the scenario's first
    /// replications.
    package var replications: Int
    /// The indicators with targets, and the forecast's own.
    package var indicators: [Indicator]
    /// The mean change of the forecast's indicator in pairs of replications; nil if a replication has no value.
    package var change: Double?
    package var changeInterval: Interval?
  }

  /// Quantiles of a curve over replications.
  package struct Fan: Equatable, Sendable {
    package var id: String
    /// The quantiles, as shares, that each point lists after its time.
    package var shares: [Double]
    /// The points, each a time in seconds and then the quantile of each share: `[seconds, quantile, …]`.
    package var points: [[Double]]
  }
}

extension ForecastSection.Target {
  package static var blank: Self {
    Self(demand: KPITarget(comparison: .atLeast, value: 0, source: ""), met: 0, replications: 0)
  }
}

extension ForecastSection.Alternative {
  package static var blank: Self { Self(assignment: "", replications: 0, indicators: []) }
}

extension ForecastSection.Fan {
  package static var blank: Self { Self(id: "", shares: [], points: []) }
}

extension ForecastSection.Parameters {
  package static var blank: Self { Self(values: [], draws: 0, replicationsPerDraw: 0, sampling: "", blocks: 0) }
}

extension ForecastSection.Indicator {
  package static var blank: Self { Self(id: "", title: "", unit: "", replications: 0, quantiles: [], targets: []) }
}

extension ForecastSection.Parameters.Value {
  package static var blank: Self { Self(path: "", uncertainty: "") }
}
