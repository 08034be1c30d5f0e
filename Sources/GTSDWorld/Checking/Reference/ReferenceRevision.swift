/// The known bounds of the revision of an account's preferences. Only the server numbers revisions.
struct ReferenceRevision: Sendable {
  /// The number of writes, now and when the latest revision was received.
  private var writes = 0
  private var received: (number: Int, writes: Int) = (-1, 0)

  mutating func wrote() { writes += 1 }

  mutating func received(_ number: Int) { received = (number, writes) }

  /// Whether the server may refuse a write that names this revision as outdated. It may, unless the revision is the one
  /// received since the last write.
  func mayBeStale(_ number: Int?, _ options: ReferenceOptions) -> Bool {
    guard options.refusesOlderWrites, let number else { return false }
    return number != received.number || received.writes != writes
  }

  /// Whether a write names a revision that is known to be older than the stored one.
  func isStale(_ number: Int?, _ options: ReferenceOptions) -> Bool {
    guard options.refusesOlderWrites, let number else { return false }
    return number < received.number || number == received.number && received.writes != writes
  }
}
