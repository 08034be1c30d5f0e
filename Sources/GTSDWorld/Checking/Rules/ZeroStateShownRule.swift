import GTSDModel

/// I-PREC, its second half: the zero state is shown only for a profile without height or weight, and disappears when
/// the profile is complete.
///
/// Evaluated at the end of each instant in which something changed, while the device is quiet, in the foreground and on
/// Home with the zero state visible and the card not. The profile must then be incomplete, unless Home cannot know that
/// it is complete. Home cannot know it if its last answered summary read came before the profile was completed, and one
/// of these holds:
///
/// - No later reply had shown the completion when Home last came on screen, by its tab or with the reply to this
///   device's own onboarding.
/// - A later summary read has failed.
///
/// A device that received the reply that there is no summary learns of the completion by the reply to its own
/// onboarding, or by a metrics row.
struct ZeroStateRule: DeviceRule {
  static let follows: EventKinds = .received | .applied | .published
  static var needsSignIn: Bool { false }

  /// Highest revision of an answered summary read by Home, -1 for none.
  private var read: Int32 = -1
  private var hasFailed = false
  /// Whether the latest summary was received but could not be read.
  private var isUnreadable = false
  /// The highest revision that the device had received when Home last appeared.
  private var known: Int32 = -1
  /// Whether the latest reply said that there is no summary.
  private var isMissing = false
  /// The highest revision in a reply to this phone's onboarding, or in a metrics row that it read.
  private var knownComplete: Int32 = -1
  private var isWrong = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .received(let endpoint, _, let outcome, let revision, _): received(endpoint, outcome, revision, &facts)
    // The app's cache may answer Home's read without a request.
    case .applied(.summary, .home, let revision, _):
      read = max(read, revision)
      isMissing = false
    case .published(.tab, _, _): appeared(&facts)
    default: break
    }
  }

  private mutating func received(
    _ endpoint: Endpoint, _ outcome: SimulationEvent.Outcome, _ revision: Int32, _ facts: inout DeviceFacts
  ) {
    if facts.answered?.operation == .homeSummary {
      hasFailed = outcome != .status(200) && outcome != .status(404)
      isUnreadable = outcome == .undecodable
      if !hasFailed {
        read = max(read, revision)
        isMissing = outcome == .status(404)
      }
    } else if endpoint == .onboard {
      known = max(known, revision)
      knownComplete = max(knownComplete, revision)
    } else if endpoint == .todayMetrics, outcome == .status(200) {
      knownComplete = max(knownComplete, revision)
    }
  }

  /// Records that another tab appeared.
  private mutating func appeared(_ facts: inout DeviceFacts) {
    guard facts.tab == .home, let signedIn = facts.account else { return }
    known = max(known, facts.known[Int(signedIn)])
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    guard facts.isSet(.homeZeroState), !facts.isSet(.homeCard), facts.isQuiet, facts.isForeground, facts.tab == .home,
      facts.account != nil
    else {
      if !facts.isSet(.homeZeroState) { isWrong = false }
      return
    }
    let (isComplete, completed) = (account.complete, account.completedRevision)
    let knows =
      isMissing ? knownComplete >= completed : read < 0 || read >= completed || known >= completed && !hasFailed
    log.check(
      .prec, !(isComplete && knows), episode: &isWrong, Site(.zeroStateThoughComplete),
      hazard: isUnreadable ? .maintainNullWeeks : hasFailed ? .zeroStateOnSummaryError : nil)
  }
}
