import GTSDModel
import Interleaving

extension Device {
  func homeAppeared() {
    let strategy = generation.home.reloadOnAppear
    switch app.home.appearance(strategy, apply: generation.replies.apply, known: app.known, today: today) {
    case .nothing: break
    case .load: app.navigation.tabTask = start { await $0.loadHome() }
    case .detachedLoad: start { await $0.loadHome() }
    case .check:
      if generation.card.mounted == .on { start { _ = await $0.checkMetrics(.home) } }
    }
  }

  /// The day by this phone's clock.
  private var today: Int64 { storage.clock.day(at: now) }

  /// Reads Home's data of another day again, and metrics that were not computed before, when the app returns to the
  /// foreground with Home open.
  func homeReturned() {
    guard generation.replies.apply == .revision, isHomeInFront, app.auth.session != nil, app.home.hasLoaded else {
      return
    }
    if !app.home.isRead(on: today) || app.metrics[slot(.home)].isAbsent && !app.home.isZeroState { homeUncovered() }
  }

  /// Checks the metrics when the summary no longer covers Home, which has loaded behind it. The metrics may have been
  /// computed meanwhile. If another day has begun, Home is loaded again.
  func homeUncovered() {
    guard isHomeInFront, generation.home.reloadOnAppear != .off else { return }
    if generation.replies.apply == .revision, app.home.hasLoaded, !app.home.isRead(on: today) {
      start { await $0.loadHome() }
    } else if generation.card.mounted == .on {
      start { _ = await $0.checkMetrics(.home) }
    }
  }

  /// Loads tasks, streak, summary and metrics at once; each child task keeps its own failure.
  func loadHome() async {
    switch generation.home.loads {
    case .overlapping: await runHomeLoad()
    case .singleFlight:
      let known = app.known
      while app.home.flight.isUnderWay {
        guard let hasLoaded = await app.home.flight.join(scheduler).value() else { return }
        // The shared load may have read data that are older than those known when this load was requested.
        let isNew = app.home.isRead(since: known) && app.home.isRead(on: today)
        if hasLoaded, generation.replies.apply == .arrival || isNew { return }
      }
      app.home.flight.begin()
      let owner = owner
      await runHomeLoad()
      guard owner.process == session else { return }
      app.home.flight.end(!isCancelled)
      if isCurrent(owner) { revalidateHome() }
    }
  }

  private func runHomeLoad() async {
    guard let owner = beginHomeLoad() else { return }
    async let tasks: Void = loadHomeTasks()
    async let streak: Void = loadHomeStreak()
    async let summary: Void = loadHomeSummary()
    async let metrics: Void = loadHomeMetrics()
    _ = await (tasks, streak, summary, metrics)
    endHomeLoad(owner)
  }

  private func beginHomeLoad() -> Owner? {
    guard app.auth.session != nil else { return nil }
    let owner = begin(.homeLoad, loading: .homeLoading, error: .homeError)
    app.home.hasStarted = true
    app.home.isZeroStateHidden = false
    settle(.start)
    return owner
  }

  private func endHomeLoad(_ owner: Owner) {
    let isCancelled = isCancelled
    if isCurrent(owner) {
      // The beginning of this load has cleared the failures that an earlier load reported.
      if !isCancelled {
        app.home.hasLoaded = true
      } else if generation.replies.apply == .revision, !app.home.isWhole {
        app.home.hasLoaded = false
      }
    }
    end(.homeLoad, owner, loading: .homeLoading, cause: isCancelled ? .cancellation : .reply)
    settle(.reply)
  }

  /// Reads Home again if it is visible and its data are older than the newest known revision, once for each revision.
  ///
  /// A token that expires during the read counts as a new revision. If tokens expire faster than a load ends, this
  /// would never stop. Home is therefore read again after renewals at most twice between two taps or completed actions.
  func revalidateHome() {
    guard generation.replies.apply == .revision, generation.home.reloadOnAppear != .off,
      app.auth.session != nil, isHomeInFront, app.home.hasLoaded,
      !app.home.flight.isUnderWay, !app.published.isOn(.homeLoading),
      !app.home.isRead(since: app.known), app.home.reread.begins(for: app.known, afterRenewals: 2)
    else { return }
    start { await $0.loadHome() }
  }

  private func loadHomeMetrics() async {
    if generation.card.mounted == .on { _ = await checkMetrics(.home) }
  }

  private func loadHomeTasks() async {
    let owner = begin(.homeTasks)
    let result = await call(.tasksToday, for: .homeTasks)
    guard isCurrent(owner) else { return end(.homeTasks, owner) }
    switch result {
    case .success(let answer):
      if case .tasks(let payload) = answer.body, take(\.home.tasks, answer, .tasks, .home) {
        publish(.homeTasks, Int64(payload.total) << 16 | Int64(payload.completed), .reply)
      }
    case .failure(let failure): show(failure, in: .homeError)
    }
    end(.homeTasks, owner)
    settle(.reply)
  }

  private func loadHomeStreak() async {
    let owner = begin(.homeStreak)
    let result = await call(.streak, for: .homeStreak)
    guard isCurrent(owner) else { return end(.homeStreak, owner) }
    if case .success(let answer) = result, case .streak(let payload) = answer.body,
      take(\.home.streak, answer, .streak, .home)
    {
      publish(.homeStreak, Int64(payload.current), .reply)
    }
    end(.homeStreak, owner)
  }

  private func loadHomeSummary() async {
    let owner = begin(.homeSummary)
    let result = await call(.howItWorks, for: .homeSummary)
    guard isCurrent(owner) else { return end(.homeSummary, owner) }
    var cause = Cause.reply
    switch result {
    case .success(let answer):
      if case .summary(let payload) = answer.body, take(\.home.summary, answer, .summary, .home) {
        app.home.tookSummary(payload, hasZeroState: hasZeroState(on: .home))
        publish(.homeSummary, payload.targets.published, .reply)
      }
    case .failure(let failure):
      cause = failure.cause
      guard failure != .cancelled || generation.replies.cancelled == .networkError else { break }
      guard hasZeroState(on: .home) else { break }
      app.home.missedSummary(
        isMissing: failure.status == 404, hasOnboarded: storage[account].onboardedAt != nil,
        strategy: generation.zeroState.onSummaryError)
    }
    end(.homeSummary, owner)
    settle(cause)
  }

  /// Applies the value of a reply unless the view has a newer one. Returns whether it was applied.
  func take(
    _ key: WritableKeyPath<AppState, VersionStamp>, _ answer: Answer, _ resource: Resource, _ view: View,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Bool {
    let apply = generation.replies.apply
    guard app[keyPath: key].take(answer.asOf, account: answer.account, apply: apply, day: answer.day) else {
      return false
    }
    emit(.applied(resource, view: view, revision: answer.asOf, origin: answer.account), file: file, line: line)
    return true
  }

  // MARK: The zero state

  /// Whether a tab shows the zero state to people who need it.
  func hasZeroState(on tab: Tab) -> Bool { generation.flags.zeroState && generation.zeroState.location.holds(tab) }

  /// Whether the zero state is on the selected tab and nothing covers it.
  var isZeroStateInFront: Bool {
    isHomeInFront && app.home.showsZeroState || isTabInFront(.profile) && app.profile.face == .zeroState
  }

  func completeProfileTapped() {
    track(.zeroStateTapped(.completeProfile, on: app.navigation.tab))
    openOnboarding(at: generation.zeroState.opens == .accountBasics ? .accountBasics : .welcome)
    app.navigation.isOnboardingSheetShown = true
    settle(.person)
  }

  func maybeLaterTapped() {
    track(.zeroStateTapped(.maybeLater, on: app.navigation.tab))
    if generation.zeroState.later == .hide {
      switch app.navigation.tab {
      case .home: app.home.isZeroStateHidden = true
      case .profile: app.profile.isZeroStateHidden = true
      case .plans, .tasks, .streaks: break
      }
    }
    settle(.person)
  }
}

// MARK: Appearing

extension HomeModel {
  /// The loads that start when the tab appears.
  enum Appearance: Equatable {
    case nothing
    /// A load that is cancelled when the tab is left.
    case load
    /// A load that continues when the tab is left.
    case detachedLoad
    /// A metrics check that continues when the tab is left.
    case check
  }

  func appearance(
    _ strategy: Generation.Home.ReloadOnAppear, apply: Generation.Replies.Apply, known: Int32, today: Int64
  ) -> Appearance {
    switch strategy {
    case .off: return hasStarted ? .nothing : .detachedLoad
    case .check:
      guard hasLoaded else { return .load }
      let isOld = summary.revision < known || !isRead(since: known) || !isRead(on: today)
      return apply == .revision && isOld ? .load : .check
    case .full: return .load
    }
  }
}
