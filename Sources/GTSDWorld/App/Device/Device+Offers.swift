import GTSDModel
import Interleaving

/// Decides which actions the screen in front offers. A tap on anything else has no effect.
extension Device {
  /// The tab, sheet or form in front.
  var front: Front { Front(isRunning: isRunning, isInForeground: app.isInForeground) { app.published[$0] } }

  /// The reason why the screen does not offer an action now; nil if it does.
  func refusal(of action: UserAction) -> TapRefusal? {
    switch action {
    case .launch, .terminate: nil
    case .background: app.isInForeground ? nil : .isInBackground
    case .foreground: app.isInForeground ? .isInForeground : nil
    case .signUp, .logIn: refusalToSignIn
    case .nextStep, .previousStep: refusalToStep(action)
    case .completeOnboarding(nil) where front == .onboarding && app.onboarding.step != .review: .noComplete
    case .completeOnboarding, .skipOnboarding: refusalToAnswer
    case .abandonOnboarding: front == .onboarding ? nil : .noOnboarding
    case .continueSummary, .exitSummary, .expandSummary, .scrollSummary: refusalOnSummary(action)
    case .openTab(let tab): front == .tab(tab) ? .sameTab(tab) : refusalWithoutTabs
    case .pullToRefresh: front == .summary && app.summary.sheet == .failed ? nil : refusalWithoutTabs
    case .reviewCard, .dismissCard, .completeProfile, .maybeLater: refusalOnCards(action)
    case .acknowledge, .retryAcknowledge, .retryPlan, .refreshPlan: refusal(outside: .plans) ?? refusalOnPlans(action)
    case .logOut: refusal(outside: .profile) ?? (app.auth.isSigningOut ? .isUnderWay(.logOut) : nil)
    case .deleteHealthData: refusal(outside: .profile) ?? (app.edit.saving > 0 ? .isUnderWay(.save) : nil)
    case .deleteAccount, .exportData: refusal(outside: .profile) ?? refusalToLeave
    case .openEdit: refusal(outside: .profile)
    case .typeEdit, .saveEdit, .closeEdit: front == .form ? refusalInForm(action) : .noForm
    case .filterTasks: refusal(outside: .tasks)
    case .completeTask(let task), .openPhotos(let task): refusal(outside: .tasks) ?? refusal(ofTask: task)
    case .pickPhotos, .removePhoto, .retryPhotos, .deletePhoto, .closePhotos:
      front == .photos ? refusalInPhotos(action) : .noPhotos
    }
  }

  /// The refusal of an action that needs a tab in front; nil if a tab is in front.
  private var refusalWithoutTabs: TapRefusal? {
    let front = front
    if case .tab = front { return nil }
    return .noTabs(front)
  }

  /// The refusal of an action that needs this tab in front; nil if the tab is in front.
  private func refusal(outside tab: Tab) -> TapRefusal? {
    let front = front
    guard case .tab(let shown) = front else { return .noTabs(front) }
    return shown == tab ? nil : .otherTab(tab)
  }

  // MARK: Session

  private var refusalToSignIn: TapRefusal? {
    switch front {
    case .signIn: app.auth.isBusy || app.auth.session != nil ? .isUnderWay(.signIn) : nil
    case .closed, .background: .noTabs(front)
    case .onboarding, .summary, .form, .photos, .tab: .isSignedIn
    }
  }

  private var refusalToLeave: TapRefusal? {
    app.auth.isSigningOut ? .isUnderWay(.logOut) : app.auth.isDeleting ? .isUnderWay(.deletion) : nil
  }

  private var refusalToAnswer: TapRefusal? {
    guard front == .onboarding else { return .noOnboarding }
    let isOff =
      isSeenDisabled(.onboardingLoading) || generation.onboarding.guard != .none && app.onboarding.inFlight > 0
    return isOff ? .isUnderWay(.answer) : nil
  }

  private func refusalToStep(_ action: UserAction) -> TapRefusal? {
    guard front == .onboarding else { return .noOnboarding }
    let step = app.onboarding.step
    if case .previousStep = action { return step.previous == nil ? .noBack : nil }
    return step.next == nil ? .noNext : nil
  }

  private func refusalOnSummary(_ action: UserAction) -> TapRefusal? {
    guard front == .summary else { return .noSummary }
    let mayLeave = app.summary.sheet == .canContinue || app.summary.sheet == .failed
    if case .continueSummary = action { return mayLeave ? nil : .noContinue }
    if case .exitSummary = action, mayLeave { return nil }
    return app.summary.sheet == .shown ? nil : .summaryLoads
  }

  // MARK: Home

  private func refusalOnCards(_ action: UserAction) -> TapRefusal? {
    switch action {
    case .completeProfile, .maybeLater: return refusalWithoutTabs ?? (isZeroStateInFront ? nil : .noZeroState)
    case .reviewCard:
      if showsErrorCard {
        return refusal(outside: .home) ?? (generation.card.errorButton == .enabled ? nil : .cardIsOff)
      }
      return refusal(outside: .home) ?? (takesCardTap ? isCardButtonOff ? .cardIsOff : nil : .noCard)
    default: return refusal(outside: .home) ?? (takesCardTap || showsErrorCard ? nil : .noCard)
    }
  }

  // MARK: Plans

  private func refusalOnPlans(_ action: UserAction) -> TapRefusal? {
    let screen = PlansScreen(published: app.published[.plansScreen]) ?? .nothing
    switch action {
    case .retryPlan:
      let hasError = screen == .error || screen != .acknowledgment && app.published.isOn(.plansError)
      return hasError ? nil : .noPlanError
    case .refreshPlan:
      if generation.plan.toolbar == .afterAcknowledgment, screen == .acknowledgment { return .noRefresh }
      return isSeenDisabled(.plansLoading) ? .isUnderWay(.plan) : nil
    case .retryAcknowledge where !app.published.isOn(.acknowledgeError): return .noFailedAcknowledgment
    default: return refusalToAcknowledge
    }
  }

  private var refusalToAcknowledge: TapRefusal? {
    guard plansMetrics.need, plansMetrics.row != nil else { return .noAcknowledgment }
    guard !isSeenDisabled(.acknowledging), generation.acknowledge.guard == .none || app.plans.acknowledging == 0 else {
      return .isUnderWay(.acknowledgment)
    }
    // The row is not drawn yet. The person's tap is meant for what the screen showed before.
    return generation.acknowledge.marks == .held || app.published.isDrawn(.plansRow, at: now) ? nil : .newRow
  }

  // MARK: The form

  private func refusalInForm(_ action: UserAction) -> TapRefusal? {
    if case .closeEdit = action { return nil }
    guard app.edit.isReady else { return .formLoads }
    guard case .saveEdit = action else { return nil }
    guard app.edit.saving == 0 else { return .isUnderWay(.save) }
    // The form is reading the stored values again while it keeps the typed ones. A save would now name an outdated
    // revision.
    guard generation.profile.afterSave == .refill || !app.published.isOn(.editLoading) else { return .formLoads }
    return app.edit.hasChanges(generation.form) ? nil : .formUnchanged
  }

  /// Whether a form is open and its save button is enabled.
  var offersSave: Bool { front == .form && refusalInForm(.saveEdit) == nil }

  // MARK: Tasks and photos

  private func refusal(ofTask task: Int) -> TapRefusal? {
    (1...DailyTasks.count).contains(task) ? nil : .noTask(task)
  }

  private func refusalInPhotos(_ action: UserAction) -> TapRefusal? {
    switch action {
    case .removePhoto(let index):
      let photos = app.photos.section
      guard photos.indices.contains(index) else { return isStillDrawn(index, .photosSelected) ? nil : .noPhoto(index) }
      return photos[index].state != .uploading || generation.photo.clear == .all ? nil : .isUnderWay(.upload)
    case .deletePhoto(let index):
      return app.photos.shown.indices.contains(index) || isStillDrawn(index, .photosShown) ? nil : .noPhoto(index)
    case .retryPhotos:
      if generation.photo.retry == .none { return .noRetry }
      return app.published.isOn(.photosRetry) ? nil : .nothingToRetry
    default: return nil
    }
  }

  /// Whether the frame on screen still shows a photo that was removed. A tap on it makes code crash that looks the
  /// photo up by its index.
  private func isStillDrawn(_ index: Int, _ count: StateVariable) -> Bool {
    let before = count == .photosSelected ? app.photos.before.selected : app.photos.before.shown
    guard index < before else { return false }
    return scheduler.isSearching
      ? app.renderedFlags >> UInt64(count.rawValue) & 1 == 0 : !app.published.isDrawn(count, at: now)
  }

  // MARK: Going there

  /// The time that a person needs between opening a tab and tapping on it, in nanoseconds.
  static let tabDelay = 300 * Nanoseconds.millisecond

  /// Opens the tab that contains the control of an action, if another tab is in front.
  ///
  /// - Returns: whether a tab was opened.
  func openTab(for action: UserAction) -> Bool {
    guard let tab = action.place, case .tab(let shown) = front, shown != tab else { return false }
    return act(.openTab(tab), intent: 0) == nil
  }
}

extension UserAction {
  /// The tab that a person opens first to do this action; nil for other actions.
  fileprivate var place: Tab? {
    switch self {
    case .logOut: .profile
    case .openPhotos: .tasks
    default: nil
    }
  }
}
