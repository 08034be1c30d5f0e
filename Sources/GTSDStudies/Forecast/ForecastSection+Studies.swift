package import Statistics

extension ForecastSection {
  /// What moves an indicator, by three methods over the same factors.
  package struct Sensitivity: Equatable, Sendable {
    /// Users of each trial.
    package var users: Int
    /// Trials in all.
    package var trials: Int
    /// The indicator where every factor has the scenario's value.
    package var baseline: Double
    /// One factor at a time, widest first.
    package var tornado: [Bar]
    /// Partial rank correlations over a Latin hypercube of all factors, strongest first.
    package var correlations: [Correlation]
    /// Points of that hypercube.
    package var correlationTrials: Int
    /// Shares of variance, for the factors that move the indicator most.
    package var indices: [Index]
    /// Rows of the two sample matrices of the indices.
    package var indexRows: Int
    /// The indicator over the two factors that move it most.
    package var map: Map?

    /// One factor set to its low and to its high end, the others as in the scenario.
    package struct Bar: Equatable, Sendable {
      package var factor: Factor
      /// The indicator's change at the low end, with the same people.
      package var low: Double
      /// The indicator's change at the high end, with the same people.
      package var high: Double
      package var lowInterval: Interval?
      package var highInterval: Interval?

      /// How far apart the two ends are.
      package var swing: Double { abs(high - low) }
    }

    /// Values of a scenario that move together.
    package struct Factor: Equatable, Sendable {
      /// The path, with `*` for all personas.
      package var path: String
      /// The values at the low end, at the scenario and at the high end; several where the path stands for several.
      package var low: [Double]
      package var base: [Double]
      package var high: [Double]
      /// Where the range comes from.
      package var source: String

      /// The last names of the path, for charts.
      package var label: String {
        let parts = path.split(separator: ".").filter { $0 != "*" && $0 != "lognormal" && $0 != "median" }
        return parts.last.map(String.init) ?? path
      }
    }

    package struct Correlation: Equatable, Sendable {
      package var path: String
      package var value: Double
      package var interval: Interval?
      package var pValue: Double
    }

    /// Sobol's indices of one factor.
    package struct Index: Equatable, Sendable {
      package var path: String
      package var first: Double
      package var firstInterval: Interval?
      package var total: Double
      package var totalInterval: Interval?
    }

    /// The indicator over a grid of two factors.
    package struct Map: Equatable, Sendable {
      package var x: Factor
      package var y: Factor
      /// The values of the first persona, or the only one, along each axis.
      package var xs: [Double]
      package var ys: [Double]
      /// By row of `ys`, then by column of `xs`.
      package var values: [[Double]]
    }
  }

  /// The value of one parameter at which the indicator's mean reaches a target.
  package struct Solution: Equatable, Sendable {
    package var path: String
    package var kpi: String
    package var target: Double
    /// The range that was searched.
    package var low: Double
    package var high: Double
    /// The value that reaches it; nil where no value within the range does.
    package var value: Double?
    /// Values at which the indicator's interval holds the target.
    package var interval: Interval?
    /// `[value, mean, low, high]` of every value tried, in order of the value.
    package var evaluations: [[Double]]
    /// Replications of each.
    package var replications: Int
  }
}

extension ForecastSection.Sensitivity.Bar {
  /// What is read goes into it.
  package static var blank: Self { Self(factor: .blank, low: 0, high: 0) }
}

extension ForecastSection.Sensitivity.Factor {
  /// What is read goes into it.
  package static var blank: Self { Self(path: "", low: [], base: [], high: [], source: "") }
}

extension ForecastSection.Sensitivity.Correlation {
  /// What is read goes into it.
  package static var blank: Self { Self(path: "", value: 0, pValue: 0) }
}

extension ForecastSection.Sensitivity {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      users: 0, trials: 0, baseline: 0, tornado: [], correlations: [], correlationTrials: 0, indices: [], indexRows: 0)
  }
}

extension ForecastSection.Sensitivity.Index {
  /// What is read goes into it.
  package static var blank: Self { Self(path: "", first: 0, total: 0) }
}

extension ForecastSection.Sensitivity.Map {
  /// What is read goes into it.
  package static var blank: Self { Self(x: .blank, y: .blank, xs: [], ys: [], values: []) }
}

extension ForecastSection.Solution {
  /// What is read goes into it.
  package static var blank: Self {
    Self(path: "", kpi: "", target: 0, low: 0, high: 0, evaluations: [], replications: 0)
  }
}
