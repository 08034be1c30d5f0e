import Foundation
import GTSDModel
import Testing

/// One event of every kind, with the expected line.
private let golden: [(event: AnalyticsEvent, name: String, properties: String)] = [
  (.cardViewed, "metrics_acknowledgment_card_viewed", #"{"session_id":2}"#),
  // A second phone did not see the beginning, so the line has no duration.
  (
    .metricsAcknowledged(version: 1, sinceOnboarding: -1, source: .card), "metrics_acknowledged",
    #"{"metrics_version":1,"source":"dashboard_card"}"#
  ),
  (
    .zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: -1), "zero_state_viewed",
    #"{"has_completed_onboarding":false,"location":"profile_tab"}"#
  ),
  (.zeroStateProfileCompleted(sinceSignup: -1, daysSinceFirstSkip: -1), "zero_state_profile_completed", "{}"),
  (.cardTapped(.review), "metrics_acknowledgment_card_tapped", #"{"action":"review"}"#),
  (.cardTapped(.dismiss), "metrics_acknowledgment_card_tapped", #"{"action":"dismiss"}"#),
  (.cardDismissed, "metrics_acknowledgment_card_dismissed", #"{"session_id":2}"#),
  (
    .metricsAcknowledged(version: 1, sinceOnboarding: 61_250_999_999, source: .card), "metrics_acknowledged",
    #"{"metrics_version":1,"source":"dashboard_card","time_to_acknowledge":61.25}"#
  ),
  (
    .zeroStateViewed(hasCompletedOnboarding: true, daysSinceSignup: 3), "zero_state_viewed",
    #"{"days_since_signup":3,"has_completed_onboarding":true,"location":"profile_tab"}"#
  ),
  (
    .zeroStateTapped(.completeProfile), "zero_state_cta_tapped",
    #"{"action":"complete_profile","location":"profile_tab"}"#
  ),
  (.zeroStateTapped(.maybeLater), "zero_state_cta_tapped", #"{"action":"maybe_later","location":"profile_tab"}"#),
  (
    .zeroStateTapped(.maybeLater, on: .home), "zero_state_cta_tapped",
    #"{"action":"maybe_later","location":"home_tab"}"#
  ),
  (
    .zeroStateProfileCompleted(sinceSignup: 86_400_000_000_000, daysSinceFirstSkip: 1), "zero_state_profile_completed",
    #"{"days_since_first_skip":1,"time_to_complete_seconds":86400}"#
  ),
  (
    .summaryViewed(bmr: 1760, tdee: 2728, calories: 2228, goal: .loseWeight, estimatedWeeks: 10),
    "metrics_summary_viewed",
    #"{"bmr":1760,"calorie_target":2228,"estimated_weeks":10,"primary_goal":"lose_weight","tdee":2728}"#
  ),
  (
    .summaryLearnMoreTapped(.tdee, expanded: true), "metrics_summary_learn_more_tapped",
    #"{"action":"expand","section":"tdee"}"#
  ),
  (
    .summaryLearnMoreTapped(.targets, expanded: false), "metrics_summary_learn_more_tapped",
    #"{"action":"collapse","section":"targets"}"#
  ),
  (
    .summaryScrolled(depthPercent: 75, timeOnScreen: 12_000_000_000), "metrics_summary_scrolled",
    #"{"scroll_depth":0.75,"time_on_screen_seconds":12}"#
  ),
  (
    .summaryCompleted(
      timeOnScreen: 45_005_000_000, expanded: [.init(.bmr), .init(.targets)], depthPercent: 100,
      exit: .getStartedButton), "metrics_summary_completed",
    #"{"exit_method":"get_started_button","expanded_sections":["bmr","targets"],"scroll_depth":1,"#
      + #""time_on_screen_seconds":45.005}"#
  ),
  (
    .summaryCompleted(timeOnScreen: 0, expanded: [], depthPercent: 5, exit: .swipeDismiss),
    "metrics_summary_completed",
    #"{"exit_method":"swipe_dismiss","expanded_sections":[],"scroll_depth":0.05,"time_on_screen_seconds":0}"#
  ),
  (
    .preferencesSaved(preferences: 2, allergies: 0), "preferences_saved",
    #"{"allergies_count":0,"preferences_count":2}"#
  ),
  (
    .photoUploaded(taskID: 4, fileSize: 2_000_000, duration: 1_500_000_000), "photo_uploaded",
    #"{"file_size":2000000,"task_id":4,"upload_duration":1.5}"#
  ),
  (.signupCompleted, "signup_completed", #"{"session_id":2}"#),
  (.onboardingCompleted, "onboarding_completed", #"{"session_id":2}"#),
  (.onboardingSkipped, "onboarding_skipped", #"{"session_id":2}"#),
  (.appLaunched, "app_launched", #"{"session_id":2}"#),
  (.tabChanged(.plans), "tab_changed", #"{"tab":"plans"}"#),
  (.apiError(.todayMetrics, status: 503), "api_error", #"{"endpoint":"today-metrics","status":503}"#),
  (.acknowledgeFailed(status: 0), "acknowledge_failed", #"{"status":0}"#),
  (.photoUploadFailed(status: 413), "photo_upload_failed", #"{"status":413}"#),
  (.preferencesSaveFailed(status: 409), "preferences_save_failed", #"{"status":409}"#),
]

struct AnalyticsEventTests {
  private func record(_ event: AnalyticsEvent) -> AnalyticsRecord {
    AnalyticsRecord(event: event, timestamp: sampleNow, user: 7, session: 2)
  }

  @Test func everyEventGivesItsLine() {
    for (event, name, properties) in golden {
      #expect(event.name == name)
      let envelope = #""timestamp":"2025-11-02T08:15:30.412Z","user_id":"7""#
      #expect(record(event).jsonLine == #"{"event_name":"\#(name)","properties":\#(properties),\#(envelope)}"#)
    }
  }

  @Test func linesAreJSONWithTheEnvelopeOfTheSpecification() throws {
    for (event, _, _) in golden {
      let json = try #require(JSONValue(parsing: Array(record(event).jsonLine.utf8)))
      guard case .object(let envelope) = json, case .object = envelope["properties"] else {
        Issue.record("\(event) gives no object with properties")
        continue
      }
      #expect(envelope.members.map(\.key) == ["event_name", "properties", "timestamp", "user_id"])
      #expect(json["timestamp"].timestamp == sampleNow)
    }
  }

  /// Neither as a key nor inside one. Words are compared, since "page" and "stage" contain "age".
  @Test func noEventContainsWeightHeightOrAge() {
    for (event, _, _) in golden {
      let words = record(event).jsonLine.lowercased().split { !$0.isLetter }
      for word in words {
        #expect(!["height", "age", "birth", "bmi", "kg", "cm"].contains(word), "\(event)")
      }
      // The goal "lose_weight" is the only place where the word is allowed, since it is not a measurement.
      let withoutGoal = record(event).jsonLine.replacing(#""primary_goal":"lose_weight""#, with: "")
      #expect(!withoutGoal.contains("weight"), "\(event)")
    }
  }

  @Test func nameIndicesCoverAllNames() {
    let indices = Set(golden.map(\.event.nameIndex))
    #expect(indices.sorted() == Array(AnalyticsEvent.allNames.indices))
    #expect(Set(AnalyticsEvent.allNames).count == AnalyticsEvent.allNames.count)
  }

  /// The names of contract 5.2 that the simulated client sends; the rest are extensions.
  @Test func extensionEventsAreMarked() {
    let specified = golden.filter { !$0.event.isExtension }.map(\.name)
    #expect(
      Set(specified).sorted() == [
        "metrics_acknowledged", "metrics_acknowledgment_card_dismissed", "metrics_acknowledgment_card_tapped",
        "metrics_acknowledgment_card_viewed", "metrics_summary_completed", "metrics_summary_learn_more_tapped",
        "metrics_summary_scrolled", "metrics_summary_viewed", "photo_uploaded", "preferences_saved",
        "zero_state_cta_tapped", "zero_state_profile_completed", "zero_state_viewed",
      ])
    #expect(AnalyticsEvent.firstExtensionIndex == 13)
  }

  @Test func setsOfSectionsHoldTheirMembers() {
    var sections = AnalyticsEvent.SummarySections()
    sections.insert(.init(.tdee))
    #expect(sections.contains(.tdee))
    #expect(!sections.contains(.bmr))
    #expect(sections.rawValue == 2)
  }
}
