/// A key performance indicator that every simulation reports. The raw value is its id in reports and scenario files.
///
/// ``definition`` has its exact meaning, its unit, and the targets of the specifications.
public enum KPI: String, CaseIterable, Hashable, Sendable, Codable {
  /// Share of onboarded users who acknowledge within 24 hours.
  case acknowledgmentRate24h = "acknowledgment-rate-24h"
  /// Share of reads of today's metrics that fail.
  case metricsLoadErrorRate = "metrics-load-error-rate"
  /// Share of card viewers who dismiss the card.
  case dismissalRate = "dismissal-rate"
  /// Episodes in which an invariant of the app's state is broken.
  case stateViolations = "state-violations"
  /// Median time from onboarding to the acknowledgment.
  case timeToAcknowledge = "time-to-acknowledge"
  /// Share of acknowledgments reached by the card on Home.
  case acknowledgmentRouteCardShare = "acknowledgment-route-card-share"
  /// Share of acknowledgment attempts that do not end in a shown success.
  case acknowledgmentErrorRate = "acknowledgment-error-rate"
  /// Mean foreground time per viewer in which Home shows the card.
  case bannerVisibleTime = "banner-visible-time"
  /// Share of skippers who complete their profile within seven days.
  case profileCompletionRate7d = "profile-completion-rate-7d"
  /// Median time from signup to a completed profile, among skippers.
  case timeToProfileCompletion = "time-to-profile-completion"
  /// Share of zero-state viewers who tap its button.
  case zeroStateTapThroughRate = "zero-state-tap-through-rate"
  /// Share of new users who see the zero state.
  case zeroStateViewRate = "zero-state-view-rate"
  /// Share of new users who open the Profile tab within 24 hours.
  case profileDiscoveryRate24h = "profile-discovery-rate-24h"
  /// Share of new users who neither complete nor skip onboarding within 24 hours.
  case onboardingAbandonmentRate = "onboarding-abandonment-rate"
  /// Share of summary viewers who scroll to its end.
  case summaryCompletionRate = "summary-completion-rate"
  /// Median time on the summary.
  case summaryTimeOnScreen = "summary-time-on-screen"
  /// Median time from onboarding to the first interaction on Home.
  case onboardingToFirstAction = "onboarding-to-first-action"
  /// Share of summary viewers who expand a section.
  case learnMoreExpansionRate = "learn-more-expansion-rate"
  /// Share of summary viewers who leave by its main button.
  case summaryButtonExitRate = "summary-button-exit-rate"
  /// Share of users who start a session on the seventh day.
  case retentionRate7d = "retention-rate-7d"
  /// Share of requests that fail. A request refused with 401 whose repetition succeeds after a token renewal counts
  /// as a renewal, neither as an error nor as a request.
  case apiErrorRate = "api-error-rate"
  /// 95th percentile of the response time.
  case apiResponseTime = "api-response-time"
  /// Share of sessions in which client code would trap or hang.
  case crashRate = "crash-rate"
  /// Complaints within 24 hours.
  case complaints24h = "complaints-24h"
  /// Support tickets.
  case supportTickets = "support-tickets"
  /// Share of preference saves that a later read returns unchanged.
  case preferencesSaveSuccessRate = "preferences-save-success-rate"
  /// Share of valid picked photos that are finally stored exactly once and shown as stored.
  case photoUploadSuccessRate = "photo-upload-success-rate"
  /// Mean time of a photo upload.
  case photoUploadTime = "photo-upload-time"
  /// Share of photos that needed a retry.
  case photoRetryRate = "photo-retry-rate"
  /// Share of taps that get no response on screen within 100 ms.
  case uiLagRate = "ui-lag-rate"
}

extension KPI {
  /// The time after a person's sign-up, or onboarding, at which the indicator's window closes; nil if there is none.
  package var window: TimeSpan? {
    switch self {
    case .acknowledgmentRate24h, .profileDiscoveryRate24h, .onboardingAbandonmentRate, .complaints24h: .hours(24)
    case .profileCompletionRate7d, .retentionRate7d: .days(7)
    case .metricsLoadErrorRate, .dismissalRate, .stateViolations, .timeToAcknowledge, .acknowledgmentRouteCardShare,
      .acknowledgmentErrorRate, .bannerVisibleTime, .timeToProfileCompletion, .zeroStateTapThroughRate,
      .zeroStateViewRate, .summaryCompletionRate, .summaryTimeOnScreen, .onboardingToFirstAction,
      .learnMoreExpansionRate, .summaryButtonExitRate, .apiErrorRate, .apiResponseTime, .crashRate, .supportTickets,
      .preferencesSaveSuccessRate, .photoUploadSuccessRate, .photoUploadTime, .photoRetryRate, .uiLagRate:
      nil
    }
  }

  /// The id used in reports and scenario files, such as `acknowledgment-rate-24h`.
  public var id: String { rawValue }
}
