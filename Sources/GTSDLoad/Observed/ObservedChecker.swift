import GTSDModel
package import GTSDWorld

/// Checks a server's replies by the replies alone, for servers that send no revisions and whose state cannot be read.
///
/// - Linearizability, read-your-writes and monotonic reads of each account's acknowledgment (metrics row with its
///   acknowledgment) and preferences: a later read is never older, whichever client generation sends it. Operations
///   last from the first byte sent to the reply. A request without a known outcome may take effect at any later time,
///   or never.
/// - I-PHOTO: each picked photo that is confirmed is listed exactly once, and no other photo is listed.
/// - I-USER: a reply that names an account names the requesting one, no two accounts have one name, and an account does
///   not show preferences that it never had and another user's account has.
/// - I-COMMIT: data that the server reported as failed (500) are not read later as stored.
///
/// It must see every request of its users, or it may report errors that are none. Its users are those of one world,
/// with accounts that nobody else uses.
///
/// It stores at most 4 accounts and 32 tokens per person, and per account 64 operations per key and 256 photos; for
/// most keys only a known state. It stores the last `capacity` people; a person who comes back later is treated as
/// unknown.
package final class ObservedChecker: ReplyTap {
  private var people: [UInt32: ObservedPerson] = [:]
  /// Users in the order of their first calls, from `oldest` on.
  private var order: [UInt32] = []
  private var oldest = 0
  /// The owner of each account, by the server's id.
  private var owners: [Int: String] = [:]
  /// The user who last wrote each list of preferences.
  private var writers: [Int64: UInt32] = [:]
  private let capacity: Int

  private var found = ObservedFold()

  /// The findings so far, including acknowledgments that no later read has shown.
  package var fold: ObservedFold {
    var fold = found
    for user in people.keys.sorted() {
      for breach in people[user]?.doubts ?? [] {
        add(breach, of: user, isFirst: people[user]?.hasMet(breach) == false, to: &fold)
      }
    }
    return fold
  }

  /// The server's ids of the known accounts, for comparison with those of other generators.
  package var names: [Int] { owners.keys.sorted() }

  package init(capacity: Int = 100_000) {
    precondition(capacity > 0, "a checker of \(capacity) people")
    self.capacity = capacity
  }

  package func began(_ call: APICall) {
    let user = call.caller.user
    person(user).began(call)
    if let written = call.body.writtenPreferences, writers.count < capacity {
      for list in written.lists { writers[list] = user }
      if let whole = written.whole { writers[whole] = user }
    }
  }

  private func person(_ user: UInt32) -> ObservedPerson {
    if let person = people[user] { return person }
    let person = ObservedPerson()
    people[user] = person
    order.append(user)
    evict()
    return person
  }

  package func replied(
    to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64
  ) {
    let user = call.caller.user
    guard let person = people[user] else { return }
    var breaches = person.replied(to: call, result, sentAt: sentAt, endedAt: endedAt, &found)
    if breaches.isEmpty, case .success(let reply) = result, let identity = ObservedAccount.identity(in: reply.body),
      let email = person.email(of: call),
      let breach = own(identity.id, email, ObservedRequest(call, endedAt: endedAt))
    {
      breaches.append(breach)
    }
    for breach in breaches {
      let breach = named(breach, of: user)
      add(breach, of: user, isFirst: person.meets(breach), to: &found)
    }
  }

  private func add(_ breach: ObservedBreach, of user: UInt32, isFirst: Bool, to fold: inout ObservedFold) {
    fold.add(
      breach.oracle, site: breach.site,
      ObservedFold.Example(user: Int(user), time: breach.time, summary: breach.summary),
      isFirst: isFirst)
  }

  /// A breach, refined by the data of other users: a value that this user never had and another one wrote is the
  /// other's.
  private func named(_ breach: ObservedBreach, of user: UInt32) -> ObservedBreach {
    guard let other = breach.foreign.lazy.compactMap({ self.writers[$0] }).first(where: { $0 != user }) else {
      return breach
    }
    var breach = breach
    breach.oracle = .invariant(.user)
    breach.summary += ", which user \(other) wrote, and this one never"
    return breach
  }

  /// Records the owner of a server's account id; returns a breach if it belonged to another user.
  private func own(_ id: Int, _ email: String, _ request: ObservedRequest) -> ObservedBreach? {
    guard let owner = owners[id] else {
      owners[id] = email
      return nil
    }
    guard owner != email else { return nil }
    return ObservedBreach(
      oracle: .invariant(.user), site: "shared-id", time: request.endedAt,
      summary: "\(request.text) was answered for user \(id), who is another account of this run")
  }

  /// Forgets the earliest users without requests in progress.
  private func evict() {
    while order.count - oldest > capacity {
      let user = order[oldest]
      oldest += 1
      if people[user]?.isIdle == false {
        order.append(user)
        break
      }
      for breach in people[user]?.doubts ?? [] {
        add(breach, of: user, isFirst: people[user]?.hasMet(breach) == false, to: &found)
      }
      if let gone = people.removeValue(forKey: user) { for id in gone.ids { owners[id] = nil } }
    }
    if oldest > capacity {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}

/// The accounts of one person, as far as tokens and addresses distinguish them. A class, so that it is changed in
/// place.
final class ObservedPerson {
  private var accounts: [ObservedAccount] = []
  /// Access and refresh tokens with the place of their account, the latest last.
  private var tokens: [(text: String, account: Int)] = []
  /// The number of calls in progress that read or write checked values.
  private var underWay = 0
  private var calls = 0
  private var met: [String] = []

  private static let accountLimit = 4
  private static let tokenLimit = 32

  var isIdle: Bool { calls == 0 }
  /// Acknowledgments that no later read has shown.
  var doubts: [ObservedBreach] { accounts.compactMap { $0.doubt?.settled } }
  var ids: [Int] { accounts.compactMap(\.id) }

  /// Whether there was one of its kind before.
  func hasMet(_ breach: ObservedBreach) -> Bool { met.contains(breach.oracle.id + breach.site) }

  /// Whether this is the first breach of its kind.
  func meets(_ breach: ObservedBreach) -> Bool {
    let kind = breach.oracle.id + breach.site
    guard !met.contains(kind) else { return false }
    met.append(kind)
    return true
  }

  /// The account that a call is for; nil where it is not known.
  private func account(of call: APICall) -> Int? {
    switch call.body {
    case .signUp(let body): accounts.firstIndex { $0.isCalled(body.email) }
    case .logIn(let email, _): accounts.firstIndex { $0.isCalled(email) }
    case .refresh(let token), .logOut(let token): tokens.last { $0.text == token }?.account
    default: call.accessToken.flatMap { token in tokens.last { $0.text == token }?.account }
    }
  }

  /// The first address of the account of a call whose reply names it.
  func email(of call: APICall) -> String? {
    account(of: call).map { accounts[$0].emails[0] }
  }

  func began(_ call: APICall) {
    calls += 1
    if call.body.endpoint.isJudged { underWay += 1 }
    switch call.body {
    case .signUp(let body): open(body.email)
    case .logIn(let email, _): open(email)
    default: break
    }
    guard let index = account(of: call) else { return }
    switch call.body {
    case .signUp, .logIn: break
    case .updateBasicProfile(_, let email?): accounts[index].asked(for: email)
    default: accounts[index].photos.began(call)
    }
    accounts[index].began(call.body)
  }

  private func open(_ email: String) {
    guard !accounts.contains(where: { $0.isCalled(email) }), accounts.count < Self.accountLimit else { return }
    accounts.append(ObservedAccount(email: email))
  }

  func replied(
    to call: APICall, _ result: Result<APIReply, TransportError>, sentAt: Int64, endedAt: Int64,
    _ fold: inout ObservedFold
  ) -> [ObservedBreach] {
    calls -= 1
    if call.body.endpoint.isJudged { underWay -= 1 }
    var breaches: [ObservedBreach] = []
    if let index = account(of: call) {
      let request = ObservedRequest(call, endedAt: endedAt)
      if call.body.isCommit { fold.count(.invariant(.commit)) }
      let shown = ObservedAccount.shownPreferences(result)
      let contradiction = accounts[index].contradicted(by: call, result, shown, request)
      if case .success(let reply) = result {
        keepTokens(of: reply, to: call.body, index)
        if let identity = ObservedAccount.identity(in: reply.body) {
          fold.count(.invariant(.user))
          if let breach = accounts[index].named(identity, by: request) {
            breaches.append(breach)
            // What belongs to somebody else is no value of this account.
            return breaches
          }
        }
      }
      contradiction.map { breaches.append($0) }
      accounts[index].settleDoubt(by: call, result, request).map { breaches.append($0) }
      accounts[index].add(call, result, shown, from: sentAt, to: endedAt)
      breaches += accounts[index].photos.replied(call, result, sentAt: sentAt, endedAt: endedAt, &fold)
      if case .deleteAccount = call.body, case .success(let reply) = result, reply.isSuccess {
        // Whoever signs up with the e-mail again is somebody else.
        accounts[index] = ObservedAccount(email: accounts[index].emails[0])
        tokens.removeAll { $0.account == index }
      }
    }
    if underWay == 0 {
      for index in accounts.indices {
        let judged = accounts[index].acknowledgment.judge("acknowledgment")
        take(accounts[index].doubting(judged), &breaches, &fold)
        let judgement = accounts[index].preferences.judge("preferences")
        if case .breach(var breach)? = judgement {
          breach.foreign = accounts[index].foreignLists(in: breach)
          countHistory(&fold)
          breaches.append(breach)
        } else {
          take(judgement, &breaches, &fold)
        }
        if let judgement { accounts[index].judged(holds: judgement.isHolding) }
      }
    }
    return breaches
  }

  private func take(
    _ judgement: ObservedJudgement?, _ breaches: inout [ObservedBreach], _ fold: inout ObservedFold
  ) {
    switch judgement {
    case nil: break
    case .unjudged: fold.countUnjudged()
    case .holds: countHistory(&fold)
    case .breach(let breach):
      countHistory(&fold)
      breaches.append(breach)
    }
  }

  private func countHistory(_ fold: inout ObservedFold) {
    for oracle in [Oracle.readYourWrites, .monotonicReads, .linearizability] { fold.count(oracle) }
  }

  private func keepTokens(of reply: APIReply, to request: APIRequest, _ account: Int) {
    switch reply.body {
    case .session(let session):
      if case .signUp = request, reply.isSuccess { accounts[account].photos.knowsAll = true }
      keep([session.accessToken, session.refreshToken], account)
    case .tokens(let access, let refresh): keep([access, refresh], account)
    default: break
    }
  }

  private func keep(_ texts: [String], _ account: Int) {
    tokens += texts.map { ($0, account) }
    if tokens.count > Self.tokenLimit { tokens.removeFirst(tokens.count - Self.tokenLimit) }
  }
}

extension APIRequest {
  /// The preferences that the request writes.
  fileprivate var writtenPreferences: ObservedPreferences.State? {
    switch self {
    case .onboard(let body): ObservedPreferences.State(body.preferences)
    case .updatePreferences(let update): ObservedPreferences.State(update)
    case .updateProfile(let update): ObservedPreferences.State(update.preferences)
    default: nil
    }
  }

  /// Whether the request changes a value that is read back.
  fileprivate var isCommit: Bool {
    switch self {
    case .signUp, .onboard, .acknowledge, .uploadPhoto, .confirmPhoto: true
    default: writtenPreferences.map { !$0.isEmpty } ?? false
    }
  }
}

extension Endpoint {
  /// Whether the values that it reads or writes are compared with other reads and writes.
  fileprivate var isJudged: Bool {
    switch self {
    case .me, .preferences, .updatePreferences, .onboard, .profile, .updateProfile, .todayMetrics, .acknowledge: true
    default: false
    }
  }
}
