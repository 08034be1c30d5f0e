import GTSDModel

extension DeviceHistory {
  /// Handles one event of this device: updates the facts, then the rules, then the data of accounts.
  mutating func observe(_ event: SimulationEvent, _ accounts: inout AccountPair, _ log: inout CheckLog) {
    isDirty = true
    switch event.kind {
    case .sessionStarted(let isCold):
      facts.sessionStarted(event.session)
      rules.reset(.session, &facts, &log)
      guard isCold else { return }
      facts.coldStart()
      rules.reset(.process, &facts, &log)
    case .sessionEnded:
      accounts.abandonPhotos(of: event.device)
      facts.isRunning = false
      facts.isForeground = false
    case .background: facts.isForeground = false
    case .foreground: facts.isForeground = true
    case .action(let action, let intent):
      facts.acted(action, at: event.time)
      rules.observe(event, as: Follow.Action.self, &facts, &accounts, &log)
      let row = facts.drawnRow(at: event.time)
      accounts.with(event.account) { $0.intents.tapped(action, intent: intent, shownRow: row) }
    case .authenticated(let account):
      let isOther = facts.authenticated(account)
      rules.observe(event, as: Follow.Authenticated.self, &facts, &accounts, &log)
      guard isOther else { return }
      rules.reset(.account, &facts, &log)
      accounts.abandonPhotos(of: event.device)
    case .sent(let endpoint, let request, let operation, let intent):
      facts.sent(endpoint, request: request, operation: operation, account: event.account, intent: intent)
      rules.observe(event, as: Follow.Sent.self, &facts, &accounts, &log)
    case .received(let endpoint, let request, let outcome, let revision, _):
      guard facts.received(request: request, outcome: outcome, revision: revision) else { return }
      rules.observe(event, as: Follow.Received.self, &facts, &accounts, &log)
      received(endpoint, outcome, revision: revision, event, &accounts, &log)
    case .began(let operation):
      facts.began(operation)
      rules.observe(event, as: Follow.Began.self, &facts, &accounts, &log)
    case .ended(let operation):
      facts.ended(operation)
      rules.observe(event, as: Follow.Ended.self, &facts, &accounts, &log)
    case .published(let variable, let value, let cause):
      facts.published(variable, value, cause, at: event.time)
      rules.observe(event, as: Follow.Published.self, &facts, &accounts, &log)
    case .applied(let resource, let view, let revision, let origin):
      facts.applied(
        resource, view, revision: revision,
        acknowledgedRevision: accounts.with(origin) { $0.acknowledgedRevision })
      rules.observe(event, as: Follow.Applied.self, &facts, &accounts, &log)
    case .cleared(let resource, let view):
      facts.cleared(resource, view)
      rules.observe(event, as: Follow.Cleared.self, &facts, &accounts, &log)
    case .photoItem(let item, let state):
      rules.observe(event, as: Follow.PhotoItem.self, &facts, &accounts, &log)
      accounts.with(event.account) {
        $0.photos.changed(
          item, state, device: event.device, task: facts.openTask, byPerson: facts.handledPhotosAt == event.time,
          uploads: facts.count(.photoUpload), byRetry: facts.sendsPhotosByRetry, &log)
      }
    case .photoProgress:
      rules.observe(event, as: Follow.PhotoProgress.self, &facts, &accounts, &log)
    case .analytics(let analytics):
      rules.observe(event, as: Follow.Analytics.self, &facts, &accounts, &log)
      if facts.account ?? event.account == event.account { reported(analytics, event.account, &accounts, &log) }
    case .trap, .committed, .planRequested: break
    }
  }

  /// Handles a commit of the server, for any account.
  mutating func observeCommitted(_ event: SimulationEvent, _ accounts: inout AccountPair, _ log: inout CheckLog) {
    rules.observe(event, as: Follow.Committed.self, &facts, &accounts, &log)
  }

  /// Records what a reply shows about the account, for whichever device received it.
  private mutating func received(
    _ endpoint: Endpoint, _ outcome: SimulationEvent.Outcome, revision: Int32, _ event: SimulationEvent,
    _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    if endpoint == .todayMetrics, outcome == .status(404) {
      accounts.with(event.account) { account in
        guard account.complete else { return }
        log.check(
          .fresh, !account.isRefused, episode: &account.metricsEpisode, Site(.metricsNeverMade),
          hazard: .unsupportedGender)
      }
    }
    let ending = DeviceFacts.Ending(outcome)
    // A failure without a revision comes from a gateway, and does not show the outcome of the request.
    let isUnknown = ending == .unknown || ending == .cancelled || ending != .success && revision < 0
    if facts.answered?.operation == .photoUpload, isUnknown {
      accounts.with(event.account) { $0.photos.outcomeUnknown(device: event.device) }
    }
  }

  private mutating func reported(
    _ analytics: AnalyticsEvent, _ account: UInt8, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {
    switch analytics {
    case .metricsAcknowledged:
      accounts.with(account) { $0.intents.reported(.acknowledgment, intent: facts.acknowledgeIntent, &log) }
    case .onboardingCompleted, .onboardingSkipped:
      accounts.with(account) { $0.intents.reported(.onboarding, intent: facts.onboardingIntent, &log) }
    case .cardDismissed: facts.dismissedThisSession = true
    default: break
    }
  }

  /// Handles the end of an instant in which something changed.
  mutating func settle(_ accounts: inout AccountPair, _ log: inout CheckLog) {
    isDirty = false
    guard facts.isRunning else { return }
    log.device = facts.ordinal
    log.session = facts.session
    accounts.with(facts.account ?? 0) { account in
      rules.settle(signedIn: false, &facts, &account, &log)
      account.photos.settle(&facts, device: facts.ordinal, &log)
      if facts.account != nil { rules.settle(signedIn: true, &facts, &account, &log) }
    }
  }
}
