import GTSDModel
package import GTSDWorld

/// A fault of a server that a probe finds. The server answers a request that a correct server refuses, or returns
/// values that differ from those that the account wrote.
package enum ProbeKind: CaseIterable, Hashable, Sendable {
  /// An account's data without a token, and with a token that the server has not issued.
  case noToken, forgedToken
  /// A session for a wrong password.
  case wrongPassword
  /// The server creates a second account for an address that is taken.
  case takenAddress
  /// The server issues new tokens for a refresh token that was exchanged before.
  case usedRefreshToken
  /// The server issues new tokens for a refresh token that was logged out.
  case loggedOutToken
  /// The server returns data, tokens or a session of a deleted account.
  case deletedSession, deletedToken, deletedLogIn
  /// A photo deleted by another account, and data read by another account.
  case anothersPhoto, anothersData
  /// The pages of the list of photos do not add up to the list.
  case pages
  /// The instant of an acknowledgment changes when the request is repeated.
  case acknowledgedAgain
  /// A name or profile differs from the account's own write.
  case name, profile
  /// Dates of the profile that are shifted by hours or a day.
  case dates
  /// Fields of the profile that changed with another field, or were lost to a write made at the same time.
  case otherFields, atOnce

  /// The oracle that the fault breaks.
  package var oracle: Oracle {
    switch self {
    case .noToken, .forgedToken, .wrongPassword, .takenAddress, .anothersPhoto, .anothersData: .invariant(.user)
    case .usedRefreshToken: .invariant(.token)
    case .loggedOutToken, .deletedSession, .deletedToken, .deletedLogIn: .resurrection
    case .pages: .invariant(.photo)
    case .acknowledgedAgain: .invariant(.once)
    case .name, .profile, .dates: .readYourWrites
    case .otherFields, .atOnce: .lostUpdate
    }
  }

  /// The name in keys of reports.
  package var site: String {
    switch self {
    case .noToken: "no-token"
    case .forgedToken: "forged-token"
    case .wrongPassword: "wrong-password"
    case .takenAddress: "taken-address"
    case .usedRefreshToken: "used-refresh-token"
    case .loggedOutToken: "logged-out-token"
    case .deletedSession: "deleted-account-session"
    case .deletedToken: "deleted-account-token"
    case .deletedLogIn: "deleted-account-log-in"
    case .anothersPhoto: "deleted-by-another"
    case .anothersData: "read-by-another"
    case .pages: "pages"
    case .acknowledgedAgain: "acknowledged-again"
    case .name: "name"
    case .profile: "profile"
    case .dates: "dates"
    case .otherFields: "profile-wiped"
    case .atOnce: "written-at-once"
    }
  }

  /// The description of the fault. It follows the name of the request in a sentence.
  package var words: String {
    switch self {
    case .noToken: "without a token was answered with the account's data"
    case .forgedToken: "with a token that the server has not issued was answered with data"
    case .wrongPassword: "with a wrong password gave a session"
    case .takenAddress: "with the address of an account created a second one"
    case .usedRefreshToken: "with a refresh token that had been exchanged gave new tokens"
    case .loggedOutToken: "with a refresh token that had been logged out gave new tokens"
    case .deletedSession: "with the token of a deleted account was answered with its data"
    case .deletedToken: "with the refresh token of a deleted account gave new tokens"
    case .deletedLogIn: "to a deleted account gave a session"
    case .anothersPhoto: "of another account's photo deleted it"
    case .anothersData: "with the token of one account was answered with the data of another"
    case .pages: "by pages"
    case .acknowledgedAgain: "repeated returns another instant than the first time"
    case .name: "does not show the name that the account wrote before"
    case .profile: "does not show the profile that the account wrote before"
    case .dates: "shifts a date that the account wrote before"
    case .otherFields: "shows that a write of the weight alone changed other fields"
    case .atOnce: "shows that only one of two simultaneous writes of different fields is stored"
    }
  }
}
