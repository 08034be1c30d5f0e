/// Decides whether to repeat a read whose reply is older than what is known: always if newer data became known while it
/// ran, and at most twice otherwise.
struct ReadRepetition {
  /// The newest revision known when the last read began.
  private var known: Int32
  /// The number of repetitions of reads that nothing had overtaken.
  private var count = 0

  /// Creates the decision for a read that begins while `known` is the newest known revision.
  init(known: Int32) { self.known = known }

  /// Decides about a reply that is old, and if so, records the next read as begun.
  ///
  /// - Parameter known: the newest known revision when the reply has come.
  /// - Returns: whether to read again.
  mutating func begins(known: Int32) -> Bool {
    if known == self.known {
      guard count < 2 else { return false }
      count += 1
    }
    self.known = known
    return true
  }
}
