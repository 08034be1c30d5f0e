import GTSDModel

/// An instance of the metrics state: the held row, its revision, and whether an acknowledgment is needed.
struct MetricsModel {
  var row: MetricsPayload?
  /// Whether the server has said that there is no row.
  var isAbsent = false
  /// The revision at which `row` or its absence was read; -1 before.
  var revision: Int32 = -1
  /// The account to which the values belong.
  var origin: UInt8 = 0
  var need = false
  /// Whether the latest check failed.
  var hasFailed = false
  var reread = Reread()
  /// The time at which the newest row ever held was computed, even if it was dropped since: a held plan is newer.
  private(set) var newest: Timestamp?

  var isLoaded: Bool { row != nil || isAbsent }

  /// The need that a held row implies, for checks that need no read.
  var needOfRow: Bool { row.map { !$0.acknowledged } ?? false }

  /// The row on the acknowledgment screen: its `computedAt` in whole seconds, -1 without one.
  var shownRow: Int64 { need ? row?.metrics.computedAt.wholeSecond ?? -1 : -1 }

  /// Applies a read row, or nil for its absence; returns false if a newer one is held.
  mutating func take(
    _ payload: MetricsPayload?, asOf: Int32, account: UInt8, apply: Generation.Replies.Apply
  ) -> Bool {
    guard accepts(asOf, account: account, apply: apply) else { return false }
    // An error text for "not yet", with what is held kept: the need flips back at the next check of a held row.
    if payload != nil || apply == .revision { row = payload }
    isAbsent = payload == nil
    if let payload { newest = payload.metrics.computedAt }
    revision = asOf
    origin = account
    need = payload.map { !$0.acknowledged } ?? false
    hasFailed = false
    return true
  }

  /// Whether a reply may replace the held value: always in a generation where the last reply to arrive wins, otherwise
  /// only if it was not read earlier. The same rule as ``VersionStamp/take(_:account:apply:)`` for other resources.
  func accepts(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply) -> Bool {
    switch apply {
    case .arrival: true
    case .revision: !isLoaded || origin != account || asOf < 0 || asOf >= revision
    }
  }

  /// Records that a read failed and brought nothing new.
  ///
  /// - Parameters:
  ///   - dropsNeed: whether the app treats the failure as "no need".
  ///   - known: the highest known revision; an older held value may be wrong.
  /// - Returns: whether the held value was dropped.
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
