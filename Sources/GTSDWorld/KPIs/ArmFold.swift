package import GTSDModel
package import Statistics

/// The sums from which the KPIs of one arm are computed. Histograms hold nanoseconds, or plain counts where a comment
/// says so.
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
  package var metricsLoadErrorsByPerson = ClusterFold()
  package var apiErrorsByPerson = ClusterFold()
  package var cardRouteByPerson = ClusterFold()
  package var acknowledgmentErrorsByPerson = ClusterFold()
  package var crashedSessionsByPerson = ClusterFold()
  package var preferencesSavedByPerson = ClusterFold()
  package var photosUploadedByPerson = ClusterFold()
  package var photosRetriedByPerson = ClusterFold()
  /// The upload times in milliseconds, by person.
  package var photoUploadTimeByPerson = ClusterFold()
  /// The times for which the banner was visible in milliseconds, by person.
  package var bannerVisibleByPerson = ClusterFold()
  package var apiResponseTimeByPerson = QuantileFold()
  /// Requests that were refused because of an expired token and succeeded after its renewal. They count in no rate.
  package var renewals = 0
  package var violations = 0
  /// The violations by person, of whom each who signed up is one trial.
  package var violationsByPerson = ClusterFold()
  package var sessionLength = LogHistogram()
  /// The distribution of the number of requests per user.
  package var requestsPerUser = LogHistogram()
  package var sessionsPerUser = LogHistogram()
  package var stateChangesPerUser = LogHistogram()
  package var editsPerUser = LogHistogram()
  package var preferencesPerUser = LogHistogram()
  package var uiLags = RateFold()
  package var uiLagsByPerson = ClusterFold()
  /// The numbers of photos shown as failed: photos that the app refused without sending anything, and the others by the
  /// outcome of their last request.
  package var photosNotAllowed = 0
  package var photosUnreached = 0
  package var photosTimedOut = 0
  package var photosRefused = 0
  package var photosFailedByServer = 0
  package var photosUnreadable = 0

  package init() {}

  /// The data for one KPI of the report.
  ///
  /// - Parameter size: the number of people to which counts of people are scaled; nil for the simulated number.
  package func measurement(of kpi: KPI, standingFor size: Double? = nil) -> KPIMeasurement {
    switch kpi {
    case .acknowledgmentRate24h: acknowledgedWithin24h.measurement
    case .metricsLoadErrorRate: metricsLoadErrors.measurement(by: metricsLoadErrorsByPerson)
    case .dismissalRate: dismissals.measurement
    case .stateViolations: .count(violations, units: users, violationsByPerson)
    case .timeToAcknowledge:
      .medianSurvival(events: timeToAcknowledge.events, censored: timeToAcknowledge.censored)
    case .acknowledgmentRouteCardShare: cardRoute.measurement(by: cardRouteByPerson)
    case .acknowledgmentErrorRate: acknowledgmentErrors.measurement(by: acknowledgmentErrorsByPerson)
    case .bannerVisibleTime: .mean(bannerVisible, bannerVisibleByPerson)
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
    case .apiErrorRate: apiErrors.measurement(by: apiErrorsByPerson)
    case .apiResponseTime: .percentile(apiResponseTime, 0.95, apiResponseTimeByPerson)
    case .crashRate: crashedSessions.measurement(by: crashedSessionsByPerson)
    case .complaints24h: .people(complaints24h, of: users, standingFor: size ?? Double(users))
    case .supportTickets: .people(tickets, of: users, standingFor: size ?? Double(users))
    case .preferencesSaveSuccessRate: preferencesSaved.measurement(by: preferencesSavedByPerson)
    case .photoUploadSuccessRate: photosUploaded.measurement(by: photosUploadedByPerson)
    case .photoUploadTime: .mean(photoUploadTime, photoUploadTimeByPerson)
    case .photoRetryRate: photosRetried.measurement(by: photosRetriedByPerson)
    case .uiLagRate: uiLags.measurement(by: uiLagsByPerson)
    }
  }

  /// The histogram of one distribution of the report; nil for one that is not counted by arm.
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
    case .editsPerUser: editsPerUser
    case .preferencesPerUser: preferencesPerUser
    }
  }
}
