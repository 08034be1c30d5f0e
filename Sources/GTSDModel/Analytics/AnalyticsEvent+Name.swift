extension AnalyticsEvent {
  /// Every event name in the order of `nameIndex`: the specifications' events, then the extension events.
  package static let allNames = [
    "metrics_acknowledgment_card_viewed", "metrics_acknowledgment_card_tapped",
    "metrics_acknowledgment_card_dismissed", "metrics_acknowledged", "zero_state_viewed", "zero_state_cta_tapped",
    "zero_state_profile_completed", "metrics_summary_viewed", "metrics_summary_learn_more_tapped",
    "metrics_summary_scrolled", "metrics_summary_completed", "preferences_saved", "photo_uploaded",
    "signup_completed", "onboarding_completed", "onboarding_skipped", "app_launched", "tab_changed", "api_error",
    "acknowledge_failed", "photo_upload_failed", "preferences_save_failed",
  ]

  /// The index of the first extension event in `allNames`.
  package static let firstExtensionIndex = 13

  /// The index of this event's name in `allNames`, with which events are counted without comparing strings.
  package var nameIndex: Int {
    switch self {
    case .cardViewed: 0
    case .cardTapped: 1
    case .cardDismissed: 2
    case .metricsAcknowledged: 3
    case .zeroStateViewed: 4
    case .zeroStateTapped: 5
    case .zeroStateProfileCompleted: 6
    case .summaryViewed: 7
    case .summaryLearnMoreTapped: 8
    case .summaryScrolled: 9
    case .summaryCompleted: 10
    case .preferencesSaved: 11
    case .photoUploaded: 12
    case .signupCompleted: 13
    case .onboardingCompleted: 14
    case .onboardingSkipped: 15
    case .appLaunched: 16
    case .tabChanged: 17
    case .apiError: 18
    case .acknowledgeFailed: 19
    case .photoUploadFailed: 20
    case .preferencesSaveFailed: 21
    }
  }

  /// The name that an analytics service receives.
  package var name: String { AnalyticsEvent.allNames[nameIndex] }

  /// Whether this event is an extension that the specifications do not name.
  package var isExtension: Bool { nameIndex >= AnalyticsEvent.firstExtensionIndex }
}
