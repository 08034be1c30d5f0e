extension OnboardingRequest {
  /// The body that a skip sends: placeholders, an age of 25 years, and a target date three months from now.
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
