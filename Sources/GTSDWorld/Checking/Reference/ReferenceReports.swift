import GTSDModel

/// The events that a phone may report to analytics and those that it must. They follow from the taps, the requests and
/// replies, and the screen.
///
/// The time is checked only between two reports of a phone, and only until the person sets the phone's clock.
struct ReferenceReports: Sendable {
  /// The reports about an account with their times, in nanoseconds of virtual time; -1 for an event not reported from
  /// this phone.
  private struct Memory: Sendable {
    var account: Int
    var signedUpAt: Int64 = -1
    var onboardedAt: Int64 = -1
    var skippedAt: Int64 = -1
  }

  /// The reported figures of a summary.
  private struct Summary: Sendable, Equatable {
    var (bmr, tdee, calories, weeks): (Int32, Int32, Int32, Int32)
    var goal: Goal
  }

  /// A tap that the app reports to analytics.
  private enum Tap: Equatable {
    case none
    case tab(Tab)
    case card(AnalyticsEvent.CardAction)
    case zeroState(AnalyticsEvent.ZeroStateAction)
    case exit(SummaryExit)
    case section(SummarySection)
  }

  private var memories: [Memory] = []
  /// The time at which the person last set the clock, in nanoseconds; -1 for never. Spans around it are not judged.
  private(set) var clockSetAt: Int64 = -1
  /// Whether the app's launch must still be reported.
  private var isLaunching = false
  /// Whether a sign-up was granted whose session is not on screen yet.
  private var hasSignedUp = false
  /// The outcomes that were not reported yet.
  var outcomes = ReferenceOutcomes()
  /// The last tap of this instant. Its reports come before the next tap.
  private var tap = Tap.none
  /// Failures that reached the phone at this instant, except those of requests whose reply is not awaited.
  private var failures: [(endpoint: Endpoint, status: Int32, isOwed: Bool)] = []
  /// The endpoint of the latest successful reply.
  private var lastGranted: Endpoint?
  /// The number of the last request of earlier sign-ins.
  private var lastOfEarlier: Int32 = 0
  private var lastSent: Int32 = 0
  private var hasViewed = (card: false, zeroState: false)
  /// The way in which the person last came to Plans.
  private var plansEntry = AnalyticsEvent.PlansEntry.tab
  /// The last summary received for the sheet, and the time at which the sheet showed one.
  private var summary: Summary?
  private var summaryShownAt: Int64 = -1
  /// The scroll depth of the sheet in percent, its open sections, and those that have ever been open.
  private var depth: Int32 = 0
  private var (open, expanded) = (AnalyticsEvent.SummarySections(), AnalyticsEvent.SummarySections())
  /// The version of the metrics that the latest acknowledgment named.
  private var sentVersion: Int?
  /// The preferences sent by the latest two saves that sent all of them. The save of a closed form may still be in
  /// progress.
  private var sentPreferences: [(preferences: Int, allergies: Int)]?
  /// The preferences that a save has read since it last sent something. After a lost reply it may find everything
  /// stored, even what it had not sent yet.
  private var readBySave: (preferences: Int, allergies: Int)?
  /// Photos that were stored but not yet reported.
  private var storedPhotos: [(task: Int, size: Int)] = []

  /// Handles the start of the process. Data about accounts are kept.
  mutating func launched() {
    let (memories, clockSetAt) = (memories, clockSetAt)
    self = ReferenceReports()
    self.memories = memories
    self.clockSetAt = clockSetAt
    isLaunching = true
  }

  /// Records that a user signed in or out.
  mutating func signedInOrOut() {
    let earlier = self
    launched()
    tap = earlier.tap
    isLaunching = earlier.isLaunching
    outcomes = earlier.outcomes
    lastSent = earlier.lastSent
    lastOfEarlier = earlier.lastSent
    if earlier.hasSignedUp { require(.signupCompleted) }
  }

  /// The reports due at this instant, and those that were made, one bit per name.
  private var (requiredNames, reportedNames) = (UInt64(0), UInt64(0))
  /// The names of the reports since the last tap of this instant, as one bit each.
  private var namesSinceTap = UInt64(0)
  /// The photos that are being sent, with the time in nanoseconds at which the last attempt began.
  private var sending: [(item: PhotoItemID, since: Int64)] = []
  /// The time from sending to storage of each photo that was stored at this instant.
  private var spans: [Int64] = []
  /// The tab that was reported at this instant.
  private var reportedTab: Tab?
  /// Whether another tab came on screen at this instant.
  var hasTabChanged = false
  /// Whether a save and a read of the form failed at this instant.
  private var (hasSaveFailed, hasFormReadFailed) = (false, false)
  /// Statuses of failed requests of this sign-in, by operation.
  private var statuses: [(operation: Operation, status: Int32)] = []

  /// Requires a report of an element that appeared on screen at this instant.
  mutating func require(_ event: AnalyticsEvent) { requiredNames |= 1 << UInt64(event.nameIndex) }

  /// Records that the card disappeared; returns true if its button was tapped.
  mutating func cardDisappeared() -> Bool {
    guard tap == .card(.dismiss) else { return false }
    require(.cardTapped(.dismiss))
    require(.cardDismissed)
    return true
  }

  /// Requires a report of the tap if a tap closed a zero state.
  mutating func zeroStateClosed() {
    if tap == .zeroState(.maybeLater) { require(.zeroStateTapped(.maybeLater)) }
  }

  /// Records that onboarding was opened again; returns true if the zero state's button for it was tapped.
  mutating func onboardingReopened() -> Bool {
    guard tap == .zeroState(.completeProfile) else { return false }
    require(.zeroStateTapped(.completeProfile))
    return true
  }

  /// Records that the form shows a failure. The report of a failed save is due if the reply at this instant says so,
  /// and the failure is not that of a read.
  mutating func formShownAsFailed() {
    if hasSaveFailed, !hasFormReadFailed { require(.preferencesSaveFailed(status: 0)) }
  }

  mutating func photo(_ item: PhotoItemID, _ state: PhotoItemState, at time: Int64) {
    switch state {
    case .uploading:
      sending.removeAll { $0.item == item }
      sending.append((item, time))
    case .uploaded:
      require(.photoUploaded(taskID: 0, fileSize: 0, duration: 0))
      if let place = sending.firstIndex(where: { $0.item == item }) {
        spans.append(time - sending.remove(at: place).since)
      }
    case .failed:
      outcomes.photoFailed()
      require(.photoUploadFailed(status: 0))
    default: break
    }
  }

  /// The time since which a photo is being uploaded, in nanoseconds; nil if it is not.
  func sendingSince(_ item: PhotoItemID) -> Int64? { sending.last { $0.item == item }?.since }

  /// Whether the card's review button was tapped last.
  var isCardTapped: Bool { tap == .card(.review) }

  // MARK: Inputs

  mutating func setClock(at time: Int64) { clockSetAt = time }

  mutating func tapped(_ action: UserAction) {
    namesSinceTap = 0
    switch action {
    case .openTab(let tab): tap = .tab(tab)
    case .reviewCard: tap = .card(.review)
    case .dismissCard: tap = .card(.dismiss)
    case .completeProfile: tap = .zeroState(.completeProfile)
    case .maybeLater: tap = .zeroState(.maybeLater)
    case .exitSummary(let exit): tap = .exit(exit)
    case .expandSummary(let section):
      tap = .section(section)
      let bit = AnalyticsEvent.SummarySections(rawValue: 1 << section.rawValue)
      open.formSymmetricDifference(bit)
      expanded.formUnion(bit)
    case .scrollSummary(let percent): depth = max(depth, min(100, max(0, percent)))
    default: break
    }
  }

  /// Records that Plans came on screen.
  mutating func plansOpened() {
    switch tap {
    case .tab: plansEntry = .tab
    case .card: plansEntry = .card
    default: break
    }
  }

  mutating func summaryShown(at time: Int64) {
    summaryShownAt = time
    depth = 0
    (open, expanded) = ([], [])
  }

  mutating func sent(_ request: borrowing WireCall) {
    lastSent = max(lastSent, request.id)
    // Only a few kinds of requests are examined further, since their bodies would be copied.
    guard request.operation == .editSave || request.operation == .acknowledge else { return }
    switch request.body {
    case .acknowledge(let version, _): sentVersion = version
    case .updateBasicProfile: readBySave = nil
    case .updatePreferences(let update): note(update)
    case .updateProfile(let update): note(update.preferences)
    default: break
    }
  }

  private mutating func note(_ update: PreferencesUpdate) {
    readBySave = nil
    guard let preferences = update.dietaryPreferences, let allergies = update.allergies else {
      if !update.isEmpty { sentPreferences = nil }
      return
    }
    sentPreferences = (sentPreferences ?? []).suffix(1) + [(preferences.count, allergies.count)]
  }

  /// Handles a reply, or the end of waiting for one. Nothing is reported for a request that the client has given up.
  mutating func received(_ request: borrowing WireCall, status: Int, _ reply: APIResponse?, isGranted: Bool) {
    guard isGranted else { return failed(request, status: status) }
    lastGranted = request.body.endpoint
    // The same as for the previous case.
    switch request.operation {
    case .signUp: hasSignedUp = lastGranted == .signUp
    case .summary:
      guard case .summary(let payload) = reply else { return }
      summary = Summary(
        bmr: Int32(payload.targets.bmr), tdee: Int32(payload.targets.tdee), calories: Int32(payload.targets.calories),
        weeks: Int32(payload.estimatedWeeks ?? 0), goal: payload.profile.primaryGoal)
    case .photoUpload:
      switch request.body {
      case .uploadPhoto(let photo): storedPhotos.append((photo.taskID, photo.fileSize))
      case .confirmPhoto(let photo): storedPhotos.append((photo.taskID ?? 0, photo.fileSize))
      default: break
      }
    case .editSave:
      guard case .profile(let profile) = reply else { return }
      let stored = profile.preferences.preferences
      readBySave = (stored.dietaryPreferences.count, stored.allergies.count)
    default: break
    }
  }

  private mutating func failed(_ request: borrowing WireCall, status: Int) {
    let endpoint = request.body.endpoint
    // Metrics that are still being calculated are not an error.
    if endpoint == .todayMetrics, status == 404 { return }
    let isGranted = (200..<300).contains(status)
    // A later save of other values does not report a refused save.
    if request.operation == .editSave, status >= 300 { sentPreferences = nil }
    if request.operation == .editSave, request.body.savesForm { hasSaveFailed = true }
    if request.operation == .editLoad { hasFormReadFailed = true }
    if let operation = request.operation {
      let code = isGranted ? 0 : Int32(clamping: status)
      if !statuses.contains(where: { $0.operation == operation && $0.status == code }) {
        statuses.append((operation, code))
      }
    }
    let isOwed = request.accessToken != nil && request.id > lastOfEarlier
    failures.append((endpoint, isGranted ? 0 : Int32(clamping: status), isOwed))
  }

  /// Whether a request was sent since the last sign-in.
  func isOfPresentSignIn(_ request: Int32) -> Bool { request > lastOfEarlier }

  // MARK: Judging

  /// Records a report; returns whether one tap, one saved form or one operation was already reported.
  mutating func isRepeated(_ event: AnalyticsEvent) -> Bool {
    let bit: UInt64 = 1 << UInt64(event.nameIndex)
    defer { namesSinceTap |= bit }
    if outcomes.isSpent(event) { return true }
    switch event {
    case .tabChanged, .cardTapped, .cardDismissed, .zeroStateTapped, .summaryLearnMoreTapped, .summaryCompleted,
      .summaryScrolled, .preferencesSaved, .signupCompleted, .zeroStateProfileCompleted:
      return namesSinceTap & bit != 0
    case .cardViewed, .metricsAcknowledged, .zeroStateViewed, .summaryViewed, .photoUploaded, .onboardingCompleted,
      .onboardingSkipped, .appLaunched, .apiError,
      .acknowledgeFailed, .photoUploadFailed, .preferencesSaveFailed:
      return false
    }
  }

  /// Whether a report is true, as far as the reference can know.
  ///
  /// - Parameter shown: the phone's screen.
  mutating func isSound(
    _ event: AnalyticsEvent, at time: Int64, account: Int?, keepsSummary: Bool, shows: (StateVariable) -> Int64
  ) -> Bool {
    reportedNames |= 1 << UInt64(event.nameIndex)
    func hasFailed(_ operation: Operation, _ status: Int32) -> Bool {
      statuses.contains { $0.operation == operation && $0.status == status }
    }
    switch event {
    case .tabChanged(let tab):
      // A move without a tap is reported correctly: the screen changes after the report.
      reportedTab = tab
      return true
    case .cardViewed:
      defer { hasViewed.card = true }
      return !hasViewed.card && shows(.homeCard) == HomeCard.shown.rawValue
    case .zeroStateViewed(let hasCompleted, let days, let tab):
      defer { hasViewed.zeroState = true }
      let memory = memory(of: account)
      let isShown =
        tab == .home ? shows(.homeZeroState) > 0 : shows(.profileFace) == ProfileFace.zeroState.published
      return !hasViewed.zeroState && isShown && shows(.tab) == tab.published
        && hasCompleted == (memory.onboardedAt >= 0)
        && (hasSetClock(since: memory.signedUpAt) || days == Self.days(since: memory.signedUpAt, at: time))
    case .cardTapped(let action): return tap == .card(action)
    case .cardDismissed: return tap == .card(.dismiss)
    case .zeroStateTapped(let action, let tab):
      return tap == .zeroState(action) && shows(.tab) == tab.published
    case .signupCompleted:
      signedUp(account, at: time)
      return true
    case .onboardingSkipped:
      answered(isSkip: true, account, at: time)
      return true
    case .onboardingCompleted:
      answered(isSkip: false, account, at: time)
      return true
    case .zeroStateProfileCompleted(let since, let days):
      let memory = memory(of: account)
      return memory.skippedAt >= 0 && memory.onboardedAt == time
        && (hasSetClock(since: min(memory.signedUpAt, memory.skippedAt))
          || days == Self.days(since: memory.skippedAt, at: time)
            && since == Self.span(since: memory.signedUpAt, at: time))
    case .metricsAcknowledged(let version, let since, let source):
      return source == plansEntry && sentVersion.map { $0 == Int(version) } ?? true
        && (hasSetClock(since: memory(of: account).onboardedAt)
          || since == Self.span(since: memory(of: account).onboardedAt, at: time))
    case .summaryViewed(let bmr, let tdee, let calories, let goal, let weeks):
      return keepsSummary || summary == Summary(bmr: bmr, tdee: tdee, calories: calories, weeks: weeks, goal: goal)
    case .summaryLearnMoreTapped(let section, let isOpen):
      return tap == .section(section) && isOpen == open.contains(.init(rawValue: 1 << section.rawValue))
    case .summaryScrolled(let percent, let span):
      return percent == depth && span == Self.span(since: summaryShownAt, at: time)
    case .summaryCompleted(let span, let sections, let percent, let exit):
      return span == Self.span(since: summaryShownAt, at: time) && tap == .exit(exit)
        && (sections, percent) == (expanded, depth)
    case .preferencesSaved(let preferences, let allergies):
      let counts = (Int(preferences), Int(allergies))
      return sentPreferences?.contains { $0 == counts } ?? true || readBySave.map { $0 == counts } ?? false
    case .photoUploaded(let task, let size, let span):
      guard let place = spans.firstIndex(of: span) else { return false }
      spans.remove(at: place)
      guard let index = storedPhotos.firstIndex(where: { $0 == (Int(task), Int(size)) }) else { return false }
      storedPhotos.remove(at: index)
      return true
    case .apiError(let endpoint, let status):
      guard let index = failures.firstIndex(where: { $0.endpoint == endpoint && $0.status == status }) else {
        // The app may be unable to read the reply to a granted request.
        return status == 0 && lastGranted == endpoint
      }
      failures.remove(at: index)
      return true
    case .preferencesSaveFailed(let status): return hasFailed(.editSave, status)
    case .photoUploadFailed(let status): return hasFailed(.photoUpload, status)
    case .acknowledgeFailed(let status): return status == 404 || hasFailed(.acknowledge, status)
    case .appLaunched:
      defer { isLaunching = false }
      return isLaunching
    }
  }

  /// Whether a part of this instant remains to be judged.
  var isOpen: Bool {
    @inline(__always) get { tap != .none || !failures.isEmpty || requiredNames | reportedNames != 0 || isLaunching }
  }

  /// Judges the end of an instant: finds reports that were due by now and not made.
  mutating func settle(isSignedIn: Bool, tab: Int64, _ found: inout [Divergence]) {
    if let reportedTab {
      self.reportedTab = nil
      let isTrue = reportedTab.published == tab && hasTabChanged
      if isSignedIn, !isTrue { found.append(.reportedOther(AnalyticsEvent.tabChanged(reportedTab))) }
    }
    if isSignedIn, failures.contains(where: \.isOwed) {
      found.append(.unreported(AnalyticsEvent.apiError(.health, status: 0)))
    }
    if isLaunching {
      isLaunching = false
      found.append(.unreported(AnalyticsEvent.appLaunched))
    }
    failures = []
    tap = .none
    (hasSaveFailed, hasFormReadFailed, hasTabChanged) = (false, false, false)
    var missing = isSignedIn ? requiredNames & ~reportedNames : 0
    while missing != 0 {
      found.append(.unreported(name: missing.trailingZeroBitCount))
      missing &= missing - 1
    }
    (requiredNames, reportedNames, namesSinceTap) = (0, 0, 0)
    spans = []
  }

  /// Handles the card on screen, idle and not covered.
  mutating func cardIsSeen(_ found: inout [Divergence]) {
    if !hasViewed.card { found.append(.unreported(AnalyticsEvent.cardViewed)) }
  }

  /// Handles the zero state on screen, idle and not covered.
  mutating func zeroStateIsSeen(_ found: inout [Divergence]) {
    guard !hasViewed.zeroState else { return }
    found.append(.unreported(AnalyticsEvent.zeroStateViewed(hasCompletedOnboarding: false, daysSinceSignup: 0)))
  }

  // MARK: Times

  mutating func signedUp(_ account: Int?, at time: Int64) { remember(account) { $0.signedUpAt = time } }

  /// Records that an account's answers were stored, or skipped.
  mutating func answered(isSkip: Bool, _ account: Int?, at time: Int64) {
    var isFirst = false
    remember(account) {
      if isSkip {
        if $0.skippedAt < 0 { $0.skippedAt = time }
      } else if $0.onboardedAt < 0 {
        $0.onboardedAt = time
        isFirst = $0.skippedAt >= 0
      }
    }
    if isFirst { require(.zeroStateProfileCompleted(sinceSignup: 0, daysSinceFirstSkip: 0)) }
  }

  private func memory(of account: Int?) -> Memory {
    memories.first { $0.account == account } ?? Memory(account: -1)
  }

  private mutating func remember(_ account: Int?, _ change: (inout Memory) -> Void) {
    guard let account else { return }
    if let index = memories.firstIndex(where: { $0.account == account }) {
      change(&memories[index])
    } else {
      memories.append(Memory(account: account))
      change(&memories[memories.count - 1])
    }
  }

  private static func span(since start: Int64, at time: Int64) -> Int64 { start < 0 ? -1 : time - start }

  private static func days(since start: Int64, at time: Int64) -> Int32 {
    start < 0 ? -1 : Int32(clamping: (time - start) / Nanoseconds.day)
  }
}
