/// The person, account and device behind a call.
package struct Caller: Hashable, Sendable {
  package var user: UInt32
  package var account: UInt8
  package var device: UInt8

  package init(user: UInt32, account: UInt8, device: UInt8) {
    self.user = user
    self.account = account
    self.device = device
  }
}

// MARK: Over HTTP

// Within a world, every call names its caller. Over HTTP, only the access token does. Other statements of a request
// about its sender, such as `x-user-id`, are never read, since anybody could write them.

extension Caller {
  /// The token of an `Authorization` field, which must have exactly two parts, as the public server requires; nil for
  /// anything else.
  static func bearerToken(_ header: String?) -> String? {
    guard let header, header.hasPrefix("Bearer ") else { return nil }
    let token = header.dropFirst(7)
    return token.isEmpty || token.utf8.contains(UInt8(ascii: " ")) ? nil : String(token)
  }
}

extension InProcessBackend {
  /// The caller of a request over HTTP. This is the person who signed up with the token's account. Without one, it is a
  /// new person with the number of the next account, who owns that account after a sign-up.
  func caller(with accessToken: String?) -> Caller {
    owner(of: accessToken) ?? Caller(user: UInt32(state.accounts.count), account: 0, device: 0)
  }

  /// The owner of the account of an access token; nil if the token names no account. An expired token is accepted here,
  /// since expiry is checked when the request is decided.
  func owner(of accessToken: String?) -> Caller? {
    slot(of: accessToken).map { state.accounts[$0].owner }
  }

  /// The account that an access token names.
  func slot(of accessToken: String?) -> Int? {
    guard let accessToken, let token = ServerToken(accessToken, kind: .access), token.slot < state.accounts.count
    else { return nil }
    return token.slot
  }
}
