import GTSDModel

/// I-DISMISS and I-PREC: when the card may be visible, and when it must be.
///
/// - I-DISMISS, hidden: from 400 ms after a dismissal at the latest, until the end of the session, the card is not
///   shown to the account that dismissed it. Evaluated at the end of each instant in which something changed in that
///   time.
/// - I-DISMISS, shown: the card is shown if all of the following hold.
///   - The device is quiet, in the foreground and on Home.
///   - Home has applied a metrics reply in this session at or after the newest row, which is not acknowledged.
///   - No zero state is shown or postponed by a summary from before the profile was completed.
///   - This account has not dismissed in this session, but it did in an earlier one, or another account did.
/// - I-PREC: zero state and card are not both visible at the end of any instant.
struct CardRule: DeviceRule {
  static let follows: EventKinds = .analytics
  static var needsSignIn: Bool { false }

  /// Session of each account's last dismissal on this device, 0 if there is none.
  private var dismissedIn = SIMD2<UInt16>(repeating: 0)
  private var hiddenFrom = SIMD2<Int64>(repeating: 0)
  /// Whether the card has disappeared since the last dismissal. A card seen later is then a new one, not the dismissed
  /// one whose disappearance is still animated.
  private var isGone = false
  private var hasReturned = false
  private var isMissing = false
  private var overlaps = false

  /// The length of the animation in which the card disappears.
  static let outAnimation = 400 * Nanoseconds.millisecond

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    guard case .analytics(.cardDismissed) = event.kind else { return }
    dismissedIn[Int(event.account)] = event.session
    hiddenFrom[Int(event.account)] = event.time + Self.outAnimation
    isGone = false
  }

  /// Keeps all state: a dismissal stays valid after the end of the process and of the sign-in.
  mutating func reset(_ occasion: ResetOccasion) {}

  mutating func settle(_ facts: inout DeviceFacts, _ record: inout AccountHistory, _ log: inout CheckLog) {
    let card = facts.isSet(.homeCard)
    let zero = facts.isSet(.homeZeroState)
    if card || zero {
      log.check(
        .prec, !(card && zero), episode: &overlaps, Site(.zeroStateWithCard),
        hazard: HazardClassifier.zeroStateWithCard(facts))
    } else {
      overlaps = false
      log.vacuous(.prec)
    }
    guard let signedIn = facts.account else { return }
    let account = Int(signedIn)
    if dismissedIn[account] == facts.session, facts.session > 0 {
      isMissing = false
      if !card { isGone = true }
      guard isGone || log.time > hiddenFrom[account] else { return }
      log.check(.dismiss, !card, episode: &hasReturned, Site(.cardReturned), hazard: .dismissalUndoneByRecheck)
      return
    }
    hasReturned = false
    let earlier = dismissedIn[account] > 0
    let byOther = dismissedIn[1 - account] > 0
    guard earlier || byOther, facts.isQuiet, facts.isForeground, facts.tab == .home, facts.homeMetrics.isRead, !zero,
      record.newestRow >= 0, record.complete, !record.acknowledged, facts.homeMetrics.revision >= record.rowRevision,
      facts.homeSummary < 0 || facts.homeSummary >= record.completedRevision
    else {
      log.vacuous(.dismiss)
      return
    }
    log.check(
      .dismiss, card, episode: &isMissing, Site(earlier ? .cardMissing : .cardMissingAfterOther),
      hazard: earlier ? .dismissalNotSessionScoped : .dismissalLeaksAcrossUsers)
  }
}
