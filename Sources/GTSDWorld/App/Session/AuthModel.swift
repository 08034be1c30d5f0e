import GTSDModel

/// The session, and the attempts in progress.
struct AuthModel {
  var session: StoredSession?
  /// The version at which the session's user was last read.
  var user = VersionStamp()
  /// Counts sign-ins and sign-outs of this process.
  var login: UInt16 = 0
  /// Sign-up, log-in or restoring the stored session is under way.
  var isBusy = false
  var hasFailed = false
  /// Waiting for the server to hear of a log-out.
  var isSigningOut = false
  /// Waiting for the server to delete the account; who would rather log out meanwhile can.
  var isDeleting = false

  // Mutating, since what only reads would copy the whole state of the app first.

  /// The token that requests carry.
  mutating func heldToken() -> String? { session?.accessToken }

  /// The token where it runs out so soon, in virtual nanoseconds.
  mutating func token(expiredAt time: Int64) -> String? {
    guard let expiry = session?.expiresAt, time >= expiry else { return nil }
    return session?.accessToken
  }

  /// The treatment of a stored session at a cold launch.
  enum Launch: Equatable { case signIn, restoreThenShow, showAndRestore }

  static func launch(hasStored: Bool, restore: Generation.Auth.Restore) -> Launch {
    guard hasStored else { return .signIn }
    switch restore {
    case .none: return .signIn
    case .wipeOnError: return .restoreThenShow
    case .keep: return .showAndRestore
    }
  }

  /// Whether a failed restore leaves it to the refresh token whether the session is over: `me` refuses with 403 who is
  /// deactivated and with 404 who is gone, and the contract says of both that their refresh tokens work no more.
  static func mustAskForTokens(_ failure: CallFailure, restore: Generation.Auth.Restore) -> Bool {
    restore == .keep && (failure.status == 403 || failure.status == 404)
  }

  /// The onboarding flag after the server's user was read: absent means false, unless the flag may not regress.
  static func onboardingFlag(held: Bool, server: Bool?, _ strategy: Generation.Auth.OnboardingFlag) -> Bool {
    switch strategy {
    case .fromServer: server ?? false
    case .neverRegresses: held || (server ?? false)
    }
  }
}
