import GTSDModel

/// I-VIEWS and I-AGREE: the need to acknowledge, according to Home and Plans.
///
/// The compared need is a copy of the published one without the writes of dismissals. A view counts as loaded once it
/// has applied a metrics reply, or published an acknowledgment, for the signed-in account in this session. After a
/// failed or cancelled read that changes the need, the view counts as loaded again only after its next successful read,
/// since a view that shows an error makes no claim.
///
/// - I-VIEWS: if both views are loaded, their needs are equal. Evaluated at the end of each instant in which the device
///   is quiet and something changed.
/// - I-AGREE: each loaded view has the need exactly if the newest row is not acknowledged. Evaluated at the same
///   moments, if the profile is complete and the device has received a revision at or after that of the last metrics
///   row or acknowledgment.
/// - I-AGREE, new information: a need that a reply or failure cleared is set again only by a metrics reply. Evaluated
///   whenever a check sets it.
/// - I-AGREE, refusal: an acknowledgment refused with 404, because a newer row had replaced the one on screen, does not
///   clear the need of Plans while the newer row is not acknowledged. Evaluated where a refusal clears it.
/// - I-AGREE, recovery: the card shows if Home is on screen, its own last read failed, and Plans is loaded with a true
///   need, unless the card was dismissed or the zero state is shown.
struct NeedRule: DeviceRule {
  static let follows: EventKinds = .published | .applied

  private struct Need {
    /// The value that the view would have if no dismissal had been written.
    var value = false
    /// Whether the view has published that an acknowledgment is needed.
    var published = false
    /// Whether a metrics reply was applied at this instant. If so, `value` becomes the published need at the instant's
    /// end.
    var isFresh = false
    var disagrees = false
    /// The cause of the last event that cleared the need.
    var dropped = Cause.launch
    /// Whether a check without a read has set the need again in the same instant in which a reply had cleared it.
    var hasFlipped = false
    /// Whether the refusal of an acknowledgment cleared the need at this instant.
    var wasRefused = false
  }

  private var home = Need()
  private var plans = Need()
  private var viewsDiffer = false
  private var staysHidden = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .published(.homeNeed, let value, let cause): Self.published(&home, value, cause)
    case .published(.plansNeed, let value, let cause):
      Self.published(&plans, value, cause)
      plans.wasRefused =
        value <= 0 && cause == .failure && facts.lastReply == .acknowledge && facts.acknowledgeStatus == 404
    case .applied(.metrics, .home, _, _): home.isFresh = true
    case .applied(.metrics, .plans, _, _): plans.isFresh = true
    default: break
    }
  }

  private static func published(_ need: inout Need, _ value: Int64, _ cause: Cause) {
    if value > 0 {
      need.hasFlipped = !need.published && cause == .settle && (need.dropped == .reply || need.dropped == .failure)
    } else {
      need.dropped = cause
    }
    need.published = value > 0
    if cause != .dismissal { need.value = value > 0 }
  }

  mutating func reset(_ occasion: ResetOccasion) {
    guard occasion != .process else { return self = NeedRule() }
    viewsDiffer = false
    home.disagrees = false
    plans.disagrees = false
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    Self.flipped(&home, .home, &log)
    Self.flipped(&plans, .plans, &log)
    if plans.wasRefused {
      plans.wasRefused = false
      log.check(
        .agree, account.acknowledged || facts.plansMetrics.revision >= account.rowRevision,
        Site(.noNeedThoughUnacknowledged, .plans), hazard: .ackStaleVersion)
    }
    Self.refresh(&home)
    Self.refresh(&plans)
    guard facts.isQuiet else { return }
    if facts.homeMetrics.isLoaded, facts.plansMetrics.isLoaded {
      let homeNeeds = home.value
      log.check(
        .views, home.value == plans.value, episode: &viewsDiffer,
        Site(homeNeeds ? .homeNeedsPlansDoesNot : .plansNeedsHomeDoesNot),
        hazard: Self.classify(home, plans, &facts, &account))
    } else {
      log.vacuous(.views)
    }
    guard account.newestRow >= 0, account.complete, let signedIn = facts.account,
      facts.known[Int(signedIn)] >= account.relevantRevision, facts.homeMetrics.isLoaded || facts.plansMetrics.isLoaded
    else {
      log.vacuous(.agree)
      return
    }
    recovers(&facts, &account, &log)
    Self.agree(
      &home, .home, facts.homeMetrics, otherNeeds: facts.plansMetrics.isLoaded ? plans.value : nil, &facts, &account,
      &log)
    Self.agree(
      &plans, .plans, facts.plansMetrics, otherNeeds: facts.homeMetrics.isLoaded ? home.value : nil, &facts, &account,
      &log)
  }

  private static func flipped(_ need: inout Need, _ view: View, _ log: inout CheckLog) {
    guard need.hasFlipped else { return }
    need.hasFlipped = false
    log.check(.agree, need.isFresh, Site(.needFlipped, view), hazard: .errorNeedFlip)
  }

  private static func refresh(_ need: inout Need) {
    guard need.isFresh else { return }
    need.isFresh = false
    need.value = need.published
  }

  /// Checks that Home shows the card once Plans has read the need, even if the read of Home itself has failed.
  ///
  /// Facts and account are passed `inout` to avoid copies.
  private mutating func recovers(
    _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    let ending = facts.ending(.homeMetrics)
    guard !facts.homeMetrics.isLoaded, facts.plansMetrics.isLoaded, plans.value, !account.acknowledged,
      facts.tab == .home, facts.isForeground,
      ending == .failed || ending == .unknown, !facts.dismissedThisSession, !facts.isSet(.homeZeroState)
    else {
      staysHidden = false
      return
    }
    log.check(
      .agree, facts.isSet(.homeCard), episode: &staysHidden, Site(.cardMissingAfterError), hazard: .errorHidesCard)
  }

  private static func agree(
    _ need: inout Need, _ view: View, _ metrics: DeviceFacts.ViewMetrics, otherNeeds: Bool?,
    _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    guard metrics.isLoaded else { return }
    let current = need
    // A view that has not read a newer row is wrong, whichever model holds the metrics. The other view's need explains
    // nothing.
    log.check(
      .agree, need.value != account.acknowledged, episode: &need.disagrees,
      Site(current.value ? .needAfterAcknowledgment : .noNeedThoughUnacknowledged, view),
      hazard: HazardClassifier.disagreement(
        needs: current.value, appliedRevision: metrics.revision, otherNeeds: current.value ? otherNeeds : nil, facts,
        account))
  }

  private static func classify(
    _ home: Need, _ plans: Need, _ facts: inout DeviceFacts, _ account: inout AccountHistory
  ) -> HazardID? {
    let needing = home.value ? facts.homeMetrics : facts.plansMetrics
    let other = home.value ? facts.plansMetrics : facts.homeMetrics
    return HazardClassifier.disagreement(
      needs: account.acknowledged, appliedRevision: account.acknowledged ? needing.revision : other.revision,
      otherNeeds: !account.acknowledged, facts, account)
  }
}
