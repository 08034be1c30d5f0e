import GTSDModel

extension Device {
  // MARK: Steps

  /// Opens an empty form at a step.
  func openOnboarding(at step: OnboardingStep) {
    app.onboarding.open(at: step)
    showStep()
  }

  func nextStepTapped(_ answers: OnboardingAnswers) {
    app.onboarding.goOn(with: answers.entered(on: app.onboarding.step))
    showStep()
  }

  func previousStepTapped() {
    app.onboarding.goBack()
    showStep()
  }

  /// Shows the step of the model. Only taps of the person change it.
  private func showStep() {
    emit(.drewOnboarding(app.onboarding.step, app.onboarding.drawn))
  }

  // MARK: Answers

  /// Handles a tap on Complete, after all steps were filled with these answers, if there are any.
  func completeOnboardingTapped(_ answers: OnboardingRequest?, _ intent: Int32) {
    if let answers {
      app.onboarding.fill(with: OnboardingAnswers(answers))
      showStep()
    }
    if let entered = app.onboarding.entered { answerOnboarding(entered, intent) }
  }

  /// Handles a tap on Complete or Skip.
  private func answerOnboarding(_ request: OnboardingRequest, _ intent: Int32) {
    app.onboarding.inFlight += 1
    app.onboarding.hasFailed = false
    start { await $0.onboard(request, intent) }
  }

  func skipOnboardingTapped(_ intent: Int32) {
    answerOnboarding(.skip(at: WorldCalendar.timestamp(at: clockTime)), intent)
  }

  /// Closes the sheet; the root form stays until the person closes the app.
  func abandonOnboarding() {
    app.onboarding.wasAbandoned = true
    guard app.navigation.isOnboardingSheetShown else { return }
    closeOnboardingSheet()
  }

  var isOnboardingInFront: Bool {
    guard let session = app.auth.session, app.published.isOn(.signedIn) else { return false }
    return app.navigation.isOnboardingSheetShown || !session.user.hasCompletedOnboarding
  }

  private func closeOnboardingSheet() {
    app.navigation.isOnboardingSheetShown = false
    settle(.person)
    switch app.navigation.tab {
    case .home: homeAppeared()
    case .profile: tabAppeared(.profile)
    case .plans, .tasks, .streaks: break
    }
  }

  private func onboard(_ request: OnboardingRequest, _ intent: Int32) async {
    let owner = begin(.onboarding, loading: .onboardingLoading, error: .onboardingError)
    settle(.start)
    let key = key(generation.onboarding.onUnknown == .resolve, .onboarding, Int64(intent))
    var result = CallResult.failure(.network)
    if !app.onboarding.isUnresolved {
      result = await call(.onboard(request), for: .onboarding, intent: intent, key: key)
    }
    if case .failure(let failure) = result, failure.isUnknown, generation.onboarding.onUnknown == .resolve {
      result = await resolveOnboarding(request, intent, key, first: failure, owner: owner)
    }
    guard isCurrent(owner) else { return end(.onboarding, owner) }
    app.onboarding.inFlight = max(0, app.onboarding.inFlight - 1)
    switch result {
    case .success(let answer):
      // The sheet is presented in the same step as the tabs below it.
      let attempt = beginSummary(after: request)
      onboarded(request, answer, owner)
      if let attempt { await loadSummary(attempt) }
    case .failure(let failure):
      if failure != .cancelled { app.onboarding.hasFailed = true }
      show(failure, in: .onboardingError)
      end(.onboarding, owner, loading: .onboardingLoading, cause: failure.cause)
      settle(failure.cause)
    }
  }

  /// Resolves an onboarding answer with an unknown outcome: reads the account, and repeats the answer only if it was
  /// not stored.
  private func resolveOnboarding(
    _ request: OnboardingRequest, _ intent: Int32, _ key: UInt64, first: CallFailure, owner: Owner
  ) async -> CallResult {
    var asksProfile = app.auth.session?.user.hasCompletedOnboarding ?? false
    // The flag shows that some answers are stored, but not which: they may be those of an earlier attempt without a
    // reply.
    let mayBeOthers = app.onboarding.isUnresolved && !request.isSkip
    var last = first
    app.onboarding.isUnresolved = true
    for attempt in 1...4 {
      guard await pause(Int64(attempt) * Nanoseconds.second), isCurrent(owner) else { return .failure(.discarded) }
      var read = await call(asksProfile ? .profile : .me, for: .onboarding, intent: intent)
      guard isCurrent(owner) else { return .failure(.discarded) }
      if mayBeOthers, !asksProfile, case .success(let answer) = read, answer.body.hasStored(request) {
        asksProfile = true
        read = await call(.profile, for: .onboarding, intent: intent)
        guard isCurrent(owner) else { return .failure(.discarded) }
      }
      guard case .success(let answer) = read else { continue }
      if answer.body.hasStored(request) {
        app.onboarding.isUnresolved = false
        return read
      }
      let result = await call(.onboard(request), for: .onboarding, intent: intent, key: key)
      guard case .failure(let failure) = result, failure.isUnknown else {
        app.onboarding.isUnresolved = false
        return result
      }
      last = failure
    }
    return .failure(last)
  }

  private func onboarded(_ request: OnboardingRequest, _ answer: Answer, _ owner: Owner) {
    let isSkip = request.isSkip
    let sinceSignup = storage[account].signedUpAt.map { clockTime - $0 } ?? -1
    if isSkip {
      if storage[account].skippedAt == nil { storage[account].skippedAt = clockTime }
      track(.onboardingSkipped)
    } else {
      track(.onboardingCompleted)
      app.home.learnedComplete(asOf: answer.asOf)
      if storage[account].onboardedAt == nil {
        storage[account].onboardedAt = clockTime
        if storage[account].skippedAt != nil {
          track(
            .zeroStateProfileCompleted(
              sinceSignup: sinceSignup, daysSinceFirstSkip: days(since: storage[account].skippedAt)))
        }
      }
    }
    app.auth.session?.user.hasCompletedOnboarding = true
    storage.signedIn = app.auth.session
    _ = take(\.auth.user, answer, .user, .root)
    end(.onboarding, owner, loading: .onboardingLoading)
    let wasSheet = app.navigation.isOnboardingSheetShown
    let isHomeOlder = app.navigation.isTabBarShown && generation.replies.apply == .revision
    showRoot(.reply)
    invalidatePlan()
    if wasSheet {
      closeOnboardingSheet()
    } else if isHomeOlder, app.navigation.tab == .home {
      // The tabs appeared while the answers were being sent, so Home's data are older than the answers.
      homeAppeared()
    }
    settle(.reply)
  }

  /// The number of whole days since an instant; -1 where this phone does not know it.
  func days(since time: Int64?) -> Int32 {
    time.map { Int32(clamping: (clockTime - $0) / Nanoseconds.day) } ?? -1
  }
}

extension APIResponse {
  /// Whether this read shows that an onboarding answer was stored: by the user's flag, or, for a user who had
  /// onboarded before, by the profile.
  fileprivate func hasStored(_ request: OnboardingRequest) -> Bool {
    switch self {
    case .me(let me): me.hasCompletedOnboarding == true
    case .profile(let payload):
      payload.profile.map {
        $0.currentWeight.isStored(request.profile.currentWeight) && $0.height.isStored(request.profile.height)
          && $0.primaryGoal == request.profile.primaryGoal
      } ?? false
    default: false
    }
  }
}
