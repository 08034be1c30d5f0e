/// The onboarding form's state.
struct OnboardingModel {
  /// The number of answers in progress.
  var inFlight = 0
  var hasFailed = false
  var wasAbandoned = false
  /// Whether an answer may have been stored without the app's knowledge.
  var isUnresolved = false
}
