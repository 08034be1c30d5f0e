import GTSDModel

/// I-GATE, I-WEEK and I-FRESH: plans before the acknowledgment, twice a week, or older than the profile.
///
/// - I-GATE, request: sent while the server holds an unacknowledged newest row. Excused, since no client can know
///   better, if the device's latest metrics read before it was answered (200 or 404) at a revision before that row,
///   and no acknowledgment has been refused since (which tells that the row read is not the newest). An
///   episode lasts until a plan request is sent in order. Evaluated at each plan request while a row exists, vacuous
///   without one.
/// - I-GATE, commit: a plan committed with the gate closed, in either gate mode.
/// - I-WEEK: an unforced plan committed where the week has one already.
/// - I-FRESH: the device is quiet, in the foreground and shows a plan on Plans; its last plan fetch did not fail; a
///   reply at or after the account's last profile change has reached it, and it was this device that saved. Then the
///   shown plan was read at or after that change.
/// - I-FRESH, metrics: the row that a metrics read brings is not older than an edit of the complete profile which that
///   read could see. Evaluated at each metrics row received.
struct PlanRule {
  private var isRequested = false
  private var isOutdated = false
  private var isRowOutdated = false
  /// Revision of the plan that Plans holds, -1 for none.
  private(set) var heldRevision: Int32 = -1
  /// Revision of the last profile change saved from this device.
  private var savedRevision: Int32 = -1

  mutating func requested(_ facts: DeviceFacts, _ account: AccountHistory, time: Int64, _ log: inout CheckLog) {
    guard account.newestRow >= 0 else {
      log.vacuous(.gate)
      return
    }
    let isExcused = facts.metricsRead >= 0 && facts.metricsRead < account.rowRevision
    log.check(
      .gate, account.acknowledged || isExcused, episode: &isRequested, Site(.planRequestedUnacknowledged),
      hazard: HazardClassifier.bypass(facts, account, time: time))
  }

  mutating func applied(revision: Int32) { heldRevision = revision }

  mutating func cleared() { heldRevision = -1 }

  mutating func savedProfile(revision: Int32) { savedRevision = revision }

  mutating func readRow(at revision: Int32, _ account: AccountHistory, _ log: inout CheckLog) {
    log.check(
      .fresh, account.unfollowedEdit < 0 || revision < account.unfollowedEdit, episode: &isRowOutdated,
      Site(.rowOlderThanProfile), hazard: .metricsStaleAfterEdit)
  }

  mutating func settle(_ facts: DeviceFacts, _ account: AccountHistory, _ log: inout CheckLog) {
    guard facts.isQuiet, facts.isForeground, facts.tab == .plans, facts.plansScreen == 4,
      let signedIn = facts.account, savedRevision >= 0, facts.known[Int(signedIn)] >= savedRevision,
      !facts.isSet(.plansError), heldRevision >= 0
    else {
      isOutdated = false
      log.vacuous(.fresh)
      return
    }
    log.check(
      .fresh, heldRevision >= savedRevision, episode: &isOutdated, Site(.planOlderThanProfile),
      hazard: .planHeldAfterEdit)
  }

  mutating func reset() {
    heldRevision = -1
    savedRevision = -1
    isOutdated = false
    isRowOutdated = false
  }
}
