import GTSDModel

/// An instance of the metrics state: the row, its revision, and whether an acknowledgment is needed.
struct MetricsModel {
  var row: MetricsPayload?
  /// Whether the server has said that there is no row.
  var isAbsent = false
  /// The revision at which `row` or its absence was read; -1 before the first read.
  var revision: Int32 = -1
  /// The account to which the values belong.
  var origin: UInt8 = 0
  var need = false
  /// Whether the latest check failed.
  var hasFailed = false
  var reread = Reread()
  /// The time at which the newest row seen so far was computed, even if that row was dropped since. The plan that the
  /// app has is newer.
  private(set) var newest: Timestamp?

  var isLoaded: Bool { row != nil || isAbsent }

  /// Whether the present row must be acknowledged, for checks that read nothing.
  var needOfRow: Bool { row.map { !$0.acknowledged } ?? false }

  /// The metrics row on the acknowledgment screen, as its `computedAt` in whole seconds; -1 if no row is shown.
  var shownRow: Int64 { need ? row?.metrics.computedAt.wholeSecond ?? -1 : -1 }

  /// Applies the result of a read: a row, or nil if there is none. Returns false if the app has a newer result.
  mutating func take(
    _ payload: MetricsPayload?, asOf: Int32, account: UInt8, apply: Generation.Replies.Apply
  ) -> Bool {
    guard accepts(asOf, account: account, apply: apply) else { return false }
    // If there are no metrics yet, an error text is shown and the held row is kept, so the next check of that row
    // changes the need back.
    if payload != nil || apply == .revision { row = payload }
    isAbsent = payload == nil
    if let payload { newest = payload.metrics.computedAt }
    revision = asOf
    origin = account
    need = payload.map { !$0.acknowledged } ?? false
    hasFailed = false
    return true
  }

  /// Whether a reply may replace the present value. It may if the last reply to arrive wins in this generation, or if
  /// it was read at the same revision or later. The same rule as ``VersionStamp/take(_:account:apply:)`` for other
  /// resources.
  func accepts(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply) -> Bool {
    switch apply {
    case .arrival: true
    case .revision: !isLoaded || origin != account || asOf < 0 || asOf >= revision
    }
  }

  /// Records that a read failed.
  ///
  /// - Parameters:
  ///   - dropsNeed: whether the app then behaves as if no acknowledgment were needed.
  ///   - known: the highest known revision. A present value that is older may be wrong.
  /// - Returns: whether the present value was dropped.
  mutating func fail(dropsNeed: Bool, known: Int32, apply: Generation.Replies.Apply) -> Bool {
    hasFailed = true
    if dropsNeed { need = false }
    guard apply == .revision, isLoaded, revision < known else { return false }
    drop()
    return true
  }

  mutating func drop() {
    row = nil
    isAbsent = false
    revision = -1
    need = false
  }
}
