import GTSDModel

/// The sheet with the summary after onboarding.
struct SummaryModel {
  var sheet = SummarySheet.hidden
  var version = VersionStamp()
  /// The number of the latest request for a summary. Replies to earlier requests are ignored.
  var attempt = 0
  /// Whether the view that presents the current sheet exists.
  var hasHost = true
  /// Whether the person has closed the current sheet without a summary.
  var wasLeft = false
  var payload: SummaryPayload?
  var shownAt: Int64 = 0
  var depthPercent: Int32 = 0
  /// The sections that are open now, and those that have ever been open.
  var open = AnalyticsEvent.SummarySections()
  var expanded = AnalyticsEvent.SummarySections()

  /// The time for which the sheet loads before it offers Continue, in nanoseconds.
  static let patience = 10 * Nanoseconds.second

  /// Begins a request for the summary and returns its attempt number.
  ///
  /// - Parameter isHosted: whether the view that presents the sheet will stay. Otherwise the sheet is never seen.
  mutating func load(isHosted: Bool = true) -> Int {
    attempt += 1
    sheet = isHosted ? .loading : .hidden
    hasHost = isHosted
    wasLeft = false
    return attempt
  }

  /// Records that ten seconds have passed; returns true when the sheet now offers Continue.
  mutating func patienceEnded(_ attempt: Int) -> Bool {
    guard attempt == self.attempt, sheet == .loading else { return false }
    sheet = .canContinue
    return true
  }

  /// Records that a summary arrived; returns true when the sheet now shows it.
  mutating func receive(
    _ payload: SummaryPayload, attempt: Int, at time: Int64, lateReply: Generation.Summary.LateReply
  ) -> Bool {
    guard hasHost else { return false }
    switch lateReply {
    case .ignored: guard attempt == self.attempt, !wasLeft else { return false }
    case .presents: guard sheet != .shown else { return false }
    }
    self.payload = payload
    sheet = .shown
    shownAt = time
    depthPercent = 0
    open = []
    expanded = []
    return true
  }

  /// Records that no summary was received. If it does not exist or cannot be decoded, the sheet is skipped; other
  /// errors offer a retry.
  ///
  /// - Returns: whether the sheet is skipped. A toast then says that onboarding is over.
  mutating func failed(_ failure: CallFailure, attempt: Int) -> Bool {
    guard attempt == self.attempt, !wasLeft, sheet == .loading || sheet == .canContinue else { return false }
    sheet = failure.status == 404 || failure == .undecodable ? .hidden : .failed
    return sheet == .hidden
  }

  /// Closes the sheet without the summary; returns false when it offers no Continue.
  mutating func leave() -> Bool {
    guard sheet == .canContinue || sheet == .failed else { return false }
    sheet = .hidden
    wasLeft = true
    return true
  }

  /// Opens or closes a section; returns whether it is open now, nil when there is no sheet.
  mutating func toggle(_ section: SummarySection) -> Bool? {
    guard sheet == .shown else { return nil }
    let bit = AnalyticsEvent.SummarySections(rawValue: 1 << section.rawValue)
    open.formSymmetricDifference(bit)
    expanded.formUnion(bit)
    return open.contains(bit)
  }
}
