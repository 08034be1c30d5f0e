package import Statistics

extension ForecastSection {
  /// The effects of changes that a product team can make, and of habits that nobody controls, on the forecast's
  /// indicator.
  package struct Reach: Equatable, Sendable {
    /// The mean of the indicator over these replications, without any change.
    package var baseline: Double
    /// The number of replications with each change.
    package var replications: Int
    /// The number of people in each replication.
    package var users: Int
    /// The changes, the most helpful first.
    package var changes: [Change]

    /// One change, with the same people and the same drawn assumptions as without it.
    package struct Change: Equatable, Sendable {
      /// The change in plain words.
      package var name: String
      /// Whether a product team can decide the value.
      package var isControlled: Bool
      /// The assumed effect on people; nil if the simulation itself determines the effect.
      package var assumed: String?
      /// The option of a command line that makes the change.
      package var option: String
      /// The difference that the change makes to the indicator's mean.
      package var difference: Double?
      /// The interval of the difference, adjusted for the number of changes; nil if no replication differs.
      package var interval: Interval?
      /// The indicator's mean with the change.
      package var value: Double?
      /// The probability that the target is met with the change, for the people that the scenario describes.
      package var probability: Double?
      package var probabilityInterval: Interval?
      package var verdict = Verdict.none

      /// Whether the interval shows a difference.
      package var isShown: Bool { interval.map { $0.low > 0 || $0.high < 0 } ?? false }

      package init(name: String, isControlled: Bool, assumed: String?, option: String) {
        (self.name, self.isControlled, self.assumed, self.option) = (name, isControlled, assumed, option)
      }
    }
  }
}

extension ForecastSection.Reach {
  package static var blank: Self { Self(baseline: 0, replications: 0, users: 0, changes: []) }
}

extension ForecastSection.Reach.Change {
  package static var blank: Self { Self(name: "", isControlled: true, assumed: nil, option: "") }
}
