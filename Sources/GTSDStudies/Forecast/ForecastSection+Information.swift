package import Statistics

extension ForecastSection {
  /// The numbers of replications that would be enough to estimate the share.
  package struct NeededReplications: Equatable, Sendable {
    /// The number of replications with as many people as in those that ran; nil for more than a million.
    package var replications: Int?
    /// The number of replications with as many people as the scenario describes, if it describes more than were
    /// simulated.
    package var ofDescribed: Int?
  }

  /// The effects of chance and of uncertain assumptions on one question, and the assumption to measure first.
  package struct Information: Equatable, Sendable {
    /// The id of the indicator.
    package var kpi: String
    /// The target in question, such as `>= 0.8`.
    package var question: String
    /// The number of people that the answer is for.
    package var users: Int
    /// The probability of the answer yes, over chance and uncertain assumptions.
    package var probability: Double
    /// The interval of ``probability``; nil in reports of earlier versions.
    package var probabilityInterval: Interval?
    /// The share of the variance that is due to uncertain assumptions; nil if too few sets were drawn.
    package var ignorance: Double?
    /// The value of knowing every assumption: the increase in the probability of answering the question correctly. Nil
    /// if that share cannot be estimated.
    package var worth: Double?
    /// The interval of ``worth``. If the share cannot be estimated, it is for any share.
    package var worthInterval: Interval?
    /// The assumptions that are known to affect the indicator, the one to measure first at the beginning.
    package var values: [Value]
    /// The number of drawn assumptions.
    package var examined: Int
    /// The number of drawn sets of values.
    package var sets: Int
    /// The number of replications that would show an assumption which causes a quarter of the variance; nil in
    /// reports of earlier versions.
    package var seeing: Int?

    /// An assumption.
    package struct Value: Equatable, Sendable {
      package var path: String
      /// The assumption, in plain words.
      package var name: String
      /// The value of knowing the assumption exactly.
      package var worth: Double
      package var interval: Interval?
      /// The number of people to observe in order to get four fifths of that value; nil if observing people does not
      /// help.
      package var people: Int?
    }
  }
}

extension ForecastSection.NeededReplications {
  package static var blank: Self { Self() }
}

extension ForecastSection.Information {
  package static var blank: Self {
    Self(
      kpi: "", question: "", users: 0, probability: 0, ignorance: 0, worth: 0, values: [], examined: 0, sets: 0)
  }
}

extension ForecastSection.Information.Value {
  package static var blank: Self { Self(path: "", name: "", worth: 0) }
}
