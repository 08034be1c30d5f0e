/// Decides when data are read again automatically: once for each newly known revision.
struct Reread {
  /// The revision for which the value was last read; -1 for none.
  private var revision: Int32 = -1
  /// Whether a token was renewed since the value was last read again.
  private var isRenewed = false
  /// The number of repeated reads after such a renewal, since the person last tapped or an action of the person's was
  /// completed.
  private var afterRenewals: Int32 = 0

  /// Decides whether to read for a revision, and if so, records it as read.
  ///
  /// - Parameter limit: the largest number of reads after a renewed token, since the renewal may be the only news.
  /// - Returns: whether to read for this revision.
  mutating func begins(for revision: Int32, afterRenewals limit: Int32 = .max) -> Bool {
    guard self.revision < revision, !isRenewed || afterRenewals < limit else { return false }
    self.revision = revision
    if isRenewed { afterRenewals += 1 }
    isRenewed = false
    return true
  }

  /// Makes the next read due, even for the same revision.
  mutating func isDue() { revision = -1 }

  /// Records that a token was renewed, which counts as a new revision.
  mutating func renewed() { isRenewed = true }

  /// Restarts the count of reads after renewals, since the person has tapped or an action was completed.
  mutating func restartCount() { (isRenewed, afterRenewals) = (false, 0) }
}
