import GTSDModel

extension Device {
  /// Performs a person's action, like the app's synchronous event handler.
  ///
  /// Work that the handler starts continues by itself. An action that the screen does not offer has no effect.
  ///
  /// - Parameter intent: the person's intent behind the action, 0 for none. All actions of one intent should have one
  ///   effect.
  /// - Returns: the reason why the screen does not offer the action, which then is no event at all; nil if it does.
  @discardableResult
  package func act(_ action: UserAction, intent: Int32) -> TapRefusal? {
    if case .launch = action {
      guard !isRunning else { return .isRunning }
      launch()
    }
    guard isRunning else { return .isClosed }
    if let refusal = refusal(of: action) {
      switch refusal {
      case .isUnderWay(let work): emit(.ignored(work))
      case .formUnchanged: emit(.ignoredSave)
      // The screen draws these buttons as off, or not yet.
      case .cardIsOff, .newRow, .formLoads: break
      default: emit(.refused(action))
      }
      return refusal
    }
    app.home.reread.restartCount()
    emit(.tapped(action))
    emit(.action(action.kind, intent: intent))
    handle(action, intent)
    return nil
  }

  private func handle(_ action: UserAction, _ intent: Int32) {
    switch action {
    case .launch: break
    case .terminate: terminate()
    case .background: setForeground(false)
    case .foreground: setForeground(true)
    case .signUp(let identity): signUpTapped(identity, intent)
    case .logIn(let identity): logInTapped(identity, intent)
    case .logOut: logOutTapped(intent)
    case .nextStep(let answers): nextStepTapped(answers)
    case .previousStep: previousStepTapped()
    case .completeOnboarding(let answers): completeOnboardingTapped(answers, intent)
    case .skipOnboarding: skipOnboardingTapped(intent)
    case .abandonOnboarding: abandonOnboarding()
    case .continueSummary: continueSummaryTapped()
    case .expandSummary(let section): expandSummary(section)
    case .scrollSummary(let depthPercent): scrollSummary(depthPercent)
    case .exitSummary(let exit): exitSummary(exit)
    case .openTab(let tab): openTab(tab, entry: .tab)
    case .pullToRefresh: pullToRefresh(intent)
    case .reviewCard: reviewCard()
    case .dismissCard: dismissCard()
    case .completeProfile: completeProfileTapped()
    case .maybeLater: maybeLaterTapped()
    case .acknowledge, .retryAcknowledge: acknowledgeTapped(intent)
    case .retryPlan: retryPlanTapped(intent)
    case .refreshPlan: refreshPlanTapped(intent)
    case .openEdit: openEdit()
    case .typeEdit(let draft): typeEdit(draft)
    case .saveEdit: saveEditTapped(intent)
    case .closeEdit: closeEdit()
    case .deleteHealthData: deleteHealthData(intent)
    case .deleteAccount: deleteAccountTapped(intent)
    case .exportData: exportDataTapped(intent)
    case .filterTasks(let category): filterTasks(category)
    case .completeTask(let taskID): completeTask(taskID, intent)
    case .openPhotos(let taskID): openPhotos(taskID)
    case .pickPhotos(let picks): pickPhotos(picks, intent)
    case .removePhoto(let index): removePhoto(index)
    case .retryPhotos: retryPhotos(intent)
    case .deletePhoto(let index): deletePhoto(index, intent)
    case .closePhotos: closePhotos()
    }
  }

  private func setForeground(_ isInForeground: Bool) {
    app.isInForeground = isInForeground
    emit(isInForeground ? .foreground : .background)
    uplink?.setForeground(isInForeground)
    settle(.person)
    if isInForeground { homeReturned() }
  }
}
