package import GTSDModel

/// Updates the model of a phone by the replies that it receives.
extension ReferencePhone {
  /// Handles a reply, or the end of the wait for one.
  package mutating func received(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse?, _ read: ReferenceServer.Read?,
    isCancelled: Bool, at time: Int64, _ options: ReferenceOptions
  ) {
    let isGarbled = Self.isUndecodable(reply)
    let isGranted = (200..<300).contains(status) && !isGarbled
    // An unreadable reply does not show the server's revision.
    let read = isGarbled ? nil : read
    if isGranted { receivedToken(reply, at: time) }
    if isGranted, case .metrics(let payload) = reply { asked.received(payload.metrics) }
    writes.received(
      request, status: status, isGranted: isGranted, isCancelled: isCancelled,
      isTyped: forms.first?.hasTypedBody ?? !options.formReads,
      stores: ReferenceCancellations.stores(request.body.endpoint))
    cancellations.received(request, isCancelled: isCancelled)
    if let index = effects.firstIndex(where: { $0.id == request.id }) {
      if isGranted { effects[index].isDone = true } else { effects.remove(at: index) }
    }
    if isGranted {
      selection.stored(request.body)
      for index in otherSelections.indices { otherSelections[index].selection.stored(request.body) }
    }
    if isGranted, case .onboard(let body) = request.body {
      reports.answered(isSkip: body.isSkip, account, at: time)
    }
    notes.received(request, status: status, isGranted: isGranted, isCancelled: isCancelled, at: time)
    if request.body.endpoint == .signUp || request.body.endpoint == .logIn { isSigningIn = false }
    if isGranted, case .summary(let payload) = reply { notes.drawings.received(payload) }
    if !isCancelled { reports.received(request, status: isGarbled ? 0 : status, reply, isGranted: isGranted) }
    if let index = taskReads.firstIndex(where: { $0.id == request.id }) {
      let read = taskReads.remove(at: index)
      if isGranted {
        receivedFilters.insert(read.filter)
        receivedFilters.insert(begunFilter)
      }
    }
    // If a launch cannot read the user, the refresh token decides whether the session is over.
    // A refusal of an earlier token says nothing of the present one.
    let isRefused = status == 401 && (request.accessToken.map { token.isSame(as: $0) } ?? true)
    if isRefused || request.body.endpoint == .me && !isGranted { token.isRefused = true }
    // Only a row can be acknowledged, whatever an earlier read has found.
    if isGranted, request.body.endpoint == .acknowledge { areMetricsMissing = false }
    if request.body.endpoint == .todayMetrics, status > 0 {
      areMetricsMissing = status == 404
      if status == 404 || isGranted { mayRowBeGone = status == 404 && read == nil }
    }
    guard let operation = request.operation else { return }
    if operation == .photoUpload, case .uploadPhoto(let photo) = request.body {
      if status == 401, photo.taskID != Int(photosOf) { failedTasks.insert(Int64(photo.taskID)) }
      if isGranted || isCancelled || status == 401 {
        failedUploads.remove(photo.item)
        failedPicks.remove(photo.item)
      } else {
        if photo.taskID == Int(photosOf) {
          failedUploads.insert(photo.item)
        } else {
          failedTasks.insert(Int64(photo.taskID))
        }
        failedPicks.insert(photo.item)
        // A request without a reply is sent again without a tap.
        if status >= 300 { refusedUploads.insert(photo.item) }
      }
    }
    if isGranted, operation == .editSave, !forms.isEmpty { forms[0].wrote(request.body) }
    note(operation, request, status: status, reply, isGranted: isGranted, isCancelled: isCancelled, options)
    // A refusal shows the server's revision as well.
    if status > 0, let read, read.account == account {
      known = max(known, read.version)
      targetsReceived = max(targetsReceived, read.targetsVersion)
      tasksReceived = max(tasksReceived, read.tasksVersion)
      if status == 201, request.body.endpoint == .submitEvidence { taskHandedIn = max(taskHandedIn, read.version) }
    }
    if status == 409, read != nil, operation == .editSave { savedInVain(options) }
    guard isGranted || status == 404, let read, let reply else { return }
    if case .session(let session) = reply {
      // A user who is already signed in is reported a second time.
      if screen[.signedIn] > 0, account == read.account { return }
      isSignedOut = false
      let received = read.account == account ? receivedSummary : Newest()
      account = read.account
      forget()
      receivedSummary = received
      learnName(reply, operation, read.version)
      if session.user.hasCompletedOnboarding { learnedOnboarded(read.account, isOver: true) }
      if request.body.endpoint == .signUp { reports.signedUp(account, at: time) }
      return
    }
    guard read.account == account else { return }
    learnName(reply, operation, read.version)
    let isAnswered: Bool
    switch reply {
    case .me(let me): isAnswered = me.hasCompletedOnboarding == true
    case .user: isAnswered = request.body.endpoint == .onboard
    case .profile: isAnswered = operation == .onboarding
    default: isAnswered = false
    }
    if isAnswered {
      // While the outcome of answers is unknown, a read may show that others are stored.
      learnedOnboarded(read.account, isOver: operation != .onboarding || request.body.endpoint == .onboard)
      if operation == .onboarding, completesProfile { answered = max(answered, read.version) }
    }
    isChanged = true
    if options.keepsSummary, case .summary(let payload) = reply {
      summaryReceivedAt = time
      receivedSummary.take(DrawnSummary(payload), read.version)
    }
    take(request.body, reply, operation, read, isGranted: isGranted)
    if isGranted { follow(request.body, options) }
  }

  /// Whether a request can be for the section that was opened last. Only an upload in one piece names its task.
  private func isOfOpenSection(_ request: APIRequest) -> Bool {
    if case .uploadPhoto(let photo) = request { photo.taskID == Int(photosOf) } else { true }
  }

  // No comparison with `==`, which would copy both values.
  private static func isUndecodable(_ reply: APIResponse?) -> Bool {
    if case .undecodable = reply { true } else { false }
  }

  /// The app's message for a photo that failed with this status, if the status determines it.
  static func text(of status: Int) -> PhotoErrorText {
    switch status {
    case 0: .network
    case 200..<300: .generic
    case 401: .sessionExpired
    case 413: .tooLarge
    case 429: .tooManyRequests
    case 500...: .server
    default: .refused
    }
  }

  mutating func learnedOnboarded(_ account: Int, isOver: Bool) {
    onboardedAccounts |= 1 << UInt64(account & 63)
    if isOver { doneAccounts |= 1 << UInt64(account & 63) }
  }

  /// Records the requests that must follow a stored write, on the screen on which it was tapped.
  mutating func follow(_ request: APIRequest, _ options: ReferenceOptions) {
    switch request {
    case .uploadPhoto, .confirmPhoto: if screen[.photosTask] > 0 { require([.photos], on: .photos, options) }
    case .submitEvidence: if !isLoading(.tasks) { require([.tasksToday], on: .tab(.tasks), options) }
    case .acknowledge:
      let isSeen = screen[.tab] == Tab.plans.published && !isCovered && backgroundSince < 0
      // A load that is in progress may end without a plan, and only a later one bring it.
      if options.toastsPlans, options.waitsForNewest, isSeen, !isLoading(.plans) { notes.toasts.acknowledged() }
      if !isLoading(.plans) { requireAny([.generatePlan, .todayMetrics], on: .acknowledgedPlans, options) }
    case .onboard(let body):
      let isSeen = account.map { summarizedAccounts >> UInt64($0 & 63) & 1 == 1 } ?? true
      mustReadSummary =
        options.showsSummary && options.rereadsData && !body.isSkip && (!isSeen || !options.showsSummaryOnce)
    default: break
    }
  }

  private mutating func receivedToken(_ reply: APIResponse?, at time: Int64) {
    switch reply {
    case .session(let session):
      token = ReferenceToken(receivedAt: time, access: session.accessToken, refresh: session.refreshToken)
    case .tokens(let access, let refresh):
      token = ReferenceToken(receivedAt: time, access: access, refresh: refresh)
    default: break
    }
  }

  /// Records the outcome of a sign-up. If the e-mail address is taken, this person may have taken it with a sign-up
  /// whose reply was lost, so the app logs in.
  private mutating func noteSignUp(
    _ request: borrowing WireCall, status: Int, isGranted: Bool, _ options: ReferenceOptions
  ) {
    guard options.resolvesUnknown, case .signUp(let body) = request.body else { return }
    if status == 409, unansweredSignUp == body.email { mustLogIn = true }
    unansweredSignUp = !isGranted && (status == 0 || (200..<300).contains(status)) ? body.email : nil
  }

  mutating func note(
    _ operation: Operation, _ request: borrowing WireCall, status: Int, _ reply: APIResponse?, isGranted: Bool,
    isCancelled: Bool, _ options: ReferenceOptions
  ) {
    let endpoint = request.body.endpoint
    if [.photoUpload, .photoDelete, .refreshToken].contains(operation), !isGranted {
      photoFailures.insert(status)
      if isOfOpenSection(request.body) {
        hasPhotoFailed = true
        // The failure of an upload takes the place of a deletion's, and goes with the photo.
        if operation == .photoUpload { failed &= ~(1 << UInt64(StateVariable.photosError.rawValue)) }
      }
      // The steps of an upload in several requests do not name its task, nor does the renewal for which uploads wait.
      if operation == .refreshToken || operation == .photoUpload && endpoint != .uploadPhoto {
        failedTasks.formUnion(otherSelections.map(\.task))
      }
      if operation == .photoDelete { hasDeletionFailed = true }
    }
    guard endpoint != .refresh else {
      isRenewalRefused = options.renewsOnce && (status == 401 || status == 403) && reports.isOfPresentSignIn(request.id)
      return
    }
    // An expired token is renewed, and the request is repeated.
    if endpoint == .deleteAccount, status != 401 { isDeleting = false }
    switch operation {
    case .signUp, .logIn:
      hasSignInFailed = !isGranted && !isCancelled
      mayShowSignInFailure = hasSignInFailed
      noteSignUp(request, status: status, isGranted: isGranted, options)
    case .homeSummary: hasHomeSummary = isGranted
    case .homeStreak: hasHomeStreak = isGranted
    case .profileLoad where endpoint == .profile: hasProfileReadFailed = !isGranted
    // After an expired token, the request is repeated.
    case .profileLoad where status != 401 && !isCancelled: profileTab.streakEnded(changed: profileChanged)
    case .editSave:
      isFormStored = isFormStored || isGranted
      mayBePartStored = mayBePartStored || !isGranted
    case .tasksLoad: hasTasks = isGranted
    case .streaksLoad: hasStreaks = isGranted
    case .summary:
      // The sheet is skipped if there is no summary, or if the summary cannot be read.
      let isMissing = status == 404 || Self.isUndecodable(reply)
      let waits = waitsForSummary(screen[.summarySheet])
      hasSummaryFailed = !isGranted && !isCancelled && !isMissing && status != 401 && waits
      hasSummaryCome = isGranted && waits
    default: break
    }
    let bit: UInt64 = 1 << UInt64(operation.rawValue)
    // A read that checks whether answers are stored reports a success by showing them. For a signed-in user, only the
    // first such read is news.
    let isNews =
      endpoint == .me
      ? !repeatsOnboarding && asked.isFlagOfTheseAnswers : endpoint != .profile || asked.isAnswered(by: reply)
    let isDone = isGranted && (operation != .onboarding || isNews)
    if isDone { succeeded |= bit } else if operation != .photoUpload { succeeded &= ~bit }
    guard let slot = Self.slot(of: operation) else { return }
    switch (operation, endpoint) {
    case (.plansFetch, .howItWorks), (.plansRefresh, .howItWorks), (.profileLoad, .streak), (.profileLoad, .howItWorks):
      return
    default: break
    }
    // After an expired token, the request is repeated, or given up together with the operation that sent it.
    guard status != 401 else { return }
    let error: UInt64 = 1 << UInt64(slot.rawValue)
    var isFailure = !isGranted && !isCancelled
    if endpoint == .todayMetrics || endpoint == .deletePhoto, status == 404 { isFailure = false }
    if case .failure(let payload) = reply, payload.reason == .gated { isFailure = false }
    failed = isFailure ? failed | error : failed & ~error
  }

  mutating func take(
    _ request: APIRequest, _ reply: APIResponse, _ operation: Operation, _ read: ReferenceServer.Read, isGranted: Bool
  ) {
    let version = read.version
    switch (request, reply, operation) {
    case (_, .tasks(let payload), .homeTasks):
      homeTasks.take(Int64(payload.total) << 16 | Int64(payload.completed), version, on: read.day)
    case (_, .streak(let payload), .homeStreak): homeStreak.take(Int64(payload.current), version, on: read.day)
    case (_, .summary(let payload), .homeSummary):
      homeSummary.take(DrawnSummary(payload), version)
      keptOnHome = nil
    case (_, .metrics(let payload), _): metrics.take(DrawnRow(payload), version)
    case (.todayMetrics, _, _) where !isGranted: metrics.take(nil, version)
    case (.acknowledge(_, let computedAt), .acknowledged, _):
      // The reply to a repetition equals that to the first attempt. A newer row may have been computed since, which
      // only a read shows.
      guard version >= known, case .some(.some(var held)) = metrics.value, held.computedAt == computedAt else {
        return
      }
      held.isAcknowledged = true
      metrics.take(held, version)
    case (_, .plan(let payload), _):
      plan.take(DrawnPlan(payload), version)
      isPlanOutdated = false
      // A reply that precedes the latest change of the profile, or may precede it as far as the phone knows, may be
      // shown or not.
      mayPlanBeGone = version < max(profileChanged, changeReceived)
    case (_, .profile(let payload), .profileLoad):
      profile.take(payload.preferences.preferences.stableHash, version)
      profileTab.received(
        payload.profile, version, showing: screen[.profilePreferences], changed: profileChanged)
    case (_, .profile(let payload), .editSave):
      changedProfile(read.profileVersion)
      if !forms.isEmpty { forms[0].received(payload) }
      resolved.take(payload.preferences.preferences.stableHash, version)
    case (_, .profile, .editLoad) where !forms.isEmpty && !forms[0].hasRead:
      forms[0].hasRead = true
      take(request, reply, operation, read, isGranted: isGranted)
    // A form may read again instead of showing data that are older than others received by this phone.
    case (_, .profile, .editLoad) where version > form.version && version < known:
      form.value = nil
      if !forms.isEmpty {
        forms[0].loseTrack()
        forms[0].profile = nil
      }
      // The server computes rows by itself. Only for changes made on this phone does the phone know that this read
      // precedes them.
      if form.version < 0 { outdatedFormReads = (outdatedFormReads.count + 1, version < profileChanged) }
    case (_, .profile(let payload), .editLoad):
      if version >= form.version, !forms.isEmpty {
        forms[0].read(payload.preferences.preferences)
        forms[0].profile = version >= known ? payload.profile : nil
      }
      if version >= form.version {
        formRevision.received = max(formRevision.received, payload.preferences.revision ?? -1)
      }
      form.take(payload.preferences.preferences.stableHash, version)
      outdatedFormReads = (0, false)
    case (.updateProfile(let update), _, .editSave) where isGranted:
      // A save of values that are already stored changes nothing, whatever else has arrived since.
      changedProfile(read.profileVersion)
      if case .profileUpdated(let payload) = reply, payload.planUpdated { isPlanOutdated = true }
      profileTab.saved(version)
      if update.isDeletion {
        // No plan follows from a profile without a body.
        isPlanOutdated = true
        profileTab.deleted(version)
      }
      saved(update.preferences, version)
    case (.updatePreferences(let update), _, .editSave) where isGranted: saved(update, version)
    case (.onboard(let body), _, _) where isGranted:
      changedProfile(version)
      reports.require(body.isSkip ? .onboardingSkipped : .onboardingCompleted)
    // A read may have shown the result of the answers whose reply was lost.
    case (_, .profile, .onboarding): changedProfile(version)
    case (.photos(let task?, _, let offset), .photos(let payload), _):
      let ids = payload.map(\.id)
      if let index = photos.firstIndex(where: { $0.task == task }) {
        // A client that reads in pages already has the earlier ones.
        let earlier = (photos[index].list.value ?? []).prefix(offset)
        photos[index].list.take(earlier + ids, version)
      } else {
        photos.append((task, Newest(version: version, value: ids)))
      }
    case (.deletePhoto(let id), _, _):
      for index in photos.indices {
        photos[index].list.value?.removeAll { $0 == id }
        photos[index].list.version = max(photos[index].list.version, version)
      }
    default: break
    }
  }

  mutating func changedProfile(_ version: Int32) {
    mayPlanBeGone = true
    profileChanged = max(profileChanged, version)
    changeReceived = known
  }

  /// Records that a complete set of preferences was stored from this phone. The Profile tab may show it before reading
  /// it.
  mutating func saved(_ update: PreferencesUpdate, _ version: Int32) {
    guard let lists = update.dietaryPreferences, let allergies = update.allergies, let meals = update.mealsPerDay else {
      return
    }
    let stored = DietPreferences(dietaryPreferences: lists, allergies: allergies, mealsPerDay: meals)
    profile.take(stored.stableHash, version)
  }
}
