import GTSDModel

/// The sheet with the summary after onboarding.
struct SummaryModel {
  var sheet = SummarySheet.hidden
  var version = VersionStamp()
  /// Counts requests for a summary; a reply of an earlier one than the present is late.
  var attempt = 0
  /// There is something that the present sheet hangs on.
  var hasHost = true
  /// The person went on without the present one.
  var wasLeft = false
  var payload: SummaryPayload?
  var shownAt: Int64 = 0
  var depthPercent: Int32 = 0
  /// Sections that are open now, and those that ever were.
  var open = AnalyticsEvent.SummarySections()
  var expanded = AnalyticsEvent.SummarySections()

  /// How long the sheet loads before it offers to go on, nanoseconds.
  static let patience = 10 * Nanoseconds.second

  /// Begins a request; a sheet whose host is going away is never seen.
  mutating func load(isHosted: Bool = true) -> Int {
    attempt += 1
    sheet = isHosted ? .loading : .hidden
    hasHost = isHosted
    wasLeft = false
    return attempt
  }

  /// Ten seconds have passed; true when the sheet now offers to go on.
  mutating func patienceEnded(_ attempt: Int) -> Bool {
    guard attempt == self.attempt, sheet == .loading else { return false }
    sheet = .canContinue
    return true
  }

  /// A summary arrived; true when the sheet now shows it.
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

  /// No summary came: without one, or with one that cannot be read, the sheet is skipped; other errors offer a retry.
  mutating func failed(_ failure: CallFailure, attempt: Int) {
    guard attempt == self.attempt, !wasLeft, sheet == .loading || sheet == .canContinue else { return }
    sheet = failure.status == 404 || failure == .undecodable ? .hidden : .failed
  }

  /// The person goes on without the summary; false when the sheet offers no such thing.
  mutating func leave() -> Bool {
    guard sheet == .canContinue || sheet == .failed else { return false }
    sheet = .hidden
    wasLeft = true
    return true
  }

  /// Opens or closes a section; nil when there is no sheet, else whether it is open now.
  mutating func toggle(_ section: SummarySection) -> Bool? {
    guard sheet == .shown else { return nil }
    let bit = AnalyticsEvent.SummarySections(rawValue: 1 << section.rawValue)
    open.formSymmetricDifference(bit)
    expanded.formUnion(bit)
    return open.contains(bit)
  }
}
