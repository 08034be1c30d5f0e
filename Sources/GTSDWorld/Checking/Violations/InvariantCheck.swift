/// The number of checks of an invariant.
public struct InvariantCheck: Hashable, Sendable {
  /// The invariant, such as `I-VIEWS`.
  public var invariant: String
  /// The number of checks in which the invariant's premise held.
  public var evaluated: Int
  /// The number of checks in which the invariant's premise did not hold, so that nothing was checked.
  public var vacuous: Int

  /// Creates the counts of an invariant.
  package init(invariant: String, evaluated: Int, vacuous: Int) {
    self.invariant = invariant
    self.evaluated = evaluated
    self.vacuous = vacuous
  }
}
