import GTSDModel

extension BackendState {
  /// The account of a call's access token; nil for a missing, foreign or expired one.
  ///
  /// A token stays valid until it expires, even after log-out. Only the existence of the account is looked up.
  func authorized(_ call: APICall, at now: Timestamp) -> Int? {
    guard let text = call.accessToken, let token = ServerToken(text, kind: .access), token.slot < accounts.count,
      !accounts[token.slot].isDeleted,
      now.milliseconds - WorldCalendar.epoch.milliseconds < token.number
    else { return nil }
    return token.slot
  }

  mutating func signUp(_ body: SignUpRequest, caller: Caller, at now: Timestamp) -> APIReply {
    guard isEmail(body.email), isStrong(body.password), (1...255).contains(body.name.utf8.count) else {
      return failure(400, .validation, "Validation failed")
    }
    guard slots[body.email] == nil else {
      return failure(409, .conflict, "Email already exists")
    }
    let slot = accounts.count
    accounts.append(
      AccountRecord(owner: caller, email: body.email, password: body.password, name: body.name, at: now))
    slots[body.email] = slot
    accounts[slot].revision = deletedAt.removeValue(forKey: body.email) ?? 0
    commit(.account, slot: slot)
    return signIn(slot, status: 201, at: now)
  }

  mutating func logIn(email: String, password: String, at now: Timestamp) -> APIReply {
    guard !email.isEmpty, !password.isEmpty else { return failure(400, .validation, "Validation failed") }
    guard let slot = slots[email], accounts[slot].password == password else {
      return failure(401, .unauthorized, "Invalid email or password")
    }
    return signIn(slot, status: 200, at: now)
  }

  private mutating func signIn(_ slot: Int, status: Int, at now: Timestamp) -> APIReply {
    let signIn = accounts[slot].nextSignIn
    accounts[slot].nextSignIn += 1
    let refreshToken = issueRefreshToken(slot, signIn: signIn, at: now)
    commit(.signedIn, slot: slot)
    let payload = SessionPayload(
      user: userPayload(slot), accessToken: accessToken(slot, at: now), refreshToken: refreshToken)
    return success(slot, status: status, .session(payload))
  }

  /// Exchanges a refresh token for a new pair. A token works once. A request with the same key works again, since the
  /// first reply may have been lost: it returns the same new refresh token with a new access token. This works as long
  /// as the new refresh token is valid, so not after a log-out.
  ///
  /// With `auth.rotation: unlocked`, validity was read when service started, so that two concurrent calls both succeed.
  mutating func refresh(_ text: String, _ call: APICall, _ read: EarlyRead, at now: Timestamp) -> APIReply {
    guard let token = ServerToken(text, kind: .refresh), token.slot < accounts.count else {
      return failure(401, .unauthorized, "Invalid refresh token")
    }
    let slot = token.slot
    let place = accounts[slot].refreshTokens.firstIndex { $0.number == token.number }
    // A read before service does not see the write of another service that is still in progress.
    if read != .refresh(isValid: true), rules.honoursKeys, call.idempotencyKey != 0, let place,
      let exchange = accounts[slot].refreshTokens[place].exchange, exchange.key == call.idempotencyKey,
      accounts[slot].refreshTokens.contains(where: { $0.number == exchange.next && $0.isLive(at: now) })
    {
      return tokens(slot, ServerToken(.refresh, slot: slot, number: exchange.next).text, at: now)
    }
    let isValid = if case .refresh(let wasValid) = read { wasValid } else { liveToken(text, at: now) != nil }
    guard isValid, let place else {
      let live = place.map { liveTokens(slot, of: accounts[slot].refreshTokens[$0].signIn, at: now) } ?? 0
      note(.refreshRefused(live: live, device: call.caller.device), slot: slot)
      return failure(slot, 401, .unauthorized, "Invalid refresh token")
    }
    let signIn = accounts[slot].refreshTokens[place].signIn
    accounts[slot].refreshTokens[place].isRevoked = true
    accounts[slot].refreshTokens[place].exchange = (call.idempotencyKey, accounts[slot].nextToken)
    let next = issueRefreshToken(slot, signIn: signIn, at: now)
    commit(.rotated(live: liveTokens(slot, of: signIn, at: now)), slot: slot)
    return tokens(slot, next, at: now)
  }

  private mutating func tokens(_ slot: Int, _ refreshToken: String, at now: Timestamp) -> APIReply {
    success(slot, .tokens(accessToken: accessToken(slot, at: now), refreshToken: refreshToken))
  }

  /// The number of valid tokens that descend from one log-in.
  private func liveTokens(_ slot: Int, of signIn: Int32, at now: Timestamp) -> Int32 {
    Int32(accounts[slot].refreshTokens.count { $0.signIn == signIn && $0.isLive(at: now) })
  }

  /// Deletes an account with all its stored data. Its tokens become invalid, and its e-mail can be used again.
  mutating func deleteAccount(_ slot: Int) -> APIReply {
    commit(.accountDeleted, slot: slot)
    let reply = success(slot, .done)
    let email = accounts[slot].email
    deletedAt[email] = accounts[slot].revision
    slots[email] = nil
    accounts[slot].erase()
    return reply
  }

  /// Revokes a refresh token. A repetition succeeds as well; an unknown token is refused.
  mutating func logOut(_ text: String) -> APIReply {
    guard let token = ServerToken(text, kind: .refresh), token.slot < accounts.count,
      let index = accounts[token.slot].refreshTokens.firstIndex(where: { $0.number == token.number })
    else {
      // The decision concerns no account, so it has no revision, like the refusal of a gateway.
      return failure(404, .notFound, "Refresh token not found", asOf: 0)
    }
    accounts[token.slot].refreshTokens[index].isRevoked = true
    commit(.loggedOut, slot: token.slot)
    return success(token.slot, .done)
  }

  /// The account and number of a valid refresh token; nil for any other.
  func liveToken(_ text: String, at now: Timestamp) -> ServerToken? {
    guard let token = ServerToken(text, kind: .refresh), token.slot < accounts.count,
      accounts[token.slot].refreshTokens.contains(where: { $0.number == token.number && $0.isLive(at: now) })
    else { return nil }
    return token
  }

  private func accessToken(_ slot: Int, at now: Timestamp) -> String {
    let expiry = now.adding(rules.accessTokenLifetime).milliseconds - WorldCalendar.epoch.milliseconds
    return ServerToken(.access, slot: slot, number: expiry).text
  }

  private mutating func issueRefreshToken(_ slot: Int, signIn: Int32, at now: Timestamp) -> String {
    // Tokens that can never work again are kept for a while, for repetitions of the request that exchanged them.
    let number = accounts[slot].nextToken
    if accounts[slot].refreshTokens.count >= 32 {
      accounts[slot].refreshTokens.removeAll { !$0.isLive(at: now) && $0.number < number - 16 }
    }
    accounts[slot].nextToken += 1
    accounts[slot].refreshTokens.append(
      RefreshToken(number: number, signIn: signIn, expires: now.adding(rules.refreshTokenLifetime)))
    return ServerToken(.refresh, slot: slot, number: number).text
  }

  // MARK: The user

  func userPayload(_ slot: Int) -> UserPayload {
    UserPayload(
      id: slot + 1, email: accounts[slot].email, name: accounts[slot].name,
      hasCompletedOnboarding: accounts[slot].hasOnboarded, createdAt: accounts[slot].createdAt,
      updatedAt: accounts[slot].updatedAt)
  }

  mutating func me(_ slot: Int) -> APIReply {
    let isFull = rules.generation.wire.me == .full
    return success(
      slot,
      .me(
        MePayload(
          id: slot + 1, email: accounts[slot].email, name: accounts[slot].name,
          hasCompletedOnboarding: isFull ? accounts[slot].hasOnboarded : nil,
          preferences: isFull ? accounts[slot].preferences : nil)))
  }

  mutating func updateBasicProfile(_ slot: Int, name: String?, email: String?, at now: Timestamp) -> APIReply {
    guard name != nil || email != nil, email.map(isEmail) != false, name.map({ !$0.isEmpty }) != false else {
      return failure(slot, 400, .validation, "Validation failed")
    }
    if let email, email != accounts[slot].email {
      guard slots[email] == nil else { return failure(slot, 409, .conflict, "Email already exists") }
      slots[accounts[slot].email] = nil
      slots[email] = slot
      accounts[slot].email = email
    }
    if let name { accounts[slot].name = name }
    accounts[slot].updatedAt = now
    commit(.basicProfile, slot: slot)
    return success(slot, .user(userPayload(slot)))
  }

  private func isEmail(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(UInt8(ascii: "."))
  }

  /// Whether a password has at least 8 characters, with an upper- and a lower-case letter, a digit and another ASCII
  /// character.
  private func isStrong(_ password: String) -> Bool {
    var (upper, lower, digit, special) = (false, false, false, false)
    for byte in password.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): upper = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"): lower = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = true
      case 0x21...0x7e: special = true
      default: break
      }
    }
    return password.utf8.count >= 8 && upper && lower && digit && special
  }

  // MARK: Early reads

  /// Reads, with `auth.rotation: unlocked`, whether the refresh token is valid. Another call may change this before the
  /// current one writes.
  func readRefresh(_ text: String, at now: Timestamp) -> EarlyRead {
    guard rules.generation.auth.rotation == .unlocked else { return .nothing }
    return .refresh(isValid: liveToken(text, at: now) != nil)
  }
}
