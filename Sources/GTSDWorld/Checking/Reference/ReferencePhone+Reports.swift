package import GTSDModel

/// Judges the app's own reports, and the beginnings of operations.
extension ReferencePhone {
  @inline(__always)
  func hasSucceeded(_ operation: Operation) -> Bool { succeeded >> UInt64(operation.rawValue) & 1 == 1 }

  /// Handles a report of the app. Mutating, since a non-mutating function would copy the whole phone first.
  package mutating func reported(
    _ event: AnalyticsEvent, at time: Int64, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    if reports.isRepeated(event) { return found.append(.reportedAgain(name: event.nameIndex)) }
    let screen = screen
    let isSound = reports.isSound(event, at: time, account: account, keepsSummary: options.keepsSummary) {
      screen[$0]
    }
    if !isSound || !isSeen(event) { found.append(.reportedOther(event)) }
    let operation: Operation
    switch event {
    case .metricsAcknowledged:
      operation = .acknowledge
    // A skip after answers without a reply may receive the reply to these answers. Only answers that were never sent
    // cannot succeed.
    case .onboardingCompleted where !asked.hasSentAnswers:
      return found.append(.successUnfounded(.onboarding))
    case .onboardingCompleted, .onboardingSkipped: operation = .onboarding
    case .signupCompleted: operation = .signUp
    case .preferencesSaved: operation = .editSave
    case .photoUploaded: operation = .photoUpload
    default: return
    }
    if !hasSucceeded(operation) { found.append(.successUnfounded(operation)) }
  }

  /// Whether the element that an event reports as seen is on screen. Sheets, other tabs and other apps cover it.
  private mutating func isSeen(_ event: AnalyticsEvent) -> Bool {
    let tab: Tab
    switch event {
    case .cardViewed: tab = .home
    case .zeroStateViewed(_, _, let place): tab = place
    default: return true
    }
    return backgroundSince < 0 && screen[.tab] == tab.published && screen[.summarySheet] <= 0 && screen[.cover] <= 0
      && screen[.photosTask] <= 0
  }

  /// Handles another sheet or form over the tabs. Onboarding opens by its button, and a form can be edited once it has
  /// read the stored values.
  mutating func covered(
    by value: Int64, before: Int64, isByItself: Bool, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    // Onboarding may have stored another profile than the one that Profile has read.
    let isUncovered = before == Cover.onboarding.published && value == Cover.none.published && isByItself
    if isUncovered, screen[.tab] == Tab.profile.published { require(.profile, options) }
    if value == Cover.onboarding.published, isByItself, !reports.onboardingReopened() {
      found.append(.movedUnasked(.cover))
    }
    if value == Cover.form.published, options.waitsForNewest, let form = forms.first, !form.hasRead {
      found.append(.shownOther(.cover))
    }
  }

  /// Handles the fields of the form on screen, other than lists.
  mutating func drew(_ form: DrawnForm, _ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.waitsForNewest, options.formFollowsConflicts, let reference = forms.first, reference.hasRead else {
      return
    }
    expect(.editTyped, reference.matches(form, names: names), &found)
  }

  /// Records the name in a reply. The app takes it from a sign-in, from the newest read of the form, and from its own
  /// change of the name.
  mutating func learnName(_ reply: APIResponse, _ operation: Operation, _ version: Int32) {
    let name: String
    let isTaken: Bool
    switch reply {
    case .session(let session): (name, isTaken) = (session.user.name, true)
    case .me(let me): (name, isTaken) = (me.name, false)
    case .profile(let payload): (name, isTaken) = (payload.user.name, operation == .editLoad && version >= known)
    case .user(let user): (name, isTaken) = (user.name, operation == .editSave)
    default: return
    }
    if isTaken {
      (names, nameVersion) = ([name], max(nameVersion, version))
    } else if !names.isEmpty, !names.contains(name), version >= nameVersion {
      names.append(name)
    }
  }

  /// Handles the begin of an operation, and forgets the failure of its last attempt.
  package mutating func began(_ operation: Operation, at time: Int64, _ options: ReferenceOptions) {
    // A form that is edited while it would close reads the stored values instead.
    let isFarewell = operation == .editLoad && isFormStored
    if isFarewell { notes.reads.stirred() } else { notes.reads.began(operation, isAtRest: isAtRest) }
    isAtRest = false
    reports.outcomes.began(operation)
    writes.began(operation)
    if let slot = Self.slot(of: operation) { failed &= ~(1 << UInt64(slot.rawValue)) }
    if operation == .photoUpload || operation == .photoDelete {
      failedUploads = []
      (hasPhotoFailed, hasDeletionFailed) = (false, false)
    }
    if operation == .tasksLoad { begunFilter = max(0, screen[.tasksFilter]) }
    if operation == .photoUpload { failed &= ~(1 << UInt64(StateVariable.photosError.rawValue)) }
    switch operation {
    case .plansFetch, .plansRefresh:
      if screen[.tab] == Tab.plans.published { isPlanAsked = true }
      notes.toasts.planBegan()
    case .signUp, .logIn: hasSignInFailed = false
    case .summary: (hasSummaryFailed, hasSummaryCome) = (false, false)
    case .onboarding:
      repeatsOnboarding = screen[.onboarded] > 0
      asked.onboardingBegan()
    case .homeLoad: (isPutOff, hasPutOff) = (false, false)
    case .homeSummary:
      // A load that Home began in the instant in which it was left is given up.
      if options.keepsSummary, screen[.tab] == Tab.home.published { mustReadHomeSummary = isKeptSummaryOver(at: time) }
    case .profileLoad: profileTab.loadBegan()
    case .editSave:
      notes.saveBegan()
      if !forms.isEmpty { forms[0].saveBegan() }
    default: break
    }
    if Self.reports.contains(operation) { succeeded &= ~(1 << UInt64(operation.rawValue)) }
  }

  static let reports: [Operation] = [.acknowledge, .editSave, .onboarding, .signUp]
}
