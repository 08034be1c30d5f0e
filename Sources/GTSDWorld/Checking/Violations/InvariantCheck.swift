/// How often an invariant was looked at.
public struct InvariantCheck: Hashable, Sendable {
  /// The invariant, such as `I-VIEWS`.
  public var invariant: String
  /// How often it had something to say.
  public var evaluated: Int
  /// How often its condition did not apply, so that it held without saying anything.
  public var vacuous: Int

  /// How often an invariant was looked at.
  package init(invariant: String, evaluated: Int, vacuous: Int) {
    self.invariant = invariant
    self.evaluated = evaluated
    self.vacuous = vacuous
  }
}
