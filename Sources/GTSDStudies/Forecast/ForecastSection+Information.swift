package import Statistics

extension ForecastSection {
  /// How many replications would tell what these do not.
  package struct Telling: Equatable, Sendable {
    /// Of as many people each; nil for more than a million.
    package var replications: Int?
    /// Of as many people each as the scenario describes, where that is more.
    package var ofDescribed: Int?
  }

  /// What chance and what ignorance do to one question, and which assumption to measure first.
  package struct Information: Equatable, Sendable {
    /// Id of the indicator.
    package var kpi: String
    /// What is asked of it, such as `>= 0.8`.
    package var question: String
    /// People that the answer is for.
    package var users: Int
    /// The probability of yes, over chance and ignorance.
    package var probability: Double
    /// How far that is known; nil in reports of earlier versions.
    package var probabilityInterval: Interval?
    /// The share of the variance that is ignorance; nil where too few sets were drawn to say anything of it.
    package var ignorance: Double?
    /// What it is worth to know every assumption: how much more often the question would be answered rightly; nil where
    /// the share of ignorance cannot be told.
    package var worth: Double?
    package var worthInterval: Interval?
    /// The assumptions that are known to move the indicator, the one to measure first in front.
    package var values: [Value]
    /// Assumptions that were drawn.
    package var examined: Int
    /// Sets of values that were drawn.
    package var sets: Int
    /// Replications that would show an assumption which brings about a quarter of the variance; nil in reports of earlier
    /// versions.
    package var seeing: Int?

    /// One assumption.
    package struct Value: Equatable, Sendable {
      package var path: String
      /// What it is, in plain words.
      package var name: String
      /// What it is worth to know it.
      package var worth: Double
      package var interval: Interval?
      /// People of its kind who meet the occasion, and whom it takes to get four fifths of that; nil for what no
      /// observation of people tells.
      package var people: Int?
    }
  }
}

extension ForecastSection.Telling {
  /// What is read goes into it.
  package static var blank: Self { Self() }
}

extension ForecastSection.Information {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      kpi: "", question: "", users: 0, probability: 0, ignorance: 0, worth: 0, values: [], examined: 0, sets: 0)
  }
}

extension ForecastSection.Information.Value {
  /// What is read goes into it.
  package static var blank: Self { Self(path: "", name: "", worth: 0) }
}
