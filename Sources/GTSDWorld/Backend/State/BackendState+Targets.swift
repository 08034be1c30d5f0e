import GTSDModel
import Randomness

/// The daily targets: recomputed by edits, sent in replies, compared by the observers.
extension BackendState {
  /// Stores new targets if they differ. With `profile.recompute: aboveThreshold` they must differ by more than a
  /// threshold. With `profile.onRecomputeError: swallowed` they are stored only if plan generation would accept the
  /// profile.
  mutating func recomputeTargets(_ slot: Int, _ profile: HealthProfile, at now: Timestamp) -> Bool {
    guard let new = demandedTargets(slot, at: now) else {
      accounts[slot].targets = nil
      return false
    }
    if rules.generation.profile.onRecomputeError == .swallowed, scienceProblem(profile, at: now) != nil { return false }
    let isDue =
      switch (accounts[slot].targets, rules.generation.profile.recompute) {
      case (nil, _): true
      case (let old?, .always): new != old
      case (let old?, .aboveThreshold): new.isSignificantChange(from: old)
      }
    if isDue { accounts[slot].targets = new }
    return isDue
  }

  /// The reason for which plan generation and recomputation reject a profile.
  func scienceProblem(_ profile: HealthProfile, at now: Timestamp) -> String? {
    ProfileValidation.science(profile, now: now, unsupportedGender: rules.unknownGender).first?.message
  }

  /// The targets that follow from the stored profile, nil for a placeholder.
  private func demandedTargets(_ slot: Int, at now: Timestamp) -> NutritionTargets? {
    let stage: TargetStage = accounts[slot].plans.isEmpty ? .onboarding : .plan
    return accounts[slot].profile?.targets(now: now, stage: stage, formula: rules.generation.formula)
  }

  /// Reports the targets after a request, and whether its reply contained them as stored, so that observers can compare
  /// them.
  ///
  /// If the reply has other targets, the endpoint is at fault. If the stored targets do not follow from the profile,
  /// the recompute is.
  mutating func noteTargets(
    _ slot: Int, replied: NutritionTargets?, at now: Timestamp, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard let profile = accounts[slot].profile, let stored = accounts[slot].targets,
      let demanded = demandedTargets(slot, at: now)
    else { return }
    let commit = Commit.targets(
      stored: stored.published, demanded: demanded.published, inputs: profile.inputsHash(at: now),
      isReplyAsStored: replied == stored)
    if replied == stored { note(commit, slot: slot) } else { note(commit, slot: slot, file: file, line: line) }
  }
}

extension HealthProfile {
  /// A hash of the inputs of metrics and targets, with the age in the lowest bits. Equal inputs give equal numbers.
  fileprivate func inputsHash(at now: Timestamp) -> Int32 {
    var hash = StableHash()
    let goal = Goal.allCases.firstIndex(of: primaryGoal)! << 8
    let activity = ActivityLevel.allCases.firstIndex(of: activityLevel)! << 4
    let sex = Gender.allCases.firstIndex(of: gender)!
    for word in [
      currentWeight.bitPattern, height.bitPattern, UInt64(bitPattern: dateOfBirth.milliseconds),
      UInt64(goal | activity | sex),
    ] {
      hash.combine(word)
    }
    let ages = Commit.ageBits
    return Int32(truncatingIfNeeded: hash.value) & ~ages | Int32(truncatingIfNeeded: age(at: now)) & ages
  }
}
