/// One way in which one invariant was broken.
public struct Violation: Hashable, Sendable {
  /// An occurrence that can be replayed.
  public struct Example: Hashable, Sendable {
    /// The user's index.
    public var user: Int
    /// The time of the violation, in virtual seconds.
    public var atSeconds: Double
    /// The observation, in a line.
    public var summary: String
    /// The token for `replay`; empty for a violation observed at a remote server, which cannot be replayed.
    public var replay: String

    /// Creates an occurrence.
    package init(user: Int, atSeconds: Double, summary: String, replay: String) {
      self.user = user
      self.atSeconds = atSeconds
      self.summary = summary
      self.replay = replay
    }
  }

  /// The invariant, such as `I-VIEWS`.
  public var invariant: String
  /// The catalogued hazard that explains the violation, such as `banner-after-ack-instance-drift`; nil if none matches.
  public var hazard: String?
  /// Episodes: maximal intervals in which the invariant is false.
  public var count: Int
  /// The number of users who met the violation.
  public var users: Int
  /// The identity of a violation; two episodes with equal keys count as one violation.
  public var key: String
  /// The first few episodes.
  public var examples: [Example]

  /// Creates a violation.
  package init(invariant: String, hazard: String?, count: Int, users: Int, key: String, examples: [Example]) {
    self.invariant = invariant
    self.hazard = hazard
    self.count = count
    self.users = users
    self.key = key
    self.examples = examples
  }
}

extension Violation {
  /// Whether a violation comes before another in reports: I-USER first, since a mixed-up identity breaks many other
  /// invariants, then most episodes first, ties by invariant, hazard and key.
  package static func comesFirst(_ first: Violation, _ second: Violation) -> Bool {
    if first.isOfIdentity != second.isOfIdentity { return first.isOfIdentity }
    if first.count != second.count { return first.count > second.count }
    let (a, b) = (
      [first.invariant, first.hazard ?? "~", first.key], [second.invariant, second.hazard ?? "~", second.key]
    )
    return a.lexicographicallyPrecedes(b)
  }

  private var isOfIdentity: Bool { invariant == Invariant.user.id }
}

extension [Violation] {
  /// The invariants with a violation, in the order of the violations.
  package var brokenInvariants: [String] {
    reduce(into: []) { names, violation in
      if !names.contains(violation.invariant) { names.append(violation.invariant) }
    }
  }
}
