import GTSDModel

/// I-GATE, I-WEEK and I-FRESH: no plan before the acknowledgment, twice a week, or older than the profile.
///
/// - I-GATE, request: no plan request is sent while the server's newest row is not acknowledged. Evaluated at each plan
///   request while a row exists. An episode lasts until a plan request is sent in order. A client that cannot know of
///   the row is excused, that is, if all of this is true:
///   - The latest metrics read before the request was answered (200 or 404) at a revision before the row; or an
///     acknowledgment was granted since then, at a revision before the row and without news of a newer one.
///   - No acknowledgment has been refused since. A refusal shows that the row that was read is not the newest.
///   - The device had not received the row's revision, or a later one, before the read arrived. Otherwise it knew that
///     the read was old.
/// - I-GATE, commit: no plan is committed with the gate closed, in either gate mode.
/// - I-GATE, screen: a plan request refused with 400 for the missing acknowledgment leads to the acknowledgment screen,
///   unless the metrics read after it failed. Evaluated at quiet instants on Plans.
/// - I-WEEK: no unforced plan is committed if the week already has one.
/// - I-FRESH: the plan on screen was read at or after the account's last profile change. Evaluated while the device is
///   quiet, in the foreground and shows a plan on Plans, if the last plan fetch did not fail, this device made the
///   change, and a reply at or after the change has reached it.
/// - I-FRESH, metrics: the row of a metrics read is not older than an edit of the complete profile which that read
///   could see. Evaluated at each metrics row received.
/// - I-FRESH, halves: a plan is not shown beside the summary of an earlier load. Evaluated at quiet instants with both.
struct PlanRule: DeviceRule {
  static let follows: EventKinds = .sent | .received | .began | .ended | .applied | .cleared | .committed

  private var isRequested = false
  private var isOutdated = false
  private var isRowOutdated = false
  /// The revision of the last profile change saved from this device, and that of a change whose reply has not arrived.
  private var savedRevision: Int32 = -1
  private var savingRevision: Int32 = -1
  /// Whether the current load has received a plan, whether it has received a summary, and whether the app has any
  /// summary.
  private var tookPlan = false
  private var tookSummary = false
  private var holdsSummary = false
  private var isHalf = false
  private var showsHalf = false
  /// Whether the gate has refused a plan, and Plans has not asked for the acknowledgment since.
  private var isGated = false
  private var missesGate = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .sent(.generatePlan, _, _, _):
      accounts.with(event.account) { requested(&facts, &$0, &log) }
    case .received(let endpoint, _, let outcome, let revision, _):
      accounts.with(event.account) { received(endpoint, outcome, revision: revision, &facts, &$0, &log) }
    case .sent(.updateProfile, _, _, _): savingRevision = -1
    case .committed(.profile, let revision, let intent):
      // A save of preferences alone does not change the profile or the plan.
      let isOwn = facts.inFlight.contains {
        $0.endpoint == .updateProfile && $0.operation == .editSave && $0.intent == intent
      }
      if isOwn, event.account == facts.account { savingRevision = revision }
    case .began(.plansFetch), .began(.plansRefresh):
      tookPlan = false
      tookSummary = false
    case .ended(.plansFetch), .ended(.plansRefresh):
      isHalf = (isHalf || tookPlan) && !tookSummary && holdsSummary
    case .applied(.plan, _, _, _):
      tookPlan = true
      isGated = false
    case .applied(.summary, .plans, _, _):
      tookSummary = true
      holdsSummary = true
    case .cleared(.summary, .plans):
      holdsSummary = false
      isHalf = false
    default: break
    }
  }

  private mutating func requested(
    _ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    guard account.newestRow >= 0 else {
      log.vacuous(.gate)
      return
    }
    let isExcused =
      facts.metricsRead >= 0 && facts.metricsRead < account.rowRevision
      && facts.metricsOutdatedBy < account.rowRevision
    log.check(
      .gate, account.acknowledged || isExcused, episode: &isRequested, Site(.planRequestedUnacknowledged),
      hazard: HazardClassifier.bypass(facts, account))
  }

  /// Handles the answer to a plan request, a metrics read or an edit.
  private mutating func received(
    _ endpoint: Endpoint, _ outcome: SimulationEvent.Outcome, revision: Int32, _ facts: inout DeviceFacts,
    _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    let isGood = DeviceFacts.Ending(outcome) == .success
    switch endpoint {
    case .generatePlan:
      isGated = outcome == .status(400) && account.newestRow >= 0 && !account.acknowledged && account.complete
    case .todayMetrics:
      // No acknowledgment is needed either once a read shows that another phone has acknowledged.
      let isAnswered = account.acknowledged && revision >= account.acknowledgedRevision
      if outcome != .status(200) || isAnswered { isGated = false }
      if isGood { readRow(at: revision, &account, &log) }
    case .acknowledge: isGated = false
    case .updateProfile:
      if isGood, facts.answered?.operation == .editSave { savedRevision = max(savedRevision, savingRevision) }
    default: break
    }
  }

  private mutating func readRow(at revision: Int32, _ account: inout AccountHistory, _ log: inout CheckLog) {
    log.check(
      .fresh, account.unfollowedEdit < 0 || revision < account.unfollowedEdit, episode: &isRowOutdated,
      Site(.rowOlderThanProfile), hazard: .metricsStaleAfterEdit)
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    if facts.plansScreen == .acknowledgment { isGated = false }
    if facts.isQuiet, facts.isForeground, facts.tab == .plans {
      if isGated || missesGate {
        let record = account
        log.check(
          .gate, !isGated, episode: &missesGate, Site(.gateNotShown),
          hazard: HazardClassifier.unrecognisedGate(facts, record))
      }
      if facts.plansScreen == .plan, holdsSummary {
        log.check(.fresh, !isHalf, episode: &showsHalf, Site(.planWithOlderSummary), hazard: .refreshHalfApplied)
      }
    }
    guard facts.isQuiet, facts.isForeground, facts.tab == .plans, facts.plansScreen == .plan,
      let signedIn = facts.account, savedRevision >= 0, facts.known[Int(signedIn)] >= savedRevision,
      !facts.isSet(.plansError), facts.heldPlan >= 0
    else {
      isOutdated = false
      log.vacuous(.fresh)
      return
    }
    log.check(
      .fresh, facts.heldPlan >= savedRevision, episode: &isOutdated, Site(.planOlderThanProfile),
      hazard: .planHeldAfterEdit)
  }

  mutating func reset(_ occasion: ResetOccasion) {
    guard occasion != .session else { return }
    savedRevision = -1
    savingRevision = -1
    isOutdated = false
    isRowOutdated = false
    holdsSummary = false
    isHalf = false
    isGated = false
  }
}

/// The part of the rule that follows the server's commits, which phones may not know of.
extension PlanRule {
  /// Handles a committed plan: I-GATE, commit.
  ///
  /// - Parameter hazard: the hazard of a breach, from the known facts of the account.
  static func committed(
    gateOpen: Bool, _ account: UInt8, _ accounts: inout AccountPair, _ log: inout CheckLog,
    hazard: (AccountHistory) -> HazardID?
  ) {
    let (newestRow, wasEpisode) = accounts.with(account) { ($0.newestRow, $0.planEpisode) }
    guard newestRow >= 0 else { return }
    var isEpisode = wasEpisode
    log.check(
      .gate, gateOpen, episode: &isEpisode, Site(.planCommittedUnacknowledged),
      hazard: hazard(accounts.with(account) { $0 }))
    accounts.with(account) { $0.planEpisode = isEpisode }
  }

  /// Checks a committed plan by I-WEEK.
  ///
  /// - Parameters:
  ///   - sameWeek: the number of plans of its week, including this one.
  ///   - isRace: whether another request for a plan was in progress.
  static func committed(forced: Bool, sameWeek: Int32, isRace: Bool, _ log: inout CheckLog) {
    if forced {
      log.vacuous(.week)
    } else {
      log.check(.week, sameWeek <= 1, Site(.secondPlanOfWeek), hazard: isRace ? .duplicateWeeklyPlan : nil)
    }
  }
}
