import GTSDModel

extension BackendState {
  /// Whether plans may be generated: the current row is acknowledged, or there is no row.
  func isGateOpen(slot: Int, at now: Timestamp) -> Bool {
    guard let row = currentRow(slot: slot, at: now) else { return true }
    return firstAcknowledgment(slot: slot, second: row.metrics.computedAt.wholeSecond) != nil
  }

  /// The account of a request for a plan, and whether its gate is open; nil without an account. Mutating, because a
  /// non-mutating function would copy the whole state first.
  mutating func planRequest(_ call: APICall, at now: Timestamp) -> (slot: Int, gateOpen: Bool)? {
    authorized(call, at: now).map { ($0, isGateOpen(slot: $0, at: now)) }
  }

  /// The newest plan of the current week, which requests without `force` receive until Monday 00:00 UTC.
  func reusablePlan(slot: Int, at now: Timestamp) -> Int? {
    guard let last = accounts[slot].plans.indices.last, accounts[slot].plans[last].start == now.startOfWeek else {
      return nil
    }
    return last
  }

  /// Generates this week's plan, or returns the existing one. The gate is checked before both.
  mutating func generatePlan(_ slot: Int, isForced: Bool, _ read: EarlyRead, at now: Timestamp) -> APIReply {
    guard let profile = accounts[slot].profile else {
      return failure(slot, 404, .notFound, "User settings not found")
    }
    guard accounts[slot].hasOnboarded, !profile.isPlaceholder else {
      return failure(slot, 400, .onboardingIncomplete, "Please complete onboarding first")
    }
    let isOpen = isGateOpen(slot: slot, at: now)
    if !isOpen, rules.generation.plan.gate == .on {
      return failure(slot, 400, .gated, "Please acknowledge your health metrics first")
    }
    if !isForced, let index = reusable(slot, read, at: now) {
      return success(slot, .plan(planPayload(slot, index, isNew: false, isForced: false)))
    }
    if let problem = scienceProblem(profile, at: now) {
      return failure(slot, 400, .validation, problem)
    }
    accounts[slot].targets = profile.targets(now: now, stage: .plan, formula: rules.generation.formula)
    let plan = PlanRow(id: nextID(), start: now.startOfWeek, isForced: isForced)
    accounts[slot].plans.append(plan)
    let sameWeek = accounts[slot].plans.count { $0.start == plan.start && !$0.isForced }
    commit(.plan(id: plan.id, forced: isForced, gateOpen: isOpen, sameWeek: Int32(sameWeek)), slot: slot)
    noteTargets(slot, replied: accounts[slot].targets, at: now)
    let status = isForced || rules.generation.plan.status == .tests ? 201 : 200
    let index = accounts[slot].plans.count - 1
    return success(slot, status: status, .plan(planPayload(slot, index, isNew: true, isForced: isForced)))
  }

  private func reusable(_ slot: Int, _ read: EarlyRead, at now: Timestamp) -> Int? {
    if case .plan(let index) = read { index } else { reusablePlan(slot: slot, at: now) }
  }

  /// The payload of a plan. A reused one has the current targets and no projection.
  private func planPayload(_ slot: Int, _ index: Int, isNew: Bool, isForced: Bool) -> PlanPayload {
    let plan = accounts[slot].plans[index]
    guard let targets = accounts[slot].targets, let profile = accounts[slot].profile else {
      preconditionFailure("plan \(plan.id) of account \(slot) has no targets")
    }
    return PlanPayload(
      id: Int(plan.id), startDate: plan.start, endDate: plan.start.adding(days: 7), targets: targets,
      weeklyRate: isNew ? profile.primaryGoal.weeklyRate : nil,
      estimatedWeeks: isNew ? profile.estimatedWeeks(stage: .plan) : nil, recomputed: isForced)
  }

  // MARK: Early reads

  /// Reads the plan that would be returned again, when service starts. Only with `plan.uniqueness: checkThenInsert`,
  /// under which two concurrent calls therefore both generate a plan.
  func readPlan(_ call: APICall, at now: Timestamp) -> EarlyRead {
    guard rules.generation.plan.uniqueness == .checkThenInsert, let slot = authorized(call, at: now) else {
      return .nothing
    }
    return .plan(reusable: reusablePlan(slot: slot, at: now))
  }
}
