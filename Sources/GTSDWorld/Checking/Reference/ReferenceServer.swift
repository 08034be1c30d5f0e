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
    /// The server's day on which the list was read.
    package var day: Int32
  }

  private var accounts: [ReferenceAccount] = []
  /// Whether a token of either phone was dropped from the list.
  private var hasForgotten = false
  /// Whether the model has stopped checking, because a write was granted, or a reply received, for an unknown account.
  private(set) var hasLostTrack = false
  fileprivate struct Token: Sendable {
    var text: String
    var account: Int
    var device: UInt8
    /// The time until which the token can be exchanged, by the server's clock; nil for an access token.
    var exchangeable: Timestamp?
    /// The phones, as one bit each, that received this token last and go on using it, even if newer ones were issued
    /// that they did not receive. Two phones may receive the same token in the same instant.
    var heldBy: UInt8 = 0
  }

  /// The access token that each phone received last.
  private var heldByFirst: String?
  private var heldBySecond: String?
  /// The latest token of each phone.
  private var tokens: [Token] = []
  private var underWay: [(device: UInt8, id: Int32, read: Read)] = []

  package init() {}

  // For who goes on from a checkpoint.
  mutating func lend() -> Lent { Lent(accounts: accounts.lend(), tokens: tokens.lend(), underWay: underWay.lend()) }

  mutating func move(into lent: inout Lent) {
    tokens.move(into: &lent.tokens)
    underWay.move(into: &lent.underWay)
    // Accounts have arrays of their own, so that each moves by itself.
    guard lent.accounts.count == accounts.count else { return }
    for index in accounts.indices {
      var kept = lent.accounts[index].lend()
      accounts.withUnsafeBufferPointer { accounts in
        if let first = accounts.baseAddress { copy(first + index, to: &lent.accounts[index]) }
      }
      lent.accounts[index].move(into: &kept)
    }
    swap(&accounts, &lent.accounts)
  }

  /// Memory for state that changes in most schedules; see `LentMemory.swift`.
  struct Lent {
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
    _ token: String, _ account: Int, _ device: UInt8, exchangeable: Timestamp? = nil
  ) {
    var heldBy: UInt8 = 0
    // A text stands here once at most.
    if let index = tokens.firstIndex(where: { $0.text == token }) {
      heldBy = tokens.remove(at: index).heldBy
    }
    if tokens.count >= 12, tokens.count(where: { $0.device == device }) >= 12,
      let oldest = tokens.firstIndex(where: { $0.device == device && $0.heldBy == 0 })
    {
      tokens.remove(at: oldest)
      hasForgotten = true
    }
    tokens.append(Token(text: token, account: account, device: device, exchangeable: exchangeable, heldBy: heldBy))
  }

  /// Handles the decision of the server on a request.
  package mutating func served(
    _ request: borrowing WireCall, status: Int, _ reply: APIResponse, at now: Timestamp, device: UInt8,
    _ options: ReferenceOptions, _ found: inout [Divergence]
  ) {
    let isGranted = (200..<300).contains(status)
    switch (request.body, reply) {
    case (.signUp(let body), .session(let session)) where isGranted:
      if accounts.contains(where: { $0.email == body.email }) { found.append(.granted(.signUp)) }
      accounts.append(ReferenceAccount(body))
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
      if self.account(of: refresh) == nil {
        // Who repeats the key of an exchange is told the same token again, however late.
        if let limit = tokens.last(where: { $0.text == token })?.exchangeable, now > limit {
          found.append(.granted(.refresh))
        }
        accounts[account].touched()
      }
      let limit = tokens.last { $0.text == refresh }.map(\.exchangeable) ?? now.adding(options.refreshTokenLifetime)
      // A phone that hears nothing asks with the old one again.
      remember(token, account, device)
      remember(access, account, device)
      remember(refresh, account, device, exchangeable: limit)
      note(request.id, account, accounts[account].version, at: now, device)
    case (.logIn(let email, let password), _):
      if status == 401, accounts.contains(where: { $0.email == email && $0.accepts(password: password) }) {
        found.append(.refused(.logIn))
      }
      // Whoever cannot be let in is told so, and no more.
      if (400..<500).contains(status), status != 401, status != 429 { found.append(.refusedOtherwise(.logIn)) }
    case (.refresh(let token), _):
      let entry = tokens.last { $0.text == token }
      if status == 401, let limit = entry?.exchangeable, now < limit { found.append(.refused(.refresh)) }
    case (.signUp(let body), _):
      let isTaken = accounts.contains { $0.email == body.email }
      // Whoever is told of a taken e-mail knows what to do next; of anything else nobody does.
      let isOther = (400..<500).contains(status) && status != 409 && status != 429
      if isTaken ? isOther : status == 409 { found.append(isTaken ? .refusedOtherwise(.signUp) : .refused(.signUp)) }
    case (.storePhoto, _), (.health, _): break
    case (.logOut(let token), _):
      guard isGranted, let account = account(of: token) else { return }
      accounts[account].touched()
      remember(token, account, device)
    case (.deleteAccount, _) where isGranted:
      guard let account = account(of: request.accessToken) else {
        // Of whose token is remembered no more nobody knows which account is gone.
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
      // A token that has run out opens nothing, and tells nothing.
      guard status != 401 else { return }
      // Of what is deleted nothing is told.
      if accounts[account].isDeleted {
        return found.append(isGranted ? .granted(request.body.endpoint) : .refused(request.body.endpoint))
      }
      // It is still in use, however many others have been told to nobody since.
      if let token = request.accessToken, tokens.last?.text != token { remember(token, account, device) }
      let count = found.count
      let version = accounts[account].served(request, status: status, reply, at: now, options, &found)
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
    remember(session.accessToken, account, device)
    remember(session.refreshToken, account, device, exchangeable: now.adding(options.refreshTokenLifetime))
    note(request.id, account, accounts[account].version, at: now, device)
  }

  /// Replaces a difference by its explanation, if the reply belongs to another account.
  private func noteOwner(of reply: APIResponse, to account: Int, in found: inout [Divergence], from start: Int) {
    let isOther = accounts.indices.contains { $0 != account && accounts[$0].owns(reply) }
    guard isOther, !accounts[account].owns(reply) else { return }
    for index in start..<found.count {
      if case .toldOther(let endpoint) = found[index] { found[index] = .toldOfOther(endpoint) }
    }
  }

  private mutating func note(_ id: Int32, _ account: Int, _ version: Int32, at now: Timestamp, _ device: UInt8) {
    // A second delivery is answered to nobody.
    guard !underWay.contains(where: { $0.device == device && $0.id == id }) else { return }
    if underWay.count == 64 { underWay.removeFirst() }
    let profileVersion = min(version, accounts[account].profileVersion)
    let targetsVersion = min(version, accounts[account].targetsVersion)
    underWay.append(
      (
        device, id,
        Read(
          account: account, version: version, profileVersion: profileVersion, targetsVersion: targetsVersion,
          day: Int32(clamping: now.daysSinceEpoch))
      ))
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
      // It was granted by a token that is remembered no more.
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
      let isTold = texts.contains(tokens[index].text)
      tokens[index].heldBy = isTold ? tokens[index].heldBy | bit : tokens[index].heldBy & ~bit
    }
  }
}
