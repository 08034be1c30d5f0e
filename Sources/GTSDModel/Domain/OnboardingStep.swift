/// The steps of onboarding, in their order. The "Component Hierarchy" of the product specification names their views.
///
/// The specifications do not say which fields a step has. Assumption, as in the public app: the date of birth is an
/// account basic; weight, height and gender are health metrics; the goal, its date and weight and the activity are
/// goals. Diet and allergies, which no step of that app asks for, count as goals.
public enum OnboardingStep: UInt8, CaseIterable, Sendable {
  /// WelcomeView, which asks for nothing.
  case welcome
  /// AccountBasicsView, step 1 of the specification.
  case accountBasics
  /// HealthMetricsView.
  case healthMetrics
  /// GoalsView.
  case goals
  /// ReviewView, with the button "Complete".
  case review

  /// The step after this one; nil for the last.
  package var next: OnboardingStep? { OnboardingStep(rawValue: rawValue + 1) }

  /// The step before this one; nil for the first.
  package var previous: OnboardingStep? { rawValue == 0 ? nil : OnboardingStep(rawValue: rawValue - 1) }
}
