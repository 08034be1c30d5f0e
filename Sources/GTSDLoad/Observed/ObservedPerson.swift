import GTSDModel
import GTSDWorld

/// The accounts of one person, as far as tokens and addresses distinguish them.
struct ObservedPerson {
  private var accounts: [ObservedAccount] = []
  /// Access and refresh tokens, each with the index of its account, the latest last.
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

  /// Whether a breach of the same kind was reported before.
  func hasMet(_ breach: ObservedBreach) -> Bool { met.contains(breach.oracle.id + breach.site) }

  /// Records a breach; returns true if it is the first of its kind for this person.
  mutating func meets(_ breach: ObservedBreach) -> Bool {
    let kind = breach.oracle.id + breach.site
    guard !met.contains(kind) else { return false }
    met.append(kind)
    return true
  }

  /// The index of the account that a call is for; nil if it is not known.
  private func account(of call: APICall) -> Int? {
    switch call.body {
    case .signUp(let body): accounts.firstIndex { $0.isCalled(body.email) }
    case .logIn(let email, _): accounts.firstIndex { $0.isCalled(email) }
    case .refresh(let token), .logOut(let token): tokens.last { $0.text == token }?.account
    default: call.accessToken.flatMap { token in tokens.last { $0.text == token }?.account }
    }
  }

  /// The first email address of the account that the reply to a call names.
  func email(of call: APICall) -> String? {
    account(of: call).map { accounts[$0].emails[0] }
  }

  mutating func began(_ call: APICall) {
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

  private mutating func open(_ email: String) {
    guard !accounts.contains(where: { $0.isCalled(email) }), accounts.count < Self.accountLimit else { return }
    accounts.append(ObservedAccount(email: email))
  }

  mutating func replied(
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
            // Another user's data are not a value of this account.
            return breaches
          }
        }
      }
      contradiction.map { breaches.append($0) }
      accounts[index].decideDoubtful(by: call, result, request).map { breaches.append($0) }
      accounts[index].add(call, result, shown, from: sentAt, to: endedAt)
      breaches += accounts[index].photos.replied(call, result, sentAt: sentAt, endedAt: endedAt, &fold)
      if case .deleteAccount = call.body, case .success(let reply) = result, reply.isCarriedOut {
        // Whoever signs up with the e-mail again is somebody else.
        accounts[index] = ObservedAccount(email: accounts[index].emails[0])
        tokens.removeAll { $0.account == index }
      }
    }
    if underWay == 0 {
      for index in accounts.indices {
        let judged = accounts[index].acknowledgment.judge("acknowledgment")
        take(accounts[index].withholdingDoubtful(judged), &breaches, &fold)
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

  private mutating func keepTokens(of reply: APIReply, to request: APIRequest, _ account: Int) {
    switch reply.body {
    case .session(let session):
      if case .signUp = request, reply.isCarriedOut { accounts[account].photos.knowsAll = true }
      keep([session.accessToken, session.refreshToken], account)
    case .tokens(let access, let refresh): keep([access, refresh], account)
    default: break
    }
  }

  private mutating func keep(_ texts: [String], _ account: Int) {
    tokens += texts.map { ($0, account) }
    if tokens.count > Self.tokenLimit { tokens.removeFirst(tokens.count - Self.tokenLimit) }
  }
}

extension APIRequest {
  /// The preferences that the request writes.
  var writtenPreferences: ObservedPreferences.State? {
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
  /// Whether the values that the call reads or writes are compared with other reads and writes.
  fileprivate var isJudged: Bool {
    switch self {
    case .me, .preferences, .updatePreferences, .onboard, .profile, .updateProfile, .todayMetrics, .acknowledge: true
    default: false
    }
  }
}
