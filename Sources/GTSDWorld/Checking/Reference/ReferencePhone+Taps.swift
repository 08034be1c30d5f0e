package import GTSDModel

/// Updates the model of a phone by the person's taps. A tap, and the write that it stores, require certain requests
/// with the values on screen.
extension ReferencePhone {
  /// The nanoseconds until a change reaches the screen: one frame.
  private static let frame = 16 * Nanoseconds.millisecond

  /// Updates the model by a tap, at a time in nanoseconds.
  package mutating func tapped(_ action: UserAction, at time: Int64, _ options: ReferenceOptions) {
    isAtRest = false
    owedChange = OwedChange(action)
    ask(action, options)
    noteTap(action)
    tappedPhotos(action)
    attempts.removeAll(keepingCapacity: true)
    reports.tapped(action)
    notes.tapped(action, signsIn: screen[.signedIn] <= 0 && !signIn.isBusy)
    if screen[.summarySheet] == SummarySheet.shown.published { reports.tappedSummary(action) }
    // No tab is on screen before a launch knows that onboarding is answered, nor while other apps are in front.
    let isBare =
      backgroundSince < 0 && !isCovered && screen[.summarySheet] == 0 && screen[.photosTask] == 0
      && screen[.signedIn] > 0 && screen[.onboarded] > 0
    switch action {
    case .openTab(let tab): destination = tab
    case .reviewCard: destination = .plans
    case .pullToRefresh:
      // A view that covers the tab receives the gesture.
      guard isBare, let tab = Tab(published: screen[.tab]) else { return }
      if tab == .home { homeDay = Self.day(at: time) }
      // The load of a tab that appeared ends with it, and may serve this pull.
      if destination == nil, !isLoading(tab) { cancellations.pulled() }
      require(tab, isPulled: true, options)
    case .completeTask:
      if isBare, screen[.tab] == Tab.tasks.published { require([.submitEvidence], on: .tab(.tasks), options) }
    case .retryPlan:
      if isBare, screen[.tab] == Tab.plans.published, !isLoading(.plans) {
        requireAny([.todayMetrics, .generatePlan], on: .tab(.plans), options)
      }
    case .deleteAccount, .exportData:
      guard isBare, screen[.tab] == Tab.profile.published, !isDeleting else { return }
      require([action.kind == .deleteAccount ? .deleteAccount : .exportData], on: .tab(.profile), options)
    case .maybeLater:
      // Each tab hides only its own zero state.
      if screen[.tab] == Tab.profile.published { profileTab.postpone() } else { isPutOff = true }
      hasPutOff = isBare && screen[.tab] == Tab.home.published && screen[.homeZeroState] > 0
    case .dismissCard: hasDismissed = true
    case .closePhotos: hasLeft.photos = true
    case .closeEdit:
      hasLeft.form = true
      isFormAsked = false
      if case .form = requiredPlace {
        required = 0
        requiredAny = 0
      }
    case .continueSummary, .exitSummary: hasLeft.summary = true
    case .retryPhotos:
      if screen[.photosTask] > 0, options.keepsFailedPicks, options.retriesPhotos {
        // Messages end, also about photos that were removed by a tap or could not be deleted. A photo that failed for
        // lack of a token may have failed for good, or may be sent again.
        if !failedPicks.isEmpty || photoFailures.contains(401) {
          failed &= ~(1 << UInt64(StateVariable.photosError.rawValue))
        }
        failedPicks = []
        let again = options.sendsPicks ? refusedUploads.filter { selection.contains($0) } : []
        if !again.isEmpty { hasPhotoFailed = false }
        unsentPicks += again.compactMap { asked.pick(of: $0) }
        let section = Int(screen[.photosTask])
        if options.sendsPicks { refusedUploads = refusedUploads.filter { asked.task(of: $0) != section } }
      }
      if screen[.photosTask] > 0 { failedUploads = [] }
      if screen[.photosTask] > 0, screen[.photosListError] > 0 { require([.photos], on: .photos, options) }
    case .openPhotos:
      if isBare { require([.photos], on: .photosOpening, options) }
      hasTappedPhotos = true
      isCovered = true
      isOnlyInBackground = false
    case .background:
      if !isCovered { isOnlyInBackground = true }
      isCovered = true
    case .completeProfile:
      if !options.opensAtBasics { notes.steps.restart() }
      isCovered = true
      isOnlyInBackground = false
    case .openEdit:
      if isBare, screen[.tab] == Tab.profile.published, options.formReads { require([.profile], on: .form, options) }
      isCovered = true
      isOnlyInBackground = false
      // A form that is already open does not change.
      guard screen[.editTyped] == 0 else { return }
      isFormStored = false
      isFormSent = false
      formStoredAt = -1
      form = Newest()
      outdatedFormReads = (0, false)
      isFormTyped = false
      forms = options.formReads ? [ReferenceForm()] : []
      formRevision = (-1, -1)
      // A conflict of the save in progress is shown in the form that is open when the reply arrives.
      if !isFormAsked { mayBePartStored = screen[.editSaving] > 0 }
      isFormAsked = true
    case .typeEdit(let draft):
      isFormTyped = true
      formStoredAt = -1
      // The reference does not know whether a form without a profile accepts typed values.
      if screen[.editTyped] == 0 { forms = [] } else if !forms.isEmpty { forms[0].type(draft) }
    case .logOut:
      destination = nil
      mustSendAnswers = false
      if screen[.signedIn] > 0, !hasSentLogOut { mustLogOut = true }
    case .launch, .logIn, .signUp:
      if case .launch = action { notes.requiredSignIn = nil }
      destination = nil
      mustLogIn = false
    default: break
    }
  }

  /// Records the effect of a tap on requests. Leaving Plans ends the loads of its appearance, not those that the person
  /// tapped for.
  private mutating func noteTap(_ action: UserAction) {
    guard screen[.tab] == Tab.plans.published else { return }
    switch action {
    case .retryPlan, .refreshPlan, .pullToRefresh: isPlanAsked = true
    default: break
    }
  }

  /// Records the effect that a tap requests. Uses the screen if the tap alone does not determine the effect.
  private mutating func ask(_ action: UserAction, _ options: ReferenceOptions) {
    switch action {
    case .pickPhotos(let picks):
      guard screen[.photosTask] > 0 else { return }
      asked.picked(picks, for: Int(screen[.photosTask]))
      selection.picked(picks)
      guard options.sendsPicks else { return }
      unsentPicks += picks.prefix(ReferenceSelection.perPick).filter {
        AskedFor.isFit($0) && $0.fileSize <= options.largestPick
      }
    case .removePhoto(let index):
      if let item = selection.id(at: index) { failedUploads.remove(item) }
      selection.tappedAway(index)
      unsentPicks = []
    case .deletePhoto(let index):
      guard screen[.photosTask] > 0 else { return }
      let list = photos.first { $0.task == Int(screen[.photosTask]) }?.list.value ?? []
      // The reference does not know lists that a cache has shortened.
      asked.deleted(list.indices.contains(index) && heldPhotos <= options.photosHeld ? list[index] : nil)
    case .completeOnboarding(nil):
      if let body = notes.steps.body { asked.note(.completeOnboarding(body)) }
    default: asked.note(action)
    }
  }

  /// Updates the model by a tap on a button that may be disabled for less than a frame, so that the tap still counts.
  package mutating func acted(_ action: PersonAction, at time: Int64, _ options: ReferenceOptions) {
    switch action {
    case .acknowledge, .retryAcknowledge:
      if screen[.tab] == Tab.plans.published { isPlanAsked = true }
      hasTappedUnseenRow = options.waitsForDrawnRows && screen[.plansRow] >= 0 && time - rowShownAt < Self.frame
      guard !isCovered, screen[.tab] == Tab.plans.published, screen[.plansNeed] > 0, screen[.plansRow] >= 0,
        screen[.acknowledging] <= 0, time - rowShownAt >= Self.frame
      else { return }
      requireAny([.acknowledge], on: .tab(.plans), options)
    case .saveEdit:
      guard screen[.editTyped] != 0, screen[.editSaving] <= 0, screen[.editLoading] <= 0 else { return }
      savedForm = screen[.editPreferences]
      formRevision.saved = formRevision.received
      isFormSent = true
      // A form that is saved again while it closes still closes at the time set by its first save.
      if formStoredAt <= 0 { formStoredAt = 0 }
      if !forms.isEmpty { forms[0].tapSave() }
      // If an earlier save may already be stored, a read checks that first.
      requireAny([.updateProfile, .updateBasicProfile, .updatePreferences, .profile], on: .form, options)
    case .completeOnboarding, .skipOnboarding:
      // A button that was disabled a moment ago may still be drawn as disabled.
      let isEnabled = screen[.onboardingLoading] <= 0 && time - onboardingTurnedAt >= Self.frame
      let isOffered = screen[.signedIn] > 0 && screen[.onboarded] <= 0 && backgroundSince < 0
      if isOffered, isEnabled { mustSendAnswers = options.rereadsData }
    case .setClock:
      reports.setClock(at: time)
      token.isClockMoved = true
    default: break
    }
  }

  /// Records that the server refused a save because of newer stored values. An open form must then receive them;
  /// otherwise every further attempt is refused.
  mutating func savedInVain(_ options: ReferenceOptions) {
    guard options.formFollowsConflicts, isFormSent, screen[.editTyped] != 0 else { return }
    require([.profile], on: .form, options)
    mustReadForm = options.rereadsData
  }

  /// Judges a tap on a disabled button. The work that disables it must be in progress, or shown as such.
  mutating func ignored(_ work: OngoingWork, _ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard isAtRest, options.waitsForNewest else { return }
    let (operation, flag): (Operation, StateVariable?)
    switch work {
    case .answer: (operation, flag) = (.onboarding, .onboardingLoading)
    case .acknowledgment: (operation, flag) = (.acknowledge, .acknowledging)
    case .save: (operation, flag) = (.editSave, .editSaving)
    case .plan: (operation, flag) = (.plansRefresh, .plansLoading)
    case .deletion: (operation, flag) = (.accountDeletion, nil)
    case .upload: (operation, flag) = (.photoUpload, .photosUploading)
    case .signIn, .logOut: return
    }
    if flag.map({ screen[$0] <= 0 }) ?? true { found.append(.tapIgnored(operation)) }
  }

  /// Judges a tap on a disabled save button. A form with changes must have an enabled one.
  mutating func ignoredSave(_ options: ReferenceOptions, _ found: inout [Divergence]) {
    guard isAtRest, options.formSendsAsTyped, options.formFollowsConflicts, options.waitsForNewest else { return }
    if screen[.editTyped] != 0, forms.first?.hasChanges ?? false { found.append(.tapIgnored(.editSave)) }
  }

  package mutating func drewSignIn(isBusy: Bool, hasFailed: Bool) { signIn = (isBusy, hasFailed) }

  /// Opens the photo section of another task, which has its own selection and error.
  mutating func turnToPhotos(of task: Int64) {
    otherSelections.append((photosOf, selection))
    // The section that was open keeps its error, also one that came after it was closed.
    if screen[.photosError] > 0 {
      failedTasks.insert(photosOf)
      notes.photosWithError.insert(photosOf)
    }
    photosOf = task
    mayPhotoErrorEnd = true
    notes.mustShowPhotosError = notes.photosWithError.remove(task) != nil
    selection = ReferenceSelection()
    if let index = otherSelections.firstIndex(where: { $0.task == task }) {
      selection = otherSelections.remove(at: index).selection
    }
    failedUploads = []
    failed &= ~(1 << UInt64(StateVariable.photosError.rawValue))
    isPhotoTextOfFailure = false
    (hasPhotoFailed, hasDeletionFailed) = (failedTasks.remove(task) != nil, false)
  }

  mutating func require(_ endpoints: [Endpoint], on place: Place, _ options: ReferenceOptions) {
    guard options.rereadsData else { return }
    required = Self.mask(endpoints)
    requiredAny = 0
    requiredPlace = place
  }

  mutating func requireAny(_ endpoints: [Endpoint], on place: Place, _ options: ReferenceOptions) {
    guard options.rereadsData else { return }
    required = 0
    requiredAny = Self.mask(endpoints)
    requiredPlace = place
  }

  static func mask(_ endpoints: [Endpoint]) -> UInt64 {
    endpoints.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  @inline(__always)
  func isLoading(_ tab: Tab) -> Bool {
    switch tab {
    case .home: screen[.homeLoading] > 0 || screen[.metricsLoading] > 0 || screen[.homeMetricsLoading] > 0
    case .plans: screen[.plansLoading] > 0 || screen[.metricsLoading] > 0
    case .tasks: screen[.tasksLoading] > 0
    case .streaks: screen[.streaksLoading] > 0
    case .profile: screen[.profileLoading] > 0
    }
  }

  mutating func require(_ tab: Tab, isPulled: Bool = false, _ options: ReferenceOptions) {
    required = 0
    requiredAny = 0
    guard !isLoading(tab) else {
      // A request for the profile during a read causes one more read.
      if isPulled, tab == .profile, options.profileReads, options.waitsForNewest {
        require([.profile], on: .tab(.profile), options)
      }
      return
    }
    let endpoints: [Endpoint]
    switch tab {
    case .home where isPulled:
      endpoints = [.tasksToday, .streak, .howItWorks] + (options.homeReadsOnAppear ? [.todayMetrics] : [])
    case .home:
      let isStreakOld =
        homeStreak.value != nil && homeStreak.day < homeDay && options.clockOnlyAdvances && !reports.isClockSet
        && options.waitsForNewest
      endpoints = options.homeReadsOnAppear ? [.todayMetrics] + (isStreakOld ? [.streak] : []) : []
    case .plans where isPulled && options.plansReadsOnAppear:
      return requireAny([.todayMetrics, .generatePlan], on: .tab(.plans), options)
    case .plans: endpoints = options.plansReadsOnAppear ? [.todayMetrics] : []
    case .tasks: endpoints = [.tasksToday]
    case .streaks: endpoints = [.streak]
    case .profile: endpoints = options.profileReads ? [.profile, .streak] : []
    }
    require(endpoints, on: .tab(tab), options)
  }

  package mutating func sent(
    _ request: borrowing WireCall, at time: Int64, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    let endpoint = request.body.endpoint
    // A token is renewed for another request, which follows.
    let isByItself = endpoint != .refresh && (isAtRest || notes.reads.begunByItself)
    if endpoint != .refresh { isAtRest = false }
    if notes.reads.sent(request), options.waitsForNewest, options.rereadsData { found.append(.readAgain(endpoint)) }
    if isByItself, options.waitsForNewest, options.rereadsData { found.append(.sentUnasked(endpoint)) }
    if endpoint == .signUp || endpoint == .logIn { isSigningIn = true }
    if endpoint == .me { mustReadUser = false }
    if endpoint == .refresh {
      if options.renewsOnce, token.isGood(at: time, options) { found.append(.renewedEarly) }
      token.isReplaced = true
    }
    // Before a request for a plan is sent, but after it has its token, it waits for a check of the metrics.
    if request.accessToken != nil, endpoint != .generatePlan, options.renewsOnce, !reports.isClockSet,
      token.hasRunOut(at: time, options)
    {
      found.append(.sentWithOldToken(endpoint))
    }
    let bit: UInt64 = 1 << UInt64(endpoint.rawValue)
    cancellations.sent(request)
    reports.sent(request)
    writes.sent(request)
    required &= ~bit
    if requiredAny & bit != 0 { requiredAny = 0 }
    if endpoint == .deleteAccount { isDeleting = true }
    if endpoint == .refresh { hasRenewed = true }
    if case .logOut(let sent) = request.body {
      // Only a refusal of the newest token ends the sign-in. A request without a token is judged elsewhere.
      let isOther = !sent.isEmpty && token.refresh != 0 && ReferenceToken.hash(sent) != token.refresh
      if isOther, mustLogOut, options.renewsOnce { found.append(.sentOther(endpoint)) }
      mustLogOut = false
      hasSentLogOut = true
    }
    if endpoint == .logIn { mustLogIn = false }
    if endpoint == notes.requiredSignIn { notes.requiredSignIn = nil }
    if notes.sendsTwice(request) { found.append(.sentAgain(endpoint)) }
    if notes.repeatsUnread(request), options.formFollowsConflicts { found.append(.repeatedUnread(endpoint)) }
    if notes.repeatsAtOnce(request, at: time), options.resolvesUnknown { found.append(.repeatedAtOnce(endpoint)) }
    if case .refresh(let sent) = request.body, options.renewsOnce, token.refresh != 0,
      ReferenceToken.hash(sent) != token.refresh
    {
      found.append(.sentOther(.refresh))
    }
    if !unsentPicks.isEmpty { sentPick(request.body) }
    // A photo that was refused waits for a retry in the section of its task.
    if case .uploadPhoto(let photo) = request.body, options.keepsFailedPicks, options.sendsPicks,
      refusedUploads.contains(photo.item)
    {
      found.append(.sentUnasked(.uploadPhoto))
    }
    if request.operation == .summary { mustReadSummary = false }
    if request.operation == .homeSummary { mustReadHomeSummary = false }
    if request.operation == .onboarding { mustSendAnswers = false }
    if request.operation == .editLoad { mustReadForm = false }
    if endpoint == .generatePlan, !isPlanAsked { found.append(.sentUnasked(endpoint)) }
    if endpoint == .generatePlan, areMetricsMissing, case .some(nil) = metrics.value, options.plansWaitForMetrics {
      found.append(.planWithoutMetrics)
    }
    if request.operation == .tasksLoad, endpoint == .tasksToday {
      taskReads.append((request.id, max(0, screen[.tasksFilter])))
    }
    if endpoint == .acknowledge, hasTappedUnseenRow {
      hasTappedUnseenRow = false
      found.append(.sentOther(.acknowledge))
    }
    if isOther(request, options) { found.append(.sentOther(endpoint)) }
    switch request.body {
    case .onboard(let body):
      completesProfile = !body.profile.isPlaceholder
      asked.sent(body)
    default: break
    }
    guard request.key != 0 else { return }
    switch endpoint {
    case .onboard, .acknowledge, .uploadPhoto, .confirmPhoto: break
    case .generatePlan where request.operation == .plansRefresh || sentIntent == 0: break
    default: return
    }
    if isTooOften(endpoint, request.key) { found.append(.sentAgain(endpoint)) }
    let subject = request.body.subject
    if endpoint != .generatePlan, options.resolvesUnknown, notes.changesKey(endpoint, subject, request.key) {
      found.append(.keyRenewed(endpoint))
    }
    if let effect = effects.first(where: { $0.endpoint == endpoint && $0.key == request.key }) {
      // Two plans that nobody tapped for are two effects.
      let isShared = effect.subject != subject || endpoint == .generatePlan && sentIntent == 0 && effect.isDone
      found.append(isShared ? .keyShared(endpoint) : .sentAgain(endpoint))
    } else {
      if effects.count == 16 { effects.removeFirst() }
      effects.append((request.id, endpoint, request.key, subject, false))
    }
  }

  /// Records that a request sends a picked photo.
  private mutating func sentPick(_ request: APIRequest) {
    switch request {
    case .uploadPhoto(let photo):
      unsentPicks.removeAll { $0.item == photo.item }
    case .presignPhoto(_, let type, let size):
      if let index = unsentPicks.firstIndex(where: { $0.contentType == type && $0.fileSize == size }) {
        unsentPicks.remove(at: index)
      }
    default: break
    }
  }

  // Mutating, since a non-mutating function would copy the whole phone first.

  /// Whether a request contains other data than those on screen at the tap.
  mutating func isOther(_ request: borrowing WireCall, _ options: ReferenceOptions) -> Bool {
    if !asked.covers(request.body, sendsAsTyped: options.formSendsAsTyped, largest: options.largestSent) {
      return true
    }
    if request.operation == .editSave, isOlderRevision(request.body, options) { return true }
    if request.key == 0, options.resolvesAllUnknown, options.renewsOnce, options.sendsFailedPhotos, request.body.isKeyed
    {
      return true
    }
    return switch request.body {
    case .generatePlan(let isForced): isForced != (request.operation == .plansRefresh)
    case .acknowledge(let version, let computedAt): options.waitsForNewest && !asked.names(version, computedAt)
    case .updateProfile(let update): isOtherForm(update.preferences)
    case .updatePreferences(let update): isOtherForm(update)
    default: false
    }
  }

  /// Whether a save names no revision, or an older one than the form contained when Save was tapped. A deletion must
  /// name the revision that the person saw when deciding on it.
  private mutating func isOlderRevision(_ request: APIRequest, _ options: ReferenceOptions) -> Bool {
    guard options.refusesOlderWrites, options.formFollowsConflicts, options.waitsForNewest else { return false }
    let (update, isDeletion): (PreferencesUpdate, Bool)
    switch request {
    case .updateProfile(let some): (update, isDeletion) = (some.preferences, some.isDeletion)
    case .updatePreferences(let some): (update, isDeletion) = (some, false)
    default: return false
    }
    if isDeletion { return update.ifRevision == nil }
    guard !update.isEmpty || update.ifRevision != nil else { return false }
    return update.ifRevision.map { $0 < formRevision.saved } ?? (formRevision.saved >= 0)
  }

  /// Whether a complete set of preferences differs from the form's when it was last saved.
  mutating func isOtherForm(_ update: PreferencesUpdate) -> Bool {
    guard let savedForm, let lists = update.dietaryPreferences, let allergies = update.allergies,
      let meals = update.mealsPerDay
    else { return false }
    return DietPreferences(dietaryPreferences: lists, allergies: allergies, mealsPerDay: meals).stableHash != savedForm
  }
}
