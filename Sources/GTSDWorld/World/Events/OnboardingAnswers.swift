package import GTSDModel

/// A person's answers to onboarding. A class, so that a tap on Next copies none of them.
package final class OnboardingAnswers: Sendable {
  package let request: OnboardingRequest

  package init(_ request: OnboardingRequest) { self.request = request }

  /// The answers to the fields of one step. All other fields are empty, since the step does not show them.
  func entered(on step: OnboardingStep) -> OnboardingAnswers {
    let given = request.profile
    let none = Timestamp(milliseconds: 0)
    var profile = HealthProfile(
      dateOfBirth: none, gender: .preferNotToSay, currentWeight: 0, targetWeight: 0, height: 0,
      primaryGoal: .improveHealth, targetDate: none, activityLevel: .sedentary)
    switch step {
    case .welcome, .review: break
    case .accountBasics: profile.dateOfBirth = given.dateOfBirth
    case .healthMetrics:
      (profile.currentWeight, profile.height, profile.gender) = (given.currentWeight, given.height, given.gender)
    case .goals:
      (profile.primaryGoal, profile.targetWeight) = (given.primaryGoal, given.targetWeight)
      (profile.targetDate, profile.activityLevel) = (given.targetDate, given.activityLevel)
    }
    return OnboardingAnswers(
      OnboardingRequest(profile: profile, preferences: step == .goals ? request.preferences : DietPreferences()))
  }
}
