extension Hazard {
  /// Sessions, flags, errors, caches and load (contract 4.8 to 4.10).
  static let session: [Hazard] = [
    Hazard(
      .responseAfterLogout, [.user], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.8", seeds: "S3 rule", knob: "logout during load"),
    Hazard(
      .crossUserSingleton, [.user], head: .yes, seedCurrent: .no, seedFixed: .yes,
      layer: .client, section: "4.8", seeds: "", knob: "account switch"),
    Hazard(
      .tokenRefreshStampede, [.token], head: .note("server"), seedCurrent: .note("if refresh on"),
      seedFixed: .note("if refresh on"),
      layer: .both, section: "4.8", seeds: "", knob: "token expiry with k requests"),
    Hazard(
      .fifteenMinuteCliff, [.token], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.8", seeds: "", knob: "session >15 min"),
    Hazard(
      .logoutDoesNotRevoke, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .both, section: "4.8", seeds: "", knob: "none (deterministic)",
      predicate: "A log-out revokes the refresh token."),
    Hazard(
      .logoutWaitsForNetwork, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.8", seeds: "", knob: "slow logout",
      predicate: "After a log-out, the app sends nothing for the account."),
    Hazard(
      .launchOfflineLogout, [], head: .note("latent"), seedCurrent: .note("if restore on"),
      seedFixed: .note("if restore on"),
      layer: .client, section: "4.8", seeds: "", knob: "launch offline",
      predicate: "A network error ends no session."),
    Hazard(
      .sessionNotRestored, [.token], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "3.3", seeds: "", knob: "cold launch"),
    Hazard(
      .onboardingFlagRegression, [], head: .note("server"), seedCurrent: .outside,
      seedFixed: .note("yes with head `/auth/me`"),
      layer: .both, section: "4.8", seeds: "(S4 step 2)", knob: "refresh user",
      predicate: "Onboarding stays complete."),
    Hazard(
      .sharedLoadingFlag, [.live], head: .yes, seedCurrent: .no, seedFixed: .no,
      layer: .client, section: "4.9", seeds: "S4 hint", knob: "parallel operations"),
    Hazard(
      .siblingClearsError, [.err, .photo], head: .yes, seedCurrent: .no, seedFixed: .no,
      layer: .client, section: "4.9", seeds: "", knob: "mixed success/failure"),
    Hazard(
      .rapidTabSwitchStorm, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.9", seeds: "S0", knob: "switch rate",
      predicate: "A screen has one load at a time, and does not exceed the rate limit by itself."),
    Hazard(
      .cancelledReportedAsNetworkError, [.err], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.9", seeds: "", knob: "leave tab mid-load"),
    Hazard(
      .cancelledLeavesLoading, [.live], head: .no, seedCurrent: .note("inject"), seedFixed: .note("inject"),
      layer: .client, section: "4.9", seeds: "hint", knob: "leave tab mid-load"),
    Hazard(
      .cancellationHotRetry, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.9", seeds: "", knob: "close sheet mid-retry",
      predicate: "At least 2 s pass between two attempts."),
    Hazard(
      .guardDropsRefresh, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.9", seeds: "", knob: "refresh during retry",
      predicate: "A refresh shows data that are at least as new as its start."),
    Hazard(
      .errorHidesCard, [.agree], head: .outside, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.9", seeds: "contradictory", knob: "metrics error rate"),
    Hazard(
      .errorNeedFlip, [], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.9", seeds: "", knob: "404 then re-check",
      predicate: "The need to acknowledge changes only with new data."),
    Hazard(
      .photoCacheClobber, [], head: .note("method"), seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.10", seeds: "(S4 code)", knob: "task view then gallery",
      predicate: "A list contains all photos of its task that the app has read."),
    Hazard(
      .cacheEviction, [.round], head: .yes, seedCurrent: .yes, seedFixed: .yes,
      layer: .client, section: "4.10", seeds: "S4 hint", knob: ">50 photos, >100 tasks"),
    Hazard(
      .serverCacheStaleness, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.10", seeds: "", knob: "read within TTL",
      predicate: "A read is at most as old as the cache allows."),
    Hazard(
      .ipLimitCollapse, [], head: .yes, seedCurrent: .outside, seedFixed: .outside,
      layer: .server, section: "4.10", seeds: "", knob: "users per address",
      predicate: "The rate limit of one user does not depend on other users."),
    Hazard(
      .firstPlanDecodeOnStrictDates, [.commit], head: .note("yes (strict)"), seedCurrent: .outside, seedFixed: .outside,
      layer: .client, section: "4.10", seeds: "", knob: "decoder strictness"),
  ]
}
