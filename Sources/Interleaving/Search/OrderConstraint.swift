/// One arrival comes before another.
public struct OrderConstraint: Hashable, Sendable {
  /// The identity of what comes first; see ``ReadyChoice/id``.
  public var before: UInt64
  /// The identity of what comes later.
  public var after: UInt64

  /// A constraint between two arrivals.
  public init(before: UInt64, after: UInt64) {
    self.before = before
    self.after = after
  }
}
