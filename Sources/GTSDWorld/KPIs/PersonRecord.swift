import GTSDModel
import Statistics

/// The data about one person that the KPIs keep during the run. Times are nanoseconds, -1 for never.
struct PersonRecord {
  var arm: UInt8 = 0
  var requests: Int32 = 0
  var stateChanges: Int32 = 0
  var sessions: Int32 = 0
  var photos = PhotoTally()
  /// A request that was refused with 401.
  struct Refusal {
    var endpoint: Endpoint
    var device: UInt8
    var time: Int64
  }

  /// The refused requests of current sessions for which it is not known yet whether a repetition succeeds.
  var refusals: [Refusal] = []
  /// The outcome of an upload's last request.
  var photoOutcome = SimulationEvent.Outcome.cancelled
  /// The number of replies by latency.
  private var latencies: [UInt16] = []
  var apiErrors = TrialTally()
  /// The number of violations.
  var violations: Int32 = 0
  var metricsLoadErrors = TrialTally()
  private var cardRoute = TrialTally()
  private var acknowledgmentErrors = TrialTally()
  var uiLags = TrialTally()
  /// The number of saves of the edit form. The next value is the number of items in the last save that stored lists, -1
  /// for none.
  private var edits: Int32 = 0
  private var preferences: Int32 = -1

  var crashes = CrashTally()
  private(set) var signedUpAt: Int64 = -1
  private(set) var onboardedAt: Int64 = -1
  private(set) var answeredAt: Int64 = -1
  private(set) var skippedAt: Int64 = -1
  private(set) var acknowledgedAt: Int64 = -1
  private(set) var cardViewedAt: Int64 = -1
  private(set) var profileTabAt: Int64 = -1
  private(set) var firstActionAt: Int64 = -1
  private(set) var summaryViewedAt: Int64 = -1
  private(set) var cardVisible: Int64 = 0
  private(set) var flags: Flags = []
  private var acknowledgeSucceeded = false
  var preferencesSaves = PreferencesSaveTally()
  private var devices = (DeviceRecord(), DeviceRecord())
  var lags = (TapLag(), TapLag())
  /// The times of visible problems. A person may complain at each.
  private var problems: [Int64] = []

  struct Flags: OptionSet {
    var rawValue: UInt16
    static let dismissed = Flags(rawValue: 1 << 0)
    static let reviewed = Flags(rawValue: 1 << 1)
    static let planShown = Flags(rawValue: 1 << 2)
    static let zeroViewed = Flags(rawValue: 1 << 3)
    static let zeroTapped = Flags(rawValue: 1 << 4)
    static let summaryViewed = Flags(rawValue: 1 << 5)
    static let summaryRead = Flags(rawValue: 1 << 6)
    static let summaryExpanded = Flags(rawValue: 1 << 7)
    static let summaryButton = Flags(rawValue: 1 << 8)
    static let retained = Flags(rawValue: 1 << 9)
    /// Whether the person last came to Plans by tapping the card.
    static let openedByCard = Flags(rawValue: 1 << 10)
    /// The person opened the first review by the card.
    static let reviewedByCard = Flags(rawValue: 1 << 11)
  }

  /// The parts of one device's screen that are needed for the time for which the card is visible, and for the funnel.
  struct DeviceRecord {
    var foreground = false
    var onHome = true
    var onPlans = false
    /// The content of Plans: a value of `plansScreen`, set even before the tab is opened.
    var plans: Int64 = 0
    var card = false
    var since: Int64 = 0
    var sessionStart: Int64 = -1

    var showsCard: Bool { foreground && onHome && card }
  }

  // MARK: Inputs

  /// Records a reply after `latency` nanoseconds.
  mutating func answered(after latency: Int64) {
    if latencies.isEmpty { latencies = Array(repeating: 0, count: ClusterQuantiles.slots) }
    let slot = ClusterQuantiles.slot(of: latency)
    if latencies[slot] < .max { latencies[slot] += 1 }
  }

  mutating func committed(_ commit: Commit, _ event: SimulationEvent) {
    guard event.account == 0 else { return }
    switch commit {
    case .account:
      if signedUpAt < 0 { signedUpAt = event.time }
    case .onboarded(let complete):
      if answeredAt < 0 { answeredAt = event.time }
      if complete {
        if onboardedAt < 0 { onboardedAt = event.time }
      } else if skippedAt < 0, onboardedAt < 0 {
        skippedAt = event.time
      }
    case .profile(let complete, _):
      if complete, onboardedAt < 0, skippedAt >= 0 { onboardedAt = event.time }
    case .acknowledgment:
      if acknowledgedAt < 0, onboardedAt >= 0 { acknowledgedAt = event.time }
    case .preferences(_, let after, _):
      preferencesSaves.committed(after)
    case .photo(let item, _):
      photos.stored(item)
    case .basicProfile, .photoDeleted, .metrics, .plan, .signedIn, .rotated, .refreshRefused, .loggedOut, .evidence,
      .metricsRefused, .targets, .accountDeleted:
      break
    }
  }

  mutating func analytics(_ event: AnalyticsEvent, at time: Int64, into arms: inout [ArmFold]) {
    switch event {
    case .cardViewed:
      if cardViewedAt < 0 { cardViewedAt = time }
    case .cardDismissed:
      flags.insert(.dismissed)
    case .metricsAcknowledged(_, _, let source):
      // The app reports how Plans was last entered (`Device.openTab`).
      acknowledgeSucceeded = true
      arms[Int(arm)].cardRoute.count(source == .card)
      cardRoute.count(source == .card)
    case .zeroStateViewed:
      flags.insert(.zeroViewed)
    case .zeroStateTapped(let action, _):
      if action == .completeProfile { flags.insert(.zeroTapped) }
    case .summaryViewed:
      flags.insert(.summaryViewed)
      if summaryViewedAt < 0 { summaryViewedAt = time }
    case .summaryScrolled(let depth, _):
      if depth >= 100 { flags.insert(.summaryRead) }
    case .summaryLearnMoreTapped(_, let expanded):
      if expanded { flags.insert(.summaryExpanded) }
    case .summaryCompleted(let shown, _, let depth, let exit):
      if depth >= 100 { flags.insert(.summaryRead) }
      if exit == .getStartedButton { flags.insert(.summaryButton) }
      arms[Int(arm)].summaryTimeOnScreen.record(shown)
    case .preferencesSaved(let diets, let allergies):
      preferences = diets + allergies
    case .cardTapped, .zeroStateProfileCompleted, .photoUploaded, .signupCompleted,
      .onboardingCompleted, .onboardingSkipped, .appLaunched, .tabChanged, .apiError, .acknowledgeFailed,
      .photoUploadFailed, .preferencesSaveFailed:
      break
    }
  }

  mutating func published(_ variable: StateVariable, _ value: Int64, _ cause: Cause, _ event: SimulationEvent) {
    switch variable {
    case .homeCard:
      screen(event) { $0.card = value == HomeCard.shown.rawValue }
    case .tab:
      screen(event) {
        $0.onHome = value == Tab.home.published
        $0.onPlans = value == Tab.plans.published
      }
      sawPlans(event)
      if value == Tab.profile.published, profileTabAt < 0, event.account == 0 { profileTabAt = event.time }
    case .plansScreen:
      screen(event) { $0.plans = value }
      sawPlans(event)
    case .preferencesSaved:
      if event.account == 0 { preferencesSaves.reported(value) }
    case .editPreferences:
      guard event.account == 0 else { break }
      switch cause {
      case .person: preferencesSaves.edited()
      // A reply changes the form before typing begins, or leaves the typed values.
      case .reply: break
      case .launch, .start, .failure, .cancellation, .acknowledgment, .dismissal, .signOut, .settle:
        preferencesSaves.dropped()
      }
    case .homeError, .plansError, .acknowledgeError, .onboardingError, .profileError, .editError, .photosError,
      .photosListError, .tasksError, .streaksError:
      if value > 0 { met(problemAt: event.time) }
    default:
      break
    }
  }

  private mutating func sawPlans(_ event: SimulationEvent) {
    let device = event.device == 0 ? devices.0 : devices.1
    guard device.onPlans else { return }
    if device.plans == PlansScreen.acknowledgment.published {
      if !flags.contains(.reviewed), flags.contains(.openedByCard) { flags.insert(.reviewedByCard) }
      flags.insert(.reviewed)
    }
    if device.plans == PlansScreen.plan.published { flags.insert(.planShown) }
  }

  /// Records a visible error or violation, which is an occasion to complain. More than 64 are not counted.
  mutating func met(problemAt time: Int64) {
    if problems.count < 64 { problems.append(time) }
  }

  mutating func acted(_ action: PersonAction, at time: Int64) {
    if action == .reviewCard { flags.insert(.openedByCard) } else if action == .openTab { flags.remove(.openedByCard) }
    guard onboardedAt >= 0, firstActionAt < 0 else { return }
    switch action {
    case .openTab, .pullToRefresh, .reviewCard, .dismissCard, .completeProfile, .maybeLater, .openPhotos, .openEdit:
      firstActionAt = time
    default:
      break
    }
  }

  mutating func sessionStarted(_ event: SimulationEvent) {
    sessions += 1
    screen(event) {
      $0.foreground = true
      $0.onHome = true
      $0.card = false
      $0.sessionStart = event.time
    }
    if isDay7(event.time) { flags.insert(.retained) }
  }

  mutating func sessionEnded(_ event: SimulationEvent, into fold: inout KPIFold) {
    var start: Int64 = -1
    screen(event) {
      start = $0.sessionStart
      $0.foreground = false
      $0.card = false
      $0.sessionStart = -1
    }
    if start >= 0 { fold.arms[Int(arm)].sessionLength.record(event.time - start) }
    crashes.sessionEnded(at: event.time, arm: arm, into: &fold)
  }

  mutating func acknowledgeEnded(into arms: inout [ArmFold]) {
    arms[Int(arm)].acknowledgmentErrors.count(!acknowledgeSucceeded)
    acknowledgmentErrors.count(!acknowledgeSucceeded)
    acknowledgeSucceeded = false
  }

  /// Counts a photo that the app shows as failed.
  func failed(_ state: PhotoItemState, into arms: inout [ArmFold]) {
    switch state {
    case .invalid: arms[Int(arm)].photosNotAllowed += 1
    case .failed: arms[Int(arm)].countFailedPhoto(photoOutcome)
    case .selected, .uploading, .uploaded, .removed: break
    }
  }

  mutating func saveEnded(into arms: inout [ArmFold]) {
    edits += 1
    if let isSaved = preferencesSaves.ended() { arms[Int(arm)].preferencesSaved.count(isSaved) }
  }

  /// Changes the state of a device's screen, adding up the time for which the card was visible.
  mutating func screen(_ event: SimulationEvent, _ change: (inout DeviceRecord) -> Void) {
    var record = event.device == 0 ? devices.0 : devices.1
    if record.showsCard { cardVisible += event.time - record.since }
    change(&record)
    record.since = event.time
    if event.device == 0 { devices.0 = record } else { devices.1 = record }
  }

  // MARK: The end

  mutating func finish(horizon: Int64, into fold: inout KPIFold, complains: (Int) -> Bool) {
    if signedUpAt >= 0 { finishSignedUp(horizon, &fold, complains) }
    crashes.finish(hasStarted: sessions > 0, horizon: horizon, arm: arm, into: &fold)
    fold.arms[Int(arm)].apiErrorsByPerson.add(apiErrors)
    fold.arms[Int(arm)].apiResponseTimeByPerson.add(latencies)
    fold.arms[Int(arm)].metricsLoadErrorsByPerson.add(metricsLoadErrors)
    fold.arms[Int(arm)].cardRouteByPerson.add(cardRoute)
    fold.arms[Int(arm)].acknowledgmentErrorsByPerson.add(acknowledgmentErrors)
    fold.arms[Int(arm)].crashedSessionsByPerson.add(crashes.sessions)
    fold.arms[Int(arm)].preferencesSavedByPerson.add(preferencesSaves.saves)
    fold.arms[Int(arm)].uiLagsByPerson.add(uiLags)
    fold.arms[Int(arm)].violations += Int(violations)
    let violated = TrialTally(trials: signedUpAt >= 0 ? 1 : 0, counted: Int64(violations))
    fold.arms[Int(arm)].violationsByPerson.add(violated)
  }

  private mutating func finishSignedUp(_ horizon: Int64, _ fold: inout KPIFold, _ complains: (Int) -> Bool) {
    let slice = Int(arm)
    for device in [devices.0, devices.1] where device.showsCard { cardVisible += horizon - device.since }
    finishFunnel(into: &fold)
    fold.arms[slice].users += 1
    fold.arms[slice].sessions += Int(sessions)
    fold.arms[slice].requestsPerUser.record(Int64(requests))
    fold.arms[slice].sessionsPerUser.record(Int64(sessions))
    fold.arms[slice].stateChangesPerUser.record(Int64(stateChanges))
    fold.arms[slice].editsPerUser.record(Int64(edits))
    if preferences >= 0 { fold.arms[slice].preferencesPerUser.record(Int64(preferences)) }
    finishAcknowledgment(horizon, &fold.arms[slice])
    finishBanner(&fold.arms[slice])
    if firstActionAt >= 0 { fold.arms[slice].onboardingToFirstAction.record(firstActionAt - onboardedAt) }
    finishProfile(horizon, &fold.arms[slice])
    finishZeroState(&fold.arms[slice])
    finishSummary(&fold.arms[slice])
    finishDays(horizon, &fold.daily[slice])
    photos.finish(into: &fold.arms[slice])
    var complained = false
    for (index, time) in problems.enumerated() where !complained && complains(index) {
      complained = true
      fold.arms[slice].tickets += 1
      fold.triggers.complained(arm: arm, at: time)
      if time <= signedUpAt + Nanoseconds.day { fold.arms[slice].complaints24h += 1 }
    }
  }

  /// Adds up the figures of a person who saw the card, called a viewer of the banner in the indicators.
  private func finishBanner(_ arm: inout ArmFold) {
    guard cardViewedAt >= 0 else { return }
    arm.dismissals.count(flags.contains(.dismissed))
    arm.bannerVisible.record(cardVisible)
    var visible = TrialTally()
    (visible.trials, visible.counted) = (1, cardVisible / Nanoseconds.millisecond)
    arm.bannerVisibleByPerson.add(visible)
    if acknowledgedAt >= cardViewedAt { arm.cardViewToAcknowledge.record(acknowledgedAt - cardViewedAt) }
  }

  private func finishZeroState(_ arm: inout ArmFold) {
    arm.zeroStateViews.count(flags.contains(.zeroViewed))
    if flags.contains(.zeroViewed) { arm.zeroStateTapThrough.count(flags.contains(.zeroTapped)) }
  }

  private func finishSummary(_ arm: inout ArmFold) {
    guard flags.contains(.summaryViewed) else { return }
    arm.summaryReadToEnd.count(flags.contains(.summaryRead))
    arm.summaryExpanded.count(flags.contains(.summaryExpanded))
    arm.summaryButtonExit.count(flags.contains(.summaryButton))
  }
}
