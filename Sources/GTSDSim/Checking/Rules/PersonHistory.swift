import GTSDModel

/// One device in a person's history: what is known of it, and the state of every rule that looks at it.
struct DeviceHistory {
  var facts = DeviceFacts()
  var need = NeedRule()
  var order = OrderRule()
  var card = CardRule()
  var loading = LoadingRule()
  var errors = ErrorRule()
  var preferences = PreferencesRule()
  var plan = PlanRule()
  var signIn = SignInRule()
  var commit = CommitRule()
  var zeroState = ZeroStateRule()
  var summary = SummaryRule()
  var photoList = PhotoListRule()
  var onboarded = OnboardedRule()
  var fields = EditFieldRule()
  var filter = TaskFilterRule()
  var images = PhotoImagesRule()
  var bmi = BMIRule()
  /// The person has just removed a photo, closed the section or left: items may leave the selection now.
  var handledPhotosAt: Int64 = -1
  /// Something has changed since the rules last looked.
  var isDirty = false
}

/// One person's history: two devices, two accounts, and the rules over them.
///
/// Predicates over states are looked at when an instant has ended, that is at the first later event of the same person,
/// so that the order of events within one instant does not matter.
struct PersonHistory {
  var accounts = AccountPair()
  var first = DeviceHistory()
  var second = DeviceHistory()
  var time: Int64 = 0

  mutating func observe(_ event: SimulationEvent, _ log: inout CheckLog) {
    if event.time > time {
      settle(&log)
      time = event.time
    }
    log.time = event.time
    log.device = event.device
    log.session = event.session
    switch event.device {
    case 0: Self.observe(event, &first, &accounts, &log)
    case 1: Self.observe(event, &second, &accounts, &log)
    default: observeServer(event, &log)
    }
  }

  /// The end of an instant, or of the run.
  mutating func settle(_ log: inout CheckLog) {
    log.time = time
    if first.isDirty { Self.settle(&first, 0, &accounts, &log) }
    if second.isDirty { Self.settle(&second, 1, &accounts, &log) }
  }

  private static func settle(
    _ device: inout DeviceHistory, _ ordinal: UInt8, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    device.isDirty = false
    guard device.facts.isRunning else { return }
    log.device = ordinal
    log.session = device.facts.session
    accounts.with(device.facts.account ?? 0) { settle(&device, ordinal, &$0, &log) }
  }

  private static func settle(
    _ device: inout DeviceHistory, _ ordinal: UInt8, _ account: inout AccountHistory, _ log: inout CheckLog
  ) {
    // Copied once, else for each rule: the compiler sees that a rule and the facts beside it may change together.
    let facts = device.facts
    device.card.settle(facts, device.need, account, &log)
    device.zeroState.settle(facts, account, &log)
    device.preferences.settle(&log)
    device.signIn.settle(facts, &log)
    account.photos.settle(facts, device: ordinal, &log)
    guard facts.account != nil else { return }
    let record = account
    device.photoList.settle(facts, record, &log)
    device.onboarded.settle(facts, &log)
    device.summary.settle(facts, &log)
    device.filter.settle(facts, &log)
    device.images.settle(facts, &log)
    device.bmi.settle(facts, record, &log)
    device.loading.settle(facts, &log)
    device.errors.settle(facts, &log)
    device.need.settle(facts, record, &log)
    device.plan.settle(facts, record, &log)
    device.commit.settle(facts, record, heldPlan: device.plan.heldRevision >= 0, &log)
  }

  // MARK: The server

  private mutating func observeServer(_ event: SimulationEvent, _ log: inout CheckLog) {
    guard case .committed(let commit, let revision, let intent) = event.kind else { return }
    first.isDirty = true
    second.isDirty = true
    let account = event.account
    let facts = first.facts.account == account || second.facts.account != account ? first.facts : second.facts
    accounts[account].intents.committed(commit, intent: intent, &log, olderRow: olderRow(intent: intent)) { taps in
      HazardClassifier.committedTwice(commit, taps: taps, facts)
    }
    switch commit {
    case .plan(_, let forced, let gateOpen, let sameWeek):
      if accounts[account].newestRow >= 0 {
        let record = accounts[account]
        log.check(
          .gate, gateOpen, episode: &accounts[account].planEpisode, Site(.planCommittedUnacknowledged),
          hazard: HazardClassifier.bypass(facts, record, time: event.time))
      }
      if forced {
        log.vacuous(.week)
      } else {
        log.check(.week, sameWeek <= 1, Site(.secondPlanOfWeek), hazard: .duplicateWeeklyPlan)
      }
    case .preferences(let before, let after, let device):
      log.device = device
      let ledger = accounts[account].preferences
      // What onboarding writes is not the form's doing.
      let byForm = accounts[account].onboardedRevision != revision - 1
      first.preferences.committed(
        before: before, after: after, revision: revision, byThis: byForm && device == 0, account: account, ledger, &log)
      second.preferences.committed(
        before: before, after: after, revision: revision, byThis: byForm && device == 1, account: account, ledger, &log)
      accounts[account].preferences = PreferencesLedger(stored: after, writer: device, revision: revision)
    case .photo(let item, let id):
      let uploading = first.facts.count(.photoUpload) > 0 || second.facts.count(.photoUpload) > 0
      accounts[account].photos.committed(item, stored: id, at: revision, uploading: uploading, &log)
    case .photoDeleted(let id):
      accounts[account].photos.deleted(stored: id, at: revision)
    case .rotated(let live):
      log.check(.token, live <= 1, Site(.refreshedTwice), hazard: .tokenRefreshStampede)
    case .refreshRefused:
      first.signIn.refused(at: event.time)
      second.signIn.refused(at: event.time)
    case .metrics(let row):
      let record = accounts[account]
      log.check(
        .once, !record.repeats(row: row), Site(.rowRepeated),
        hazard: HazardClassifier.rowRepeated(row, after: record.newestRow))
      if record.acknowledged, !record.owesRow, !record.repeats(row: row) {
        log.check(.once, false, Site(.askedAnew), hazard: .dailyAckReset)
      }
    case .evidence(_, let counted):
      log.check(.once, counted <= 1, Site(.streakCountedTwice), hazard: .streakDoubleCount)
    case .targets(let stored, let demanded, let inputs, let toldAsStored):
      accounts[account].targets.noted(
        stored: stored, demanded: demanded, inputs: inputs, toldAsStored: toldAsStored, &log)
    case .account, .basicProfile, .onboarded, .profile, .acknowledgment, .signedIn, .loggedOut, .metricsRefused:
      break
    }
    if first.facts.account == account { first.fields.committed(commit, intent: intent, &log) }
    if second.facts.account == account { second.fields.committed(commit, intent: intent, &log) }
    accounts[account].committed(commit, revision: revision)
    if first.facts.account == account { first.facts.serverCommitted(commit) }
    if second.facts.account == account { second.facts.serverCommitted(commit) }
  }
  /// The hazard behind an acknowledgment of an older row, from what the device knew that sent it.
  private func olderRow(intent: Int32) -> HazardID {
    let hasSent = second.facts.inFlight.contains { $0.endpoint == .acknowledge && $0.intent == intent }
    return HazardClassifier.olderRow(hasSent ? second.facts : first.facts)
  }
}
