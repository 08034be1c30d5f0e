import GTSDModel
import Interleaving

/// The result of a metrics check.
enum MetricsCheck: Equatable, Sendable { case done, failed, cancelled, discarded }

extension Device {
  /// The metrics instance that a view reads.
  func slot(_ view: View) -> MetricsInstances.Slot {
    if case .perView = generation.metrics.ownership, case .plans = view { .second } else { .first }
  }

  /// Calls `body` for each view that reads an instance.
  func forEachView(of slot: MetricsInstances.Slot, _ body: (View) -> Void) {
    let isShared = generation.metrics.ownership != .perView
    if isShared || slot == .first { body(.home) }
    if isShared || slot == .second { body(.plans) }
  }

  /// Checks whether an acknowledgment is needed, for Home or for Plans.
  func checkMetrics(_ view: View, force: Bool = false) async -> MetricsCheck {
    if let known = resultWithoutRead(view, force: force) { return known }
    switch generation.metrics.coalesce {
    case .none: return await fetchMetrics(slot(view), Self.check(of: view))
    case .singleFlight: return await joinFetch(slot(view), Self.check(of: view))
    }
  }

  private static func check(of view: View) -> Operation { view == .plans ? .plansMetrics : .homeMetrics }

  /// The result of a check that needs no read; nil if a read is needed.
  @inline(never)
  private func resultWithoutRead(_ view: View, force: Bool) -> MetricsCheck? {
    let slot = slot(view)
    guard isRunning, let session = app.auth.session else { return .discarded }
    guard session.user.hasCompletedOnboarding,
      !(view == .home && generation.card.precedence == .atCheck && app.home.isZeroState)
    else {
      app.metrics[slot].need = false
      settle(.settle)
      return .done
    }
    guard force || !keepsMetrics(view) || app.metrics[slot].row == nil else {
      app.metrics[slot].need = app.metrics[slot].needOfRow
      settle(.settle)
      return .done
    }
    return nil
  }

  /// Whether the checks of a view ask the server only while it holds no metrics.
  private func keepsMetrics(_ view: View) -> Bool {
    switch generation.metrics.fetch {
    case .whenMissing: true
    case .whenMissingOnPlans: view == .plans
    case .always: false
    }
  }

  private func fetchMetrics(_ slot: MetricsInstances.Slot, _ operation: Operation) async -> MetricsCheck {
    let owner = beginFetch(slot, operation)
    let result = await call(.todayMetrics, for: operation)
    return endFetch(result, owner, slot, operation)
  }

  /// Waits for the fetch in progress, or for a new one.
  private func joinFetch(_ slot: MetricsInstances.Slot, _ operation: Operation) async -> MetricsCheck {
    if !app.metrics[flightOf: slot].isUnderWay {
      app.metrics[flightOf: slot].begin()
      start { await $0.fetchForAll(slot, operation) }
    }
    guard let isDone = await app.metrics[flightOf: slot].join(scheduler).value() else {
      if isRunning { show(.cancelled, in: indicators(of: slot).error) }
      return .cancelled
    }
    return isDone ? .done : .failed
  }

  /// Runs the fetch that all concurrent checks share. Repeats it while its reply is older than what is known.
  private func fetchForAll(_ slot: MetricsInstances.Slot, _ operation: Operation) async {
    var process = session
    var repetition = ReadRepetition(known: app.known)
    var check = await fetchMetrics(slot, operation)
    while check == .done, isBehind(slot), repetition.begins(known: app.known) {
      process = session
      check = await fetchMetrics(slot, operation)
    }
    guard process == session else { return }
    app.metrics[flightOf: slot].end(check == .done)
    settle(.settle)
  }

  /// Whether a revision is known that is newer than the one that was read.
  func isBehind(_ slot: MetricsInstances.Slot) -> Bool {
    generation.replies.apply == .revision && app.metrics[slot].revision < app.known
  }

  /// The flag and the text of an instance's reads. Home and Plans share them unless each has an instance of its own.
  func indicators(of slot: MetricsInstances.Slot) -> (loading: StateVariable, error: StateVariable) {
    generation.metrics.ownership == .perView && slot == .first
      ? (.homeMetricsLoading, .homeMetricsError) : (.metricsLoading, .metricsError)
  }

  private func beginFetch(_ slot: MetricsInstances.Slot, _ operation: Operation) -> Owner {
    let indicators = indicators(of: slot)
    let owner = begin(operation, loading: indicators.loading, error: indicators.error)
    settle(.start)
    return owner
  }

  private func endFetch(
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
      show(failure, in: indicators(of: slot).error)
      if failure != .cancelled || generation.replies.cancelled == .networkError {
        let dropsNeed =
          generation.metrics.ownership == .perView && slot == .first
          || generation.replies.apply == .arrival && (failure.status == 401 || failure.status == 403)
        if app.metrics[slot].fail(dropsNeed: dropsNeed, known: app.known, apply: apply) {
          forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) }
        }
      }
    }
    end(operation, owner, loading: indicators(of: slot).loading, cause: cause)
    settle(cause)
    return check
  }

  func takeMetrics(_ payload: MetricsPayload?, _ asOf: Int32, _ account: UInt8, _ slot: MetricsInstances.Slot) {
    let newest = app.metrics[slot].newest
    let hadRow = app.metrics[slot].row != nil
    guard app.metrics[slot].take(payload, asOf: asOf, account: account, apply: generation.replies.apply) else { return }
    let numbers = app.metrics[slot].row.map { DrawnMetrics($0.metrics) }
    forEachView(of: slot) {
      if $0 == .home { app.metrics.drawn.home = numbers } else { app.metrics.drawn.plans = numbers }
      emit(.drewMetrics($0, numbers))
    }
    if let payload {
      app.home.learnedComplete(asOf: asOf)
      if let newest, newest != payload.metrics.computedAt { outdatePlan(asOf: asOf) }
      forEachView(of: slot) { emit(.applied(.metrics, view: $0, revision: asOf, origin: account)) }
    } else if hadRow, app.metrics[slot].row == nil {
      forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) }
    }
  }

  /// Reads the metrics again if they are older than the newest known revision, once for each revision. Only in
  /// generations that apply replies by revision.
  func revalidateMetrics() {
    guard generation.replies.apply == .revision, app.auth.session != nil, app.plans.acknowledging == 0 else { return }
    revalidate(.home)
    if generation.metrics.ownership == .perView { revalidate(.plans) }
  }

  private func revalidate(_ view: View) {
    let slot = slot(view)
    guard app.metrics[slot].isLoaded, app.metrics[slot].revision < app.known else { return }
    guard generation.metrics.coalesce == .none || !app.metrics[flightOf: slot].isUnderWay else { return }
    if app.metrics[slot].reread.begins(for: app.known) { start { _ = await $0.checkMetrics(view) } }
  }
}
