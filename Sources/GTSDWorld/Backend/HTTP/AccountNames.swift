import GTSDModel

/// The names of the users' accounts at a remote server: existing accounts, or e-mail addresses that belong to one run,
/// so that two runs against one server never share accounts.
package struct AccountNames: Sendable {
  /// The run's ID, empty if there is none.
  package let run: String
  /// The text between the user's name and the at sign, beginning with a plus sign; empty if there is none.
  private let suffix: String
  /// Existing accounts. Each user gets one of them, in turn.
  private let existing: [ExistingAccount]

  /// - Parameter run: letters and digits that no earlier run against the server used; empty for the simulation's own
  ///   names of accounts.
  package init(run: String = "", existing: [ExistingAccount] = []) {
    self.existing = existing
    self.run = run
    suffix = run.isEmpty ? "" : "+\(run)"
  }

  /// Whether users have accounts that already exist at the server.
  package var hasExisting: Bool { !existing.isEmpty }

  /// The request with the e-mail addresses that the server knows. A user with an existing account logs in instead of
  /// signing up.
  func outward(_ request: APIRequest, of caller: Caller) -> APIRequest {
    if !existing.isEmpty, caller.account == 0 {
      let account = existing[Int(caller.user) % existing.count]
      switch request {
      case .signUp, .logIn: return .logIn(email: account.email, password: account.password)
      default: return request
      }
    }
    guard !suffix.isEmpty else { return request }
    switch request {
    case .signUp(var body):
      body.email = remote(body.email)
      return .signUp(body)
    case .logIn(let email, let password): return .logIn(email: remote(email), password: password)
    case .updateBasicProfile(let name, let email): return .updateBasicProfile(name: name, email: email.map(remote))
    default: return request
    }
  }

  /// The reply with the e-mail addresses that the users know.
  func inward(_ response: APIResponse) -> APIResponse {
    guard !suffix.isEmpty else { return response }
    switch response {
    case .session(var payload):
      payload.user.email = local(payload.user.email)
      return .session(payload)
    case .me(var payload):
      payload.email = local(payload.email)
      return .me(payload)
    case .user(var payload):
      payload.email = local(payload.email)
      return .user(payload)
    case .profile(var payload):
      payload.user.email = local(payload.user.email)
      return .profile(payload)
    default: return response
    }
  }

  private func remote(_ email: String) -> String {
    guard let at = email.lastIndex(of: "@") else { return email }
    return String(email[..<at] + suffix + email[at...])
  }

  /// The e-mail address without this run's mark. Any other address is not changed, so that a foreign account is
  /// noticed.
  private func local(_ email: String) -> String {
    var text = email
    return text.withUTF8 { bytes in
      guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at >= suffix.utf8.count else { return email }
      let name = bytes[..<(at - suffix.utf8.count)]
      guard bytes[name.endIndex..<at].elementsEqual(suffix.utf8) else { return email }
      return String(decoding: name, as: UTF8.self) + String(decoding: bytes[at...], as: UTF8.self)
    }
  }
}

/// An account at a remote server. Its password is sent to that server only.
package struct ExistingAccount: Sendable {
  package var email: String
  package var password: String

  /// Parses a list of accounts. Each line has an e-mail address, a space and a password; empty lines and lines that
  /// begin with `#` are ignored.
  ///
  /// - Throws: `BadLine`, which does not show the line.
  package static func list(_ text: String) throws(BadLine) -> [ExistingAccount] {
    var accounts: [ExistingAccount] = []
    // Carriage return and line feed are one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].contains("@") else { throw BadLine(number: index + 1) }
      accounts.append(ExistingAccount(email: String(parts[0]), password: String(parts[1])))
    }
    return accounts
  }

  /// A line without an account.
  package struct BadLine: Error, Equatable {
    /// The number of the line, from 1.
    package var number: Int
  }
}
