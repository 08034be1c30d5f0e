package import GTSDModel

/// What the KPIs of one arm are made of. Histograms hold nanoseconds, or plain counts where they say so.
package struct ArmFold: Sendable {
  package var users = 0
  package var sessions = 0
  package var acknowledgedWithin24h = RateFold()
  package var timeToAcknowledge = SurvivalFold()
  package var cardViewToAcknowledge = LogHistogram()
  package var metricsLoadErrors = RateFold()
  package var apiErrors = RateFold()
  package var apiResponseTime = LogHistogram()
  package var dismissals = RateFold()
  package var cardRoute = RateFold()
  package var acknowledgmentErrors = RateFold()
  package var bannerVisible = LogHistogram()
  package var profileCompletedWithin7d = RateFold()
  package var timeToProfileCompletion = SurvivalFold()
  package var zeroStateTapThrough = RateFold()
  package var zeroStateViews = RateFold()
  package var profileDiscovery24h = RateFold()
  package var onboardingAbandoned = RateFold()
  package var summaryReadToEnd = RateFold()
  package var summaryTimeOnScreen = LogHistogram()
  package var onboardingToFirstAction = LogHistogram()
  package var summaryExpanded = RateFold()
  package var summaryButtonExit = RateFold()
  package var retained7d = RateFold()
  package var crashedSessions = RateFold()
  package var complaints24h = 0
  package var tickets = 0
  package var preferencesSaved = RateFold()
  package var photosUploaded = RateFold()
  package var photoUploadTime = LogHistogram()
  package var photosRetried = RateFold()
  package var violations = 0
  package var sessionLength = LogHistogram()
  /// Plain counts a user.
  package var requestsPerUser = LogHistogram()
  package var sessionsPerUser = LogHistogram()
  package var stateChangesPerUser = LogHistogram()

  package init() {}

  /// What the report computes one KPI from.
  package func measurement(of kpi: KPI) -> KPIMeasurement {
    switch kpi {
    case .acknowledgmentRate24h: acknowledgedWithin24h.measurement
    case .metricsLoadErrorRate: metricsLoadErrors.measurement
    case .dismissalRate: dismissals.measurement
    case .stateViolations: .count(violations, units: users)
    case .timeToAcknowledge:
      .medianSurvival(events: timeToAcknowledge.events, censored: timeToAcknowledge.censored)
    case .acknowledgmentRouteCardShare: cardRoute.measurement
    case .acknowledgmentErrorRate: acknowledgmentErrors.measurement
    case .bannerVisibleTime: .mean(bannerVisible)
    case .profileCompletionRate7d: profileCompletedWithin7d.measurement
    case .timeToProfileCompletion:
      .medianSurvival(events: timeToProfileCompletion.events, censored: timeToProfileCompletion.censored)
    case .zeroStateTapThroughRate: zeroStateTapThrough.measurement
    case .zeroStateViewRate: zeroStateViews.measurement
    case .profileDiscoveryRate24h: profileDiscovery24h.measurement
    case .onboardingAbandonmentRate: onboardingAbandoned.measurement
    case .summaryCompletionRate: summaryReadToEnd.measurement
    case .summaryTimeOnScreen: .percentile(summaryTimeOnScreen, 0.5)
    case .onboardingToFirstAction: .percentile(onboardingToFirstAction, 0.5)
    case .learnMoreExpansionRate: summaryExpanded.measurement
    case .summaryButtonExitRate: summaryButtonExit.measurement
    case .retentionRate7d: retained7d.measurement
    case .apiErrorRate: apiErrors.measurement
    case .apiResponseTime: .percentile(apiResponseTime, 0.95)
    case .crashRate: crashedSessions.measurement
    case .complaints24h: .count(complaints24h, units: users)
    case .supportTickets: .count(tickets, units: users)
    case .preferencesSaveSuccessRate: preferencesSaved.measurement
    case .photoUploadSuccessRate: photosUploaded.measurement
    case .photoUploadTime: .mean(photoUploadTime)
    case .photoRetryRate: photosRetried.measurement
    }
  }

  /// The histogram behind one distribution of the report; nil for what is not counted by arm.
  package func histogram(of id: DistributionID) -> LogHistogram? {
    switch id {
    case .cardViewToAcknowledge: cardViewToAcknowledge
    case .bannerVisibleTime: bannerVisible
    case .summaryTimeOnScreen: summaryTimeOnScreen
    case .onboardingToFirstAction: onboardingToFirstAction
    case .apiResponseTime: apiResponseTime
    case .photoUploadTime: photoUploadTime
    case .sessionLength: sessionLength
    case .queueWait: nil
    case .requestsPerUser: requestsPerUser
    case .sessionsPerUser: sessionsPerUser
    case .stateChangesPerUser: stateChangesPerUser
    }
  }
}
