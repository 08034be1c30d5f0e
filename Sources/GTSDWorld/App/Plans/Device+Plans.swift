import GTSDModel
import Interleaving

extension Device {
  var plansMetrics: MetricsModel { app.metrics[slot(.plans)] }

  /// Checks whether an acknowledgment is needed, and then loads a plan if there is none.
  func plansAppeared() {
    app.navigation.tabTask = startCheck { await $0.loadPlanIfAllowed() }
  }

  /// Starts a check of the metrics, after which `goOn` loads the plan.
  @discardableResult
  private func startCheck(then goOn: @escaping @Sendable (isolated Device) async -> Void) -> LaneTask {
    let owner = owner
    app.plans.leading += 1
    return start { phone in
      let check = await phone.checkMetrics(.plans)
      if phone.isCurrent(owner) { phone.app.plans.leading -= 1 }
      if phone.mayGoOn(after: check) { await goOn(phone) }
    }
  }

  /// Whether the plan should still be loaded after the check of the metrics.
  private func mayGoOn(after check: MetricsCheck) -> Bool {
    switch check {
    case .done, .failed: return isRunning
    case .discarded: return false
    case .cancelled:
      settle(.cancellation)
      return false
    }
  }

  /// Requests a plan if Plans is visible, no acknowledgment is needed, and the plan is missing or older than another
  /// phone's edit. Once for each known revision, for whatever reason the plan is missing.
  func revalidatePlan() {
    guard app.navigation.tab == .plans, generation.replies.apply == .revision, isTabInFront(.plans),
      app.auth.session != nil, app.plans.leading == 0, app.plans.acknowledging == 0, !app.plans.flight.isUnderWay,
      !app.metrics[flightOf: slot(.plans)].isUnderWay, !app.published.isOn(.plansLoading),
      !app.published.isOn(.plansError)
    else { return }
    let metrics = plansMetrics
    guard metrics.row?.acknowledged == true, metrics.revision >= app.known,
      app.plans.next(metrics, generation.plan.onMetricsError) == .loadPlan, app.plans.reread.begins(for: app.known)
    else { return }
    start { await $0.loadPlan(.plansFetch, force: false, intent: 0) }
  }

  /// Continues after a metrics check: loads the plan if that is allowed.
  func loadPlanIfAllowed(intent: Int32 = 0) async {
    switch app.plans.next(plansMetrics, generation.plan.onMetricsError) {
    case .loadPlan: await loadPlan(.plansFetch, force: false, intent: intent)
    case .showAcknowledgment, .showError, .wait, .keepPlan: settle(.settle)
    }
  }

  func retryPlanTapped(_ intent: Int32) {
    switch generation.plan.onMetricsError {
    case .proceed: start { await $0.loadPlan(.plansFetch, force: false, intent: intent) }
    case .block: startCheck { await $0.loadPlanIfAllowed(intent: intent) }
    }
  }

  /// Handles a tap on the toolbar's button.
  func refreshPlanTapped(_ intent: Int32) {
    reloadPlan(.plansRefresh, force: true, intent: intent)
  }

  /// Handles the pull gesture, which is always enabled and requests the plan without `force`. Not used on the
  /// acknowledgment screen.
  func plansPulled(_ intent: Int32) {
    guard !plansMetrics.need else {
      start { _ = await $0.checkMetrics(.plans) }
      return
    }
    reloadPlan(.plansFetch, force: false, intent: intent)
  }

  private func reloadPlan(_ operation: Operation, force: Bool, intent: Int32) {
    switch generation.plan.toolbar {
    case .always: start { await $0.loadPlan(operation, force: force, intent: intent) }
    case .afterAcknowledgment:
      startCheck { await $0.reloadPlanIfAllowed(operation, force: force, intent: intent) }
    }
  }

  private func reloadPlanIfAllowed(_ operation: Operation, force: Bool, intent: Int32) async {
    switch app.plans.next(plansMetrics, generation.plan.onMetricsError) {
    case .loadPlan, .keepPlan: await loadPlan(operation, force: force, intent: intent)
    case .showAcknowledgment, .showError, .wait: settle(.settle)
    }
  }

  // MARK: Loading

  func loadPlan(_ operation: Operation, force: Bool, intent: Int32) async {
    switch generation.plan.loads {
    case .overlapping:
      await runPlanLoad(operation, force: force, intent: intent)
    case .singleFlight:
      if !app.plans.flight.isUnderWay {
        app.plans.flight.begin()
        start { await $0.runSharedPlanLoad(operation, force: force, intent: intent) }
      }
      if await app.plans.flight.join(scheduler).value() == nil, isRunning { show(.cancelled, in: .plansError) }
    }
  }

  private func runSharedPlanLoad(_ operation: Operation, force: Bool, intent: Int32) async {
    let owner = owner
    await runPlanLoad(operation, force: force, intent: intent)
    guard owner.process == session else { return }
    app.plans.flight.end(true)
    if isCurrent(owner) { revalidatePlan() }
  }

  private func runPlanLoad(_ operation: Operation, force: Bool, intent: Int32) async {
    guard app.auth.session != nil else { return }
    let owner = begin(operation, loading: .plansLoading, error: .plansError)
    settle(.start)
    // Requests without a tap are distinguished by phone and request, since two phones of a person count alike.
    let detail = intent != 0 ? Int64(intent) : Int64(nextRequest) << 32 | Int64(ordinal) << 24
    let key = key(generation.acknowledge.onUnknown == .resolve, operation, detail)
    let plan: CallResult
    let summary: CallResult
    if force {
      plan = await call(.generatePlan(forceRecompute: true), for: operation, intent: intent, key: key)
      take(plan, owner)
      summary = await call(.howItWorks, for: operation)
    } else {
      async let asked = askForPlan(operation, intent: intent, key: key, owner)
      async let explanation = call(.howItWorks, for: operation)
      (plan, summary) = await (asked, explanation)
    }
    guard isCurrent(owner) else { return end(operation, owner) }
    let cause = finish(plan, summary, force: force, owner)
    end(operation, owner, loading: .plansLoading, cause: cause)
    settle(cause)
    if case .failure(let failure) = plan, failure.reason == .gated, generation.plan.onGated == .recheck {
      _ = await checkMetrics(.plans, force: true)
    }
  }

  private func askForPlan(_ operation: Operation, intent: Int32, key: UInt64, _ owner: Owner) async -> CallResult {
    let plan = await call(.generatePlan(forceRecompute: false), for: operation, intent: intent, key: key)
    if generation.plan.fetch == .independent { take(plan, owner) }
    return plan
  }

  /// Shows the results of both requests.
  private func finish(_ plan: CallResult, _ summary: CallResult, force: Bool, _ owner: Owner) -> Cause {
    switch (plan, summary) {
    case (.success, .success(let answer)):
      if !force, generation.plan.fetch == .bothOrNothing { take(plan, owner) }
      takeSummary(answer)
      return .reply
    case (.success, .failure(let failure)):
      // A plan that arrived is shown. If the halves belong together and one is missing, both are discarded.
      if generation.plan.fetch == .bothOrNothing { show(failure, in: .plansError) }
      dropOlderSummary()
      return failure.cause
    case (.failure(let failure), _):
      if generation.plan.fetch == .independent, case .success(let answer) = summary {
        takeSummary(answer)
      }
      if failure.reason != .gated || generation.plan.onGated == .error { show(failure, in: .plansError) }
      return failure.cause
    }
  }

  private func takeSummary(_ answer: Answer) {
    guard case .summary(let payload) = answer.body, take(\.plans.summaryStamp, answer, .summary, .plans) else { return }
    app.plans.tookSummary(payload.profile)
  }

  /// Drops the summary on screen if a new plan came without one of its own, since the summary on screen belongs to the
  /// earlier plan.
  private func dropOlderSummary() {
    guard generation.plan.olderSummary == .dropped, app.plans.summaryStamp.isSet else { return }
    app.plans.summaryStamp = VersionStamp()
    emit(.cleared(.summary, view: .plans))
  }

  private func take(_ result: CallResult, _ owner: Owner) {
    guard isCurrent(owner), case .success(let answer) = result, case .plan(let payload) = answer.body else { return }
    if generation.replies.apply == .revision, answer.asOf >= 0, answer.asOf < app.plans.changedAsOf { return }
    guard take(\.plans.planStamp, answer, .plan, .plans) else { return }
    app.plans.plan = payload
    publish(.plansPlan, Int64(payload.id), .reply)
    publish(.plansTargets, payload.targets.published, .reply)
    settle(.reply)
  }

  /// Handles a change of the profile: drops the plan if the generation treats it as outdated.
  func invalidatePlan() {
    guard generation.plan.invalidate == .onEdit else { return }
    app.plans.changedAsOf = app.known
    app.plans.reread.isDue()
    guard app.plans.plan != nil else { return }
    app.plans.plan = nil
    app.plans.planStamp = VersionStamp()
    emit(.cleared(.plan, view: .plans))
    publish(.plansPlan, -1, .settle)
    publish(.plansTargets, -1, .settle)
  }

  /// Records that the metrics just read include another phone's edit. The plan belongs to the earlier metrics.
  func outdatePlan(asOf: Int32) {
    guard generation.plan.invalidate == .onEdit, generation.replies.apply == .revision, app.plans.plan != nil,
      app.plans.planStamp.revision < asOf
    else { return }
    app.plans.outdatedBy = asOf
  }
}
