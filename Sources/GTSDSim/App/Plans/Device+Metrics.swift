import GTSDModel

/// How a metrics check ended.
enum MetricsCheck: Equatable, Sendable { case done, failed, cancelled, discarded }

extension Device {
  /// The metrics instance that a view reads.
  func slot(_ view: View) -> MetricsInstances.Slot {
    if case .perView = generation.metrics.ownership, case .plans = view { .second } else { .first }
  }

  /// The views that read an instance.
  func forEachView(of slot: MetricsInstances.Slot, _ body: (View) -> Void) {
    let isShared = generation.metrics.ownership != .perView
    if isShared || slot == .first { body(.home) }
    if isShared || slot == .second { body(.plans) }
  }

  /// How a check of the metrics goes on.
  enum CheckStep {
    /// Nothing is read.
    case ended(MetricsCheck)
    case fetches
    /// One reads for all who ask meanwhile.
    case shares(TruthShot)
  }

  /// Asks whether an acknowledgment is needed, for Home or for Plans.
  func checkMetrics(_ view: View, force: Bool = false) async -> MetricsCheck {
    switch beginCheck(view, force: force) {
    case .ended(let check): return check
    case .fetches:
      let operation = Self.check(of: view)
      let owner = beginFetch(operation)
      let result = await call(.todayMetrics, for: operation)
      return endFetch(result, owner, slot(view), operation)
    case .shares(let shot): return endShared(await shot.value())
    }
  }

  /// The same without a task.
  func check(_ view: View, _ load: Load) {
    switch beginCheck(view, force: false) {
    case .ended: load.ends(on: self)
    case .fetches:
      let operation = Self.check(of: view)
      load.owner = beginFetch(operation)
      ask(.todayMetrics, for: operation, load)
    case .shares(let shot): load.waits(for: shot, on: self)
    }
  }

  static func check(of view: View) -> Operation { view == .plans ? .plansMetrics : .homeMetrics }

  @inline(never)
  private func beginCheck(_ view: View, force: Bool) -> CheckStep {
    let slot = slot(view)
    guard isRunning, let session = app.auth.session else { return .ended(.discarded) }
    guard session.user.hasCompletedOnboarding,
      !(view == .home && generation.card.precedence == .atCheck && app.home.isZeroState)
    else {
      app.metrics[slot].need = false
      settle(.settle)
      return .ended(.done)
    }
    if !force, generation.metrics.fetch == .whenMissing, app.metrics[slot].row != nil {
      app.metrics[slot].need = app.metrics[slot].needOfRow
      settle(.settle)
      return .ended(.done)
    }
    switch generation.metrics.coalesce {
    case .none: return .fetches
    case .singleFlight:
      if app.metrics.waiters(slot) == nil {
        app.metrics.setWaiters(slot, [])
        start(.sharedCheck(slot, Self.check(of: view)))
      }
      let shot = TruthShot(scheduler: world.scheduler)
      app.metrics.add(shot, to: slot)
      return .shares(shot)
    }
  }

  /// What a shared read has come to; nil where it is waited for no longer.
  func endShared(_ isDone: Bool?) -> MetricsCheck {
    guard let isDone else {
      if isRunning { show(.cancelled, in: .metricsError) }
      return .cancelled
    }
    return isDone ? .done : .failed
  }

  func beginSharedCheck(_ slot: MetricsInstances.Slot, _ operation: Operation, _ load: Load) {
    load.owner = beginFetch(operation)
    ask(.todayMetrics, for: operation, load)
  }

  /// The one fetch that all who ask meanwhile share has ended. It goes on until it has read what was known when it ended.
  func endSharedCheck(_ result: CallResult, _ slot: MetricsInstances.Slot, _ operation: Operation, _ load: Load) {
    let process = load.owner.process
    let check = endFetch(result, load.owner, slot, operation)
    if check == .done, generation.replies.apply == .revision, app.metrics[slot].revision < app.known, load.detail < 2 {
      load.detail += 1
      return beginSharedCheck(slot, operation, load)
    }
    if process == session {
      let waiters = app.metrics.waiters(slot) ?? []
      app.metrics.setWaiters(slot, nil)
      for waiter in waiters { waiter.fulfil(check == .done) }
      settle(.settle)
    }
    load.ends(on: self)
  }

  private func beginFetch(_ operation: Operation) -> Owner {
    let owner = begin(operation, loading: .metricsLoading, error: .metricsError)
    settle(.start)
    return owner
  }

  func endFetch(
    _ result: CallResult, _ owner: Owner, _ slot: MetricsInstances.Slot, _ operation: Operation
  ) -> MetricsCheck {
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

  func takeMetrics(_ payload: MetricsPayload?, _ asOf: Int32, _ account: UInt8, _ slot: MetricsInstances.Slot) {
    let newest = app.metrics[slot].newest
    let hadRow = app.metrics[slot].row != nil
    guard app.metrics[slot].take(payload, asOf: asOf, account: account, apply: generation.replies.apply) else { return }
    if let payload {
      app.home.toldComplete(asOf: asOf)
      if let newest, newest != payload.metrics.computedAt { outdatePlan(asOf: asOf) }
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
    guard app.metrics[slot].isLoaded, app.metrics[slot].revision < app.known else { return }
    guard generation.metrics.coalesce == .none || app.metrics.waiters(slot) == nil else { return }
    if app.metrics[slot].reread.begins(for: app.known) { start(.check(view)) }
  }
}
