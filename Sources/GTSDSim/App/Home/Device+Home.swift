import GTSDModel

extension Device {
  func homeAppeared() {
    switch app.home.appearance(generation.home.reloadOnAppear, apply: generation.replies.apply, known: app.known) {
    case .nothing: break
    case .load: app.navigation.tabTask = start(.home)
    case .detachedLoad: start(.home)
    case .check:
      if generation.card.mounted == .on { start(.check(.home)) }
    }
  }

  /// Tasks, streak, summary and metrics at once; each child keeps its own failure.
  func beginHome(_ load: Load) {
    switch generation.home.loads {
    case .overlapping: beginHomeParts(load)
    case .singleFlight:
      load.detail = Int(app.known)
      joinHomeFlight(load)
    }
  }

  /// Waits for the load under way, or is the one that others wait for.
  private func joinHomeFlight(_ load: Load) {
    guard app.home.flight == nil else {
      let shot = TruthShot(scheduler: world.scheduler)
      app.home.flight?.append(shot)
      return load.waits(for: shot, on: self)
    }
    app.home.flight = []
    load.owner = owner
    beginHomeParts(load)
  }

  /// The load under way has ended, or is waited for no longer.
  func endedHomeFlight(_ hasLoaded: Bool?, _ load: Load) {
    guard let hasLoaded else { return load.ends(on: self) }
    // What the flight brought may have been read before what was known when this load was asked for.
    if hasLoaded, generation.replies.apply == .arrival || app.home.isRead(since: Int32(load.detail)) {
      return load.ends(on: self)
    }
    joinHomeFlight(load)
  }

  private func beginHomeParts(_ load: Load) {
    guard let owner = beginHomeLoad() else { return endHome(load) }
    load.owner = owner
    begin(.homeTasks)
    begin(.homeStreak)
    begin(.homeSummary)
    begin(.homeMetrics)
    endHomeParts(load)
  }

  /// Waits for the parts, one after the other.
  func endHomeParts(_ load: Load) {
    while load.joined < load.parts.count {
      load.stage = .part
      if load.joins(load.parts[load.joined]) { return }
      load.joined += 1
    }
    endHomeLoad(load.owner)
    endHome(load)
  }

  private func endHome(_ load: Load) {
    if generation.home.loads == .singleFlight, load.owner.process == session {
      let waiters = app.home.flight ?? []
      app.home.flight = nil
      for waiter in waiters { waiter.fulfil(!isCancelled) }
      if isCurrent(load.owner) { revalidateHome() }
    }
    load.ends(on: self)
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
      // Its beginning has cleared what an earlier one said of a part that failed.
      if !isCancelled {
        app.home.hasLoaded = true
      } else if generation.replies.apply == .revision, !app.home.isWhole {
        app.home.hasLoaded = false
      }
    }
    end(.homeLoad, owner, loading: .homeLoading, cause: isCancelled ? .cancellation : .reply)
    settle(.reply)
  }

  /// Home that is looked at and was read before what is known by now is read again, once for each revision heard of. A
  /// token that runs out while it is read brings a revision of its own, without end where tokens last no longer than a load:
  /// it is read again twice after such a one between two taps or effects of taps, however many one load has taken.
  func revalidateHome() {
    guard generation.replies.apply == .revision, generation.home.reloadOnAppear != .off,
      generation.summary.cache == .none, app.auth.session != nil, isHomeInFront, app.home.hasLoaded,
      app.home.flight == nil, !app.published.isOn(.homeLoading),
      !app.home.isRead(since: app.known), app.home.reread.begins(for: app.known, afterRenewals: 2)
    else { return }
    start(.home)
  }

  func beginHomeMetrics(_ load: Load) {
    if generation.card.mounted == .on { check(.home, load) } else { load.ends(on: self) }
  }

  func beginHomeTasks(_ load: Load) {
    load.owner = begin(.homeTasks)
    ask(.tasksToday, for: .homeTasks, load)
  }

  func endHomeTasks(_ result: CallResult, _ owner: Owner) {
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

  func beginHomeStreak(_ load: Load) {
    load.owner = begin(.homeStreak)
    ask(.streak, for: .homeStreak, load)
  }

  func endHomeStreak(_ result: CallResult, _ owner: Owner) {
    guard isCurrent(owner) else { return end(.homeStreak, owner) }
    if case .success(let answer) = result, case .streak(let payload) = answer.body,
      take(\.home.streak, answer, .streak, .home)
    {
      publish(.homeStreak, Int64(payload.current), .reply)
    }
    end(.homeStreak, owner)
  }

  func beginHomeSummary(_ load: Load) {
    load.owner = begin(.homeSummary)
    ask(.howItWorks, for: .homeSummary, load)
  }

  func endHomeSummary(_ result: CallResult, _ owner: Owner) {
    guard isCurrent(owner) else { return end(.homeSummary, owner) }
    var cause = Cause.reply
    switch result {
    case .success(let answer):
      if case .summary(let payload) = answer.body, take(\.home.summary, answer, .summary, .home) {
        app.home.tookSummary(payload, hasZeroState: generation.flags.zeroState)
        publish(.homeSummary, payload.targets.published, .reply)
      }
    case .failure(let failure):
      cause = failure.cause
      guard failure != .cancelled || generation.replies.cancelled == .networkError else { break }
      guard generation.flags.zeroState else { break }
      app.home.missedSummary(
        isMissing: failure.status == 404, hasOnboarded: storage[account].onboardedAt >= 0,
        strategy: generation.zeroState.onSummaryError)
    }
    end(.homeSummary, owner)
    settle(cause)
  }

  /// Takes over a reply's value unless a newer one is held.
  func take(
    _ key: WritableKeyPath<AppState, VersionStamp>, _ answer: Answer, _ resource: Resource, _ view: View,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Bool {
    guard app[keyPath: key].take(answer.asOf, account: answer.account, apply: generation.replies.apply) else {
      return false
    }
    emit(.applied(resource, view: view, revision: answer.asOf, origin: answer.account), file: file, line: line)
    return true
  }

  // MARK: The zero state

  func completeProfileTapped() {
    guard isHomeInFront, app.home.showsZeroState else { return }
    track(.zeroStateTapped(.completeProfile))
    app.navigation.isOnboardingSheetShown = true
    settle(.person)
  }

  func maybeLaterTapped() {
    guard isHomeInFront, app.home.showsZeroState else { return }
    track(.zeroStateTapped(.maybeLater))
    app.home.isZeroStateHidden = generation.zeroState.later == .hide
    settle(.person)
  }
}

// MARK: Appearing

extension HomeModel {
  /// What appearing on screen starts.
  enum Appearance: Equatable {
    case nothing
    /// A load that leaving the tab cancels.
    case load
    /// A load that goes on when the tab is left.
    case detachedLoad
    /// A metrics check that goes on when the tab is left.
    case check
  }

  func appearance(
    _ strategy: Generation.Home.ReloadOnAppear, apply: Generation.Replies.Apply, known: Int32
  ) -> Appearance {
    switch strategy {
    case .off: return hasStarted ? .nothing : .detachedLoad
    case .check:
      guard hasLoaded else { return .load }
      return apply == .revision && (summary.revision < known || !isRead(since: known)) ? .load : .check
    case .full: return .load
    }
  }
}
