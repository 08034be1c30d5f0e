import GTSDModel

/// How a metrics check ended.
enum MetricsCheck: Equatable, Sendable { case done, failed, cancelled, discarded }

extension Device {
  /// The metrics instance that a view reads.
  func slot(_ view: View) -> MetricsStore.Slot {
    if case .perView = generation.metrics.ownership, case .plans = view { .second } else { .first }
  }

  /// The views that read an instance.
  func forEachView(of slot: MetricsStore.Slot, _ body: (View) -> Void) {
    let isShared = generation.metrics.ownership != .perView
    if isShared || slot == .first { body(.home) }
    if isShared || slot == .second { body(.plans) }
  }

  /// Asks whether an acknowledgment is needed, for Home or for Plans.
  func checkMetrics(_ view: View, force: Bool = false) async -> MetricsCheck {
    let slot = slot(view)
    let operation: Operation = view == .plans ? .plansMetrics : .homeMetrics
    guard isRunning, let session = app.auth.session else { return .discarded }
    guard session.user.hasCompletedOnboarding,
      !(view == .home && generation.card.precedence == .atCheck && app.home.isZeroState)
    else {
      app.metrics[slot].need = false
      settle(.settle)
      return .done
    }
    if !force, generation.metrics.fetch == .whenMissing, app.metrics[slot].row != nil {
      app.metrics[slot].need = app.metrics[slot].needOfRow
      settle(.settle)
      return .done
    }
    switch generation.metrics.coalesce {
    case .none:
      return await fetchMetrics(slot, operation)
    case .singleFlight:
      if app.metrics.waiters(slot) == nil {
        app.metrics.setWaiters(slot, [])
        start { await $0.runSharedMetricsRead(slot, operation) }
      }
      let shot = OneShot<Bool>(scheduler: world.scheduler)
      app.metrics.setWaiters(slot, (app.metrics.waiters(slot) ?? []) + [shot])
      guard let isDone = await shot.value() else {
        if isRunning { show(.cancelled, in: .metricsError) }
        return .cancelled
      }
      return isDone ? .done : .failed
    }
  }

  /// The one fetch that all who ask meanwhile share. It goes on until it has read what was known when it ended.
  private func runSharedMetricsRead(_ slot: MetricsStore.Slot, _ operation: Operation) async {
    let owner = owner
    var check = await fetchMetrics(slot, operation)
    var rounds = 0
    while check == .done, generation.replies.apply == .revision, app.metrics[slot].revision < app.known, rounds < 2 {
      rounds += 1
      check = await fetchMetrics(slot, operation)
    }
    guard owner.process == session else { return }
    let waiters = app.metrics.waiters(slot) ?? []
    app.metrics.setWaiters(slot, nil)
    for waiter in waiters { waiter.fulfil(check == .done) }
    settle(.settle)
  }

  private func fetchMetrics(_ slot: MetricsStore.Slot, _ operation: Operation) async -> MetricsCheck {
    let owner = begin(operation, loading: .metricsLoading, error: .metricsError)
    settle(.start)
    let result = await call(.todayMetrics, for: operation)
    guard isCurrent(owner) else {
      end(operation, owner)
      return .discarded
    }
    let apply = generation.replies.apply
    var cause = Cause.reply
    var check = MetricsCheck.done
    switch result {
    case .success(let answer):
      guard case .metrics(let payload) = answer.body else { preconditionFailure("metrics answered \(answer.body)") }
      takeMetrics(payload, answer.asOf, answer.account, slot)
    case .failure(.refused(status: 404, _, let asOf)):
      takeMetrics(nil, asOf, owner.account, slot)
    case .failure(let failure):
      cause = failure.cause
      check = failure == .cancelled ? .cancelled : .failed
      show(failure, in: .metricsError)
      if failure != .cancelled || generation.replies.cancelled == .networkError {
        let dropsNeed =
          generation.metrics.ownership == .perView && slot == .first
          || generation.replies.apply == .arrival && (failure.status == 401 || failure.status == 403)
        if app.metrics[slot].fail(dropsNeed: dropsNeed, known: app.known, apply: apply) {
          forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) }
        }
      }
    }
    end(operation, owner, loading: .metricsLoading, cause: cause)
    settle(cause)
    return check
  }

  func takeMetrics(_ payload: MetricsPayload?, _ asOf: Int32, _ account: UInt8, _ slot: MetricsStore.Slot) {
    let hadRow = app.metrics[slot].row != nil
    let apply = isPlanted(.takesOlder(.metrics)) ? .arrival : generation.replies.apply
    guard app.metrics[slot].take(payload, asOf: asOf, account: account, apply: apply) else { return }
    if payload != nil {
      app.home.toldComplete(asOf: asOf)
      forEachView(of: slot) { emit(.applied(.metrics, view: $0, revision: asOf, origin: account)) }
    } else if hadRow, app.metrics[slot].row == nil {
      forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) }
    }
  }

  /// Where replies are applied by revision, a held value older than what is known is read again, once for each
  /// revision heard of.
  func revalidateMetrics() {
    guard generation.replies.apply == .revision, app.auth.session != nil, app.plans.acknowledging == 0 else { return }
    revalidate(.home)
    if generation.metrics.ownership == .perView { revalidate(.plans) }
  }

  private func revalidate(_ view: View) {
    let slot = slot(view)
    let model = app.metrics[slot]
    guard model.isLoaded, model.revision < app.known, model.revalidatedFor < app.known else { return }
    guard generation.metrics.coalesce == .none || app.metrics.waiters(slot) == nil else { return }
    app.metrics[slot].revalidatedFor = app.known
    start { _ = await $0.checkMetrics(view) }
  }
}
