/// When what is held is read again by itself: once for each revision heard of.
struct Reread {
  /// The revision for which it was last read; -1 for none.
  private var revision: Int32 = -1
  /// How often since the person last tapped, or something that a person asked for was done.
  private var times: Int32 = 0

  /// - Parameter limit: how often between two of those.
  /// - Returns: whether to read for this revision, which then counts as done.
  mutating func begins(for revision: Int32, atMost limit: Int32 = .max) -> Bool {
    guard self.revision < revision, times < limit else { return false }
    self.revision = revision
    times += 1
    return true
  }

  /// What was read is held no more: it is read again for the same revision too.
  mutating func isDue() { revision = -1 }

  /// The person has tapped, or what they asked for is done.
  mutating func beginsAnew() { times = 0 }
}
