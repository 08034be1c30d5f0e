import GTSDModel

/// The session, and the attempts in progress.
struct AuthModel {
  var session: StoredSession?
  /// The version of the account's data at which the session's user was last read.
  var user = VersionStamp()
  /// The number of sign-ins and sign-outs of this process.
  var login: UInt16 = 0
  /// Whether sign-up, log-in or restoring the stored session is in progress.
  var isBusy = false
  var hasFailed = false
  /// Whether the app waits for the server's reply to a log-out.
  var isSigningOut = false
  /// Whether the app waits for the server to delete the account; meanwhile the person can still log out.
  var isDeleting = false

  // Mutating, since a non-mutating function would copy the whole state of the app first.

  /// The token sent with requests.
  mutating func heldToken() -> String? { session?.accessToken }

  /// The access token if it has expired at a time (virtual nanoseconds); otherwise nil.
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

  /// Whether, after a failed restore, the refresh token decides if the session is over: `me` refuses a deactivated user
  /// with 403 and a deleted one with 404, and by the contract the refresh tokens of both are invalid.
  static func mustAskForTokens(_ failure: CallFailure, restore: Generation.Auth.Restore) -> Bool {
    restore == .keep && (failure.status == 403 || failure.status == 404)
  }

  /// The onboarding flag after the server's user was read: absent means false, unless the flag may not return to
  /// false.
  static func onboardingFlag(held: Bool, server: Bool?, _ strategy: Generation.Auth.OnboardingFlag) -> Bool {
    switch strategy {
    case .fromServer: server ?? false
    case .neverRegresses: held || (server ?? false)
    }
  }
}
