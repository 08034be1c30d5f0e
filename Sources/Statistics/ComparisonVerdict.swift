/// The result of a comparison for one indicator.
public enum ComparisonVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The data say that the side is better.
  case better
  /// The data say that the side is worse.
  case worse
  /// The sides differ, and nothing says which way is better.
  case higher
  /// The opposite of ``higher``.
  case lower
  /// The data do not tell the sides apart.
  case noDifference
  /// One side has no data.
  case notMeasured

  /// The verdict on a difference.
  ///
  /// - Parameter isSignificant: whether the data tell the sides apart.
  package init(difference: Double, isSignificant: Bool, direction: KPIDirection) {
    guard isSignificant, difference != 0 else {
      self = .noDifference
      return
    }
    self =
      switch direction {
      case .higherIsBetter: difference > 0 ? .better : .worse
      case .lowerIsBetter: difference < 0 ? .better : .worse
      case .none: difference > 0 ? .higher : .lower
      }
  }
}
