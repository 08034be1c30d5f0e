import GTSDModel

/// I-VIEWS and I-AGREE: what Home and Plans think about the need to acknowledge.
///
/// The need compared is a ghost of the published one: writes caused by a dismissal are left out. A view counts as
/// loaded once it has applied a metrics reply, or published an acknowledgment, for the signed-in account in this
/// session; a failed or cancelled read that changes the need takes that back until the next good one, since a view that
/// shows an error makes no claim.
///
/// - I-VIEWS, at the end of each instant in which the device is quiet and something changed: both views loaded implies
///   equal needs.
/// - I-AGREE, at the same moments: the device's highest received revision is at least that of the last metrics row or
///   acknowledgment, and the profile is complete, imply for each loaded view need = newest row not acknowledged.
/// - I-AGREE, new information: a need that a reply or failure took down comes up again only with a metrics reply.
///   Evaluated at each rise by a check.
/// - I-AGREE, refusal: an acknowledgment refused with 404 because a newer row had replaced the one on screen tells that
///   the row is another, not that nothing is needed. It does not take the need of Plans down while the newer row is not
///   acknowledged. Evaluated where a refusal takes it down.
/// - I-AGREE, recovery: with Home on screen, its own last read failed, and Plans loaded with a true need, the card shows
///   unless it was dismissed or the zero state is.
struct NeedRule {
  private struct Need {
    /// The ghost: what the view would say had no dismissal been written.
    var value = false
    /// What the view says.
    var published = false
    /// A metrics reply was applied in this instant: the ghost is what the view says at its end.
    var isFresh = false
    var isLoaded = false
    /// Revision of the last metrics reply applied, -1 for none.
    var revision: Int32 = -1
    var cause = Cause.launch
    var disagrees = false
    /// What took it down last.
    var dropped = Cause.launch
    /// It went up in this instant by a check that was to read nothing, after a reply had taken it down.
    var hasFlipped = false
    /// It went down in this instant by the refusal of an acknowledgment.
    var wasRefused = false
  }

  private var home = Need()
  private var plans = Need()
  private var viewsDiffer = false
  private var staysHidden = false

  /// Whether Home has applied a good metrics read in this session.
  var isHomeLoaded: Bool { home.isLoaded && home.revision >= 0 }
  /// Revision of Home's last metrics reply.
  var homeRevision: Int32 { home.revision }

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, _ facts: DeviceFacts) {
    switch variable {
    case .homeNeed: Self.published(&home, value, cause)
    case .plansNeed:
      Self.published(&plans, value, cause)
      plans.wasRefused =
        value <= 0 && cause == .failure && facts.lastReply == .acknowledge && facts.acknowledgeStatus == 404
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
    switch cause {
    case .dismissal: return
    case .failure, .cancellation: need.isLoaded = false
    case .acknowledgment: need.isLoaded = true
    case .signOut, .launch: need.isLoaded = false
    case .start, .reply, .person, .settle: break
    }
    need.value = value > 0
    need.cause = cause
  }

  mutating func applied(_ view: View, revision: Int32) {
    switch view {
    case .home:
      home.isLoaded = true
      home.revision = revision
      home.isFresh = true
    case .plans:
      plans.isLoaded = true
      plans.revision = revision
      plans.isFresh = true
    default: break
    }
  }

  mutating func cleared(_ view: View) {
    switch view {
    case .home: home.isLoaded = false
    case .plans: plans.isLoaded = false
    default: break
    }
  }

  /// A process began: it holds nothing.
  mutating func coldStart() { self = NeedRule() }

  /// A session began or the account changed: nothing has been loaded in it.
  mutating func reset() {
    home.isLoaded = false
    plans.isLoaded = false
    home.revision = -1
    plans.revision = -1
    viewsDiffer = false
    home.disagrees = false
    plans.disagrees = false
  }

  /// The end of an instant.
  mutating func settle(_ facts: DeviceFacts, _ account: AccountHistory, _ log: inout CheckLog) {
    Self.flipped(&home, .home, &log)
    Self.flipped(&plans, .plans, &log)
    if plans.wasRefused {
      plans.wasRefused = false
      log.check(
        .agree, account.acknowledged || plans.revision >= account.rowRevision,
        Site(.noNeedThoughUnacknowledged, .plans), hazard: .ackStaleVersion)
    }
    Self.refresh(&home)
    Self.refresh(&plans)
    guard facts.isQuiet else { return }
    if home.isLoaded, plans.isLoaded {
      let homeNeeds = home.value
      log.check(
        .views, home.value == plans.value, episode: &viewsDiffer,
        Site(homeNeeds ? .homeNeedsPlansDoesNot : .plansNeedsHomeDoesNot),
        hazard: Self.classify(home, plans, facts, account))
    } else {
      log.vacuous(.views)
    }
    guard account.newestRow >= 0, account.complete, let signedIn = facts.account,
      facts.known[Int(signedIn)] >= account.relevantRevision, home.isLoaded || plans.isLoaded
    else {
      log.vacuous(.agree)
      return
    }
    recovers(facts, account, &log)
    Self.agree(&home, .home, other: plans, facts, account, &log)
    Self.agree(&plans, .plans, other: home, facts, account, &log)
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

  /// Home shows the card once Plans has read the need, though its own read has failed.
  private mutating func recovers(_ facts: DeviceFacts, _ account: AccountHistory, _ log: inout CheckLog) {
    let ending = facts.ending(.homeMetrics)
    guard !home.isLoaded, plans.isLoaded, plans.value, !account.acknowledged, facts.tab == .home, facts.isForeground,
      ending == .failed || ending == .unknown, !facts.dismissedThisSession, !facts.isSet(.homeZeroState)
    else {
      staysHidden = false
      return
    }
    log.check(
      .agree, facts.isSet(.homeCard), episode: &staysHidden, Site(.cardMissingAfterError), hazard: .errorHidesCard)
  }

  private static func agree(
    _ need: inout Need, _ view: View, other: Need, _ facts: DeviceFacts, _ account: AccountHistory,
    _ log: inout CheckLog
  ) {
    guard need.isLoaded else { return }
    let current = need
    log.check(
      .agree, need.value != account.acknowledged, episode: &need.disagrees,
      Site(current.value ? .needAfterAcknowledgment : .noNeedThoughUnacknowledged, view),
      hazard: HazardClassifier.disagreement(
        needs: current.value, appliedRevision: current.revision, otherNeeds: other.isLoaded ? other.value : nil,
        facts, account))
  }

  private static func classify(
    _ home: Need, _ plans: Need, _ facts: DeviceFacts, _ account: AccountHistory
  ) -> HazardID? {
    let needing = home.value ? home : plans
    let other = home.value ? plans : home
    return HazardClassifier.disagreement(
      needs: account.acknowledged, appliedRevision: account.acknowledged ? needing.revision : other.revision,
      otherNeeds: !account.acknowledged, facts, account)
  }
}
