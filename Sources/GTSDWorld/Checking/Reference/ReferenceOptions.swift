package import GTSDModel

/// The choices of this app and backend where the contract leaves one open. The reference model needs them to check
/// the app and the backend.
package struct ReferenceOptions: Sendable, Equatable {
  package var formula: Generation.Formula
  /// Whether the server repeats the first reply to a request with the same key.
  package var honoursKeys: Bool
  /// Whether the server answers reads of tasks and streaks from a cache for minutes.
  package var cachesTasks: Bool
  /// Whether every day brings a new metrics row.
  package var hasDailyRows: Bool
  /// Whether Home reads the metrics each time it appears, even if the last read is recent.
  package var homeReadsOnAppear: Bool
  /// Whether a plan is shown before the summary that was requested with it.
  package var showsPlanAlone: Bool
  /// Whether a write of preferences that names an older revision is refused.
  package var refusesOlderWrites: Bool
  /// Whether opening Plans reads the metrics, however recent the last read is.
  package var plansReadsOnAppear: Bool
  /// Whether the Profile tab reads the profile and shows the result.
  package var profileReads: Bool
  /// Whether the app sends every read. False for an app that answers reads from a cache.
  package var rereadsData: Bool
  /// Whether a summary that was read may answer later reads from a cache.
  package var keepsSummary: Bool
  /// Whether an edit that changes the inputs of metrics creates a new row at once.
  package var recomputesOnEdit: Bool
  /// Whether opening the edit form reads its initial values.
  package var formReads: Bool
  /// Whether a form whose save conflicts with newer stored values reads these and keeps the typed ones.
  package var formFollowsConflicts: Bool
  /// Whether a reply older than the newest known version is read again rather than shown.
  package var waitsForNewest: Bool
  /// Whether metrics that were read stay on Home and Plans until newer data are known.
  package var keepsRows: Bool
  /// Whether the indicator of uploads goes out with the last photo.
  package var endsUploadsAtOnce: Bool
  /// Whether the edit form sends exactly the typed values.
  package var formSendsAsTyped: Bool
  /// Whether a plan disappears from the screen with a save that changes the inputs of plans.
  package var dropsOlderPlans: Bool
  /// Whether Home shows a card whenever an acknowledgment is needed, until it is dismissed.
  package var showsCard: Bool
  /// Whether a failed read of a list of photos is shown.
  package var showsListErrors: Bool
  /// Whether the sheet after onboarding belongs to the root view and loads a summary, and whether an account sees it
  /// only once.
  package var showsSummary: Bool
  package var showsSummaryOnce: Bool
  /// Whether the app asks people without a profile to complete it.
  package var hasZeroState: Bool
  /// The lifetime of an access token.
  package var accessTokenLifetime = TimeSpan.days(366)
  /// The time in which a refresh token can be exchanged.
  package var refreshTokenLifetime: TimeSpan
  /// The time, in nanoseconds, for which the app waits for a reply.
  package var requestTimeout = Int64.max / 2
  /// The rate of the fastest link in bits per microsecond, if the shown progress of a photo is the part that was sent.
  package var fastestLink: Double?
  /// The largest allowed photo, in bytes.
  package var photoMaxBytes = 0
  /// The size in bytes up to which a photo is sent without a check.
  package var largestPick = 0
  /// The size in bytes of the largest photo that the app sends; nil if it does not check them.
  package var largestSent: Int?
  /// The number of photos that the app sends at the same time; nil if there is no limit, or one for each section.
  package var uploadsAtOnce: Int?
  /// Whether photos picked during an upload are sent.
  package var sendsPicks: Bool
  /// Whether at most one renewal of a token runs at a time, and its refusal ends the sign-in.
  package var renewsOnce: Bool
  /// Whether a tap before the first frame with new metrics acknowledges nothing.
  package var waitsForDrawnRows: Bool
  /// Whether a launch shows the stored session and reads meanwhile who is signed in.
  package var asksWhoIsSignedIn: Bool
  /// Whether a photo that failed stays in the selection.
  package var keepsFailedPicks: Bool
  /// Whether a retry sends exactly the failed photos.
  package var sendsFailedPhotos: Bool
  /// Whether failed photos can be sent again.
  package var retriesPhotos: Bool
  /// Whether a photo has a row with its progress from the beginning of its upload to its end.
  package var showsProgress: Bool
  /// Whether the message for a failed photo depends on the kind of failure.
  package var textsByClass: Bool
  /// The number of photos that the app keeps in memory, over all tasks.
  package var photosHeld: Int
  /// Whether the server accepts the zeros of a skip, or of deleted health data, as a profile.
  package var acceptsPlaceholders: Bool
  /// Whether the Profile tab asks people without a profile to complete it.
  package var hasProfileZeroState: Bool
  /// Whether "Complete Profile" opens the account basics.
  package var opensAtBasics: Bool
  /// Whether a read of the user contains the onboarding flag and the preferences.
  package var sendsAllOfMe: Bool
  /// Whether "Maybe later" hides the zero state until Home is loaded again.
  package var hidesPutOff: Bool
  /// Whether the toast that confirms success appears together with the plan, and disappears by itself.
  package var toastsPlans: Bool
  /// Whether a dismissal of the card is confirmed by a toast.
  package var toastsDismissals: Bool
  /// Whether a form says that its save is stored.
  package var confirmsSave: Bool
  /// Whether the app checks a photo before it is sent.
  package var checksPhotos: Bool
  /// Whether the app finds out the outcome of a sign-up or of answers without a reply.
  package var resolvesUnknown: Bool
  /// Whether the app repeats acknowledgments and saves, too, until their outcome is known.
  package var resolvesAllUnknown: Bool
  /// Whether Plans requests no plan while there are no metrics.
  package var plansWaitForMetrics: Bool
  /// Whether Plans offers no refresh while it asks for an acknowledgment.
  package var hidesRefresh: Bool
  /// Whether every new plan is answered with 201, and not only one that was asked for by force.
  package var createsPlans: Bool
  /// Whether the server's clock never goes back, so that its times show the order of events.
  package var clockOnlyAdvances = true
  /// The milliseconds after onboarding answers within which a metrics row must exist; nil without a limit.
  package var metricsWithin: Int64?
  /// The number of requests per minute that the server allows each person; nil if it has no limit, or a limit per
  /// address.
  package var requestsPerMinute: Int?
  /// Whether nothing in this world loses or delays replies beyond their normal latency.
  package var losesNothing = false

  /// Finds the options that all arms of a scenario share.
  package init(_ scenario: Scenario) {
    self.init(scenario.generation, refreshTokenLifetime: scenario.backend.refreshTokenLifetime)
    accessTokenLifetime = scenario.backend.accessTokenLifetime
    photoMaxBytes = scenario.backend.photoMaxBytes
    requestTimeout = scenario.backend.requestTimeout.nanoseconds
    if scenario.generation.photo.progress == .sent { fastestLink = scenario.backend.links.map(\.uplink).max() }
    largestPick = min(photoMaxBytes, scenario.generation.photo.maxBytes)
    let steps = (scenario.story?.given ?? []) + (scenario.story?.steps ?? [])
    clockOnlyAdvances = !(scenario.faults + steps.compactMap(\.parameters.fault)).contains {
      if case .clockSkew = $0.kind { true } else { false }
    }
    let metrics = scenario.generation.metrics
    if metrics.compute != .lazy, metrics.gender == .asOther, metrics.daily == .off {
      let longest = metrics.compute == .inline ? 0 : scenario.backend.metricsDelay.nanoseconds(at: 1 - 1e-9)
      metricsWithin = longest / Nanoseconds.millisecond + 10_000
    }
    losesNothing =
      scenario.backend.lossRate.value == 0 && scenario.faults.isEmpty
      && !scenario.backend.links.contains { $0.gaps != nil }
      && !steps.contains { [.disturb, .restartServer, .airplaneModeOn].contains($0.action) }
    // Faults that refuse requests with 429, or deliver them twice, change the server's count.
    let isCountedOtherwise = (scenario.faults + steps.compactMap(\.parameters.fault)).contains {
      switch $0.kind {
      case .error(status: 429), .duplicate, .rateLimitStorm: true
      default: false
      }
    }
    if scenario.generation.limits.mode == .perUser, !isCountedOtherwise {
      requestsPerMinute = scenario.backend.requestsPerMinute
    }
    for arm in scenario.experiment?.arms ?? [] {
      hasZeroState = hasZeroState && arm.flags.zeroState
      hasProfileZeroState = hasProfileZeroState && arm.flags.zeroState
      showsSummary = showsSummary && arm.flags.metricsSummary
      guard let generation = arm.generation else { continue }
      let options = ReferenceOptions(generation, refreshTokenLifetime: refreshTokenLifetime)
      homeReadsOnAppear = homeReadsOnAppear && options.homeReadsOnAppear
      plansReadsOnAppear = plansReadsOnAppear && options.plansReadsOnAppear
      showsPlanAlone = showsPlanAlone && options.showsPlanAlone
      profileReads = profileReads && options.profileReads
      rereadsData = rereadsData && options.rereadsData
      keepsSummary = keepsSummary || options.keepsSummary
      showsSummary = showsSummary && options.showsSummary
      showsSummaryOnce = showsSummaryOnce || options.showsSummaryOnce
      formReads = formReads && options.formReads
      waitsForNewest = waitsForNewest && options.waitsForNewest
      formFollowsConflicts = formFollowsConflicts && options.formFollowsConflicts
      endsUploadsAtOnce = endsUploadsAtOnce && options.endsUploadsAtOnce
      keepsRows = keepsRows && options.keepsRows
      formSendsAsTyped = formSendsAsTyped && options.formSendsAsTyped
      dropsOlderPlans = dropsOlderPlans && options.dropsOlderPlans
      showsCard = showsCard && options.showsCard
      showsListErrors = showsListErrors && options.showsListErrors
      photosHeld = min(photosHeld, options.photosHeld)
      keepsFailedPicks = keepsFailedPicks && options.keepsFailedPicks
      retriesPhotos = retriesPhotos && options.retriesPhotos
      sendsFailedPhotos = sendsFailedPhotos && options.sendsFailedPhotos
      textsByClass = textsByClass && options.textsByClass
      showsProgress = showsProgress && options.showsProgress
      hidesPutOff = hidesPutOff && options.hidesPutOff
      toastsPlans = toastsPlans && options.toastsPlans
      toastsDismissals = toastsDismissals && options.toastsDismissals
      confirmsSave = confirmsSave && options.confirmsSave
      checksPhotos = checksPhotos && options.checksPhotos
      resolvesUnknown = resolvesUnknown && options.resolvesUnknown
      resolvesAllUnknown = resolvesAllUnknown && options.resolvesAllUnknown
      if let most = uploadsAtOnce { uploadsAtOnce = options.uploadsAtOnce.map { max($0, most) } }
      sendsPicks = sendsPicks && options.sendsPicks
      plansWaitForMetrics = plansWaitForMetrics && options.plansWaitForMetrics
      hidesRefresh = hidesRefresh && options.hidesRefresh
      if generation.photo.progress != .sent { fastestLink = nil }
      renewsOnce = renewsOnce && options.renewsOnce
      waitsForDrawnRows = waitsForDrawnRows && options.waitsForDrawnRows
      asksWhoIsSignedIn = asksWhoIsSignedIn && options.asksWhoIsSignedIn
      largestPick = min(largestPick, generation.photo.maxBytes)
      if let largest = largestSent { largestSent = options.largestSent.map { max($0, largest) } }
    }
  }

  private init(_ generation: Generation, refreshTokenLifetime: TimeSpan) {
    self.refreshTokenLifetime = refreshTokenLifetime
    formula = generation.formula
    hasDailyRows = generation.metrics.daily == .on
    cachesTasks = generation.tasks.cache != .none
    honoursKeys = generation.limits.idempotency == .honoured
    plansReadsOnAppear = generation.metrics.fetch == .always
    homeReadsOnAppear =
      generation.home.reloadOnAppear != .off && generation.card.mounted == .on
      && generation.card.precedence != .atCheck && generation.metrics.fetch != .whenMissing
    showsPlanAlone = generation.plan.fetch == .independent
    keepsFailedPicks = generation.photo.clear == .uploadedOnly
    retriesPhotos = generation.photo.retry != .none
    sendsFailedPhotos = generation.photo.retry == .failedOnly
    textsByClass = generation.photo.errorTexts == .byClass
    showsProgress =
      generation.photo.progress != .none && generation.photo.onChange != .restart
      && generation.photo.retry == .failedOnly
    refusesOlderWrites = generation.prefs.write == .conditional
    profileReads = generation.profile.view == .refetch
    rereadsData = generation.replies.cache == .none
    keepsSummary = generation.summary.cache != .none
    recomputesOnEdit = generation.metrics.recomputeOnEdit == .on && generation.metrics.compute != .lazy
    formReads = generation.prefs.load == .server
    waitsForNewest = generation.replies.apply == .revision
    formFollowsConflicts = formReads && generation.profile.afterSave == .keepEdits
    endsUploadsAtOnce =
      generation.photo.progress != .stages && generation.photo.clear == .uploadedOnly
      && generation.photo.onChange == .enqueueNew && generation.loading.flag == .perOperation
    keepsRows =
      waitsForNewest && generation.metrics.ownership == .user && generation.dismiss.scope == .session
      && generation.card.precedence != .atCheck && generation.acknowledge.onNotFound == .refetch
    let form = generation.form
    formSendsAsTyped =
      form.name == .sent && form.height == .exact && form.weight == .exact && form.gender == .kept
      && form.dates == .sent && generation.profile.save == .single
    dropsOlderPlans = generation.plan.invalidate == .onEdit && generation.profile.save == .single
    showsCard = generation.card.mounted == .on && generation.dismiss.scope == .session
    showsListErrors = generation.loading.errors == .perOperation
    showsSummary = generation.flags.metricsSummary && generation.summary.host == .root
    showsSummaryOnce = generation.summary.once != .off
    hasZeroState = generation.flags.zeroState && generation.zeroState.location.holds(.home)
    hasProfileZeroState = generation.flags.zeroState && generation.zeroState.location.holds(.profile)
    opensAtBasics = generation.zeroState.opens == .accountBasics
    acceptsPlaceholders = generation.onboarding.skip == .accept
    sendsAllOfMe = generation.wire.me == .full
    hidesPutOff = generation.zeroState.later == .hide
    toastsPlans = generation.acknowledge.toast == .planShown
    toastsDismissals = generation.dismiss.toast == .shown
    confirmsSave = generation.profile.feedback == .success
    checksPhotos = generation.photo.checks == .before
    if checksPhotos { largestSent = generation.photo.maxBytes }
    resolvesUnknown = generation.onboarding.onUnknown == .resolve
    resolvesAllUnknown =
      resolvesUnknown && generation.acknowledge.onUnknown == .resolve && generation.profile.afterSave == .keepEdits
    createsPlans = generation.plan.status == .tests
    plansWaitForMetrics = generation.plan.onMetricsError == .block && waitsForNewest
    hidesRefresh = generation.plan.toolbar == .afterAcknowledgment
    if case .bounded(let count) = generation.photo.upload, generation.photo.onChange == .enqueueNew {
      uploadsAtOnce = max(1, count)
    }
    sendsPicks = generation.photo.onChange != .waits
    renewsOnce = generation.auth.refresh == .singleFlight
    waitsForDrawnRows = generation.acknowledge.marks == .sent
    asksWhoIsSignedIn = generation.auth.restore == .keep && rereadsData
    // A single list that all tasks share shows the data that were read last.
    photosHeld = generation.photo.cache == .perTask ? generation.photo.cacheItems : 0
  }
}
