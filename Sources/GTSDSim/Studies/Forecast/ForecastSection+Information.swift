extension ForecastSection {
  /// What chance and what ignorance do to one question, and which assumption to measure first.
  package struct Information: Hashable, Sendable {
    /// Id of the indicator.
    package var kpi: String
    /// What is asked of it, such as `>= 0.8`.
    package var question: String
    /// People that the answer is for.
    package var users: Int
    /// The probability of yes, over chance and ignorance.
    package var probability: Double
    /// The share of the variance that is ignorance.
    package var ignorance: Double
    /// What it is worth to know every assumption: how much more often the question would be answered rightly.
    package var worth: Double
    /// The assumptions that are known to move the indicator, the one to measure first in front.
    package var values: [Value]
    /// Assumptions that were drawn.
    package var examined: Int
    /// Sets of values that were drawn.
    package var sets: Int

    /// One assumption.
    package struct Value: Hashable, Sendable {
      package var path: String
      /// What it is, in plain words.
      package var name: String
      /// What it is worth to know it.
      package var worth: Double
      /// People of its kind who meet the occasion, and whom it takes to get four fifths of that; nil for what no
      /// observation of people tells.
      package var people: Int?
    }
  }
}
