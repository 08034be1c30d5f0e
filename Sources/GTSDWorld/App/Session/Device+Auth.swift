import GTSDModel
import Interleaving
import Randomness

extension Device {
  // MARK: Launch and end

  func launch() {
    guard !isRunning else { return }
    session &+= 1
    isRunning = true
    reclaimClient()
    app = AppState()
    uplink?.setForeground(true)
    emit(.sessionStarted(cold: true))
    for variable in StateVariable.allCases where lastPublished[variable] != app.published[variable] {
      emit(.published(variable, value: app.published[variable], cause: .launch))
    }
    track(.appLaunched)
    switch AuthModel.launch(hasStored: storage.signedIn != nil, restore: generation.auth.restore) {
    case .signIn:
      storage.signedIn = nil
      settle(.launch)
    case .restoreThenShow:
      guard let stored = storage.signedIn else { return }
      account = stored.account
      app.auth.session = stored
      app.auth.isBusy = true
      settle(.launch)
      start { await $0.restore() }
    case .showAndRestore:
      guard let stored = storage.signedIn else { return }
      establish(stored, .launch)
      start { await $0.restore() }
    }
  }

  /// Ends the process: its state is gone, and its running tasks end without any effect on the state.
  func terminate() {
    guard isRunning else { return }
    isRunning = false
    let ending = tasks
    for task in ending { task.cancel() }
    lastPublished = app.published
    app = AppState()
    emit(.sessionEnded)
    wakeAllWaiters()
  }

  private func restore() async {
    let owner = begin(.restore)
    let result = await call(.me, for: .restore)
    if case .failure(let failure) = result, isCurrent(owner), let token = heldToken,
      AuthModel.mustAskForTokens(failure, restore: generation.auth.restore)
    {
      // Signs out if the tokens are refused.
      _ = await refresh(replacing: token)
    }
    restored(result, owner)
  }

  @inline(never)
  private func restored(_ result: CallResult, _ owner: Owner) {
    end(.restore, owner)
    guard isCurrent(owner), var stored = app.auth.session else { return }
    app.auth.isBusy = false
    switch result {
    case .success(let answer):
      guard case .me(let me) = answer.body else { preconditionFailure("me answered \(answer.body)") }
      let held = stored.user.hasCompletedOnboarding
      // Onboarding may have been answered since this data was read.
      if take(\.auth.user, answer, .user, .root) {
        stored.user.hasCompletedOnboarding = AuthModel.onboardingFlag(
          held: held, server: me.hasCompletedOnboarding, generation.auth.onboardingFlag)
        stored.preferences = me.preferences ?? stored.preferences
        if generation.replies.apply == .revision, answer.asOf >= app.known { stored.user.name = me.name }
      }
      if app.published.isOn(.signedIn) {
        app.auth.session = stored
        storage.signedIn = stored
        if stored.user.hasCompletedOnboarding != held { showRoot(.reply) }
        settle(.reply)
      } else {
        establish(stored, .launch)
      }
    case .failure:
      switch generation.auth.restore {
      // If the refresh token was refused, the app has signed out already. No other reply shows that the session is
      // over.
      case .keep: settle(.failure)
      case .none, .wipeOnError: signOut(.failure)
      }
    }
  }

  // MARK: Signing in

  func signUpTapped(_ identity: AccountIdentity, _ intent: Int32) {
    account = identity.ordinal
    app.auth.isBusy = true
    app.auth.hasFailed = false
    start { await $0.signUp(identity, intent) }
  }

  func logInTapped(_ identity: AccountIdentity, _ intent: Int32) {
    account = identity.ordinal
    app.auth.isBusy = true
    app.auth.hasFailed = false
    start { await $0.logIn(identity, intent) }
  }

  private func signUp(_ identity: AccountIdentity, _ intent: Int32) async {
    let request = APIRequest.signUp(
      SignUpRequest(email: identity.email, password: identity.password, name: identity.name))
    let owner = begin(.signUp)
    settle(.start)
    let result = await exchange(request, for: .signUp, intent: intent, key: 0, token: nil, owner: owner)
    end(.signUp, owner)
    guard isCurrent(owner) else { return }
    // The account may belong to an earlier attempt whose reply was lost. Its password is then the same.
    if case .failure(.refused(status: 409, _, _)) = result, generation.onboarding.onUnknown == .resolve {
      return await logIn(identity, intent)
    }
    if signedIn(result, identity) {
      storage[account].signedUpAt = clockTime
      track(.signupCompleted)
    }
  }

  private func logIn(_ identity: AccountIdentity, _ intent: Int32) async {
    let owner = begin(.logIn)
    settle(.start)
    let result = await exchange(
      .logIn(email: identity.email, password: identity.password), for: .logIn, intent: intent, key: 0, token: nil,
      owner: owner)
    end(.logIn, owner)
    guard isCurrent(owner) else { return }
    _ = signedIn(result, identity)
  }

  private func signedIn(_ result: CallResult, _ identity: AccountIdentity) -> Bool {
    app.auth.isBusy = false
    switch result {
    case .success(let answer):
      guard case .session(let payload) = answer.body else { preconditionFailure("sign-in answered \(answer.body)") }
      establish(
        StoredSession(
          account: identity.ordinal, user: payload.user, accessToken: payload.accessToken,
          refreshToken: payload.refreshToken, expiresAt: expiry(of: payload.accessToken), preferences: nil),
        .reply)
      if answer.asOf > app.known { app.known = answer.asOf }
      return true
    case .failure(let failure):
      if failure != .cancelled, failure != .discarded {
        app.auth.hasFailed = true
        visibleErrors &+= 1
      }
      settle(.failure)
      return false
    }
  }

  /// Signs an account in.
  private func establish(_ stored: StoredSession, _ cause: Cause) {
    app.auth.login &+= 1
    app.auth.session = stored
    app.auth.isBusy = false
    storage.signedIn = stored
    account = stored.account
    if storage[account].user != stored.user.id { storage[account] = AccountMemory(user: stored.user.id) }
    app.known = -1
    emit(.authenticated(account: account))
    publish(.signedIn, true, cause)
    showRoot(cause)
    settle(cause)
  }

  /// Shows onboarding if it was not answered yet, otherwise the tabs with Home selected.
  func showRoot(_ cause: Cause) {
    guard let session = app.auth.session else { return }
    let wasOnboarded = app.published.isOn(.onboarded)
    publish(.onboarded, session.user.hasCompletedOnboarding, cause)
    if wasOnboarded, !session.user.hasCompletedOnboarding { openOnboarding(at: .welcome) }
    guard session.user.hasCompletedOnboarding, !app.navigation.isTabBarShown else { return }
    app.navigation.isTabBarShown = true
    app.navigation.tab = .home
    publish(.tab, app.navigation.tab.published, cause)
    tabAppeared(app.navigation.tab)
  }

  // MARK: Tokens

  /// The access token, if signed in. A separate property, since reading it in an asynchronous function would copy all
  /// of the app's state.
  var heldToken: String? { app.auth.heldToken() }

  /// The expiry of a new token, from its own claims or otherwise from the scenario.
  private func expiry(of token: String) -> Int64 {
    // Parsing begins by splitting the token, which is expensive for tokens without claims.
    guard token.utf8.lazy.filter({ $0 == UInt8(ascii: ".") }).count == 2, let claims = TokenClaims(token) else {
      return clockTime + tokenLifetime
    }
    if let issued = claims.issuedAt { return clockTime + (claims.expiresAt - issued) * Nanoseconds.millisecond }
    return WorldCalendar.instant(of: Timestamp(milliseconds: claims.expiresAt))
  }

  /// The access token if it is too old to send; otherwise nil.
  ///
  /// A correct client reads the expiry from its token and leaves a margin for transit and clocks. It renews the token
  /// once for all requests, before any of them is refused.
  var staleToken: String? {
    guard generation.auth.refresh == .singleFlight else { return nil }
    let margin = min(10 * Nanoseconds.second, tokenLifetime / 10)
    return app.auth.token(expiredAt: clockTime + margin)
  }

  /// Renews an access token that was refused; returns false when that is not possible.
  func refresh(replacing token: String) async -> Bool {
    switch generation.auth.refresh {
    case .none:
      return false
    case .naive:
      await runRefresh()
      return holdsOther(than: token)
    case .singleFlight:
      if holdsOther(than: token) { return true }
      let flight = refreshFlight ?? start { await $0.runSharedRefresh() }
      refreshFlight = flight
      await flight.end()
      return holdsOther(than: token)
    }
  }

  /// Whether the app has an access token other than this one. Never inlined, as above.
  @inline(never)
  private func holdsOther(than token: String) -> Bool {
    app.auth.session.map { $0.accessToken != token } ?? false
  }

  private func runSharedRefresh() async {
    await runRefresh()
    refreshFlight = nil
  }

  private func runRefresh() async {
    guard let held = heldRefreshToken else { return }
    let owner = begin(.refreshToken)
    // The key names the token that is exchanged, so a repetition after a lost reply returns the same new token. A loop
    // over bytes, since a generic sequence takes thirty times as long.
    var hash = StableHash()
    for byte in held.utf8 { hash.combine(byte) }
    let named = Int64(bitPattern: hash.value)
    let key = key(generation.auth.refresh == .singleFlight, .refreshToken, named)
    var result: CallResult
    var isAgain = false
    repeat {
      result = await exchange(
        .refresh(refreshToken: held), for: .refreshToken, intent: 0, key: key, token: nil, owner: owner)
      guard !isAgain, case .failure(let failure) = result else { break }
      // The token may have been rotated although the reply was lost. A request with the same key gets the same reply.
      isAgain = generation.auth.refresh == .singleFlight && failure.isUnknown && isCurrent(owner)
    } while isAgain
    refreshed(result, owner)
  }

  private var heldRefreshToken: String? {
    @inline(never) get { app.auth.session?.refreshToken }
  }

  @inline(never)
  private func refreshed(_ result: CallResult, _ owner: Owner) {
    end(.refreshToken, owner)
    guard isCurrent(owner), app.auth.session != nil else { return }
    switch result {
    case .success(let answer):
      guard case .tokens(let access, let refresh) = answer.body else {
        preconditionFailure("refresh answered \(answer.body)")
      }
      app.auth.session?.renew(access: access, refresh: refresh, expiresAt: expiry(of: access))
      storage.signedIn = app.auth.session
      app.home.reread.renewed()
    case .failure(let failure):
      if failure.status == 401 || failure.status == 403 { signOut(.failure) }
    }
  }
}
