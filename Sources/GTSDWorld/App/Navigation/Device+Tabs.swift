import GTSDModel
import Interleaving

extension Device {
  /// Whether no sheet covers the tabs and the app is in the foreground.
  var areTabsInFront: Bool {
    isRunning && app.isInForeground && app.navigation.isTabBarShown && app.published.isOn(.signedIn)
      && app.summary.sheet == .hidden && !app.navigation.isOnboardingSheetShown && !app.edit.isOpen
      && !app.photos.isOpen
  }

  func isTabInFront(_ tab: Tab) -> Bool { areTabsInFront && app.navigation.tab == tab }

  var isHomeInFront: Bool { isTabInFront(.home) }

  func openTab(_ tab: Tab, entry: AnalyticsEvent.PlansEntry) {
    guard areTabsInFront, tab != app.navigation.tab else { return }
    app.navigation.tabTask?.cancel()
    app.navigation.tabTask = nil
    app.navigation.tab = tab
    if tab == .plans { app.navigation.plansEntry = entry }
    track(.tabChanged(tab))
    publish(.tab, tab.published, .person)
    publish(.toast, Toast.none.published, .person)
    // Before Plans requests a plan by itself, it checks the metrics, which happens when it appears.
    if tab == .plans { app.plans.leading += 1 }
    settle(.person)
    tabAppeared(tab)
    if tab == .plans { app.plans.leading -= 1 }
  }

  /// Shows a toast for three seconds, or until another one comes or another tab is opened.
  func showToast(_ toast: Toast, _ cause: Cause) {
    app.toasts += 1
    let number = app.toasts
    // A toast that is still visible ends before the new one begins.
    publish(.toast, Toast.none.published, cause)
    publish(.toast, toast.published, cause)
    start { phone in
      guard await phone.pause(Toast.duration), phone.app.toasts == number else { return }
      phone.publish(.toast, Toast.none.published, .settle)
    }
  }

  /// Starts a tab's loads each time the tab appears. Leaving the tab cancels `tabTask`.
  func tabAppeared(_ tab: Tab) {
    switch tab {
    case .home: homeAppeared()
    case .plans: plansAppeared()
    case .tasks: app.navigation.tabTask = start { await $0.loadTasks() }
    case .streaks: app.navigation.tabTask = start { await $0.loadStreaks() }
    case .profile: app.navigation.tabTask = start { await $0.loadProfile() }
    }
  }

  func pullToRefresh(_ intent: Int32) {
    if app.summary.sheet == .failed { return retrySummary() }
    // Whoever pulls wants to see what is so now.
    app.mustAskForSummary = generation.summary.cache != .none
    switch app.navigation.tab {
    case .home:
      if generation.dismiss.refreshReshows == .on { undoDismissal() }
      start { await $0.loadHome() }
    case .plans: plansPulled(intent)
    case .tasks: start { await $0.loadTasks() }
    case .streaks: start { await $0.loadStreaks() }
    case .profile: start { await $0.loadProfile() }
    }
  }

  private func loadTasks() async {
    while let (owner, asked) = beginTasksLoad() {
      let result = await call(.tasksToday, for: .tasksLoad)
      if !endTasks(result, owner, asked: asked) { return }
    }
  }

  private func beginTasksLoad() -> (Owner, asked: Int)? {
    guard let owner = beginLoad(.tasksLoad, loading: .tasksLoading, error: .tasksError) else {
      app.simpleTabs.askedAgain = app.known
      return nil
    }
    app.simpleTabs.askedAgain = nil
    settle(.start)
    return (owner, app.simpleTabs.filter)
  }

  /// Ends a load of tasks.
  ///
  /// - Returns: whether to load again.
  func endTasks(_ result: CallResult, _ owner: Owner, asked: Int) -> Bool {
    if isCurrent(owner), app.simpleTabs.filter != asked, generation.tasks.filter == .matching {
      // Another category was chosen meanwhile. Its own load follows, unless one is in progress.
      endLoad(.tasksLoad, owner, loading: .tasksLoading)
      settle(.reply)
      if case .failure(.cancelled) = result {
        if isOutdated(result, \.simpleTabs.tasks, owner, on: .tasks) { tabAppeared(.tasks) }
        return false
      }
      return generation.home.loads == .singleFlight
    }
    if isCurrent(owner), case .success = result { publish(.tasksShown, Int64(asked), .reply) }
    finishSimple(result, .tasksLoad, owner, \.simpleTabs.tasks, .tasks, .tasks, .tasksLoading, .tasksError)
    if isOutdated(result, \.simpleTabs.tasks, owner, on: .tasks) { tabAppeared(.tasks) }
    return false
  }

  /// Whether a load must be repeated: another one was requested while it ran, and it was cancelled or read older data
  /// than were known at that time.
  private func isOutdated(
    _ result: CallResult, _ key: WritableKeyPath<AppState, VersionStamp>, _ owner: Owner, on tab: Tab
  ) -> Bool {
    guard let asked = app.simpleTabs.askedAgain, generation.replies.apply == .revision, isCurrent(owner),
      app.navigation.tab == tab
    else { return false }
    switch result {
    case .success: return app[keyPath: key].revision < asked
    case .failure(let failure): return failure == .cancelled
    }
  }

  func filterTasks(_ category: Int) {
    app.simpleTabs.filter = category
    publish(.tasksFilter, Int64(category), .person)
    settle(.person)
    start { await $0.loadTasks() }
  }

  func completeTask(_ taskID: Int, _ intent: Int32) {
    start { await $0.runEvidence(taskID, intent) }
  }

  private func runEvidence(_ taskID: Int, _ intent: Int32) async {
    let owner = begin(.evidence, error: .tasksError)
    let result = await call(.submitEvidence(taskID: taskID), for: .evidence, intent: intent)
    end(.evidence, owner)
    guard isCurrent(owner) else { return }
    switch result {
    case .success: await loadTasks()
    case .failure(let failure):
      show(failure, in: .tasksError)
      settle(failure.cause)
    }
  }

  private func loadStreaks() async {
    guard let owner = beginLoad(.streaksLoad, loading: .streaksLoading, error: .streaksError) else {
      app.simpleTabs.askedAgain = app.known
      return
    }
    app.simpleTabs.askedAgain = nil
    settle(.start)
    let result = await call(.streak, for: .streaksLoad)
    finishSimple(result, .streaksLoad, owner, \.simpleTabs.streak, .streak, .streaks, .streaksLoading, .streaksError)
    if isOutdated(result, \.simpleTabs.streak, owner, on: .streaks) { tabAppeared(.streaks) }
  }

  private func finishSimple(
    _ result: CallResult, _ operation: Operation, _ owner: Owner, _ key: WritableKeyPath<AppState, VersionStamp>,
    _ resource: Resource, _ view: View, _ loading: StateVariable, _ error: StateVariable
  ) {
    guard isCurrent(owner) else { return endLoad(operation, owner) }
    var cause = Cause.reply
    switch result {
    case .success(let answer): _ = take(key, answer, resource, view)
    case .failure(let failure):
      cause = failure.cause
      show(failure, in: error)
    }
    endLoad(operation, owner, loading: loading, cause: cause)
    settle(cause)
  }
}
