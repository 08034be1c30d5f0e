import GTSDModel

/// I-COMMIT on one device: a change that the server committed is reported, or resolved by a retry.
///
/// Evaluated at the end of each quiet instant after an attempt to acknowledge, onboard, plan or save has ended, and
/// while an episode is open. Each of these is a violation:
///
/// - acknowledgment, onboarding: an error is shown, the server has committed, the outcome of the last attempt was
///   unknown to the client, and the client has not asked the server for it since. A client that asked is excused,
///   whatever the result: the error then means an unknown outcome, and a repetition has no second effect (which I-ONCE
///   checks).
/// - plan: a plan was delivered, even in a reply that the app cannot read, and Plans shows an error and holds no plan.
/// - save, repeated: it is refused (409) because an earlier one of this phone is stored. The outcome of that one was
///   unknown to the client, which has not asked successfully since, nor after the refusal.
/// - save: some requests of one save succeeded and others did not, the client has not read the stored data since, and
///   an error is shown as if all had failed. An error of a read of the form that began in the meantime is excused.
struct CommitRule: DeviceRule {
  static let follows: EventKinds = .sent | .received | .applied | .began | .ended

  private var acknowledgeUnknown = false
  private var onboardingUnknown = false
  /// Whether the client has sent, since the attempt began, the read that shows the attempt's outcome.
  private var hasAsked = false
  private var onboardedBefore: Int32 = -1
  private var planOwed = false
  /// Whether an acknowledgment has just succeeded, so that the next requested plan is its consequence.
  private var hasAcknowledged = false
  private var planFollowsAcknowledgment = false
  private var isPlanUnreadable = false
  private var isSummaryUnreadable = false
  /// Whether an earlier save may be stored although the client did not receive the reply. The server may refuse another
  /// save because of it.
  private var saveUnknown = false
  private var conflictsWithOwn = false
  private var partsDone = false
  /// The endpoints whose part of the save has failed, as one bit each.
  private var failedParts: UInt64 = 0
  private var savedPartly = false
  /// Whether the form was read during the save, so that the error on screen may come from that read.
  private var loadsMeanwhile = false
  private var isDue = false
  private var acknowledgeEpisode = false
  private var onboardingEpisode = false
  private var planEpisode = false
  private var saveEpisode = false
  private var conflictEpisode = false

  @inline(__always)
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch event.kind {
    case .sent(let endpoint, _, let operation, _): sent(endpoint, operation)
    case .received(let endpoint, _, let outcome, let revision, _):
      guard let operation = facts.answered?.operation else { return }
      received(endpoint, operation, DeviceFacts.Ending(outcome), isReadable: outcome != .undecodable)
      if endpoint == .updateProfile || endpoint == .updatePreferences || endpoint == .profile {
        let isOwn = accounts.with(event.account) { $0.preferences.writer } == facts.ordinal
        receivedSaveOutcome(endpoint, operation, outcome, isStoredByThis: isOwn && revision >= 0)
      }
    case .applied(.plan, _, _, _): planOwed = false
    case .began(let operation): accounts.with(event.account) { began(operation, onboarded: $0.onboardedRevision) }
    case .ended(let operation):
      let load = facts.ending(.editLoad)
      ended(operation, hasLoadFailed: load != .none && load != .success)
    default: break
    }
  }

  private mutating func sent(_ endpoint: Endpoint, _ operation: Operation) {
    switch (operation, endpoint) {
    case (.acknowledge, .todayMetrics), (.onboarding, .me), (.onboarding, .profile): hasAsked = true
    default: break
    }
    switch endpoint {
    case .todayMetrics: acknowledgeUnknown = false
    case .me, .profile: onboardingUnknown = false
    default: break
    }
  }

  private mutating func received(
    _ endpoint: Endpoint, _ operation: Operation, _ ending: DeviceFacts.Ending, isReadable: Bool
  ) {
    switch endpoint {
    case .acknowledge:
      acknowledgeUnknown = ending == .unknown && !hasAsked
      hasAcknowledged = ending == .success
    case .onboard: onboardingUnknown = ending == .unknown && !hasAsked
    case .generatePlan:
      planOwed = ending == .success || !isReadable
      isPlanUnreadable = !isReadable
    case .howItWorks where operation == .plansFetch || operation == .plansRefresh: isSummaryUnreadable = !isReadable
    case .updateProfile, .updateBasicProfile, .updatePreferences:
      guard operation == .editSave else { return }
      let part: UInt64 = 1 << UInt64(endpoint.rawValue)
      if ending == .success {
        partsDone = true
        // A part that was refused because of its token and then sent again has not failed.
        failedParts &= ~part
      } else {
        failedParts |= part
      }
    default: break
    }
  }

  /// Records the reply to a write of preferences, or a read of the stored ones. A reply without a revision comes from a
  /// gateway.
  private mutating func receivedSaveOutcome(
    _ endpoint: Endpoint, _ operation: Operation, _ outcome: SimulationEvent.Outcome, isStoredByThis: Bool
  ) {
    let ending = DeviceFacts.Ending(outcome)
    switch endpoint {
    case .profile:
      // A client that asked and received no answer does not know the outcome, and may say so.
      if operation == .editSave, ending != .success { conflictsWithOwn = false }
      guard ending == .success else { return }
      saveUnknown = false
      if operation == .editSave {
        conflictsWithOwn = false
        // This read, or a new save, shows the outcome of the save.
        failedParts = 0
      }
    default:
      guard operation == .editSave else { return }
      conflictsWithOwn = saveUnknown && outcome == .status(409) && isStoredByThis
      saveUnknown = ending == .unknown || saveUnknown && ending != .success
    }
  }

  private mutating func began(_ operation: Operation, onboarded: Int32) {
    switch operation {
    case .editSave:
      conflictsWithOwn = false
      partsDone = false
      failedParts = 0
      savedPartly = false
      loadsMeanwhile = false
    // This removes the save's error from the screen. A later error belongs to the new operation.
    case .editLoad:
      savedPartly = false
      loadsMeanwhile = true
    case .acknowledge: hasAsked = false
    case .plansFetch, .plansRefresh:
      planFollowsAcknowledgment = hasAcknowledged
      hasAcknowledged = false
    case .onboarding:
      hasAsked = false
      onboardedBefore = onboarded
    default: break
    }
  }

  private mutating func ended(_ operation: Operation, hasLoadFailed: Bool) {
    switch operation {
    case .editSave:
      savedPartly = partsDone && failedParts != 0 && !(loadsMeanwhile && hasLoadFailed)
      isDue = true
    case .acknowledge, .onboarding, .plansFetch, .plansRefresh: isDue = true
    default: break
    }
  }

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {
    let (isAcknowledged, onboarded) = (account.acknowledged, account.onboardedRevision)
    let planHazard = planHazard
    let isOpen = acknowledgeEpisode || onboardingEpisode || planEpisode || saveEpisode || conflictEpisode
    guard facts.isQuiet, isDue || isOpen else { return }
    isDue = false
    log.check(
      .commit, !(acknowledgeUnknown && isAcknowledged && facts.isSet(.acknowledgeError)),
      episode: &acknowledgeEpisode, Site(.acknowledgmentUnreported), hazard: .ackCommittedReplyLost)
    log.check(
      .commit, !(onboardingUnknown && onboarded > onboardedBefore && facts.isSet(.onboardingError)),
      episode: &onboardingEpisode, Site(.onboardingUnreported), hazard: .onboardingReplyLost)
    log.check(
      .commit, !(planOwed && facts.heldPlan < 0 && facts.isSet(.plansError)), episode: &planEpisode,
      Site(.planUnreported),
      hazard: planHazard)
    log.check(
      .commit, !(savedPartly && facts.isSet(.editError) && !facts.isSet(.editPartStored)), episode: &saveEpisode,
      Site(.savePartly), hazard: .profileSavePartialCommit)
    log.check(
      .commit, !conflictsWithOwn, episode: &conflictEpisode, Site(.saveConflictsWithItself), hazard: nil)
  }

  private var planHazard: HazardID {
    if isPlanUnreadable { return .firstPlanDecodeOnStrictDates }
    if isSummaryUnreadable { return .maintainNullWeeks }
    return planFollowsAcknowledgment ? .ackOkPlanFailed : .planAndSummaryAllOrNothing
  }
}
