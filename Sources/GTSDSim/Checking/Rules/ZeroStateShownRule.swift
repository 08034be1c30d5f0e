import GTSDModel

/// I-PREC, the other half: the zero state stands for a profile without height or weight, and gives way to the card.
///
/// Evaluated at the end of each instant in which something changed, while the device is quiet, in the foreground and on
/// Home with the zero state visible and the card not. The profile is then incomplete, unless Home cannot know better: its last answered
/// summary read came before the profile was completed, and either no reply since had told of that when Home last came
/// on screen (by its tab, or with the reply to this device's own onboarding), or a later summary read has failed.
struct ZeroStateRule {
  /// Highest revision of an answered summary read by Home, -1 for none.
  private var read: Int32 = -1
  private var hasFailed = false
  /// The latest summary came and could not be read.
  private var isUnreadable = false
  /// Highest revision received when Home last came on screen.
  private var told: Int32 = -1
  private var isWrong = false

  mutating func received(
    _ endpoint: Endpoint, _ operation: Operation, _ outcome: SimulationEvent.Outcome, revision: Int32
  ) {
    if operation == .homeSummary {
      hasFailed = outcome != .status(200) && outcome != .status(404)
      isUnreadable = outcome == .undecodable
      if !hasFailed { read = max(read, revision) }
    } else if endpoint == .onboard {
      told = max(told, revision)
    }
  }

  /// Another tab came on screen.
  mutating func appeared(_ facts: DeviceFacts) {
    guard facts.tab == .home, let account = facts.account else { return }
    told = max(told, facts.known[Int(account)])
  }

  mutating func settle(_ facts: DeviceFacts, _ account: AccountHistory, _ log: inout CheckLog) {
    guard facts.isSet(.homeZeroState), !facts.isSet(.homeCard), facts.isQuiet, facts.isForeground, facts.tab == .home,
      facts.account != nil
    else {
      if !facts.isSet(.homeZeroState) { isWrong = false }
      return
    }
    let completed = account.completedRevision
    let knows = read < 0 || read >= completed || told >= completed && !hasFailed
    log.check(
      .prec, !(account.complete && knows), episode: &isWrong, Site(.zeroStateThoughComplete),
      hazard: isUnreadable ? .maintainNullWeeks : hasFailed ? .zeroStateOnSummaryError : .zeroStateVsCardRace)
  }

  mutating func reset() { self = ZeroStateRule() }
}
