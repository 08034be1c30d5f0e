package import GTSDModel

/// A model of the server for one person's accounts. It is computed from the requests that the server has granted, in
/// the order of its decisions.
///
/// A request belongs to the owner of its token. A token belongs to the account of the reply that contained it.
package struct ReferenceServer: Sendable {
  /// A reply on its way to the phone, with the state that it was read from.
  package struct Read: Sendable {
    package var account: Int
    package var version: Int32
    /// The version of the latest profile write that the reply can include.
    package var profileVersion: Int32
    /// The version of the latest change of targets that the reply can include.
    package var targetsVersion: Int32
    /// The version of the latest completion of a task that the reply can include.
    package var tasksVersion: Int32
    /// The server's day on which the list was read.
    package var day: Int32
  }

  private var accounts: [ReferenceAccount] = []
  /// Whether a token of either phone was dropped from the list.
  private(set) var hasForgotten = false
  /// Whether the model has stopped checking, because something was stored, or a reply received, for an unknown account
  /// or request.
  private(set) var hasLostTrack = false

  mutating func loseTrack() { hasLostTrack = true }
  fileprivate struct Token: Sendable {
    var text: String
    var account: Int
    var device: UInt8
    /// The time until which the token can be exchanged, by the server's clock; nil for an access token.
    var exchangeable: Timestamp?
    /// The time until which an access token opens its account, by the server's clock; nil for a refresh token.
    var opens: Timestamp?
    /// The phones, a bit each, that received this token last and continue with it, even if newer ones were issued but
    /// not received. Two phones may receive the same token in the same instant.
    var heldBy: UInt8 = 0
  }

  /// The token of the latest log-out.
  private var loggedOut: String?
  /// The access token that each phone received last.
  private var heldByFirst: String?
  private var heldBySecond: String?
  /// The latest token of each phone.
  private var tokens: [Token] = []
  private var underWay: [(device: UInt8, id: Int32, read: Read)] = []

  package init() {}

  // Reuses memory for callers that restart from a checkpoint.
  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(accounts: accounts.takeBuffers(), tokens: tokens.takeBuffers(), underWay: underWay.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    tokens.move(into: &buffers.tokens)
    underWay.move(into: &buffers.underWay)
    // Each account has its own arrays, so accounts are moved one by one.
    guard buffers.accounts.count == accounts.count else { return }
    for index in accounts.indices {
      var kept = buffers.accounts[index].takeBuffers()
      accounts.withUnsafeBufferPointer { accounts in
        if let first = accounts.baseAddress { copy(first + index, to: &buffers.accounts[index]) }
      }
      buffers.accounts[index].move(into: &kept)
    }
    swap(&accounts, &buffers.accounts)
  }

  /// Memory for state that changes in most schedules; see `ReusedBuffers.swift`.
  struct ReusedBuffers {
    fileprivate var accounts: [ReferenceAccount]
    fileprivate var tokens: [Token]
    fileprivate var underWay: [(device: UInt8, id: Int32, read: Read)]
  }

  /// The account that a token gives access to; nil for an unknown token.
  package func account(of token: String?) -> Int? {
    tokens.last { $0.text == token }?.account
  }

  /// Whether a phone has received another token since it received this one.
  func isReplaced(_ token: String?, on device: UInt8) -> Bool {
    let held = device == 1 ? heldBySecond : heldByFirst
    guard let token, let held, token != held else { return false }
    return tokens.contains { $0.text == token }
  }

  private mutating func remember(
    _ token: String, _ account: Int, _ device: UInt8, exchangeable: Timestamp? = nil, opens: Timestamp? = nil
  ) {
    var entry = Token(text: token, account: account, device: device, exchangeable: exchangeable, opens: opens)
    // Each text occurs here at most once.
    if let index = tokens.firstIndex(where: { $0.text == token }) {
      let earlier = tokens.remove(at: index)
      entry.heldBy = earlier.heldBy
      entry.opens = opens ?? earlier.opens
    }
    if tokens.count >= 12, tokens.count(where: { $0.device == device }) >= 12,
      let oldest = tokens.firstIndex(where: { $0.device == device && $0.heldBy == 0 })
    {
      tokens.remove(at: oldest)
      hasForgotten = true
    }
    tokens.append(entry)
  }

  /// Handles the decision of the server on a request.
  ///
  /// - Parameter revision: the revision in the reply, -1 for none.
  package mutating func served(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse, asOf revision: Int32 = -1, at now: Timestamp,
    device: UInt8, _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    let isGranted = (200..<300).contains(status)
    if isGranted, let only = request.body.endpoint.grantedStatus, status != only {
      found.append(.grantedOtherwise(request.body.endpoint))
    }
    switch (request.body, reply) {
    case (.signUp(let body), .session(let session)) where isGranted:
      if !body.isFit || accounts.contains(where: { $0.email == body.email }) { found.append(.granted(.signUp)) }
      accounts.append(ReferenceAccount(body, at: now))
      signedIn(accounts.count - 1, session, request, at: now, device, options, &found)
    case (.logIn(let email, let password), .session(let session)) where isGranted:
      guard let account = accounts.firstIndex(where: { $0.email == email }) else {
        return found.append(.granted(.logIn))
      }
      if !accounts[account].accepts(password: password) { found.append(.granted(.logIn)) }
      signedIn(account, session, request, at: now, device, options, &found)
    case (.refresh(let token), .tokens(let access, let refresh)) where isGranted:
      guard let account = account(of: token) else {
        if !hasForgotten { found.append(.granted(.refresh)) }
        return
      }
      // A token works once.
      if refresh == token { found.append(.replyMismatch(.refresh)) }
      if self.account(of: refresh) == nil {
        // A repeated exchange with the same key returns the same token again, however late it is.
        if let limit = tokens.last(where: { $0.text == token })?.exchangeable, now > limit {
          found.append(.granted(.refresh))
        }
        accounts[account].touched()
      }
      let limit = tokens.last { $0.text == refresh }.map(\.exchangeable) ?? now.adding(options.refreshTokenLifetime)
      // A phone that received no reply repeats the request with the old token.
      remember(token, account, device)
      remember(access, account, device, opens: now.adding(options.accessTokenLifetime))
      remember(refresh, account, device, exchangeable: limit)
      note(request.id, account, accounts[account].version, at: now, device)
    case (.logIn(let email, let password), _):
      if status == 401, accounts.contains(where: { $0.email == email && $0.accepts(password: password) }) {
        found.append(.refused(.logIn))
      }
      // A refused sign-in only receives the refusal.
      if (400..<500).contains(status), status != 401, status != 429 { found.append(.refusedOtherwise(.logIn)) }
    case (.refresh(let token), _):
      let entry = tokens.last { $0.text == token }
      if status == 401, let limit = entry?.exchangeable, now < limit { found.append(.refused(.refresh)) }
    case (.signUp(let body), _):
      let isTaken = accounts.contains { $0.email == body.email }
      // After a refusal because the e-mail address is taken, the next request is known. After any other failure it is
      // not.
      let isOther = (400..<500).contains(status) && status != 409 && status != 429
      if isTaken, isOther { found.append(.refusedOtherwise(.signUp)) }
      // Only what the contract forbids is refused.
      if !isTaken, status == 409 || isOther && body.isFit { found.append(.refused(.signUp)) }
    case (.storePhoto, _), (.health, _): break
    case (.logOut(let token), _):
      guard let account = account(of: token), !accounts[account].isDeleted else { return }
      guard isGranted else {
        // A token that was revoked is still known, so that a log-out can be repeated.
        let isLive = tokens.last { $0.text == token }?.exchangeable.map { now < $0 } ?? false
        if status == 404, isLive || token == loggedOut { found.append(.refused(.logOut)) }
        return
      }
      loggedOut = token
      accounts[account].touched()
      remember(token, account, device)
    case (.deleteAccount, _) where isGranted:
      guard let account = account(of: request.accessToken) else {
        // If the token is no longer remembered, it is unknown which account was deleted.
        if hasForgotten { hasLostTrack = true } else { found.append(.granted(.deleteAccount)) }
        return
      }
      if accounts[account].isDeleted { found.append(.granted(.deleteAccount)) }
      accounts[account].touched()
      note(request.id, account, accounts[account].version, at: now, device)
      accounts[account].delete()
      for index in tokens.indices where tokens[index].account == account { tokens[index].exchangeable = nil }
    default:
      guard let account = account(of: request.accessToken) else {
        // A request may have been on its way for longer than tokens are remembered.
        guard isGranted else { return }
        if !hasForgotten {
          found.append(.granted(request.body.endpoint))
        } else if request.body.endpoint.route.method != .get {
          hasLostTrack = true
        }
        return
      }
      // An expired token gives no access and returns no data.
      guard status != 401 else {
        let isGood = tokens.last { $0.text == request.accessToken }?.opens.map { now < $0 } ?? false
        if isGood, !accounts[account].isDeleted, options.clockOnlyAdvances {
          found.append(.refused(request.body.endpoint))
        }
        return
      }
      // Nothing is returned about deleted data.
      if accounts[account].isDeleted {
        return found.append(isGranted ? .granted(request.body.endpoint) : .refusedOtherwise(request.body.endpoint))
      }
      // The token is still in use, even if many later tokens were issued and never received.
      if let token = request.accessToken, tokens.last?.text != token { remember(token, account, device) }
      if isGranted, case .uploadPhoto(let photo) = request.body, !options.storesPhotos(of: photo.fileSize) {
        found.append(.granted(.uploadPhoto))
      }
      let count = found.count
      let version = accounts[account].served(
        request, status: status, reply, asOf: revision, at: now, options, &found)
      if found.count > count { noteOwner(of: reply, to: account, in: &found, from: count) }
      note(request.id, account, version, at: now, device)
    }
  }

  private mutating func signedIn(
    _ account: Int, _ session: SessionPayload, _ request: borrowing WireCall, at now: Timestamp, _ device: UInt8,
    _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    let count = found.count
    accounts[account].signedIn(session.user, request.body.endpoint, &found)
    if found.count > count { noteOwner(of: .session(session), to: account, in: &found, from: count) }
    remember(session.accessToken, account, device, opens: now.adding(options.accessTokenLifetime))
    remember(session.refreshToken, account, device, exchangeable: now.adding(options.refreshTokenLifetime))
    note(request.id, account, accounts[account].version, at: now, device)
  }

  /// Replaces a difference by its explanation, if the reply belongs to another account.
  private func noteOwner(of reply: APIResponse, to account: Int, in found: inout [Divergence], from start: Int) {
    let isOther = accounts.indices.contains { $0 != account && accounts[$0].owns(reply) }
    guard isOther, !accounts[account].owns(reply) else { return }
    for index in start..<found.count {
      if case .replyMismatch(let endpoint) = found[index] { found[index] = .replyOfOtherAccount(endpoint) }
    }
  }

  private mutating func note(_ id: Int32, _ account: Int, _ version: Int32, at now: Timestamp, _ device: UInt8) {
    // No client receives the reply to a second delivery.
    guard !underWay.contains(where: { $0.device == device && $0.id == id }) else { return }
    if underWay.count == 64 { underWay.removeFirst() }
    let read = Read(
      account: account, version: version, profileVersion: min(version, accounts[account].profileVersion),
      targetsVersion: min(version, accounts[account].targetsVersion),
      tasksVersion: min(version, accounts[account].tasks.version), day: Int32(clamping: now.daysSinceEpoch))
    underWay.append((device, id, read))
  }

  /// Handles the delivery of a reply, or the end of waiting for it.
  ///
  /// - Returns: the state of the data from which the reply was read, which is then forgotten; nil if unknown.
  package mutating func delivered(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse?, to device: UInt8
  ) -> Read? {
    if (200..<300).contains(status) {
      switch reply {
      case .tokens(let access, let refresh): hold([access, refresh], device)
      case .session(let session): hold([session.accessToken, session.refreshToken], device)
      default: break
      }
    }
    let id = request.id
    guard let index = underWay.firstIndex(where: { $0.device == device && $0.id == id }) else {
      // The request was granted with a token that is no longer remembered.
      let isKnown = !(200..<300).contains(status) || !request.body.endpoint.route.needsAuthorization
      if !isKnown, hasForgotten { hasLostTrack = true }
      return nil
    }
    return underWay.remove(at: index).read
  }

  private mutating func hold(_ texts: [String], _ device: UInt8) {
    if device == 1 { heldBySecond = texts.first } else { heldByFirst = texts.first }
    let bit: UInt8 = 1 << device
    for index in tokens.indices {
      let isHeld = texts.contains(tokens[index].text)
      tokens[index].heldBy = isHeld ? tokens[index].heldBy | bit : tokens[index].heldBy & ~bit
    }
  }
}
