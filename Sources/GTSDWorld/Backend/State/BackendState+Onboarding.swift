import GTSDModel

extension BackendState {
  /// Stores profile and preferences, also over earlier ones. The metrics follow by `metrics.compute`.
  mutating func onboard(_ slot: Int, _ body: OnboardingRequest, device: UInt8, at now: Timestamp) -> APIReply {
    let problems = ProfileValidation.onboarding(body, now: now, acceptsSkip: rules.acceptsPlaceholders)
    if let problem = problems.first { return failure(slot, 400, .validation, problem.message) }
    let before = accounts[slot].preferences.stableHash
    accounts[slot].hasOnboarded = true
    accounts[slot].onboardings += 1
    accounts[slot].updatedAt = now
    accounts[slot].profile = body.profile.stored
    accounts[slot].targets = body.profile.targets(
      now: now, stage: .onboarding, formula: rules.generation.formula)
    accounts[slot].preferences = body.preferences
    commit(.onboarded(complete: !body.profile.isPlaceholder), slot: slot)
    if before != body.preferences.stableHash {
      writePreferences(slot, before: before, device: device)
    }
    noteTargets(slot, replied: accounts[slot].targets, at: now)
    metricsAfterOnboarding(slot, at: now)
    return success(slot, status: 201, .user(userPayload(slot)))
  }

  /// Explains the targets by the plan's values if there is a plan, otherwise by those of onboarding.
  mutating func howItWorks(_ slot: Int, at now: Timestamp) -> APIReply {
    guard let profile = accounts[slot].profile else {
      return failure(slot, 404, .notFound, "User settings not found")
    }
    let stage: TargetStage = accounts[slot].plans.isEmpty ? .onboarding : .plan
    let targets = accounts[slot].targets ?? NutritionTargets(bmr: 0, tdee: 0, calories: 0, protein: 0, water: 0)
    return success(
      slot,
      .summary(
        SummaryPayload(
          profile: profile, age: profile.age(at: now), targets: targets,
          estimatedWeeks: profile.isPlaceholder ? nil : profile.estimatedWeeks(stage: stage))))
  }
}

extension BackendRules {
  /// Whether height and weight of 0 are stored, as skipping and deleting health data send them.
  var acceptsPlaceholders: Bool { generation.onboarding.skip == .accept }
}
