/// The result of a comparison for one indicator.
public enum ComparisonVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The side is better.
  case better
  /// The side is worse.
  case worse
  /// The side is higher, on an indicator without a better direction.
  case higher
  /// The opposite of ``higher``.
  case lower
  /// The data do not distinguish the sides.
  case noDifference
  /// A compared side has no data.
  case notMeasured

  /// Computes the verdict on a difference.
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
