import GTSDModel

/// Judges a phone's screen at the end of an instant, and when the phone is idle.
extension ReferencePhone {
  /// Judges a toast that appears, changes or ends.
  mutating func toastTurned(
    from before: Int64, to value: Int64, _ cause: Cause, at time: Int64, _ options: ReferenceOptions,
    _ found: inout [Divergence]
  ) {
    mustHideToast = false
    notes.toasts.rendered(value)
    let isOpen = before > 0 && toastSince >= 0
    if isOpen, time - toastSince > Toast.duration + Self.tolerance { found.append(.waitsOther(.toast)) }
    // Only its own timer ends it without a tap.
    if isOpen, value == 0, cause == .settle, time - toastSince < Toast.duration { found.append(.waitsOther(.toast)) }
    toastSince = value > 0 ? time : -1
    guard value == Toast.planGenerated.published else { return }
    // Nobody is told of a plan on another tab.
    let isSeen = screen[.plansPlan] != -1 && screen[.tab] == Tab.plans.published
    if options.toastsPlans, !isSeen { found.append(.shownOther(.toast)) }
    if !hasSucceeded(.acknowledge) { found.append(.successUnfounded(.acknowledge)) }
  }

  /// Judges the end of an instant.
  ///
  /// - Parameter isQuiet: whether nothing is in flight or in progress.
  package mutating func settle(isQuiet: Bool, isInFront: Bool, _ options: ReferenceOptions, _ found: inout [Divergence])
  {
    destination = nil
    isAtRest = isQuiet && isInFront
    (hasTappedPhotos, mayPhotoErrorEnd) = (false, false)
    writes.settle()
    if let change = owedChange { judgeOwedChange(change, options, &found) }
    if mustHideToast {
      mustHideToast = false
      if screen[.toast] > 0 { found.append(.shownOther(.toast)) }
    }
    if hasLeft.summary { (hasSummaryFailed, hasSummaryCome) = (false, false) }
    selection.settle()
    if reports.isOpen { reports.settle(isSignedIn: screen[.signedIn] > 0, tab: screen[.tab], &found) }
    if isQuiet, isInFront, !isCovered, screen[.summarySheet] == 0, screen[.onboarded] > 0 { judgeSeen(&found) }
    hasLeft = (false, false, false)
    if notes.hasSignedOut { notes.judgeSignOut(screen, &found) }
    if !notes.toasts.settle() { found.append(.shownOther(.toast)) }
    if isQuiet, notes.toasts.lacksPlan(screen), isInFront { found.append(.shownOther(.toast)) }
    if notes.uploads.areUnjudged {
      if options.uploadsAtOnce.map({ notes.uploads.underWay > $0 }) ?? false { found.append(.tooManyUploads) }
      if !notes.uploads.settle(), options.showsProgress { found.append(.progressDiffers) }
    }
    if notes.mustShowPhotosError {
      notes.mustShowPhotosError = false
      let isGone = screen[.photosTask] == photosOf && screen[.photosError] <= 0
      if isGone, options.showsListErrors, options.waitsForNewest { found.append(.disappeared(.photosError)) }
    }
    if notes.mustConfirmSave {
      notes.mustConfirmSave = false
      if screen[.editTyped] != 0, screen[.editSaved] <= 0 { found.append(.shownOther(.editSaved)) }
    }
    if isQuiet, isInFront, let endpoint = notes.requiredSignIn {
      notes.requiredSignIn = nil
      found.append(.loadNeverBegan(endpoint))
    }
    if let endpoint = cancellations.settle(), screen[.signedIn] > 0, options.rereadsData {
      found.append(.brokenOff(endpoint))
    }
    if isQuiet, mustLogOut {
      mustLogOut = false
      found.append(.loadNeverBegan(.logOut))
    }
    if isRenewalRefused {
      isRenewalRefused = false
      if screen[.signedIn] > 0 { found.append(.shownOther(.signedIn)) }
    }
    if isQuiet, mustLogIn {
      mustLogIn = false
      found.append(.loadNeverBegan(.logIn))
    }
    if isQuiet, mustReadUser {
      mustReadUser = false
      if screen[.signedIn] > 0 { found.append(.loadNeverBegan(.me)) }
    }
    if isQuiet { judgeOwed(isInFront: isInFront, &found) }
    if isQuiet, mustReadHomeSummary {
      mustReadHomeSummary = false
      if !isCovered { found.append(.loadNeverBegan(.howItWorks)) }
    }
    if isQuiet, mustReadSummary {
      mustReadSummary = false
      found.append(.loadNeverBegan(.howItWorks))
    }
    guard screen[.signedIn] > 0 else {
      if isQuiet { judgeSignIn(&found) } else if options.waitsForNewest { judgeBusySignIn(&found) }
      return
    }
    if isChanged { judgeValues(options, &found) }
    if isChanged || isQuiet { judgePlansScreen(isQuiet: isQuiet, &found) }
    isChanged = false
    if options.endsUploadsAtOnce {
      expect(.photosUploading, screen[.photosUploading] <= 0 || notes.hasPendingPhotos, &found)
    }
    guard isQuiet else { return }
    isPlanAsked = false
    judgeRenewed(options, &found)
    if options.waitsForNewest, options.rereadsData, let account {
      let mustBeDone = doneAccounts >> UInt64(account & 63) & 1 == 1
      expect(.onboarded, screen[.onboarded] > 0 || !mustBeDone, &found)
    }
    let hasText = screen[.photosErrorText] > 0 || !options.textsByClass || !options.showsListErrors
    let text = screen[.photosErrorText]
    let mayBeOfPick = text <= 0 || !options.textsByClass || !options.checksPhotos || isTextOfPick(text, options)
    let isTextRight =
      screen[.photosError] > 0 ? hasText || screen[.photosTask] <= 0 : !isPhotoTextOfFailure && mayBeOfPick
    expect(.photosErrorText, isTextRight, &found)
    if options.waitsForNewest, options.formFollowsConflicts {
      // Only a form that was opened is on screen, and one that is filled is ready.
      let isForm = Cover(published: screen[.cover])?.isForm ?? false
      let isFilled = screen[.editTyped] != 0
      expect(.cover, isForm ? isFormAsked && (screen[.cover] == Cover.form.published || !isFilled) : !isFilled, &found)
    }
    if isInFront { judgeButtons(options, &found) }
    judgeErrors(options, &found)
    judgeForm(options, &found)
    judgeNotes(options, &found)
    if isInFront { judgeProfile(options, &found) }
    if isInFront { judgeNewest(options, &found) }
    if !unsentPicks.isEmpty {
      unsentPicks = []
      found.append(.loadNeverBegan(.uploadPhoto))
    }
    let isOnTasks = screen[.tab] == Tab.tasks.published && hasTasks
    expect(.tasksShown, !isOnTasks || screen[.tasksShown] == screen[.tasksFilter], &found)
    guard isInFront, screen[.summarySheet] == 0, required | requiredAny != 0 else { return }
    if isStill(at: requiredPlace), screen[.onboarded] > 0,
      let endpoint = Endpoint(rawValue: UInt8((required | requiredAny).trailingZeroBitCount))
    {
      found.append(.loadNeverBegan(endpoint))
    }
    required = 0
    requiredAny = 0
  }

  /// Checks that tapped onboarding answers were sent, or that something else ended onboarding. Also checks that a form
  /// whose save conflicted has read the newer values.
  private mutating func judgeOwed(isInFront: Bool, _ found: inout [Divergence]) {
    if mustSendAnswers, isInFront, screen[.signedIn] > 0, screen[.onboarded] <= 0, screen[.onboardingError] <= 0 {
      found.append(.loadNeverBegan(.onboard))
    }
    if mustReadForm, isInFront, screen[.editTyped] != 0, screen[.editError] > 0 {
      found.append(.loadNeverBegan(.profile))
    }
    (mustSendAnswers, mustReadForm) = (false, false)
  }

  /// Checks the edited form of an idle phone: its values, and its message that a part of the save was stored.
  mutating func judgeForm(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.formReads, screen[.editTyped] != 0, screen[.editLoading] <= 0 else { return }
    expect(.editPartStored, screen[.editPartStored] <= 0 || mayBePartStored, &found)
    guard isFormTyped, options.formFollowsConflicts, options.waitsForNewest, let shown = forms.first?.shown else {
      return
    }
    expect(.editPreferences, screen[.editPreferences] == shown.stableHash, &found)
  }

  /// Judges that a visible tab on an idle phone has read data as new as the latest change from this phone, or has
  /// failed to.
  mutating func judgeProfile(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.profileReads, options.waitsForNewest, options.rereadsData, screen[.tab] == Tab.profile.published,
      screen[.onboarded] > 0, screen[.summarySheet] == 0, screen[.profileError] <= 0, !hasProfileReadFailed
    else { return }
    let isSeen = screen[.cover] == Cover.none.published && screen[.photosTask] <= 0
    // Without a reply there is nothing that the tab could show.
    if profileTab.readAt == nil && screen[.profilePreferences] == 0 {
      found.append(.neitherShown(.profile))
    } else if isSeen, profileTab.mustBeRepeated {
      found.append(.staysOld(.profile))
    } else {
      expect(.profilePreferences, screen[.profilePreferences] != 0, &found)
    }
    if options.hasProfileZeroState, isSeen {
      let isUnread = profileTab.readAt == nil
      let isFace = screen[.profileFace] != ProfileFace.emptyState.published || isUnread
      expect(.profileFace, isFace && profileTab.matches(screen, hides: options.hidesPutOff), &found)
    }
  }

  /// Judges that the first views of what is on screen were reported.
  private mutating func judgeSeen(_ found: inout [Divergence]) {
    if screen[.tab] == Tab.home.published {
      if screen[.homeCard] == HomeCard.shown.rawValue { reports.cardIsSeen(&found) }
      if screen[.homeZeroState] > 0 { reports.zeroStateIsSeen(&found) }
    } else if screen[.tab] == Tab.profile.published, screen[.profileFace] == ProfileFace.zeroState.published {
      reports.zeroStateIsSeen(&found)
    }
  }

  /// Judges the messages of an idle phone, in an app that keeps typed values and picked photos.
  private mutating func judgeNotes(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard options.waitsForNewest, options.formFollowsConflicts else { return }
    // A save that fails after its form was closed sets the note of a form that nobody sees.
    if screen[.cover] == Cover.form.published {
      expect(.editConflict, notes.isConflictRight(screen, isSent: isFormSent), &found)
    }
    expect(.editSaved, screen[.editSaved] <= 0 || !notes.isTypedSinceSaved, &found)
    expect(.cover, notes.isOnboardingOver(screen), &found)
    expect(.onboardingStep, !options.opensAtBasics || notes.steps.isShown(screen), &found)
    if screen[.photosTask] > 0, options.retriesPhotos, options.keepsFailedPicks, options.showsListErrors {
      // Photos that were sent from another section leave their own as well.
      let isEmpty = screen[.photosSelected] == 0
      let isNone = isEmpty && !ReferenceSelection.isNone(screen[.photosPicked])
      expect(.photosImages, !isNone && screen[.photosImages] == screen[.photosPicked], &found)
      expect(.photosSelected, screen[.photosSelected] == Int64(selection.left), &found)
      expect(.photosRetry, (screen[.photosRetry] > 0) == notes.offersRetry(screen) { asked.task(of: $0) }, &found)
    }
  }

  mutating func judgeSignIn(_ found: inout [Divergence]) {
    if hasSignInFailed, !signIn.hasFailed { found.append(.errorNotShown(.signedIn)) }
    hasSignInFailed = false
    if signIn.hasFailed, !mayShowSignInFailure { found.append(.shownOther(.signedIn)) }
    if signIn.isBusy { found.append(.shownOther(.signedIn)) }
  }

  func isStill(at place: Place) -> Bool {
    switch place {
    case .tab(let tab): tab.published == screen[.tab]
    case .acknowledgedPlans: screen[.tab] == Tab.plans.published && screen[.plansNeed] <= 0
    case .photos: screen[.photosTask] > 0
    case .photosOpening: screen[.photosTask] >= 0
    case .form: true
    }
  }

  mutating func judgeErrors(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    if hasSummaryFailed {
      hasSummaryFailed = false
      if screen[.summarySheet] != SummarySheet.failed.published { found.append(.errorNotShown(.summarySheet)) }
    }
    if hasSummaryCome {
      hasSummaryCome = false
      // The person may have left this screen, but the screen has stopped waiting.
      if waitsForSummary(screen[.summarySheet]) { found.append(.shownOther(.summarySheet)) }
    }
    if !failedUploads.isEmpty, options.showsListErrors, screen[.photosTask] > 0, screen[.photosError] <= 0 {
      failedUploads = []
      found.append(.errorNotShown(.photosError))
    }
    // An error about photos ends when these photos are sent again.
    if screen[.photosTask] > 0, options.keepsFailedPicks {
      expect(.photosError, screen[.photosError] <= 0 || hasPhotoFailed || hasDeletionFailed, &found)
    }
    // An acknowledgment that is no longer needed does not count as failed.
    if options.waitsForNewest {
      expect(.acknowledgeError, screen[.acknowledgeError] <= 0 || screen[.plansNeed] > 0, &found)
    }
    var rest = failed
    while rest != 0 {
      let raw = UInt8(rest.trailingZeroBitCount)
      rest &= rest - 1
      guard let slot = StateVariable(rawValue: raw), screen[slot] <= 0 else { continue }
      failed &= ~(1 << UInt64(raw))
      // If Home and Plans have separate view models, the text is Home's own.
      if slot == .metricsError, screen[.homeMetricsError] > 0 { continue }
      // When no acknowledgment is needed any more, there is nothing left to acknowledge.
      if slot == .acknowledgeError, screen[.plansNeed] <= 0 { continue }
      // Nobody sees the messages of a closed section, and opening it reads again.
      if slot == .photosListError, screen[.photosTask] <= 0 || !options.showsListErrors { continue }
      found.append(.errorNotShown(slot))
    }
  }

  @inline(__always)
  mutating func expect(_ variable: StateVariable, _ holds: Bool, _ found: inout [Divergence]) {
    // The usual case.
    if holds, divergent == 0 { return }
    note(variable, holds, &found)
  }

  @inline(never)
  private mutating func note(_ variable: StateVariable, _ holds: Bool, _ found: inout [Divergence]) {
    let bit: UInt64 = 1 << UInt64(variable.rawValue)
    if holds {
      divergent &= ~bit
    } else if divergent & bit == 0 {
      divergent |= bit
      found.append(.shownOther(variable))
    }
  }

  mutating func judgeValues(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    expect(.homeTasks, screen[.homeTasks] == homeTasks.value ?? -1, &found)
    expect(.homeStreak, screen[.homeStreak] == homeStreak.value ?? -1, &found)
    // Written as a chain of conditions, since closures would capture copies.
    var isIncomplete = homeSummary.value?.isIncomplete
    if options.keepsSummary {
      judgeKeptSummary(&isIncomplete, &found)
    } else {
      expect(.homeSummary, screen[.homeSummary] == homeSummary.value?.targets ?? -1, &found)
    }
    if screen[.plansLoading] <= 0 {
      // Some apps show a plan only together with its summary.
      let targets = plan.value?.targets ?? -1
      let isGone = mayPlanBeGone && screen[.plansPlan] == -1
      let before: Int64? = options.showsPlanAlone ? nil : plan.before?.id ?? -1
      let waits = isGone || screen[.plansPlan] == before
      let newest = plan.value?.id ?? -1
      let isOutdated = isPlanOutdated && options.dropsOlderPlans && newest != -1
      expect(.plansPlan, waits || screen[.plansPlan] == newest && !isOutdated, &found)
      expect(.plansTargets, waits || screen[.plansTargets] == targets, &found)
    }
    // If nothing was read since the sign-in, the newest reply belongs to the account's previous session.
    let row = metrics.value ?? earlierRow.first { $0.account == account }?.row
    let isNeeded = row.map { !$0.isAcknowledged } ?? false
    // A row stays until something newer is known, also where later reads fail.
    let mustNeed =
      isNeeded && metrics.value != nil && options.keepsRows && !mayRowBeGone && metrics.version >= known
      && notes.isRowNewest && screen[.onboarded] > 0
    let areDrawn = (
      home: !options.keepsRows || notes.drawings.metrics.home == row?.numbers,
      plans: !options.keepsRows || notes.drawings.metrics.plans == row?.numbers
    )
    expect(.homeNeed, screen[.homeNeed] > 0 ? isNeeded && areDrawn.home : !mustNeed, &found)
    expect(.plansNeed, screen[.plansNeed] > 0 ? isNeeded : !mustNeed, &found)
    // The acknowledgment shows the row, and no other screen does.
    let asks = screen[.plansNeed] > 0
    let isRow = screen[.plansRow] == row?.computedAt.wholeSecond && areDrawn.plans
    expect(.plansRow, screen[.plansRow] < 0 ? !(asks && options.keepsRows) : isRow && asks, &found)
    let plans = PlansScreen(published: screen[.plansScreen])
    let mayShowIndex = plans == .acknowledgment || plans == .plan
    let isIndexMissing = screen[.plansBmi] < 0 && plans == .acknowledgment && options.keepsRows
    expect(
      .plansBmi, screen[.plansBmi] < 0 ? !isIndexMissing : mayShowIndex && screen[.plansBmi] == row?.numbers.bmi, &found
    )
    // The tab waits for both of its requests before it shows either result, and for the end of a save.
    if options.profileReads, screen[.profileLoading] <= 0, screen[.editSaving] <= 0 {
      let shown = screen[.profilePreferences]
      // The tab may, but need not, show data that only a save has read. If it shows them, they count as read.
      if let value = resolved.value, shown == value { profile.take(value, resolved.version) }
      // The tab may show no data in three cases: it has not yet read data as new as the latest change from this phone,
      // the read failed, or it is not on screen.
      let isNew = profileTab.readAt.map { $0 >= profileChanged } ?? false
      let mayBeEmpty = !isNew || screen[.tab] != Tab.profile.published || screen[.profileError] > 0
      let isRight = shown == 0 ? mayBeEmpty : shown == profile.value
      expect(.profilePreferences, isRight || shown == profileTab.kept, &found)
    }
    // A form that has received only older data waits for one or two newer reads.
    if options.waitsForNewest, outdatedFormReads.isKnown, outdatedFormReads.count <= 2 {
      expect(.editPreferences, screen[.editTyped] == 0, &found)
    }
    // Data that are not shown yet may be read again. A row that the server computed by itself also makes a read
    // outdated.
    let isRead = screen[.editTyped] != 0 || screen[.editLoading] <= 0
    if !isFormTyped, isRead, let form = form.value {
      expect(.editPreferences, screen[.editPreferences] == form, &found)
    }
    let mustShow =
      options.hasZeroState && isIncomplete == true && hasHomeSummary && !isPutOff && answered < homeSummary.version
      && screen[.onboarded] > 0
    let mayShow = isIncomplete ?? true && !(options.hidesPutOff && hasPutOff)
    expect(.homeZeroState, screen[.homeZeroState] > 0 ? mayShow : !mustShow, &found)
    let task = Int(screen[.photosTask])
    if task > 0, heldPhotos <= options.photosHeld {
      let count = photos.first { $0.task == task }?.list.value?.count ?? 0
      expect(.photosShown, screen[.photosShown] == Int64(count), &found)
    }
  }

  /// Judges Home when the app answers a read from a cached summary.
  ///
  /// - Parameter isIncomplete: whether the profile is incomplete according to the summaries that Home may show; nil if
  ///   they differ.
  private mutating func judgeKeptSummary(_ isIncomplete: inout Bool?, _ found: inout [Divergence]) {
    let shown = screen[.homeSummary]
    var matching: DrawnSummary?
    var (incomplete, areAlike): (Bool?, Bool) = (nil, true)
    // No array of the three is created, since this runs whenever a phone becomes idle.
    func consider(_ summary: DrawnSummary?) {
      guard let summary else { return }
      if matching == nil, shown == summary.targets { matching = summary }
      areAlike = areAlike && summary.isIncomplete == incomplete ?? summary.isIncomplete
      incomplete = incomplete ?? summary.isIncomplete
    }
    consider(homeSummary.value)
    consider(receivedSummary.value)
    consider(keptOnHome)
    keptOnHome = matching
    expect(.homeSummary, shown == -1 ? homeSummary.value == nil : matching != nil, &found)
    // If Home shows no summary, the cached one may be too old.
    isIncomplete = areAlike && (shown != -1 || homeSummary.value != nil) ? incomplete : nil
  }

  /// The number of photos in the received lists.
  var heldPhotos: Int { photos.reduce(0) { $0 + ($1.list.value?.count ?? 0) } }

  /// The variable that shows the failure of an operation.
  static func slot(of operation: Operation) -> StateVariable? {
    switch operation {
    case .onboarding: .onboardingError
    case .homeTasks: .homeError
    case .homeMetrics, .plansMetrics: .metricsError
    case .plansFetch, .plansRefresh: .plansError
    case .acknowledge: .acknowledgeError
    case .profileLoad, .accountDeletion, .dataExport: .profileError
    case .editLoad, .editSave: .editError
    case .photoDelete: .photosError
    case .photosLoad: .photosListError
    case .tasksLoad, .evidence: .tasksError
    case .streaksLoad: .streaksError
    default: nil
    }
  }
}
