import GTSDModel

/// The sheet with the summary after onboarding: once per person, and never after the person has left it.
///
/// - I-MONO, sheet: each time the sheet shows a summary, the person has not left it since its request was sent. The
///   reply of a request that was given up changes nothing.
/// - I-ONCE, shown: a summary that was received for the sheet is on it at the end of that instant, unless the person
///   has left it.
/// - I-ONCE, summary: each `summary_viewed` is the account's first on this device.
struct SummaryRule: DeviceRule {
  static let follows: EventKinds = .published | .received | .analytics | .committed

  /// The accounts that have seen the summary: bit a belongs to account a.
  private var viewed: UInt8 = 0
  private var isLeft = false
  /// Whether the sheet must show a summary: one was received that the person has neither seen nor left.
  private var isOwed = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.summarySheet, let value, let cause): showed(SummarySheet(published: value), cause, &log)
    case .received(_, _, let outcome, _, _):
      if facts.answered?.operation == .summary, DeviceFacts.Ending(outcome) == .success, !isLeft { isOwed = true }
    // Another rule judges under which account it is reported.
    case .analytics(.summaryViewed) where event.account == facts.account: viewed(by: event.account, &log)
    case .committed(.account, _, _): viewed &= ~(1 << (event.account & 1))
    default: break
    }
  }

  private mutating func showed(_ sheet: SummarySheet?, _ cause: Cause, _ log: inout CheckLog) {
    switch sheet {
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

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard isOwed else { return }
    isOwed = false
    log.check(.once, facts.isSet(.summarySheet), Site(.summaryNotShown), hazard: .summarySheetUnmounted)
  }

  private mutating func viewed(by account: UInt8, _ log: inout CheckLog) {
    let bit: UInt8 = 1 << (account & 1)
    log.check(.once, viewed & bit == 0, Site(.summaryShownAgain), hazard: .summaryShownAgain)
    viewed |= bit
  }

  mutating func reset(_ occasion: ResetOccasion) {
    switch occasion {
    case .session: break
    case .process:
      isLeft = false
      isOwed = false
    // A summary for the previous account is no longer due.
    case .account: isOwed = false
    }
  }
}
