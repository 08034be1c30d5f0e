/// The onboarding form's state.
struct OnboardingModel {
  /// Answers under way.
  var inFlight = 0
  var hasFailed = false
  var wasAbandoned = false
  /// An answer may have been stored without our knowing.
  var isUnresolved = false
}
