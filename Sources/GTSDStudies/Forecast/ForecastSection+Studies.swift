package import Statistics

extension ForecastSection {
  /// The influences on an indicator: a ranking of all factors, then the leading ones by two more methods.
  package struct Sensitivity: Equatable, Sendable {
    /// The number of users in each trial.
    package var users: Int
    /// The number of trials.
    package var trials: Int
    /// The indicator with every factor at the scenario's value.
    package var baseline: Double
    /// The effects of the single factors that lead the ranking, the widest first.
    package var tornado: [Bar]
    /// The number of factors that were ranked; nil in reports of earlier versions, which moved all of them.
    package var ranked: Int?
    /// The paths of the factors that lead the ranking, strongest first.
    package var leaders: [String] = []
    /// Partial rank correlations over a Latin hypercube of all factors, strongest first. Only those that differ
    /// significantly from 0 are listed.
    package var correlations: [Correlation]
    /// The number of points of the Latin hypercube.
    package var correlationTrials: Int
    /// The shares of variance, for the factors with the strongest effect; empty if fewer than two are shown.
    package var indices: [Index]
    /// The number of rows of the two sample matrices of the indices.
    package var indexRows: Int
    /// The indicator over the two factors with the strongest effect.
    package var map: Map?

    /// The effect of one factor at its low and at its high end, with the other factors as in the scenario.
    package struct Bar: Equatable, Sendable {
      package var factor: Factor
      /// The indicator's change at the low end, with the same people.
      package var low: Double
      /// The indicator's change at the high end, with the same people.
      package var high: Double
      package var lowInterval: Interval?
      package var highInterval: Interval?

      /// The distance between the two ends.
      package var swing: Double { abs(high - low) }

      /// Whether the interval at one of the ends shows a change.
      package var isShown: Bool {
        [lowInterval, highInterval].contains { interval in interval.map { $0.low > 0 || $0.high < 0 } ?? false }
      }
    }

    /// Values of a scenario that are varied together.
    package struct Factor: Equatable, Sendable {
      /// The path, with `*` for all personas.
      package var path: String
      /// The plain name; nil in reports of earlier versions.
      package var name: String?
      /// The values at the low end, in the scenario and at the high end. A path that matches several values has several
      /// of each.
      package var low: [Double]
      package var base: [Double]
      package var high: [Double]
      /// The source of the range.
      package var source: String
    }

    package struct Correlation: Equatable, Sendable {
      package var path: String
      /// The plain name; nil in reports of earlier versions.
      package var name: String?
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
      /// The values along each axis, of the first persona or the only one.
      package var xs: [Double]
      package var ys: [Double]
      /// The least and the greatest value over all personas at each of `xs` and `ys`; nil if they have one value, and
      /// in reports of earlier versions.
      package var xSpans: [[Double]]?
      package var ySpans: [[Double]]?
      /// The values by row of `ys`, then by column of `xs`.
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
    /// The value that reaches the target; nil if no value within the range does.
    package var value: Double?
    /// The values at which the indicator's interval contains the target.
    package var interval: Interval?
    /// `[value, mean, low, high]` of every value tried, in order of the value.
    package var evaluations: [[Double]]
    /// The number of replications for each value.
    package var replications: Int
  }
}

extension ForecastSection.Sensitivity.Bar {
  package static var blank: Self { Self(factor: .blank, low: 0, high: 0) }
}

extension ForecastSection.Sensitivity.Factor {
  package static var blank: Self { Self(path: "", low: [], base: [], high: [], source: "") }
}

extension ForecastSection.Sensitivity.Correlation {
  package static var blank: Self { Self(path: "", value: 0, pValue: 0) }
}

extension ForecastSection.Sensitivity {
  package static var blank: Self {
    Self(
      users: 0, trials: 0, baseline: 0, tornado: [], correlations: [], correlationTrials: 0, indices: [], indexRows: 0)
  }
}

extension ForecastSection.Sensitivity.Index {
  package static var blank: Self { Self(path: "", first: 0, total: 0) }
}

extension ForecastSection.Sensitivity.Map {
  package static var blank: Self { Self(x: .blank, y: .blank, xs: [], ys: [], values: []) }
}

extension ForecastSection.Solution {
  package static var blank: Self {
    Self(path: "", kpi: "", target: 0, low: 0, high: 0, evaluations: [], replications: 0)
  }
}
