/// An analytics event with its envelope: the content of one line of an event file.
package struct AnalyticsRecord: Sendable, Equatable {
  package var event: AnalyticsEvent
  package var timestamp: Timestamp
  package var user: UInt32
  /// The number of the app session among all sessions of its user, on any phone; 0 outside a session.
  package var session: Int32
  /// The experiment's arm that the person was assigned to. Only sign-up events carry it.
  package var arm: AssignedArm?

  /// The name of an arm and that of its experiment.
  package struct AssignedArm: Sendable, Equatable {
    package var experiment: String
    package var arm: String

    package init(experiment: String, arm: String) {
      self.experiment = experiment
      self.arm = arm
    }
  }

  package init(event: AnalyticsEvent, timestamp: Timestamp, user: UInt32, session: Int32) {
    self.event = event
    self.timestamp = timestamp
    self.user = user
    self.session = session
  }

  /// The record as one line of JSON without the line break: keys sorted, names as the specifications spell them.
  package var jsonLine: String {
    var line = JSONLine()
    line.put("event_name", event.name)
    line.begin("properties")
    if case .signupCompleted = event, let arm { line.put("experiment", arm.experiment) }
    event.putProperties(into: &line, session: session)
    if case .signupCompleted = event, let arm { line.put("variant", arm.arm) }
    line.end()
    line.put("timestamp", timestamp.iso8601)
    line.put("user_id", String(user))
    return line.finished
  }
}

extension AnalyticsEvent {
  /// Writes the properties in alphabetical order.
  fileprivate func putProperties(into line: inout JSONLine, session: Int32) {
    switch self {
    case .cardViewed, .cardDismissed:
      line.put("session_id", session)
    case .cardTapped(let action):
      line.put("action", action.label)
    case .metricsAcknowledged(let version, let sinceOnboarding, let source):
      line.put("metrics_version", version)
      line.put("source", source.label)
      // The event has no duration if the phone did not see its beginning.
      if sinceOnboarding >= 0 { line.put("time_to_acknowledge", seconds: sinceOnboarding) }
    case .zeroStateViewed(let hasCompletedOnboarding, let daysSinceSignup, let tab):
      if daysSinceSignup >= 0 { line.put("days_since_signup", daysSinceSignup) }
      line.put("has_completed_onboarding", hasCompletedOnboarding)
      line.put("location", "\(tab.label)_tab")
    case .zeroStateTapped(let action, let tab):
      line.put("action", action.label)
      line.put("location", "\(tab.label)_tab")
    case .zeroStateProfileCompleted(let sinceSignup, let daysSinceFirstSkip):
      if daysSinceFirstSkip >= 0 { line.put("days_since_first_skip", daysSinceFirstSkip) }
      if sinceSignup >= 0 { line.put("time_to_complete_seconds", seconds: sinceSignup) }
    case .summaryViewed, .summaryLearnMoreTapped, .summaryScrolled, .summaryCompleted:
      putSummaryProperties(into: &line)
    case .preferencesSaved(let preferences, let allergies):
      line.put("allergies_count", allergies)
      line.put("preferences_count", preferences)
    case .photoUploaded(let taskID, let fileSize, let duration):
      line.put("file_size", fileSize)
      line.put("task_id", taskID)
      line.put("upload_duration", seconds: duration)
    case .signupCompleted, .onboardingCompleted, .onboardingSkipped, .appLaunched:
      line.put("session_id", session)
    case .tabChanged(let tab):
      line.put("tab", tab.label)
    case .apiError(let endpoint, let status):
      line.put("endpoint", endpoint.name)
      line.put("status", status)
    case .acknowledgeFailed(let status), .photoUploadFailed(let status), .preferencesSaveFailed(let status):
      line.put("status", status)
    }
  }

  private func putSummaryProperties(into line: inout JSONLine) {
    switch self {
    case .summaryViewed(let bmr, let tdee, let calories, let goal, let estimatedWeeks):
      line.put("bmr", bmr)
      line.put("calorie_target", calories)
      line.put("estimated_weeks", estimatedWeeks)
      line.put("primary_goal", goal.rawValue)
      line.put("tdee", tdee)
    case .summaryLearnMoreTapped(let section, let expanded):
      line.put("action", expanded ? "expand" : "collapse")
      line.put("section", section.label)
    case .summaryScrolled(let depthPercent, let timeOnScreen):
      line.put("scroll_depth", hundredths: depthPercent)
      line.put("time_on_screen_seconds", seconds: timeOnScreen)
    case .summaryCompleted(let timeOnScreen, let expanded, let depthPercent, let exit):
      line.put("exit_method", exit.label)
      line.put("expanded_sections", SummarySection.allCases.filter { expanded.contains($0) }.map(\.label))
      line.put("scroll_depth", hundredths: depthPercent)
      line.put("time_on_screen_seconds", seconds: timeOnScreen)
    default:
      preconditionFailure("\(self) is no event of the summary")
    }
  }
}

extension AnalyticsEvent.SummarySections {
  /// Creates a set with one section.
  package init(_ section: SummarySection) { self.init(rawValue: 1 << section.rawValue) }

  /// Whether a section is in the set.
  package func contains(_ section: SummarySection) -> Bool {
    contains(AnalyticsEvent.SummarySections(section))
  }
}

extension AnalyticsEvent.CardAction {
  /// The value of the property.
  package var label: String {
    switch self {
    case .review: "review"
    case .dismiss: "dismiss"
    }
  }
}

extension AnalyticsEvent.PlansEntry {
  /// The value of the property.
  package var label: String {
    switch self {
    case .card: "dashboard_card"
    case .tab: "plans_tab"
    }
  }
}

extension AnalyticsEvent.ZeroStateAction {
  /// The value of the property.
  package var label: String {
    switch self {
    case .completeProfile: "complete_profile"
    case .maybeLater: "maybe_later"
    }
  }
}

extension SummarySection {
  /// The section's name in the event's property.
  package var label: String {
    switch self {
    case .bmr: "bmr"
    case .tdee: "tdee"
    case .targets: "targets"
    }
  }
}

extension SummaryExit {
  /// The value of the property.
  package var label: String {
    switch self {
    case .getStartedButton: "get_started_button"
    case .swipeDismiss: "swipe_dismiss"
    case .closeButton: "close_button"
    }
  }
}

extension Tab {
  /// The tab's name in lower case.
  package var label: String {
    switch self {
    case .home: "home"
    case .plans: "plans"
    case .tasks: "tasks"
    case .streaks: "streaks"
    case .profile: "profile"
    }
  }
}
