import GTSDModel

/// What a phone may report to analytics, and has to: it follows from the taps, the wire and what is on screen.
///
/// Of times it knows what has passed between two reports of the phone's, until the person sets its clock.
struct ReferenceReports: Sendable {
  /// What is reported of an account, and when, nanoseconds of virtual time; -1 for what was not reported from here.
  private struct Memory: Sendable {
    var account: Int
    var signedUpAt: Int64 = -1
    var onboardedAt: Int64 = -1
    var skippedAt: Int64 = -1
  }

  private var memories: [Memory] = []
  private var isClockSet = false
  /// What was tapped in this instant.
  private var taps: [UserAction] = []
  /// Failures that reached the phone in this instant, but for those that nobody waits for.
  private var failures: [(endpoint: Endpoint, status: Int32, isOwed: Bool)] = []
  /// Requests of the present sign-in have higher numbers.
  private var lastOfEarlier: Int32 = 0
  private var lastSent: Int32 = 0
  private var hasViewed = (card: false, zeroState: false)
  /// How the person last came to Plans.
  private var plansEntry = AnalyticsEvent.PlansEntry.tab
  /// The summary that came last for the sheet, and when the sheet came to show one.
  private var summary: SummaryPayload?
  private var summaryShownAt: Int64 = -1
  /// The preferences that the latest save sent, where it sent all of them.
  private var sentPreferences: (preferences: Int, allergies: Int)?
  /// Photos that were stored and not reported yet.
  private var storedPhotos: [(task: Int, size: Int)] = []

  /// The process begins: what is kept of accounts stays.
  mutating func launched() {
    let (memories, isClockSet) = (memories, isClockSet)
    self = ReferenceReports()
    self.memories = memories
    self.isClockSet = isClockSet
  }

  /// Somebody has signed in or out.
  mutating func signedInOrOut() {
    let (taps, sent) = (taps, lastSent)
    launched()
    self.taps = taps
    lastSent = sent
    lastOfEarlier = sent
  }

  // MARK: Inputs

  mutating func setClock() { isClockSet = true }

  mutating func tapped(_ action: UserAction) {
    switch action {
    case .openTab, .reviewCard, .dismissCard, .completeProfile, .maybeLater, .exitSummary, .expandSummary:
      taps.append(action)
    default: break
    }
  }

  /// Plans came on screen.
  mutating func plansOpened() {
    for case .openTab(.plans) in taps { plansEntry = .tab }
    for case .reviewCard in taps { plansEntry = .card }
  }

  mutating func summaryShown(at time: Int64) { summaryShownAt = time }

  mutating func sent(_ request: borrowing WireCall) {
    lastSent = max(lastSent, request.id)
    switch request.body {
    case .updatePreferences(let update): note(update)
    case .updateProfile(let update) where request.operation == .editSave: note(update.preferences)
    default: break
    }
  }

  private mutating func note(_ update: PreferencesUpdate) {
    guard let preferences = update.dietaryPreferences, let allergies = update.allergies else {
      if !update.isEmpty { sentPreferences = nil }
      return
    }
    sentPreferences = (preferences.count, allergies.count)
  }

  /// A reply has come, or none will; of what was given up nothing is to be reported.
  mutating func received(_ request: borrowing WireCall, status: Int, _ reply: APIResponse?, isGranted: Bool) {
    let endpoint = request.body.endpoint
    guard isGranted else {
      // Metrics that are still being calculated are no error.
      if endpoint == .todayMetrics, status == 404 { return }
      let isTold = (200..<300).contains(status)
      let isOwed = request.accessToken != nil && request.id > lastOfEarlier
      failures.append((endpoint, isTold ? 0 : Int32(clamping: status), isOwed))
      return
    }
    switch (request.body, reply) {
    case (_, .summary(let told)) where request.operation == .summary: summary = told
    case (.uploadPhoto(let photo), _): storedPhotos.append((photo.taskID, photo.fileSize))
    case (.confirmPhoto(let photo), _): storedPhotos.append((photo.taskID ?? 0, photo.fileSize))
    default: break
    }
  }

  /// Whether a request was sent since somebody signed in last.
  func isOfPresentSignIn(_ request: Int32) -> Bool { request > lastOfEarlier }

  // MARK: Judging

  /// Whether a report says what is so, as far as that can be told.
  ///
  /// - Parameter shown: the phone's screen.
  mutating func isSound(
    _ event: AnalyticsEvent, at time: Int64, account: Int?, keepsSummary: Bool, shows: (StateVariable) -> Int64
  ) -> Bool {
    switch event {
    case .tabChanged(let tab):
      return taps.contains {
        switch $0 {
        case .openTab(let tapped): tapped == tab
        case .reviewCard: tab == .plans
        default: false
        }
      }
    case .cardViewed:
      defer { hasViewed.card = true }
      return !hasViewed.card && shows(.homeCard) == HomeCard.shown.rawValue
    case .zeroStateViewed(let hasCompleted, let days):
      defer { hasViewed.zeroState = true }
      let memory = memory(of: account)
      return !hasViewed.zeroState && shows(.homeZeroState) > 0 && hasCompleted == (memory.onboardedAt >= 0)
        && (isClockSet || days == Self.days(since: memory.signedUpAt, at: time))
    case .cardTapped(.review): return taps.contains { $0.kind == .reviewCard }
    case .cardTapped(.dismiss), .cardDismissed: return taps.contains { $0.kind == .dismissCard }
    case .zeroStateTapped(.completeProfile): return taps.contains { $0.kind == .completeProfile }
    case .zeroStateTapped(.maybeLater): return taps.contains { $0.kind == .maybeLater }
    case .signupCompleted:
      remember(account) { $0.signedUpAt = time }
      return true
    case .onboardingSkipped:
      remember(account) { if $0.skippedAt < 0 { $0.skippedAt = time } }
      return true
    case .onboardingCompleted:
      remember(account) { if $0.onboardedAt < 0 { $0.onboardedAt = time } }
      return true
    case .zeroStateProfileCompleted(let since, let days):
      let memory = memory(of: account)
      return memory.skippedAt >= 0 && memory.onboardedAt == time
        && (isClockSet
          || days == Self.days(since: memory.skippedAt, at: time)
            && since == Self.span(since: memory.signedUpAt, at: time))
    case .metricsAcknowledged(_, let since, let source):
      return source == plansEntry
        && (isClockSet || since == Self.span(since: memory(of: account).onboardedAt, at: time))
    case .summaryViewed(let bmr, let tdee, let calories, let goal, let weeks):
      guard let summary else { return keepsSummary }
      let targets = summary.targets
      return keepsSummary
        || (Int32(targets.bmr), Int32(targets.tdee), Int32(targets.calories)) == (bmr, tdee, calories)
          && summary.profile.primaryGoal == goal && Int32(summary.estimatedWeeks ?? 0) == weeks
    case .summaryLearnMoreTapped(let section, _):
      return taps.contains { if case .expandSummary(section) = $0 { true } else { false } }
    case .summaryCompleted(let span, _, _, let exit):
      return span == Self.span(since: summaryShownAt, at: time)
        && taps.contains { if case .exitSummary(exit) = $0 { true } else { false } }
    case .preferencesSaved(let preferences, let allergies):
      return sentPreferences.map { $0 == (Int(preferences), Int(allergies)) } ?? true
    case .photoUploaded(let task, let size, _):
      guard let index = storedPhotos.firstIndex(where: { $0 == (Int(task), Int(size)) }) else { return false }
      storedPhotos.remove(at: index)
      return true
    case .apiError(let endpoint, let status):
      guard let index = failures.firstIndex(where: { $0.endpoint == endpoint && $0.status == status }) else {
        return false
      }
      failures.remove(at: index)
      return true
    case .summaryScrolled, .appLaunched, .acknowledgeFailed, .photoUploadFailed, .preferencesSaveFailed: return true
    }
  }

  /// The end of an instant: what has to have been reported by now and was not.
  ///
  /// - Parameter isHomeBare: Home is on screen, and nothing covers it.
  mutating func settle(
    isSignedIn: Bool, isHomeBare: Bool, shows: (StateVariable) -> Int64, _ found: inout [Divergence]
  ) {
    if isSignedIn, failures.contains(where: \.isOwed) {
      found.append(.unreported(AnalyticsEvent.apiError(.health, status: 0)))
    }
    if !failures.isEmpty { failures = [] }
    if !taps.isEmpty { taps = [] }
    guard isHomeBare else { return }
    if shows(.homeCard) == HomeCard.shown.rawValue, !hasViewed.card {
      found.append(.unreported(AnalyticsEvent.cardViewed))
    }
  }

  // MARK: Times

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
