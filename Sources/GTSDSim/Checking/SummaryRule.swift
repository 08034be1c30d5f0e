import GTSDModel

/// The sheet with the summary after onboarding: once a person, and never after it was left.
///
/// - I-MONO, sheet: each time the sheet shows a summary, the person has not left it since its request was sent: the reply
///   of a request that was given up changes nothing.
/// - I-ONCE, shown: a summary that came for the sheet is on it at the end of that instant, unless the person has left it.
/// - I-ONCE, summary: each `summary_viewed` is the account's first on this device.
struct SummaryRule {
  /// Bit a: account a has seen it.
  private var viewed: UInt8 = 0
  private var isLeft = false
  /// A summary came, and the person has neither seen nor left it.
  private var isOwed = false

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, _ log: inout CheckLog) {
    guard variable == .summarySheet else { return }
    switch SummarySheet(published: value) {
    case .hidden:
      isLeft = cause == .person
      if isLeft { isOwed = false }
    case .loading: isLeft = false
    case .shown:
      isOwed = false
      log.check(.mono, !isLeft, Site(.leftSheetShown), hazard: .summaryAfterContinue)
    case .canContinue, .failed, nil: break
    }
  }

  /// The request for the sheet's summary was answered.
  mutating func received(_ ending: DeviceFacts.Ending) {
    if ending == .success, !isLeft { isOwed = true }
  }

  /// The end of an instant.
  mutating func settle(_ facts: DeviceFacts, _ log: inout CheckLog) {
    guard isOwed else { return }
    isOwed = false
    log.check(.once, facts.isSet(.summarySheet), Site(.summaryNotShown), hazard: .summarySheetUnmounted)
  }

  mutating func viewed(by account: UInt8, _ log: inout CheckLog) {
    let bit: UInt8 = 1 << (account & 1)
    log.check(.once, viewed & bit == 0, Site(.summaryShownAgain), hazard: .summaryShownAgain)
    viewed |= bit
  }

  /// Another account, or none, is signed in: what came for the one before is nobody's.
  mutating func accountChanged() { isOwed = false }

  /// A new process has nothing open.
  mutating func coldStart() {
    isLeft = false
    isOwed = false
  }
}
