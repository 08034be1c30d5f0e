/// When what is held is read again by itself: once for each revision heard of.
struct Reread {
  /// The revision for which it was last read; -1 for none.
  private var revision: Int32 = -1
  /// A token was renewed since it was last read again.
  private var isRenewed = false
  /// How often it was read again after such a renewal since the person last tapped, or something that a person asked
  /// for was done.
  private var afterRenewals: Int32 = 0

  /// - Parameter limit: how often it is read again after a renewed token, which may be all that is new.
  /// - Returns: whether to read for this revision, which then counts as done.
  mutating func begins(for revision: Int32, afterRenewals limit: Int32 = .max) -> Bool {
    guard self.revision < revision, !isRenewed || afterRenewals < limit else { return false }
    self.revision = revision
    if isRenewed { afterRenewals += 1 }
    isRenewed = false
    return true
  }

  /// Forgets the last read, so that the same revision is read again, too.
  mutating func isDue() { revision = -1 }

  /// A token was renewed, which is a revision of its own.
  mutating func renewed() { isRenewed = true }

  /// The person has tapped, or what they asked for is done.
  mutating func beginsAnew() { (isRenewed, afterRenewals) = (false, 0) }
}
