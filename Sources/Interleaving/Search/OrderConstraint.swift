/// A constraint that one arrival comes before another.
public struct OrderConstraint: Hashable, Sendable {
  /// The identity of the earlier arrival; see ``ReadyChoice/id``.
  public var before: UInt64
  /// The identity of the later arrival.
  public var after: UInt64

  /// Creates a constraint.
  public init(before: UInt64, after: UInt64) {
    self.before = before
    self.after = after
  }
}
