/// The titles of the documents that state targets.
enum Specification {
  static let flow = SpecificationDocument.design.title
  static let quickReference = SpecificationDocument.quickReference.title
  static let product = SpecificationDocument.product.title
}

extension KPI {
  /// The title, unit, exact meaning and default targets of this indicator.
  ///
  /// A rate counts only users whose window has closed by the horizon. Where a specification states both an aim and a
  /// success criterion (or a limit for rolling back), both are listed and the criterion decides.
  public var definition: KPIDefinition {
    switch self {
    case .acknowledgmentRate24h, .metricsLoadErrorRate, .dismissalRate, .stateViolations, .timeToAcknowledge,
      .acknowledgmentRouteCardShare, .acknowledgmentErrorRate, .bannerVisibleTime:
      acknowledgmentDefinition
    case .profileCompletionRate7d, .timeToProfileCompletion, .zeroStateTapThroughRate, .zeroStateViewRate,
      .profileDiscoveryRate24h, .onboardingAbandonmentRate, .retentionRate7d, .onboardingToFirstAction:
      profileDefinition
    case .summaryCompletionRate, .summaryTimeOnScreen, .learnMoreExpansionRate, .summaryButtonExitRate:
      summaryDefinition
    case .apiErrorRate, .apiResponseTime, .crashRate, .complaints24h, .supportTickets, .preferencesSaveSuccessRate,
      .photoUploadSuccessRate, .photoUploadTime, .photoRetryRate, .uiLagRate:
      qualityDefinition
    }
  }

  private var acknowledgmentDefinition: KPIDefinition {
    switch self {
    case .acknowledgmentRate24h:
      .rate(
        "Acknowledged within 24 h",
        "Onboarded users with a committed acknowledgment in (0, 24 h] / onboarded users whose 24 h have closed.",
        .target(.atLeast, 0.8, Specification.quickReference))
    case .metricsLoadErrorRate:
      .rate(
        "Metrics load errors",
        """
        Reads of today's metrics ending in a network error, timeout, 429, 5xx, undecodable reply or a 4xx other than \
        the "not ready" 404 / reads. Cancelled reads do not count.
        """,
        .target(.below, 0.05, Specification.quickReference))
    case .dismissalRate:
      .rate(
        "Dismissed the card", "Users with at least one dismissal / users with at least one card view.",
        .target(.below, 0.1, Specification.quickReference))
    case .stateViolations:
      .count(
        "State violations", "Episodes in which an invariant is broken: maximal intervals, per user and key.",
        .target(.atMost, 0, Specification.flow))
    case .timeToAcknowledge:
      .seconds(
        "Time to acknowledge (median)", .medianSurvival,
        "Median time from onboarded to the committed acknowledgment; users who had not by the horizon are censored.")
    case .acknowledgmentRouteCardShare:
      .rate(
        "Acknowledged by way of the card",
        "Acknowledgments whose last entry to Plans was the card / acknowledgments.")
    case .acknowledgmentErrorRate:
      .rate(
        "Acknowledgment errors", "Acknowledgment attempts that did not end in a shown success / attempts.")
    default:
      .seconds(
        "Card visible (mean per viewer)", .mean,
        "Foreground seconds in which Home shows the card, mean over users who saw it.")
    }
  }

  private var profileDefinition: KPIDefinition {
    switch self {
    case .profileCompletionRate7d:
      .rate(
        "Profile completed within 7 days",
        "Users who skipped onboarding and completed their profile within 7 days of signup / users who skipped.",
        .target(.atLeast, 0.25, Specification.product),
        .criterion(.atLeast, 0.2, versus: .control, Specification.product))
    case .timeToProfileCompletion:
      .seconds(
        "Time to profile completion (median)", .medianSurvival,
        "Median time from signup to a completed profile among users who skipped; the others are censored.",
        .target(.below, 259_200, Specification.product))
    case .zeroStateTapThroughRate:
      .rate(
        "Zero state tapped through", "Users who tapped the zero state's button / users who viewed the zero state.",
        .target(.atLeast, 0.4, Specification.product), .criterion(.atLeast, 0.3, Specification.product))
    case .zeroStateViewRate:
      .rate(
        "Zero state viewed",
        "Users who viewed the zero state / users who signed up. The specification's \"about 30 %\" is read as 25-35 %.",
        .target(.between, .range(0.25, 0.35), Specification.product))
    case .profileDiscoveryRate24h:
      .rate(
        "Profile tab found within 24 h",
        "Users shown the Profile tab within 24 h of signup / users whose 24 h have closed.",
        .target(.atLeast, 0.6, Specification.product))
    case .onboardingAbandonmentRate:
      .rate(
        "Onboarding abandoned",
        "Users who neither completed nor skipped onboarding within 24 h of signup / users whose 24 h have closed.",
        .target(.below, 0.05, versus: .control, Specification.product))
    case .retentionRate7d:
      .rate(
        "Back on day 7", "Users with a session that starts in (144 h, 168 h] after signup / users with 168 h closed.",
        .target(.atLeast, 0.1, versus: .control, Specification.product),
        .criterion(.atLeast, 0.08, versus: .control, Specification.product))
    default:
      .seconds(
        "Onboarding to first action (median)", .percentile(0.5),
        "Time from the onboarding commit to the first interaction on Home, over users who interacted.",
        .target(.below, 120, Specification.product))
    }
  }

  private var summaryDefinition: KPIDefinition {
    switch self {
    case .summaryCompletionRate:
      .rate(
        "Summary read to the end", "Users who reached scroll depth 1.0 / users who viewed the summary.",
        .target(.atLeast, 0.7, Specification.product), .criterion(.atLeast, 0.65, Specification.product))
    case .summaryTimeOnScreen:
      .seconds(
        "Time on summary (median)", .percentile(0.5), "Seconds on the summary, median over views.",
        .target(.between, .range(30, 60), Specification.product))
    case .learnMoreExpansionRate:
      .rate(
        "Expanded a section", "Users who expanded at least one section / users who viewed the summary.",
        .target(.atLeast, 0.4, Specification.product))
    default:
      .rate(
        "Left summary by its button", "Users who left by the main button / users who viewed the summary.",
        .target(.atLeast, 0.8, Specification.product))
    }
  }

  private var qualityDefinition: KPIDefinition {
    switch self {
    // A 401 that is followed by a successful token renewal counts neither as a request nor as a failure
    // (`KPI.apiErrorRate`).
    case .apiErrorRate:
      .rate(
        "API errors",
        """
        Requests ending in a network error, timeout, 429, 5xx, undecodable reply or an unexpected 4xx / requests. \
        Cancelled requests do not count.
        """,
        .target(.below, 0.01, Specification.product), .criterion(.atMost, 0.05, Specification.product))
    case .apiResponseTime:
      .seconds(
        "API response time (95th percentile)", .percentile(0.95), "Time from send to reply of all completed requests.",
        .target(.below, 2, Specification.product))
    case .crashRate:
      .rate(
        "Crashes", "Sessions in which client code would trap, or is stuck / sessions.",
        .target(.atMost, 0, Specification.quickReference), .target(.below, 0.001, Specification.product),
        .criterion(.atMost, 0.01, Specification.product))
    case .complaints24h:
      .count(
        "Complaints within 24 h",
        "Complaints within 24 h of signup, each drawn with a stated probability at a visible error or violation.",
        .criterion(.atMost, 10, Specification.product))
    case .supportTickets:
      .count(
        "Support tickets",
        "Support tickets, at most one per user, drawn with a stated probability at a visible error or violation.",
        .target(.below, 5, Specification.product),
        .criterion(.atMost, -0.3, versus: .control, Specification.product))
    case .preferencesSaveSuccessRate:
      .rate("Preferences saved", "Saves that reported success and round-trip / saves.")
    case .photoUploadSuccessRate:
      .rate(
        "Photos uploaded", "Photos the app reports stored and the backend holds exactly once / valid photos picked.")
    case .photoUploadTime:
      .seconds("Photo upload time (mean)", .mean, "Time from the first send to the reported success, mean over photos.")
    case .photoRetryRate:
      .rate("Photos retried", "Photos with at least one retry / photos attempted.")
    default:
      .rate(
        "UI lag",
        """
        Taps after which nothing on the screen changed within 100 ms / taps that began an operation while no loading \
        indicator was shown. Drawing takes no time in the simulation.
        """,
        .target(.atMost, 0, Specification.product))
    }
  }
}
