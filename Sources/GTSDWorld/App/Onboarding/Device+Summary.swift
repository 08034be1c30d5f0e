import GTSDModel
import Interleaving

/// The sheet with the summary after onboarding.
extension Device {
  /// Requests the summary for the current sheet.
  func loadSummary(_ attempt: Int) async {
    let owner = begin(.summary)
    settle(.start)
    let patience = start {
      guard await $0.pause(SummaryModel.patience) else { return }
      if $0.app.summary.patienceEnded(attempt) { $0.settle(.settle) }
    }
    let result = await call(.howItWorks, for: .summary)
    patience.cancel()
    end(.summary, owner)
    guard isCurrent(owner) else { return }
    switch result {
    case .success(let answer):
      guard case .summary(let payload) = answer.body else { preconditionFailure("summary answered \(answer.body)") }
      if app.summary.receive(payload, attempt: attempt, at: now, lateReply: generation.summary.lateReply) {
        _ = take(\.summary.version, answer, .summary, .summary)
        storage[account].wasSummaryShown = true
        emit(.drewSummary(payload.targets))
        track(
          .summaryViewed(
            bmr: Int32(payload.targets.bmr), tdee: Int32(payload.targets.tdee),
            calories: Int32(payload.targets.calories), goal: payload.profile.primaryGoal,
            estimatedWeeks: Int32(payload.estimatedWeeks ?? 0)))
      }
      settle(.reply)
    case .failure(let failure):
      let isSkipped = app.summary.failed(failure, attempt: attempt)
      if app.summary.sheet == .failed { visibleErrors &+= 1 }
      if isSkipped { showToast(.allSet, failure.cause) }
      settle(failure.cause)
    }
  }

  /// Closes the summary sheet if its summary is slow or failed.
  func continueSummaryTapped() {
    guard app.summary.leave() else { return }
    settle(.person)
    homeUncovered()
  }

  /// Retries the request from the failed sheet.
  func retrySummary() {
    guard app.summary.sheet == .failed else { return }
    let attempt = app.summary.load()
    start { await $0.loadSummary(attempt) }
  }

  func expandSummary(_ section: SummarySection) {
    guard let isOpen = app.summary.toggle(section) else { return }
    track(.summaryLearnMoreTapped(section, expanded: isOpen))
  }

  func scrollSummary(_ depthPercent: Int32) {
    guard app.summary.sheet == .shown else { return }
    app.summary.depthPercent = max(app.summary.depthPercent, min(100, max(0, depthPercent)))
    track(.summaryScrolled(depthPercent: app.summary.depthPercent, timeOnScreen: now - app.summary.shownAt))
  }

  func exitSummary(_ exit: SummaryExit) {
    guard app.summary.sheet == .shown else { return continueSummaryTapped() }
    track(
      .summaryCompleted(
        timeOnScreen: now - app.summary.shownAt, expanded: app.summary.expanded,
        depthPercent: app.summary.depthPercent, exit: exit))
    app.summary.sheet = .hidden
    app.summary.wasLeft = true
    settle(.person)
    homeUncovered()
  }

  // MARK: Presentation

  /// Opens the summary sheet after onboarding was answered or skipped. Returns the attempt that loads the summary, or
  /// nil if the app shows no summary after such a request.
  func beginSummary(after request: OnboardingRequest) -> Int? {
    let isShown =
      generation.flags.metricsSummary && !request.isSkip
      && (generation.summary.once == .off || !wasSummaryShown)
    let isHosted = generation.summary.host == .root || app.navigation.isOnboardingSheetShown
    return isShown ? app.summary.load(isHosted: isHosted) : nil
  }

  private var wasSummaryShown: Bool { storage[account].wasSummaryShown }
}
