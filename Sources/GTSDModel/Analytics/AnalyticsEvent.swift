/// One analytics event of the specifications, or an extension event of this package, with its properties.
///
/// No event carries weight, height or age. Times are nanoseconds of virtual time.
package enum AnalyticsEvent: Sendable, Equatable {
  case cardViewed
  case cardTapped(CardAction)
  case cardDismissed
  case metricsAcknowledged(version: Int32, sinceOnboarding: Int64, source: PlansEntry)
  case zeroStateViewed(hasCompletedOnboarding: Bool, daysSinceSignup: Int32, on: Tab = .profile)
  case zeroStateTapped(ZeroStateAction, on: Tab = .profile)
  case zeroStateProfileCompleted(sinceSignup: Int64, daysSinceFirstSkip: Int32)
  case summaryViewed(bmr: Int32, tdee: Int32, calories: Int32, goal: Goal, estimatedWeeks: Int32)
  case summaryLearnMoreTapped(SummarySection, expanded: Bool)
  case summaryScrolled(depthPercent: Int32, timeOnScreen: Int64)
  case summaryCompleted(timeOnScreen: Int64, expanded: SummarySections, depthPercent: Int32, exit: SummaryExit)
  case preferencesSaved(preferences: Int32, allergies: Int32)
  case photoUploaded(taskID: Int32, fileSize: Int32, duration: Int64)
  // Events in addition to the specifications, which have none for sign-up, sessions or failures.
  case signupCompleted
  case onboardingCompleted
  case onboardingSkipped
  case appLaunched
  case tabChanged(Tab)
  case apiError(Endpoint, status: Int32)
  case acknowledgeFailed(status: Int32)
  case photoUploadFailed(status: Int32)
  case preferencesSaveFailed(status: Int32)

  /// The button that was tapped on the card.
  package enum CardAction: UInt8, Sendable { case review, dismiss }
  /// The way by which the user last came to Plans.
  package enum PlansEntry: UInt8, CaseIterable, Sendable { case card, tab }
  /// The button that was tapped on the zero-state card.
  package enum ZeroStateAction: UInt8, Sendable { case completeProfile, maybeLater }
  /// A set of sections, bit n for section n.
  package struct SummarySections: OptionSet, Sendable, Equatable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
  }
}

/// A section of the summary.
public enum SummarySection: UInt8, CaseIterable, Sendable { case bmr, tdee, targets }

/// The way in which the person left the summary.
public enum SummaryExit: UInt8, CaseIterable, Sendable { case getStartedButton, swipeDismiss, closeButton }

/// The tabs of the app, by name since their indices differ between specifications.
public enum Tab: UInt8, CaseIterable, Sendable {
  case home, plans, tasks, streaks, profile
}
