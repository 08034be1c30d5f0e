/// Whether an app asks a user to complete the profile instead of showing data.
package enum ZeroStateRule {
  /// Shown to who has not onboarded, and when height or weight is missing or a placeholder.
  package static func applies(hasCompletedOnboarding: Bool, weight: Double?, height: Double?) -> Bool {
    guard hasCompletedOnboarding, let weight, let height else { return true }
    return !(weight > 0 && height > 0)
  }
}

extension OnboardingRequest {
  /// The body that skipping sends: placeholders throughout, born 25 years and due three months from now.
  package static func skip(at now: Timestamp) -> OnboardingRequest {
    let today = now.date
    let profile = HealthProfile(
      dateOfBirth: Timestamp(today.shifted(years: -25)), gender: .preferNotToSay, currentWeight: 0, targetWeight: 0,
      height: 0, primaryGoal: .improveHealth, targetDate: Timestamp(today.shifted(months: 3)),
      activityLevel: .moderatelyActive)
    return OnboardingRequest(profile: profile, preferences: DietPreferences())
  }

  /// Whether this is the skip body: no weight, no target and no height.
  package var isSkip: Bool {
    profile.currentWeight == 0 && profile.targetWeight == 0 && profile.height == 0
  }
}

extension CivilDate {
  /// The same day of another month, or that month's last day when it is shorter.
  package func shifted(years: Int = 0, months: Int = 0) -> CivilDate {
    let total = (year + years) * 12 + (month - 1) + months
    let newYear = Int(floorDivide(Int64(total), by: 12))
    var copy = self
    copy.year = newYear
    copy.month = total - newYear * 12 + 1
    copy.day = min(day, CivilDate.daysIn(month: copy.month, ofYear: newYear))
    return copy
  }
}
