import GTSDModel
import Interleaving

extension Device {
  // MARK: Derived state

  /// Ends each step of the app: publishes the values that follow from the models, starts the reads that a newer
  /// revision makes necessary, and wakes the people whose condition holds.
  func settle(_ cause: Cause, file: StaticString = #fileID, line: UInt32 = #line) {
    guard isRunning else { return }
    let isNamed = events.holdSource(file, line)
    defer { events.releaseSource(isNamed) }
    if isHomeDrawn { publish(.homeNeed, app.metrics[slot(.home)].need, cause) }
    publish(.plansNeed, plansMetrics.need, cause)
    publish(.plansRow, plansMetrics.shownRow, cause)
    publish(.homeZeroState, app.navigation.isTabBarShown && app.home.showsZeroState, cause)
    let card = homeCard
    if card != .shown, app.published.isOn(.homeCard) { app.navigation.cardHiddenAt = now }
    publish(.homeCard, card.rawValue, cause)
    let isResolved = generation.acknowledge.onUnknown == .resolve && !plansMetrics.need && app.plans.acknowledging == 0
    if isResolved {
      // The unknown outcome has been resolved since.
      publish(.acknowledgeError, false, cause)
    }
    let isLoading = app.published.isOn(.plansLoading) || app.published.isOn(.metricsLoading)
    let screen = PlansModel.screen(
      hasPlan: app.plans.plan != nil, plansMetrics, isLoading: isLoading, hasError: app.published.isOn(.plansError),
      strategy: generation.plan.onMetricsError)
    publish(.plansScreen, screen.published, cause)
    publish(.plansBmi, bmi(on: screen), cause)
    if !app.edit.isDrawn { drawForm() }
    publish(.editTyped, app.edit.typed, cause)
    if app.photos.isOpen || app.published.isOn(.photosRetry) { publish(.photosRetry, offersPhotoRetry, cause) }
    publish(.summarySheet, app.summary.sheet.published, cause)
    publish(.cover, cover.published, cause)
    publish(.profileFace, app.profile.face.published, cause)
    trackFirstViews(showsCard: card == .shown)
    if !app.published.isOn(.signedIn) {
      emit(.drewSignIn(isBusy: app.auth.isBusy, hasFailed: app.auth.hasFailed))
    }
    revalidateMetrics()
    revalidateHome()
    revalidatePlan()
    drawButtons()
    wakeWaiters()
  }

  /// The sheet or form that covers the tabs.
  private var cover: Cover {
    if app.navigation.isOnboardingSheetShown { return .onboarding }
    guard app.edit.isOpen else { return .none }
    return app.edit.isReady ? .form : .formLoading
  }

  /// Draws the fields of the edit form, other than preferences.
  @inline(never)
  private func drawForm() {
    app.edit.isDrawn = true
    if app.edit.isOpen { emit(.drewForm(app.edit.drawn(nameOfAccount: app.auth.session?.user.name))) }
  }

  /// The body mass index shown on a screen of Plans, in hundredths; -1 if it shows none.
  private func bmi(on screen: PlansScreen) -> Int64 {
    switch (screen, generation.plan.bmi) {
    case (.acknowledgment, _), (.plan, .row):
      guard let row = app.metrics[slot(.plans)].row else { return -1 }
      return Int64((row.metrics.bmi * 100).rounded(.toNearestOrAwayFromZero))
    case (.plan, .confused): return app.plans.confusedBMI
    default: return -1
    }
  }

  /// Whether Home's view is drawn again. A view that observes the metrics model always is. Otherwise it is drawn only
  /// after a change of a value of its own, and then reads the model as well.
  private var isHomeDrawn: Bool {
    guard generation.home.observation == .computed else { return true }
    var frame: Int64 = 0
    for variable in PublishedState.ofHome { frame = frame &* 1_000_003 &+ app.published[variable] }
    guard app.home.frame != frame else { return false }
    app.home.frame = frame
    return true
  }

  /// Reports each card as viewed once per session, with the first frame that shows it.
  private func trackFirstViews(showsCard: Bool) {
    guard isHomeInFront else {
      if app.profile.face == .zeroState, isTabInFront(.profile) { trackZeroState() }
      return
    }
    if showsCard, !app.navigation.wasCardViewed {
      app.navigation.wasCardViewed = true
      track(.cardViewed)
    }
    if app.home.showsZeroState { trackZeroState() }
  }

  private func trackZeroState() {
    guard !app.navigation.wasZeroStateViewed else { return }
    app.navigation.wasZeroStateViewed = true
    track(
      .zeroStateViewed(
        hasCompletedOnboarding: storage[account].onboardedAt != nil,
        daysSinceSignup: days(since: storage[account].signedUpAt), on: app.navigation.tab))
  }

  // MARK: Waiting

  /// Whether the visible screen shows a spinner because of a request in progress.
  private var isSpinning: Bool {
    let published = app.published
    if isOnboardingInFront { return published.isOn(.onboardingLoading) }
    if app.edit.isOpen { return published.isOn(.editLoading) || published.isOn(.editSaving) }
    switch app.navigation.tab {
    case .home: return published.isOn(.homeLoading)
    case .plans: return published.isOn(.plansLoading) || published.isOn(.metricsLoading)
    case .tasks: return published.isOn(.tasksLoading)
    case .streaks: return published.isOn(.streaksLoading)
    case .profile: return published.isOn(.profileLoading)
    }
  }

  /// Waits until the condition holds, but at most this many nanoseconds.
  func wait(for condition: DeviceCondition, atMost nanoseconds: Int64) async {
    let deadline = now + nanoseconds
    while now < deadline, !holds(condition), !scheduler.isShuttingDown {
      let change = OneShot<Bool>(scheduler: scheduler)
      waiters.append((condition, change))
      let hasEnded = await change.value(within: deadline - now) == nil
      if let index = waiters.firstIndex(where: { $0.change === change }) { waiters.remove(at: index) }
      if hasEnded { return }
      // A change becomes visible one frame later. The value may have changed back by then.
      await scheduler.sleep(StateVariable.frame, kind: .timer, in: self)
    }
  }

  private func wakeWaiters() {
    guard !waiters.isEmpty else { return }
    for waiter in waiters where holds(waiter.condition) { waiter.change.fulfil(true) }
  }

  func wakeAllWaiters() {
    for waiter in waiters { waiter.change.fulfil(true) }
  }

  private func holds(_ condition: DeviceCondition) -> Bool {
    guard isRunning else { return true }
    switch condition {
    case .signInSettled: return !app.auth.isBusy
    case .onboardingSettled: return app.onboarding.inFlight == 0
    case .sheetSettled: return app.onboarding.inFlight == 0 && app.summary.sheet != .loading
    case .tabSettled: return !isSpinning
    case .cardOrZeroState: return app.published.isOn(.homeCard) || app.published.isOn(.homeZeroState)
    case .acknowledgeSettled: return app.plans.acknowledging == 0 && !app.published.isOn(.acknowledging)
    case .editReady: return app.edit.isReady || app.edit.loadFailed || !app.edit.isOpen
    case .saveSettled: return app.edit.saving == 0
    case .uploadsSettled: return app.photos.running == 0
    case .signedOut: return app.auth.session == nil
    }
  }
}
