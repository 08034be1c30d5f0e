import GTSDModel
import Interleaving

extension Device {
  func logOutTapped(_ intent: Int32) {
    guard let session = app.auth.session else { return }
    switch generation.auth.logout {
    case .immediate:
      signOut(.signOut)
      start { await $0.sendLogOut(session.refreshToken, intent) }
    case .waitsForNetwork:
      app.auth.isSigningOut = true
      start { await $0.logOutThenClear(session.refreshToken, intent) }
    }
  }

  private func logOutThenClear(_ token: String, _ intent: Int32) async {
    let process = self.session
    await sendLogOut(token, intent)
    guard isRunning, process == self.session else { return }
    app.auth.isSigningOut = false
    signOut(.signOut)
  }

  private func sendLogOut(_ token: String, _ intent: Int32) async {
    let owner = begin(.logOut)
    // Without the token, the server finds nothing to revoke, and answers 404.
    let revoked = generation.auth.logoutCall == .revokes ? token : ""
    _ = await exchange(
      .logOut(refreshToken: revoked), for: .logOut, intent: intent, key: 0, token: nil, owner: owner)
    end(.logOut, owner)
  }

  // MARK: Deletion and export

  /// Deletes the account; the phone forgets it once the server confirms that.
  func deleteAccountTapped(_ intent: Int32) {
    app.auth.isDeleting = true
    start { await $0.deleteAccount(intent) }
  }

  private func deleteAccount(_ intent: Int32) async {
    let owner = begin(.accountDeletion, error: .profileError)
    let result = await call(.deleteAccount, for: .accountDeletion, intent: intent)
    end(.accountDeletion, owner)
    guard isCurrent(owner) else { return }
    app.auth.isDeleting = false
    switch result {
    case .success: signOut(.signOut)
    case .failure(let failure):
      show(failure, in: .profileError)
      settle(failure.cause)
    }
  }

  /// Requests all stored data. The app passes it to the system and keeps none of it.
  func exportDataTapped(_ intent: Int32) {
    guard isTabInFront(.profile) else { return }
    start { await $0.exportData(intent) }
  }

  private func exportData(_ intent: Int32) async {
    let owner = begin(.dataExport, error: .profileError)
    let result = await call(.exportData, for: .dataExport, intent: intent)
    end(.dataExport, owner)
    guard isCurrent(owner) else { return }
    // The reply's revision may show that data on screen are outdated.
    guard case .failure(let failure) = result else { return settle(.reply) }
    show(failure, in: .profileError)
    settle(failure.cause)
  }

  /// Ends the session and drops all state that the generation does not keep.
  func signOut(_ cause: Cause) {
    guard app.auth.session != nil else { return }
    app.navigation.tabTask?.cancel()
    if generation.auth.inFlightAtLogout == .discarded {
      let ending = tasks
      for task in ending { task.cancel() }
      refreshFlight = nil
      app.loads = 0
    }
    releaseJoiners()
    clearAccountState()
    app.auth.login &+= 1
    app.auth.session = nil
    app.auth.user = VersionStamp()
    app.auth.isBusy = false
    app.auth.isSigningOut = false
    app.auth.isDeleting = false
    storage.signedIn = nil
    if generation.summary.cache == .day { storage.summary = nil }
    app.known = -1
    app.navigation = NavigationModel()
    for flag in StateVariable.loadingFlags { publish(flag, false, .signOut) }
    for slot in StateVariable.errorSlots { publish(slot, false, .signOut) }
    for variable in [StateVariable.homeTasks, .homeStreak, .homeSummary, .plansPlan, .plansTargets, .plansBmi, .tab] {
      publish(variable, -1, .signOut)
    }
    for variable in [
      StateVariable.summarySheet, .profilePreferences, .editPreferences, .editPartStored, .photosErrorText, .toast,
      .onboarded, .editSaved, .editConflict, .photosRetry,
      .tasksFilter, .tasksShown,
    ] {
      publish(variable, 0, .signOut)
    }
    emit(.authenticated(account: nil))
    publish(.signedIn, false, cause)
    settle(.signOut)
  }

  private func releaseJoiners() {
    app.metrics[flightOf: .first].end(false)
    app.metrics[flightOf: .second].end(false)
    app.home.flight.end(true)
    app.plans.flight.end(true)
  }

  private func clearAccountState() {
    switch generation.metrics.ownership {
    case .process: break
    case .perView, .user:
      forgetMetrics(.first)
      if generation.metrics.ownership == .perView { forgetMetrics(.second) }
    }
    if app.home.tasks.isSet { emit(.cleared(.tasks, view: .home)) }
    if app.home.streak.isSet { emit(.cleared(.streak, view: .home)) }
    if app.home.summary.isSet { emit(.cleared(.summary, view: .home)) }
    if app.plans.planStamp.isSet { emit(.cleared(.plan, view: .plans)) }
    if app.plans.summaryStamp.isSet { emit(.cleared(.summary, view: .plans)) }
    if app.simpleTabs.tasks.isSet { emit(.cleared(.tasks, view: .tasks)) }
    if app.simpleTabs.streak.isSet { emit(.cleared(.streak, view: .streaks)) }
    if app.profile.version.isSet { emit(.cleared(.profile, view: .profile)) }
    if app.profile.streak.isSet { emit(.cleared(.streak, view: .profile)) }
    if app.edit.version.isSet { emit(.cleared(.preferences, view: .edit)) }
    if app.summary.version.isSet { emit(.cleared(.summary, view: .summary)) }
    app.home = HomeModel()
    app.plans = PlansModel()
    app.simpleTabs = SimpleTabsModel()
    app.profile = ProfileModel()
    app.edit = EditModel()
    app.onboarding = OnboardingModel()
    app.summary = SummaryModel()
    forgetPhotos()
  }

  private func forgetMetrics(_ slot: MetricsInstances.Slot) {
    if app.metrics[slot].isLoaded { forEachView(of: slot) { emit(.cleared(.metrics, view: $0)) } }
    app.metrics[slot] = MetricsModel()
  }
}
