import GTSDModel
import Interleaving

extension Device {
  // MARK: The Profile tab

  func loadProfile() async {
    guard let session = app.auth.session else { return }
    guard let owner = beginLoad(.profileLoad, loading: .profileLoading, error: .profileError) else {
      app.profile.mustLoadAgain = true
      return
    }
    app.profile.mustLoadAgain = false
    app.profile.isZeroStateHidden = false
    app.profile.has = (hasZeroState(on: .profile), generation.profile.onReadError == .emptyState)
    settle(.start)
    async let streak = call(.streak, for: .profileLoad)
    let read: CallResult
    switch generation.profile.view {
    case .loginSnapshot:
      app.profile.preferences = session.preferences ?? DietPreferences()
      publish(.profilePreferences, app.profile.preferences, .reply)
      read = await call(.howItWorks, for: .profileLoad)
    case .refetch: read = await call(.profile, for: .profileLoad)
    }
    endProfile(read, streak: await streak, owner)
  }

  private func endProfile(_ read: CallResult, streak days: CallResult, _ owner: Owner) {
    let result = generation.profile.view == .refetch ? read : nil
    guard isCurrent(owner) else { return endLoad(.profileLoad, owner) }
    if case .success(let answer) = days { _ = take(\.profile.streak, answer, .streak, .profile) }
    var cause = Cause.reply
    switch result {
    case .success(let answer): tookProfile(answer)
    case .failure(let failure):
      cause = failure.cause
      if failure != .cancelled { app.profile.isUnread = !app.profile.version.isSet }
      show(failure, in: .profileError)
    case nil: if isCancelled { cause = .cancellation }
    }
    endLoad(.profileLoad, owner, loading: .profileLoading, cause: cause)
    settle(cause)
    // A concurrent caller may know of a revision that is newer than this reply.
    guard app.profile.mustLoadAgain, generation.replies.apply == .revision, app.navigation.tab == .profile else {
      return
    }
    app.navigation.tabTask = start { await $0.loadProfile() }
  }

  private func tookProfile(_ answer: Answer) {
    guard case .profile(let payload) = answer.body, take(\.profile.version, answer, .profile, .profile) else { return }
    app.profile.preferences = payload.preferences.preferences
    app.profile.isUnread = false
    // A missing profile counts as incomplete.
    app.profile.isIncomplete = payload.profile?.isPlaceholder ?? true
    publish(.profilePreferences, app.profile.preferences, .reply)
  }

  // MARK: The form

  func openEdit() {
    app.edit.open()
    publish(.editSaved, false, .person)
    publish(.editConflict, false, .person)
    switch generation.prefs.load {
    case .empty:
      app.edit.fill(DietPreferences(), revision: nil)
      publish(.editPreferences, app.edit.form, .start)
      settle(.person)
    case .server:
      settle(.person)
      let opening = app.edit.opening
      app.edit.task = start { await $0.loadEdit(opening, keepsTyped: false) }
    }
  }

  /// Reads the form's values again, after an earlier read if one still runs.
  private func reloadEdit(_ opening: Int, keepsTyped: Bool) async {
    await app.edit.task?.end()
    guard app.edit.isOpen, app.edit.opening == opening else { return }
    let task = start { await $0.loadEdit(opening, keepsTyped: keepsTyped) }
    app.edit.task = task
    await task.end()
  }

  private func loadEdit(_ opening: Int, keepsTyped: Bool) async {
    // The error of a failed save stays while the form reads the stored values.
    let owner = begin(.editLoad, loading: .editLoading, error: app.edit.saveFailed ? nil : .editError)
    app.edit.loading += 1
    if !app.edit.saveFailed { publish(.editPartStored, false, .start) }
    settle(.start)
    var repetition = ReadRepetition(known: app.known)
    var result = await call(.profile, for: .editLoad)
    // A save may have shown newer data than this read. The form is filled from a read that includes the save.
    while isCurrent(owner), app.edit.isOpen, app.edit.opening == opening, isOutdated(result),
      repetition.begins(known: app.known)
    {
      result = await call(.profile, for: .editLoad)
    }
    guard isCurrent(owner) else { return end(.editLoad, owner) }
    app.edit.loading = max(0, app.edit.loading - 1)
    var cause = Cause.reply
    switch result {
    case .success(let answer):
      guard app.edit.isOpen, app.edit.opening == opening, case .profile(let payload) = answer.body,
        take(\.edit.version, answer, .preferences, .edit)
      else { break }
      if generation.replies.apply == .revision { app.auth.session?.user.name = payload.user.name }
      if keepsTyped {
        app.edit.rebase(
          payload.preferences.preferences, revision: payload.preferences.revision, profile: payload.profile)
      } else {
        app.edit.fill(
          payload.preferences.preferences, revision: payload.preferences.revision, profile: payload.profile)
      }
      publish(.editPreferences, app.edit.form, .reply)
    case .failure(let failure):
      cause = failure.cause
      if app.edit.opening == opening, failure != .cancelled { app.edit.loadFailed = true }
      show(failure, in: .editError)
    }
    // The form may have been opened again meanwhile, and may be loading.
    end(.editLoad, owner, loading: app.edit.loading == 0 ? .editLoading : nil, cause: cause)
    settle(cause)
  }

  /// Whether a reply was read before the newest known revision.
  private func isOutdated(_ result: CallResult) -> Bool {
    guard generation.replies.apply == .revision, case .success(let answer) = result else { return false }
    return answer.asOf < app.known
  }

  func typeEdit(_ draft: EditDraft) {
    app.edit.type(draft)
    publish(.editSaved, false, .person)
    publish(.editPreferences, app.edit.form, .person)
    settle(.person)
  }

  func closeEdit() {
    guard app.edit.isOpen else { return }
    app.edit.task?.cancel()
    app.edit.close()
    publish(.editSaved, false, .person)
    publish(.editConflict, false, .person)
    if app.edit.version.isSet {
      app.edit.version = VersionStamp()
      emit(.cleared(.preferences, view: .edit))
    }
    settle(.person)
    // The sheet is closed, so the tab below reads again.
    if app.navigation.tab == .profile, app.published.isOn(.signedIn) {
      app.navigation.tabTask = start { await $0.loadProfile() }
    }
  }

  // MARK: Saving

  func saveEditTapped(_ intent: Int32) {
    guard let session = app.auth.session else { return }
    app.edit.saving += 1
    let submission = app.edit.submission
    let requests = submission.requests(name: session.user.name, generation)
    start { await $0.save(submission, requests, intent) }
  }

  private func save(_ submission: EditModel.Submission, _ requests: [APIRequest], _ intent: Int32) async {
    let owner = begin(.editSave, loading: .editSaving, error: .editError)
    app.edit.hasStoredPart = false
    app.edit.saveFailed = false
    publish(.editPartStored, false, .start)
    publish(.editConflict, false, .start)
    settle(.start)
    var failure = await send(requests, intent, owner)
    if let first = failure, first.isUnknown || first.status == 409, generation.profile.afterSave == .keepEdits {
      failure = await resolveSave(submission, requests, intent, first, owner)
    }
    guard isCurrent(owner) else { return end(.editSave, owner) }
    app.edit.saving = max(0, app.edit.saving - 1)
    if let failure { return await failedToSave(submission, failure, owner) }
    saved(submission)
    rereadProfileTab()
    if generation.profile.feedback == .success, app.edit.isOpen, app.edit.opening == submission.opening {
      publish(.editSaved, true, .reply)
    }
    end(.editSave, owner, loading: .editSaving)
    settle(.reply)
    await finishForm(submission)
  }

  /// Sends the parts of a save until one fails.
  private func send(_ requests: [APIRequest], _ intent: Int32, _ owner: Owner) async -> CallFailure? {
    for request in requests {
      switch await call(request, for: .editSave, intent: intent) {
      case .failure(let failure): return failure
      case .success(let answer): app.edit.savedAsOf = answer.asOf
      }
      if isCurrent(owner), generation.profile.save == .single { storedPart(request) }
    }
    return nil
  }

  /// Records that one request of a save succeeded. If another one fails, the form shows the parts that were stored.
  private func storedPart(_ request: APIRequest) {
    app.edit.stored(request)
    if case .updateBasicProfile(let name?, _) = request { app.auth.session?.user.name = name }
  }

  /// Resolves a save with an unknown outcome: reads the stored data, and repeats the save only if it was not stored.
  ///
  /// A conflict may be caused by the save itself, since its second delivery is refused. A read shows that as well.
  private func resolveSave(
    _ submission: EditModel.Submission, _ requests: [APIRequest], _ intent: Int32, _ first: CallFailure, _ owner: Owner
  ) async -> CallFailure? {
    var last = first
    var conflict = first.status == 409 ? first : nil
    for attempt in 1...3 {
      if attempt > 1 || conflict == nil {
        guard await pause(Int64(attempt) * Nanoseconds.second), isCurrent(owner) else { return .discarded }
      }
      guard case .success(let answer) = await call(.profile, for: .editSave, intent: intent),
        case .profile(let payload) = answer.body
      else { continue }
      guard isCurrent(owner) else { return .discarded }
      app.edit.savedAsOf = answer.asOf
      if submission.isStored(in: payload) { return nil }
      if let conflict { return conflict }
      guard let failure = await send(requests, intent, owner) else { return nil }
      guard failure.isUnknown || failure.status == 409 else { return failure }
      last = failure
      if failure.status == 409 { conflict = failure }
    }
    return last
  }

  private func saved(_ submission: EditModel.Submission) {
    if app.edit.opening == submission.opening { app.edit.saved(submission) }
    if let name = submission.fields.name { app.auth.session?.user.name = name }
    if submission.fields.touchesHealth { invalidatePlan() }
    guard submission.fields.touchesPreferences || submission.preferences(generation.prefs.save) != nil else { return }
    let hash = submission.form.stableHash
    // Every save counts as news, even if it stores the same values as the one before.
    _ = app.published.set(.preferencesSaved, to: hash, at: now)
    emit(.published(.preferencesSaved, value: hash, cause: .reply))
    track(
      .preferencesSaved(
        preferences: Int32(submission.form.dietaryPreferences.count),
        allergies: Int32(submission.form.allergies.count)))
    guard generation.profile.view == .refetch else { return }
    // Data read meanwhile may have been written by somebody else after this save.
    let isNewest = app.edit.savedAsOf < 0 || app.edit.savedAsOf >= app.profile.version.revision
    if app.profile.version.isSet, isNewest || generation.replies.apply == .arrival {
      app.profile.preferences = submission.form
      publish(.profilePreferences, submission.form, .reply)
    }
  }

  /// Ends a successful save: the form is refilled or keeps later edits, and the sheet closes after 1.5 s.
  private func finishForm(_ submission: EditModel.Submission) async {
    guard app.edit.isOpen else { return }
    guard app.edit.opening == submission.opening else {
      // The form was opened again meanwhile, and may contain the values stored before the save.
      guard generation.profile.afterSave == .keepEdits else { return }
      await app.edit.task?.end()
      guard app.edit.version.revision < app.known else { return }
      return await reloadEdit(app.edit.opening, keepsTyped: true)
    }
    switch generation.profile.afterSave {
    case .refill:
      switch generation.prefs.load {
      case .empty:
        app.edit.fill(DietPreferences(), revision: nil)
        publish(.editPreferences, app.edit.form, .reply)
        settle(.reply)
      case .server:
        await reloadEdit(submission.opening, keepsTyped: false)
      }
    case .keepEdits:
      guard app.edit.edits == submission.edits else {
        return await reloadEdit(submission.opening, keepsTyped: true)
      }
    }
    guard await pause(3 * Nanoseconds.second / 2), app.edit.isOpen, app.edit.opening == submission.opening else {
      return
    }
    if generation.profile.afterSave == .keepEdits, app.edit.edits != submission.edits {
      return await reloadEdit(submission.opening, keepsTyped: true)
    }
    closeEdit()
  }

  private func failedToSave(
    _ submission: EditModel.Submission, _ failure: CallFailure, _ owner: Owner
  ) async {
    show(failure, in: .editError)
    if app.edit.hasStoredPart { publish(.editPartStored, true, failure.cause) }
    publish(.editConflict, failure.status == 409, failure.cause)
    if failure != .cancelled { track(.preferencesSaveFailed(status: failure.status)) }
    let isOpen = app.edit.isOpen && app.edit.opening == submission.opening
    if isOpen {
      app.edit.saveFailed = true
      if generation.profile.afterSave == .refill {
        app.edit.rollBack()
        publish(.editPreferences, app.edit.form, .failure)
      }
    }
    end(.editSave, owner, loading: .editSaving, cause: failure.cause)
    settle(failure.cause)
    // Another device, or an earlier attempt of this one, has written. The form receives the stored values and keeps the
    // typed ones.
    let mustRead = failure.status == 409 || failure.isUnknown
    if isOpen, generation.profile.afterSave == .keepEdits, mustRead {
      await reloadEdit(submission.opening, keepsTyped: true)
      app.edit.saveFailed = true
      settle(.failure)
    }
  }

  /// Clears height and weight from the Profile tab.
  func deleteHealthData(_ intent: Int32) {
    app.edit.saving += 1
    start { await $0.runDelete(intent) }
  }

  /// Sends a deletion. If the app resolves the outcomes of its saves, the deletion names the revision on which the
  /// person decided. A late or second delivery then does not delete newer data.
  private func sendDeletion(_ intent: Int32, _ owner: Owner) async -> CallResult {
    var update = ProfileUpdate(height: 0, currentWeight: 0)
    if generation.profile.afterSave == .keepEdits {
      let read = await call(.profile, for: .editSave, intent: intent)
      guard case .success(let answer) = read, case .profile(let payload) = answer.body else { return read }
      guard isCurrent(owner) else { return .failure(.discarded) }
      update.preferences.ifRevision = payload.preferences.revision
    }
    return await call(.updateProfile(update), for: .editSave, intent: intent)
  }

  /// Reads the Profile tab again after a save or a deletion of this phone. Data from before it are refused.
  private func rereadProfileTab() {
    guard generation.profile.view == .refetch, generation.replies.apply == .revision else { return }
    if app.profile.version.isSet {
      app.profile.version.revision = max(app.profile.version.revision, app.known)
    } else {
      app.profile.version = VersionStamp(revision: app.known, origin: account, isSet: true)
    }
    // A read in progress is repeated. If none is, the tab is read now, or when the form is closed.
    app.profile.mustLoadAgain = true
    if app.navigation.tab == .profile, !app.edit.isOpen { start { await $0.loadProfile() } }
  }

  private func runDelete(_ intent: Int32) async {
    let owner = begin(.editSave, loading: .editSaving, error: .editError)
    settle(.start)
    let result = await sendDeletion(intent, owner)
    guard isCurrent(owner) else { return end(.editSave, owner) }
    app.edit.saving = max(0, app.edit.saving - 1)
    var cause = Cause.reply
    switch result {
    case .success:
      invalidatePlan()
      app.profile.isIncomplete = true
      rereadProfileTab()
    case .failure(let failure):
      cause = failure.cause
      show(failure, in: .editError)
    }
    end(.editSave, owner, loading: .editSaving, cause: cause)
    settle(cause)
  }
}
