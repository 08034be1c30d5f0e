import GTSDModel

/// One device in a person's history: its facts, and the rules for it.
struct DeviceHistory {
  var facts: DeviceFacts
  var rules = DeviceRules()
  /// Whether an event was received since the rules were last evaluated.
  var isDirty = false

  init(ordinal: UInt8) { facts = DeviceFacts(ordinal: ordinal) }
}

/// One person's history: two devices, two accounts, and the rules for them.
///
/// Predicates over states are evaluated when an instant has ended, that is at the first later event of the same person.
/// The order of events within one instant therefore does not matter.
struct PersonHistory {
  var accounts = AccountPair()
  var first = DeviceHistory(ordinal: 0)
  private var second = Spare<DeviceHistory>()
  var time: Int64 = 0
  /// The time at which the server last granted a request, -1 for never; nil as long as no request was seen.
  private var grantedAt: Int64?
  /// The judgements of the reference model, which follows requests, replies and taps.
  private var reference: ReferenceJudgments

  init(_ options: ReferenceOptions) { reference = ReferenceJudgments(options) }

  /// Continues from the state of another history; see `ReusedBuffers.swift`.
  mutating func restart(continuing other: UnsafePointer<PersonHistory>) {
    var (inFlight, phone, kept, buffers) = (
      first.facts.takeBuffers(), second.takeBuffers(), accounts.takeBuffers(), reference.takeBuffers()
    )
    copy(other, to: &self)
    first.facts.move(into: &inFlight)
    second.move(into: &phone)
    accounts.move(into: &kept)
    reference.move(into: &buffers)
  }

  private mutating func advance(to now: Int64, _ log: inout CheckLog) {
    guard now > time else { return }
    settle(&log)
    time = now
  }

  /// Records a request, a reply or a tap.
  mutating func observe(_ event: WireEvent, device: UInt8, time: Int64, _ log: inout CheckLog) {
    advance(to: time, &log)
    log.time = time
    log.device = device
    log.session = device != 1 ? first.facts.session : second.isMade ? second.value.facts.session : 0
    if case .served(_, let status, _, _, _, _) = event, (200..<300).contains(status) {
      grantedAt = time
    } else if grantedAt == nil {
      grantedAt = -1
    }
    // A commit that changes a phone's state also causes an event of the phone, so rules need not look for the change.
    reference.observe(event, device: device, at: time, log)
  }

  mutating func observe(_ event: SimulationEvent, _ log: inout CheckLog) {
    advance(to: event.time, &log)
    log.time = event.time
    log.device = event.device
    log.session = event.session
    switch event.device {
    case 0: first.observe(event, &accounts, &log)
    case 1:
      second.make { DeviceHistory(ordinal: 1) }
      second.value.observe(event, &accounts, &log)
    default: observeServer(event, &log)
    }
    if !log.breaches.isEmpty { reference.noted(log.breaches) }
    if event.device != SimulationEvent.server { reference.observe(event, log) }
  }

  /// Evaluates the rules at the end of an instant, or of the run.
  mutating func settle(_ log: inout CheckLog) {
    log.time = time
    if first.isDirty {
      first.settle(&accounts, &log)
      Self.settle(&reference, first.facts.glance, &log)
    }
    if second.isMade, second.value.isDirty {
      second.value.settle(&accounts, &log)
      Self.settle(&reference, second.value.facts.glance, &log)
    }
  }

  /// Ends the history with the run and reports the findings that waited for a quiet instant.
  mutating func finish(_ log: inout CheckLog) {
    settle(&log)
    reference.report(&log)
  }

  private static func settle(
    _ reference: inout ReferenceJudgments, _ facts: DeviceFacts.Glance, _ log: inout CheckLog
  ) {
    if !log.breaches.isEmpty { reference.noted(log.breaches) }
    guard facts.isRunning else { return }
    log.device = facts.ordinal
    log.session = facts.session
    reference.settle(facts, &log)
  }

  // MARK: The server

  private mutating func observeServer(_ event: SimulationEvent, _ log: inout CheckLog) {
    if case .planRequested = event.kind { return planRequestArrived(event.account) }
    guard case .committed(let commit, let revision, let intent) = event.kind else { return }
    if let grantedAt, let kind = CommitKind.ofRequest(commit) {
      log.check(.commit, grantedAt == event.time, Site(.storedUngranted, kind), hazard: nil)
      // No model of the granted requests knows what is stored now.
      if grantedAt != event.time { reference.loseTrack() }
    }
    // A phone that was never used ignores commits. It has nothing to judge, and its rules would store nothing that a
    // cold start does not reset.
    if case .preferences(_, _, 1) = commit { second.make { DeviceHistory(ordinal: 1) } }
    first.isDirty = true
    if second.isMade { second.value.isDirty = true }
    let account = event.account
    // Passes the account rather than its facts, since rarely used facts would be copied.
    let isFirst = first.facts.account == account || !second.isMade || second.value.facts.account != account
    var isRace = false
    if case .plan = commit { isRace = accounts.with(account) { $0.planRequests.committed() } }
    // Read only where it is needed, since facts are copied for it.
    var older: HazardID?
    if case .acknowledgment(_, let isNewest, _) = commit, !isNewest { older = olderRow(intent: intent) }
    accounts.with(account) {
      $0.intents.committed(commit, intent: intent, &log, olderRow: older) { taps in
        HazardClassifier.committedTwice(commit, taps: taps, isRace: isRace, isFirst ? first.facts : second.value.facts)
      }
    }
    switch commit {
    case .plan(_, let forced, let gateOpen, let sameWeek):
      PlanRule.committed(gateOpen: gateOpen, account, &accounts, &log) { record in
        HazardClassifier.bypass(isFirst ? first.facts : second.value.facts, record)
      }
      PlanRule.committed(forced: forced, sameWeek: sameWeek, isRace: isRace, &log)
    case .preferences(_, _, let device):
      log.device = device
    case .photo(let item, let id):
      let uploading =
        first.facts.count(.photoUpload) > 0 || second.isMade && second.value.facts.count(.photoUpload) > 0
      accounts.with(account) { $0.photos.committed(item, stored: id, at: revision, uploading: uploading, &log) }
    case .photoDeleted(let id):
      accounts.with(account) { $0.photos.deleted(stored: id, at: revision) }
    case .rotated(let live):
      log.check(.token, live <= 1, Site(.refreshedTwice), hazard: .tokenRefreshStampede)
    case .metrics(let row):
      accounts.with(account) { record in
        let (isRepeated, newest) = (record.repeats(row: row), record.newestRow)
        log.check(
          .once, !isRepeated, Site(.rowRepeated), hazard: HazardClassifier.rowRepeated(row, after: newest))
        if record.acknowledged, !record.needsRow, !isRepeated {
          log.check(.once, false, Site(.askedAnew), hazard: .dailyAckReset)
        }
      }
    case .evidence(_, let counted):
      log.check(.once, counted <= 1, Site(.streakCountedTwice), hazard: .streakDoubleCount)
    case .targets(let stored, let demanded, let inputs, let isReplyAsStored):
      accounts.with(account) {
        $0.targets.noted(stored: stored, demanded: demanded, inputs: inputs, isReplyAsStored: isReplyAsStored, &log)
      }
    case .account, .basicProfile, .onboarded, .profile, .acknowledgment, .signedIn, .refreshRefused, .loggedOut,
      .metricsRefused, .accountDeleted:
      break
    }
    first.observeCommitted(event, &accounts, &log)
    if second.isMade { second.value.observeCommitted(event, &accounts, &log) }
    accounts.with(account) { $0.committed(commit, revision: revision) }
    if first.facts.account == account { first.facts.serverCommitted(commit) }
    if second.isMade, second.value.facts.account == account { second.value.facts.serverCommitted(commit) }
  }

  /// Records that a request for a plan has reached the server.
  private mutating func planRequestArrived(_ account: UInt8) {
    let others = second.isMade ? second.value.facts.countInFlight(.generatePlan) : 0
    let inFlight = first.facts.countInFlight(.generatePlan) + others
    // A request that no phone waits for may still be in service.
    let isGivenUp = first.facts.hasGivenUpPlan || second.isMade && second.value.facts.hasGivenUpPlan
    accounts.with(account) { $0.planRequests.arrived(isAlone: inFlight <= 1 && !isGivenUp) }
  }

  /// The hazard behind an acknowledgment of an older row, decided by what the sending device knew.
  private func olderRow(intent: Int32) -> HazardID {
    let hasSent =
      second.isMade
      && second.value.facts.inFlight.contains { $0.endpoint == .acknowledge && $0.intent == intent }
    return HazardClassifier.olderRow(hasSent ? second.value.facts : first.facts)
  }
}
