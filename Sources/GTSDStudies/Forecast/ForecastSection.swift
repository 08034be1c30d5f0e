package import GTSDModel
package import Statistics

/// What many replications of a scenario say about its indicators: format of the report's `forecast`.
package struct ForecastSection: Equatable, Sendable {
  /// Id of the indicator that the forecast is about.
  package var kpi: String
  /// Replications that ran, each the whole population with draws of its own.
  package var replications: Int
  /// What decided how many.
  package var stopping: Stopping
  /// How the uncertain values of the scenario were drawn; nil where none is.
  package var parameters: Parameters?
  /// One entry per indicator, in the order of ``KPI``.
  package var indicators: [Indicator]
  /// Replications with at least one state violation.
  package var replicationsWithViolations: Int
  /// The share that has acknowledged, over time.
  package var fan: Fan?
  /// What chance and ignorance do to the question, and what to measure first; nil where nothing is drawn.
  package var information: Information?
  /// What moves the indicator.
  package var sensitivity: Sensitivity?
  /// The value of one parameter that reaches a target.
  package var solution: Solution?
  /// What a staged roll-out's triggers would do.
  package var rollout: Rollout?

  /// A forecast of nothing yet.
  package init(kpi: String, replications: Int, stopping: Stopping) {
    self.kpi = kpi
    self.replications = replications
    self.stopping = stopping
    indicators = []
    replicationsWithViolations = 0
  }
}

extension ForecastSection {
  /// What decided the number of replications.
  package struct Stopping: Equatable, Sendable {
    /// `fixed` or `precision`.
    package var rule: String
    /// The half-width that was asked for, in the indicator's unit.
    package var precision: Double?
    /// Replications at most.
    package var most: Int
    /// Whether the half-width was reached, true for a fixed number.
    package var isReached: Bool

    package init(rule: String, precision: Double? = nil, most: Int, isReached: Bool = true) {
      self.rule = rule
      self.precision = precision
      self.most = most
      self.isReached = isReached
    }
  }

  /// How uncertain values were drawn.
  package struct Parameters: Equatable, Sendable {
    /// One value of the scenario and what is believed about it.
    package struct Value: Equatable, Sendable {
      package var path: String
      /// As a scenario file writes it.
      package var uncertainty: String
    }

    package var values: [Value]
    /// Sets of values that were drawn.
    package var draws: Int
    /// Replications under each.
    package var replicationsPerDraw: Int
    /// `latin-hypercube` or `independent`.
    package var sampling: String
    /// Independent Latin hypercubes, 1 for independent draws.
    package var blocks: Int
    /// Variance of the indicator's mean under independent draws over that under these; nil where it was not estimated.
    package var varianceReduction: Double?
  }

  /// One indicator over all replications.
  package struct Indicator: Equatable, Sendable {
    package var id: String
    package var title: String
    package var unit: String
    /// Replications in which it has a value.
    package var replications: Int
    package var mean: Double?
    /// Standard deviation between replications.
    package var deviation: Double?
    /// For the mean; Student's t over independent units.
    package var interval: Interval?
    /// `[share, value]` over the replications.
    package var quantiles: [[Double]]
    package var targets: [Target]
    /// The share of the variance between replications that comes from uncertain values, the rest being chance; nil where
    /// nothing is drawn, or its interval says nothing.
    package var parameterShare: Double?
    package var parameterShareInterval: Interval?
    /// What would tell that share where it is not told, for the indicator that the forecast is about.
    package var telling: Telling?
    /// The value of each replication, only for the indicator that the forecast is about.
    package var values: [Double]?
  }

  /// How likely a demand is met.
  package struct Target: Equatable, Sendable {
    package var demand: KPITarget
    /// Replications that meet it, of those in which it can be judged.
    package var met: Int
    package var replications: Int
    package var interval: Interval?
    /// The probability over chance and ignorance, for the people that the scenario describes; nil where only the
    /// replications that meet it can be counted.
    package var expected: Double?

    /// The probability that it is met.
    package var probability: Double? { expected ?? (replications > 0 ? Double(met) / Double(replications) : nil) }
  }

  /// Quantiles of a curve over replications.
  package struct Fan: Equatable, Sendable {
    package var id: String
    /// The shares whose quantiles follow the time in each point.
    package var shares: [Double]
    /// `[seconds, quantile, …]`.
    package var points: [[Double]]
  }
}

extension ForecastSection.Target {
  /// What is read goes into it.
  package static var blank: Self {
    Self(demand: KPITarget(comparison: .atLeast, value: 0, source: ""), met: 0, replications: 0)
  }
}

extension ForecastSection.Fan {
  /// What is read goes into it.
  package static var blank: Self { Self(id: "", shares: [], points: []) }
}

extension ForecastSection.Parameters {
  /// What is read goes into it.
  package static var blank: Self { Self(values: [], draws: 0, replicationsPerDraw: 0, sampling: "", blocks: 0) }
}

extension ForecastSection.Indicator {
  /// What is read goes into it.
  package static var blank: Self { Self(id: "", title: "", unit: "", replications: 0, quantiles: [], targets: []) }
}

extension ForecastSection.Parameters.Value {
  /// What is read goes into it.
  package static var blank: Self { Self(path: "", uncertainty: "") }
}
