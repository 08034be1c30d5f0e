import GTSDModel

extension BackendState {
  // MARK: Preferences

  func preferencesPayload(_ slot: Int) -> PreferencesPayload {
    PreferencesPayload(
      preferences: accounts[slot].preferences, revision: Int(accounts[slot].preferencesRevision))
  }

  mutating func updatePreferences(_ slot: Int, _ update: PreferencesUpdate, device: UInt8) -> APIReply {
    guard !update.isEmpty else { return failure(slot, 400, .validation, "At least one field is required") }
    if let problem = ProfileValidation.preferences(update).first {
      return failure(slot, 400, .validation, problem.message)
    }
    guard !isStale(slot, update) else { return failure(slot, 409, .conflict, "Preferences have changed") }
    merge(slot, update, device: device)
    return success(slot, .preferences(preferencesPayload(slot)))
  }

  /// Whether a conditional write names a revision other than the stored one.
  private func isStale(_ slot: Int, _ update: PreferencesUpdate) -> Bool {
    guard rules.generation.prefs.write == .conditional, let revision = update.ifRevision else { return false }
    return revision != Int(accounts[slot].preferencesRevision)
  }

  private mutating func merge(_ slot: Int, _ update: PreferencesUpdate, device: UInt8) {
    let before = accounts[slot].preferences.stableHash
    if let value = update.dietaryPreferences {
      accounts[slot].preferences.dietaryPreferences = value
    }
    if let value = update.allergies {
      accounts[slot].preferences.allergies = value
    }
    if let value = update.mealsPerDay { accounts[slot].preferences.mealsPerDay = value }
    writePreferences(slot, before: before, device: device)
  }

  mutating func writePreferences(_ slot: Int, before: Int64, device: UInt8) {
    let after = accounts[slot].preferences.stableHash
    commit(.preferences(before: before, after: after, device: device), slot: slot)
    accounts[slot].preferencesRevision = accounts[slot].revision
  }

  // MARK: Profile

  mutating func profile(_ slot: Int) -> APIReply {
    success(
      slot,
      .profile(
        ProfilePayload(
          user: userPayload(slot), profile: accounts[slot].profile, preferences: preferencesPayload(slot),
          targets: accounts[slot].targets)))
  }

  /// Writes the given fields. The last writer of each field wins, except for conditional preferences.
  mutating func updateProfile(
    _ slot: Int, _ update: ProfileUpdate, device: UInt8, at now: Timestamp
  ) -> APIReply {
    if !isDeletion(update), let problem = ProfileValidation.update(update, now: now).first {
      return failure(slot, 400, .validation, problem.message)
    }
    guard let old = accounts[slot].profile else { return failure(slot, 404, .notFound, "User settings not found") }
    guard !isStale(slot, update.preferences) else {
      return failure(slot, 409, .conflict, "Preferences have changed")
    }
    var planUpdated = false
    let earlier = accounts[slot].targets
    let water = earlier?.water
    let new = update.applied(to: old).stored
    if new != old {
      accounts[slot].profile = new
      planUpdated = recomputeTargets(slot, new, at: now)
      commit(.profile(complete: !new.isPlaceholder, changed: new.differences(from: old)), slot: slot)
    }
    if !update.preferences.isEmpty { merge(slot, update.preferences, device: device) }
    if new != old { metricsAfterEdit(slot, at: now) }
    var targets = planUpdated ? accounts[slot].targets : nil
    if rules.generation.profile.reply == .waterBefore, let water { targets?.water = water }
    if new != old { noteTargets(slot, replied: targets ?? accounts[slot].targets, at: now) }
    let changes = earlier.flatMap { old in
      targets.map { ProfileUpdatePayload.TargetChanges(from: old, to: $0) }
    }
    return success(
      slot,
      .profileUpdated(
        ProfileUpdatePayload(
          planUpdated: planUpdated, targets: targets, isChanged: new != old || !update.preferences.isEmpty,
          changes: changes)))
  }

  /// Whether an update clears height and weight, which leaves placeholders as skipping does.
  private func isDeletion(_ update: ProfileUpdate) -> Bool {
    rules.acceptsPlaceholders && update.height == 0 && update.currentWeight == 0
      && ProfileValidation.preferences(update.preferences).isEmpty
  }
}

extension ProfileUpdate {
  /// A profile with the given fields replaced.
  func applied(to profile: HealthProfile) -> HealthProfile {
    HealthProfile(
      dateOfBirth: dateOfBirth ?? profile.dateOfBirth, gender: gender ?? profile.gender,
      currentWeight: currentWeight ?? profile.currentWeight, targetWeight: targetWeight ?? profile.targetWeight,
      height: height ?? profile.height, primaryGoal: primaryGoal ?? profile.primaryGoal,
      targetDate: targetDate ?? profile.targetDate, activityLevel: activityLevel ?? profile.activityLevel)
  }
}
