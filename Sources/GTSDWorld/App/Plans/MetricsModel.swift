import GTSDModel

/// An instance of the metrics state: the held row, its revision, and whether an acknowledgment is needed.
struct MetricsModel {
  var row: MetricsPayload?
  /// The server has said that there is no row.
  var isAbsent = false
  /// The revision at which `row` or its absence was read; -1 before.
  var revision: Int32 = -1
  /// The account whose values these are.
  var origin: UInt8 = 0
  var need = false
  /// The latest check failed.
  var hasFailed = false
  var reread = Reread()
  /// When the newest row was computed that was held, also where it was dropped since: a held plan came after it.
  private(set) var newest: Timestamp?

  var isLoaded: Bool { row != nil || isAbsent }

  /// The need that a held row implies, for checks that read nothing.
  var needOfRow: Bool { row.map { !$0.acknowledged } ?? false }

  /// The row on the acknowledgment screen: whole second of computedAt, -1 without one.
  var shownRow: Int64 { need ? row?.metrics.computedAt.wholeSecond ?? -1 : -1 }

  /// Takes over a read, or nil for its absence; false when a newer one is held.
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

  /// Whether a reply may replace what is held: any where the last to arrive wins, else none that was read earlier. The
  /// same rule as ``VersionStamp/take(_:account:apply:)`` for other resources.
  func accepts(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply) -> Bool {
    switch apply {
    case .arrival: true
    case .revision: !isLoaded || origin != account || asOf < 0 || asOf >= revision
    }
  }

  /// A read failed; nothing new is known.
  ///
  /// - Parameters:
  ///   - dropsNeed: the failure is taken for "no need".
  ///   - known: the highest revision heard of; a value older than that may be wrong.
  /// - Returns: whether what was held was dropped.
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
