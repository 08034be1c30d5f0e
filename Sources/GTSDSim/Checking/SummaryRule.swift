import GTSDModel

/// The sheet with the summary after onboarding: once a person, and never after it was left.
///
/// - I-MONO, sheet: each time the sheet shows a summary, the person has not left it since its request was sent: the reply
///   of a request that was given up changes nothing.
/// - I-ONCE, summary: each `summary_viewed` is the account's first on this device.
struct SummaryRule {
  /// Bit a: account a has seen it.
  private var viewed: UInt8 = 0
  private var isLeft = false

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, _ log: inout CheckLog) {
    guard variable == .summarySheet else { return }
    switch value {
    case 0: isLeft = cause == .person
    case 1: isLeft = false
    case 3: log.check(.mono, !isLeft, Site(.leftSheetShown), hazard: .summaryAfterContinue)
    default: break
    }
  }

  mutating func viewed(by account: UInt8, _ log: inout CheckLog) {
    let bit: UInt8 = 1 << (account & 1)
    log.check(.once, viewed & bit == 0, Site(.summaryShownAgain), hazard: .summaryShownAgain)
    viewed |= bit
  }

  /// A new process has nothing open.
  mutating func coldStart() { isLeft = false }
}
