/// A distribution that every simulation reports; the raw value is its id in reports.
public enum DistributionID: String, CaseIterable, Hashable, Sendable, Codable {
  /// Seconds from the first card view to the committed acknowledgment.
  case cardViewToAcknowledge = "card-view-to-acknowledge"
  /// Foreground seconds in which Home shows the card, per viewer.
  case bannerVisibleTime = "banner-visible-time"
  /// Seconds on the summary, per view.
  case summaryTimeOnScreen = "summary-time-on-screen"
  /// Seconds from the onboarding commit to the first interaction on Home.
  case onboardingToFirstAction = "onboarding-to-first-action"
  /// Seconds from send to reply, all completed requests.
  case apiResponseTime = "api-response-time"
  /// Seconds from the first send to the reported success, per photo.
  case photoUploadTime = "photo-upload-time"
  /// Seconds that an app session lasts in the foreground.
  case sessionLength = "session-length"
  /// Seconds that a request waits in the backend's queue.
  case queueWait = "queue-wait"
  /// Requests that a user's app sends.
  case requestsPerUser = "requests-per-user"
  /// Sessions that a user starts.
  case sessionsPerUser = "sessions-per-user"
  /// State changes that a user's app publishes to its views.
  case stateChangesPerUser = "state-changes-per-user"
  /// Saves of the edit form that a user makes.
  case editsPerUser = "edits-per-user"
  /// The number of dietary preferences and allergies in a user's last save, among users who saved preferences.
  case preferencesPerUser = "preferences-per-user"

  /// The unit of its values: `s` or `count`.
  public var unit: String {
    switch self {
    case .requestsPerUser, .sessionsPerUser, .stateChangesPerUser, .editsPerUser, .preferencesPerUser: "count"
    default: "s"
    }
  }
}

/// A survival curve that every simulation reports; the raw value is its id in reports.
public enum SurvivalID: String, CaseIterable, Hashable, Sendable, Codable {
  /// The time from the end of onboarding to the committed acknowledgment.
  case timeToAcknowledge = "time-to-acknowledge"
  /// The time from signup to a completed profile, among users who skipped it.
  case timeToProfileCompletion = "time-to-profile-completion"
}

/// A step of the funnel from sign-up to the plan. The raw value is its id in reports.
///
/// The first steps apply to everybody. Each counts people who took the previous step. The last steps divide the
/// onboarded people by how they reached the review: by the card, by opening Plans, or never.
public enum FunnelStep: String, CaseIterable, Hashable, Sendable, Codable {
  /// The account was created.
  case signedUp = "signed-up"
  /// Onboarding committed with height and weight, now or later.
  case onboarded
  /// The acknowledgment screen was shown on Plans.
  case reviewed
  /// The acknowledgment was committed.
  case acknowledged
  /// A plan was shown.
  case planShown = "plan-shown"
  /// The card was visible on Home.
  case cardViewed = "card-viewed"
  /// The acknowledgment screen was first opened by the card.
  case reviewedByCard = "reviewed-by-card"
  /// The acknowledgment was committed by people who first opened the screen by the card.
  case acknowledgedByCard = "acknowledged-by-card"
  /// The acknowledgment screen was first opened by going to Plans.
  case reviewedByPlans = "reviewed-by-plans"
  /// The acknowledgment was committed by people who first opened the screen by going to Plans.
  case acknowledgedByPlans = "acknowledged-by-plans"
  /// Onboarded, and the acknowledgment screen was never shown.
  case neverReviewed = "never-reviewed"

  /// A short name for people.
  public var title: String {
    switch self {
    case .signedUp: "Signed up"
    case .onboarded: "Onboarded"
    case .reviewed: "Opened the review"
    case .acknowledged: "Acknowledged"
    case .planShown: "Saw the plan"
    case .cardViewed: "By the card: saw it"
    case .reviewedByCard: "By the card: opened the review"
    case .acknowledgedByCard: "By the card: acknowledged"
    case .reviewedByPlans: "By Plans directly: opened the review"
    case .acknowledgedByPlans: "By Plans directly: acknowledged"
    case .neverReviewed: "Never opened the review"
    }
  }

  /// The step that this one is a part of; nil for the first.
  public var parent: FunnelStep? {
    switch self {
    case .signedUp: nil
    case .onboarded: .signedUp
    case .reviewed, .cardViewed, .reviewedByPlans, .neverReviewed: .onboarded
    case .acknowledged: .reviewed
    case .planShown: .acknowledged
    case .reviewedByCard: .cardViewed
    case .acknowledgedByCard: .reviewedByCard
    case .acknowledgedByPlans: .reviewedByPlans
    }
  }
}
