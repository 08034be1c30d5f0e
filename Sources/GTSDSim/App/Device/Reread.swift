/// When what is held is read again by itself: once for each revision heard of.
struct Reread {
  /// The revision for which it was last read; -1 for none.
  private var revision: Int32 = -1
  /// Tokens renewed since the person last tapped, or something that a person asked for was done.
  private var renewals: Int32 = 0

  /// - Parameter limit: for how many of those it is still read.
  /// - Returns: whether to read for this revision, which then counts as done.
  mutating func begins(for revision: Int32, renewals limit: Int32 = .max) -> Bool {
    guard self.revision < revision, renewals <= limit else { return false }
    self.revision = revision
    return true
  }

  /// What was read is held no more: it is read again for the same revision too.
  mutating func isDue() { revision = -1 }

  /// A token was renewed, which is a revision of its own.
  mutating func renewed() { renewals += 1 }

  /// The person has tapped, or what they asked for is done.
  mutating func beginsAnew() { renewals = 0 }
}
