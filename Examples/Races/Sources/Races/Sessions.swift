/// A server that accepts each refresh token once.
package actor TokenServer {
  private var valid = 1

  package init() {}

  func exchange(_ token: Int) async -> Int? {
    try? await Task.sleep(for: .milliseconds(30))
    guard token == valid else { return nil }
    valid += 1
    return valid
  }
}

/// The tokens of an app.
///
/// The mistake: two requests that find the token expired both exchange it, and the second is refused.
package actor Tokens {
  private var refresh = 1
  private var isFresh = false
  private var exchange: Task<Int?, Never>?
  private let server: TokenServer
  private let isRepaired: Bool
  package private(set) var isSignedIn = true

  package init(server: TokenServer, isRepaired: Bool) { (self.server, self.isRepaired) = (server, isRepaired) }

  package func prepareRequest() async {
    guard !isFresh else { return }
    let token = refresh
    let new: Int?
    if isRepaired {
      let task = exchange ?? Task { [server] in await server.exchange(token) }
      exchange = task
      new = await task.value
      exchange = nil
    } else {
      new = await server.exchange(token)
    }
    if let new { (refresh, isFresh) = (new, true) } else { isSignedIn = isFresh && isRepaired }
  }
}

/// The session of the signed-in user.
///
/// The mistake: a profile that was requested before the sign-out is stored after it.
package actor Session {
  private var isSignedIn = true
  package private(set) var profile: String?
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func loadProfile() async {
    try? await Task.sleep(for: .milliseconds(20))
    if isRepaired, !isSignedIn { return }
    profile = "Ada"
  }

  package func signOut() async {
    try? await Task.sleep(for: .milliseconds(20))
    isSignedIn = false
    profile = nil
  }
}
