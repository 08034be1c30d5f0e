import GTSDModel

extension Device {
  /// Handles a tap on the acknowledgment screen's button.
  func acknowledgeTapped(_ intent: Int32) {
    let model = plansMetrics
    guard let row = model.row else { return }
    let sent = SentAcknowledgment(payload: row, account: model.origin)
    // The button's task begins later, but the guard must apply from this tap on.
    app.plans.acknowledging += 1
    start { await $0.acknowledge(sent, intent: intent) }
  }

  private func acknowledge(_ sent: SentAcknowledgment, intent: Int32) async {
    let owner = begin(.acknowledge, loading: .acknowledging, error: .acknowledgeError)
    settle(.start)
    let key = key(
      generation.acknowledge.onUnknown == .resolve, .acknowledge, sent.computedAt.milliseconds &* 31 &+ Int64(intent))
    var result = await send(sent, intent: intent, key: key)
    if case .failure(let failure) = result, failure.isUnknown, generation.acknowledge.onUnknown == .resolve {
      result = await resolve(sent, intent: intent, key: key, owner: owner, first: failure)
    }
    var isOld = false
    if case .success(let answer) = result, isCurrent(owner), isOutdated(answer) {
      // The reply to a repetition equals that to the first attempt. A newer row may have been computed since, which
      // only a read shows.
      isOld = true
      _ = await checkMetrics(.plans, force: true)
    }
    guard isCurrent(owner) else { return end(.acknowledge, owner) }
    app.plans.acknowledging = max(0, app.plans.acknowledging - 1)
    switch result {
    case .success(let answer):
      app.plans.leading += 1
      acknowledged(isOld ? nil : sent, version: sent.version, answer, owner)
      app.plans.leading -= 1
      if isOld { await loadPlanIfAllowed() } else { await loadAfterAcknowledging() }
      showPlanToast(owner)
    case .failure(let failure):
      await failedToAcknowledge(sent, failure, owner)
    }
  }

  private func send(_ sent: SentAcknowledgment, intent: Int32, key: UInt64) async -> CallResult {
    await call(
      .acknowledge(version: sent.version, metricsComputedAt: sent.computedAt), for: .acknowledge, intent: intent,
      key: key)
  }

  /// Resolves an acknowledgment with an unknown outcome. Reads again, and repeats the request only if that has no
  /// second effect.
  private func resolve(
    _ sent: SentAcknowledgment, intent: Int32, key: UInt64, owner: Owner, first: CallFailure
  ) async -> CallResult {
    var last = first
    for attempt in 1...3 {
      guard await pause(Int64(attempt) * Nanoseconds.second), isCurrent(owner) else { return .failure(.discarded) }
      if case .success(let answer) = await call(.todayMetrics, for: .acknowledge, intent: intent),
        case .metrics(let payload) = answer.body
      {
        guard isCurrent(owner) else { return .failure(.discarded) }
        takeMetrics(payload, answer.asOf, answer.account, slot(.plans))
        settle(.reply)
        if payload.metrics.computedAt != sent.computedAt {
          return .failure(.refused(status: 404, .notFound, asOf: answer.asOf))
        }
        if payload.acknowledged { return .success(answer) }
      }
      let result = await send(sent, intent: intent, key: key)
      guard case .failure(let failure) = result, failure.isUnknown else { return result }
      last = failure
    }
    return .failure(last)
  }

  /// Whether a newer revision than this reply's is known, in a generation that compares them.
  private func isOutdated(_ answer: Answer) -> Bool {
    generation.replies.apply == .revision && generation.acknowledge.marks == .sent && answer.asOf >= 0
      && answer.asOf < app.known
  }

  /// Handles a stored acknowledgment. `marked` is the row to mark, nil if a read has already shown it.
  private func acknowledged(_ marked: SentAcknowledgment?, version: Int, _ answer: Answer, _ owner: Owner) {
    let slot = slot(.plans)
    let marks = generation.acknowledge.marks
    if let marked, let revision = app.metrics[slot].acknowledged(marked, asOf: answer.asOf, marks: marks) {
      forEachView(of: slot) { emit(.applied(.metrics, view: $0, revision: revision, origin: answer.account)) }
    }
    let onboardedAt = storage[account].onboardedAt
    track(
      .metricsAcknowledged(
        version: Int32(version), sinceOnboarding: onboardedAt.map { clockTime - $0 } ?? -1,
        source: app.navigation.plansEntry))
    if generation.acknowledge.toast == .acknowledged {
      publish(.toast, Toast.planGenerated.published, .acknowledgment)
    }
    end(.acknowledge, owner, loading: .acknowledging, cause: .acknowledgment)
    settle(.acknowledgment)
  }

  /// Loads the plan after the button was tapped, once no acknowledgment is needed for any reason.
  private func loadAfterAcknowledging() async {
    guard !plansMetrics.need, isRunning else { return }
    await loadPlan(.plansFetch, force: false, intent: 0)
  }

  /// Shows the success toast if the plan that followed the acknowledgment is on screen.
  private func showPlanToast(_ owner: Owner) {
    guard generation.acknowledge.toast == .planShown, isCurrent(owner), isTabInFront(.plans),
      app.published[.plansScreen] == PlansScreen.plan.published, !app.published.isOn(.plansError)
    else { return }
    showToast(.planGenerated, .acknowledgment)
  }

  private func failedToAcknowledge(_ sent: SentAcknowledgment, _ failure: CallFailure, _ owner: Owner) async {
    show(failure, in: .acknowledgeError)
    if failure != .cancelled, failure != .discarded { track(.acknowledgeFailed(status: failure.status)) }
    let isNotFound = [401, 403, 404].contains(failure.status)
    let slot = slot(.plans)
    if isNotFound, generation.acknowledge.onNotFound == .clearNeed {
      app.metrics[slot].drop()
      forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) }
    }
    end(.acknowledge, owner, loading: .acknowledging, cause: failure.cause)
    settle(failure.cause)
    guard isNotFound else { return }
    switch generation.acknowledge.onNotFound {
    case .clearNeed: await loadAfterAcknowledging()
    case .refetch:
      // The read that resolved an unknown outcome may have shown the newest row, which replaced the one that was sent.
      let hasNewest =
        generation.replies.apply == .revision && !isBehind(slot)
        && plansMetrics.row.map { $0.metrics.computedAt != sent.computedAt } ?? false
      if !hasNewest { _ = await checkMetrics(.plans, force: true) }
    }
  }
}

// MARK: Effects

extension MetricsModel {
  /// Records that the server has stored the acknowledgment.
  ///
  /// - Returns: the revision of the marked row; nil if the app holds another row, which is not changed.
  mutating func acknowledged(
    _ sent: SentAcknowledgment, asOf: Int32, marks: Generation.Acknowledge.Marks
  ) -> Int32? {
    switch marks {
    case .held:
      row?.acknowledged = true
      need = false
      revision = max(revision, asOf)
      return asOf
    case .sent:
      guard let held = row, origin == sent.account else {
        // An acknowledged row exists. An earlier reply that there was none was wrong or too early.
        guard !isLoaded || row == nil && origin == sent.account && revision < asOf else { return nil }
        row = sent.payload
        isAbsent = false
        row?.acknowledged = true
        (revision, origin, need, hasFailed) = (asOf, sent.account, false, false)
        return asOf
      }
      guard held.metrics.version == sent.version, held.metrics.computedAt == sent.computedAt else {
        return nil
      }
      row?.acknowledged = true
      // The acknowledgment shows the result that the last check would have had if it had not failed.
      (need, hasFailed) = (false, false)
      revision = max(revision, asOf)
      return revision
    }
  }
}

/// The row that an acknowledgment named.
struct SentAcknowledgment: Sendable {
  var payload: MetricsPayload
  var account: UInt8
  var version: Int { payload.metrics.version }
  var computedAt: Timestamp { payload.metrics.computedAt }
}
