import GTSDModel
import Randomness

/// The daily targets: recomputed by edits, told in replies, compared by the observers.
extension BackendState {
  /// Stores new targets where they differ; with `profile.recompute: aboveThreshold` where they differ much, and with
  /// `profile.onRecomputeError: swallowed` where plan generation would take the profile.
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

  /// What plan generation and recompute object to in a profile.
  func scienceProblem(_ profile: HealthProfile, at now: Timestamp) -> String? {
    ProfileValidation.science(profile, now: now, unsupportedGender: rules.unknownGender).first?.message
  }

  /// The targets that follow from the stored profile, nil for a placeholder.
  private func demandedTargets(_ slot: Int, at now: Timestamp) -> NutritionTargets? {
    let stage: TargetStage = accounts[slot].plans.isEmpty ? .onboarding : .plan
    return accounts[slot].profile?.targets(now: now, stage: stage, formula: rules.generation.formula)
  }

  /// Notes what a request left of the targets, and whether its reply told them as stored, for the observers to compare.
  ///
  /// Targets that are told otherwise are the doing of who tells them; targets that do not follow, of the recompute.
  mutating func noteTargets(
    _ slot: Int, told: NutritionTargets?, at now: Timestamp, file: StaticString = #fileID, line: UInt32 = #line
  ) {
    guard let profile = accounts[slot].profile, let stored = accounts[slot].targets,
      let demanded = demandedTargets(slot, at: now)
    else { return }
    let commit = Commit.targets(
      stored: stored.published, demanded: demanded.published, inputs: profile.inputsHash(at: now),
      toldAsStored: told == stored)
    if told == stored { note(commit, slot: slot) } else { note(commit, slot: slot, file: file, line: line) }
  }
}

extension HealthProfile {
  /// A hash of what metrics and targets follow from: equal inputs mean equal numbers.
  fileprivate func inputsHash(at now: Timestamp) -> Int32 {
    var hash = StableHash()
    let goal = Goal.allCases.firstIndex(of: primaryGoal)! << 8
    let activity = ActivityLevel.allCases.firstIndex(of: activityLevel)! << 4
    let sex = Gender.allCases.firstIndex(of: gender)!
    for word in [
      currentWeight.bitPattern, height.bitPattern, UInt64(age(at: now)), UInt64(goal | activity | sex),
    ] {
      hash.combine(word)
    }
    return Int32(truncatingIfNeeded: hash.value)
  }
}
