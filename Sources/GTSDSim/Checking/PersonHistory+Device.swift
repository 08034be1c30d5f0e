import GTSDModel

extension PersonHistory {
  /// One event of a device.
  static func observe(
    _ event: SimulationEvent, _ device: inout DeviceHistory, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    device.isDirty = true
    let account = event.account
    switch event.kind {
    case .sessionStarted(let cold): sessionStarted(event, cold: cold, &device)
    case .sessionEnded:
      accounts.own.photos.abandoned(device: event.device)
      accounts.other.photos.abandoned(device: event.device)
      device.facts.isRunning = false
      device.facts.isForeground = false
    case .background: device.facts.isForeground = false
    case .foreground: device.facts.isForeground = true
    case .action(let action, let intent): acted(action, intent, event, &device, &accounts, &log)
    case .authenticated(let account):
      let before = device.facts.account
      device.signIn.authenticated(account, before: before, time: event.time, &log)
      device.facts.account = account
      if account != before {
        device.need.reset()
        device.order.reset()
        device.plan.reset()
        device.preferences.reset()
        device.commit.reset()
        device.zeroState.reset()
        device.photoList.reset()
        device.fields.reset()
        device.filter.reset()
        device.images.reset()
        device.bmi.reset()
        device.summary.accountChanged()
        accounts.own.photos.abandoned(device: event.device)
        accounts.other.photos.abandoned(device: event.device)
        device.facts.metricsRead = -1
        device.facts.dismissedThisSession = false
        device.facts.tasksWritten = -1
      }
    case .sent(let endpoint, let request, let operation, let intent):
      device.signIn.sent(endpoint, operation, device.facts, &log)
      device.facts.sent(endpoint, request: request, operation: operation, account: account, intent: intent)
      device.commit.sent(endpoint, operation)
      if endpoint == .generatePlan {
        accounts.with(account) { device.plan.requested(device.facts, $0, time: event.time, &log) }
      }
    case .received(let endpoint, let request, let outcome, let revision, _):
      guard let entry = device.facts.received(request: request, outcome: outcome, revision: revision) else { return }
      let ending = DeviceFacts.Ending(outcome)
      device.errors.received(entry.operation, ending)
      device.commit.received(endpoint, entry.operation, ending, isReadable: outcome != .undecodable)
      accounts.with(account) { device.plan.received(endpoint, outcome, $0) }
      if endpoint == .logOut { device.signIn.loggedOut(outcome, &log) }
      if entry.operation == .summary { device.summary.received(ending) }
      if endpoint == .deletePhoto, ending == .success { device.order.deletedPhoto(at: revision) }
      if endpoint == .refresh, ending == .success { device.signIn.refreshed(at: event.time) }
      if outcome == .status(401), entry.account == device.facts.account {
        device.signIn.refused(entry.operation, device.facts, &log)
      }
      if endpoint == .todayMetrics, ending == .success {
        accounts.with(account) { device.plan.readRow(at: revision, $0, &log) }
      }
      if endpoint == .todayMetrics, outcome == .status(404) {
        accounts.with(account) { account in
          guard account.complete else { return }
          log.check(
            .fresh, !account.isRefused, episode: &account.metricsEpisode, Site(.metricsNeverMade),
            hazard: .unsupportedGender)
        }
      }
      if endpoint == .submitEvidence, outcome == .status(201) { device.facts.tasksWritten = revision }
      if endpoint == .tasksToday || endpoint == .streak, ending == .success, entry.tasksWritten >= 0 {
        log.check(
          .fresh, revision >= entry.tasksWritten, Site(.readBeforeOwnWrite), hazard: .serverCacheStaleness)
      }
      device.zeroState.received(endpoint, entry.operation, outcome, revision: revision)
      if entry.operation == .photoUpload, ending == .unknown || ending == .cancelled {
        accounts[account].photos.outcomeUnknown(device: event.device)
      }
      if entry.operation == .editSave, ending == .success, endpoint == .updateProfile {
        device.plan.savedProfile(revision: accounts.with(account) { $0.profileRevision })
      }
    case .began(let operation):
      device.facts.began(operation)
      device.errors.began(operation)
      accounts.with(account) { device.commit.began(operation, $0) }
      device.plan.began(operation)
      device.preferences.began(operation, account: account)
      device.photoList.began(operation)
    case .ended(let operation):
      device.facts.ended(operation)
      device.commit.ended(operation)
      device.plan.ended(operation)
      // Of loads that overlap only the last to end tells what is left on show.
      if device.facts.count(operation) == 0 {
        device.preferences.ended(
          operation, well: device.errors.wentWell(operation), account: account,
          accounts.with(account) { $0.preferences }, &log)
        device.fields.ended(operation, well: device.errors.wentWell(operation), &log)
      }
    case .published(let variable, let value, let cause):
      device.facts.published(variable, value, at: event.time)
      device.need.published(variable, value, cause, device.facts)
      device.errors.published(variable, value, cause, &log)
      device.preferences.published(variable, value, cause, account: account)
      device.summary.published(variable, value, cause, &log)
      device.photoList.published(variable, value)
      device.fields.published(variable, value)
      device.filter.published(variable, value, cause)
      device.images.published(variable, value)
      device.bmi.published(variable, value)
      if variable == .tab { device.zeroState.appeared(device.facts) }
    case .applied(let resource, let view, let revision, let origin):
      device.signIn.applied(resource, view: view, origin: origin, device.facts, &log)
      device.commit.applied(resource)
      accounts.with(origin) {
        device.order.applied(resource, view: view, revision: revision, device.facts, $0, &log)
      }
      if resource == .metrics {
        device.facts.appliedAcrossAcknowledgment =
          device.facts.crossed && revision < accounts.with(origin) { $0.acknowledgedRevision }
        device.facts.appliedFromStore = revision < device.facts.lastReplyRevision
        device.need.applied(view, revision: revision)
        device.bmi.applied(view, revision: revision)
      }
      if resource == .preferences { device.preferences.applied(revision: revision) }
      if resource == .profile { device.preferences.appliedProfile(revision: revision) }
      if resource == .plan { device.plan.applied(revision: revision) }
      if resource == .summary, view == .plans { device.plan.appliedSummary() }
      if resource == .photos { device.photoList.applied(revision: revision) }
    case .cleared(let resource, let view):
      device.signIn.cleared(resource, view: view)
      if resource == .metrics { device.need.cleared(view) }
      if resource == .plan { device.plan.cleared() }
      if resource == .summary, view == .plans { device.plan.clearedSummary() }
      if resource == .preferences, view == .edit { device.preferences.closed() }
    case .photoItem(let item, let state):
      if state == .removed { device.images.removed(item, at: event.time, &log) }
      accounts[account].photos.changed(
        item, state, device: event.device, task: device.photoList.openTask,
        byPerson: device.handledPhotosAt == event.time, uploads: device.facts.count(.photoUpload), &log)
    case .analytics(.metricsAcknowledged):
      accounts[account].intents.reported(.acknowledgment, intent: device.facts.acknowledgeIntent, &log)
    case .analytics(.onboardingCompleted), .analytics(.onboardingSkipped):
      accounts[account].intents.reported(.onboarding, intent: device.facts.onboardingIntent, &log)
    case .analytics(.summaryViewed):
      device.summary.viewed(by: account, &log)
    case .analytics(.cardDismissed):
      device.facts.dismissedThisSession = true
      device.card.dismissed(by: account, session: event.session, at: event.time)
    case .trap, .analytics, .committed, .planRequested: break
    }
  }

  private static func sessionStarted(_ event: SimulationEvent, cold: Bool, _ device: inout DeviceHistory) {
    device.facts.session = event.session
    device.facts.isRunning = true
    device.facts.isForeground = true
    device.facts.dismissedThisSession = false
    device.need.reset()
    guard cold else { return }
    device.facts.coldStart()
    device.need.coldStart()
    device.order.reset()
    device.loading.reset()
    device.errors.reset()
    device.preferences.reset()
    device.plan.reset()
    device.signIn.coldStart()
    device.commit.reset()
    device.zeroState.reset()
    device.photoList.reset()
    device.fields.reset()
    device.filter.reset()
    device.images.reset()
    device.bmi.reset()
    device.summary.coldStart()
  }

  private static func acted(
    _ action: PersonAction, _ intent: Int32, _ event: SimulationEvent, _ device: inout DeviceHistory,
    _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    device.facts.lastAction = action
    device.signIn.acted(action, device.facts, &log)
    device.preferences.acted(action)
    device.fields.acted(action, intent: intent, device.facts)
    accounts[event.account].intents.tapped(action, intent: intent, shownRow: device.facts.drawnRow(at: event.time))
    switch action {
    case .refreshPlan: device.facts.refreshedPlanAt = event.time
    case .removePhoto, .closePhotos, .logOut, .terminate: device.handledPhotosAt = event.time
    case .logIn, .signUp: device.handledPhotosAt = event.time
    default: break
    }
  }
}
