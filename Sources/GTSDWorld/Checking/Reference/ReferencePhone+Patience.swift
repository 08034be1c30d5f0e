import GTSDModel

/// How long the app waits, and how often it tries by itself.
extension ReferencePhone {
  /// How long the sheet loads before it offers to go on without a summary (specification 003), nanoseconds.
  private static let patience = 10 * Nanoseconds.second
  /// How long a form that is stored stays open (specification 004), nanoseconds.
  static let farewell = 3 * Nanoseconds.second / 2
  /// By how much a search moves what happens after a time: its window and a little, nanoseconds.
  static let tolerance = 5 * Nanoseconds.second / 2
  /// How long the system lets an app in the background go on, nanoseconds.
  private static let backgroundTime = 30 * Nanoseconds.second
  /// More than any retry allows itself, each attempt repeated once with a new token.
  private static let mostAttempts = 8

  /// The sheet offers to go on when its time has come, neither before nor after.
  mutating func watchPatience(
    from before: Int64, to value: Int64, isByItself: Bool, at time: Int64, _ found: inout [Divergence]
  ) {
    defer { sheetLoadsSince = value == SummarySheet.loading.published ? time : -1 }
    guard isByItself, before == SummarySheet.loading.published, sheetLoadsSince >= 0 else { return }
    let waited = time - sheetLoadsSince
    let isEarly = value == SummarySheet.canContinue.published && waited < Self.patience - Self.tolerance
    if isEarly || waited > Self.patience + Self.tolerance { found.append(.waitsOther(.summarySheet)) }
  }

  /// Whether an effect is asked for once more than anybody would who has not been tapped again.
  mutating func isTooOften(_ endpoint: Endpoint, _ key: UInt64) -> Bool {
    guard let index = attempts.firstIndex(where: { $0.endpoint == endpoint && $0.key == key }) else {
      if attempts.count == 16 { attempts.removeFirst() }
      attempts.append((endpoint, key, 1))
      return false
    }
    attempts[index].count += 1
    return attempts[index].count == Self.mostAttempts + 1
  }

  // MARK: In the background

  mutating func wentBehind(at time: Int64) { backgroundSince = time }

  mutating func cameInFront(at time: Int64) {
    if isSuspended(at: time) { suspendedUntil = time }
    backgroundSince = -1
    if screen[.tab] == Tab.home.published { homeDay = Self.day(at: time) }
  }

  /// Whether the system may have cut off what was under way in this time.
  func wasSuspended(from start: Int64, to end: Int64) -> Bool { isSuspended(at: end) || suspendedUntil >= start }

  private func isSuspended(at time: Int64) -> Bool {
    backgroundSince >= 0 && time - backgroundSince >= Self.backgroundTime - Self.tolerance
  }
}
