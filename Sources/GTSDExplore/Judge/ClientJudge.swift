package import GTSDModel
import GTSDWorld
import Interleaving

/// Judges an app's own client by its network traffic alone: its requests, the server's decisions and their order, and
/// the replies.
///
/// - I-ONCE: a request with an effect (acknowledge, onboarding, a forced plan, a photo, evidence, sign-up) is not sent
///   again while the first is in progress, nor with the same key after it has succeeded.
/// - I-TOKEN: a refresh token is not sent again while it is being exchanged, nor afterwards.
/// - I-PHOTO: one file is not stored twice for one task.
/// - I-USER: nothing is sent for a session after its log-out has ended, and nothing names another account.
/// - I-GATE: a client that has received an unacknowledged row does not request a plan.
/// - I-TARGET: a client that has received a newer row does not acknowledge an older one.
/// - I-LOST: a granted write of preferences replaces only values that its session had read or written.
/// - Monotonic writes: of two writes of one field by one session, the one sent last is granted last.
///
/// A request that the client has given up counts as unanswered.
package struct ClientJudge: Sendable {
  private var sessions: [ClientSession] = []
  private var accounts: [ClientAccount] = []
  /// The session of each token that the client received.
  private var tokens: [String: Int] = [:]
  /// Refresh tokens that the client knows to be used.
  private var exchanged: Set<String> = []
  /// Keys of requests that have succeeded.
  private var done: Set<UInt64> = []
  /// Files of presigned uploads, by their keys.
  private var files: [String: UInt64] = [:]
  private var underWay: [ClientRequest] = []
  /// The breaches found since they were last collected.
  package var found: [ClientBreach] = []

  package init() {}

  // MARK: Requests and replies

  /// Handles a request of the client.
  ///
  /// - Parameters:
  ///   - key: its `Idempotency-Key`, 0 for none.
  ///   - content: a hash of the uploaded file, 0 for none.
  ///   - time: nanoseconds.
  package mutating func sent(
    _ id: Int32, _ body: APIRequest, token: String?, key: UInt64, content: UInt64, at time: Int64
  ) {
    var request = ClientRequest(id: id, body: body, key: key, content: content, sentAt: time)
    switch body {
    case .refresh(let token), .logOut(let token): request.session = tokens[token]
    case .confirmPhoto(let confirmation): request.content = files[confirmation.fileKey] ?? 0
    default: break
    }
    if request.session == nil, let token { request.session = tokens[token] }
    judgeRepetition(of: request)
    if let session = request.session { judgeKnowledge(of: request, sessions[session]) }
    underWay.append(request)
  }

  /// Records that the client no longer waits for a request.
  package mutating func abandoned(_ id: Int32) {
    if let index = underWay.firstIndex(where: { $0.id == id }) { underWay[index].isAbandoned = true }
  }

  /// Handles the decision of the server on a request.
  package mutating func decided(_ id: Int32, status: Int, _ reply: APIResponse) {
    guard let index = underWay.firstIndex(where: { $0.id == id }), (200..<300).contains(status) else { return }
    let request = underWay[index]
    if case .storePhoto(let key, _, _) = request.body { files[key] = request.content }
    guard let session = request.session else { return }
    judgeOrder(of: request, session)
    granted(request, session, reply)
    underWay[index].preferences = accounts[sessions[session].account].version
  }

  /// Records that a request has ended, with or without a reply.
  package mutating func ended(_ id: Int32, _ reply: (status: Int, body: APIResponse)?) {
    guard let index = underWay.firstIndex(where: { $0.id == id }) else { return }
    let request = underWay.remove(at: index)
    // While the log-out is in progress, requests that were started before may still leave the phone.
    if case .logOut = request.body, let session = request.session { sessions[session].isOver = true }
    guard !request.isAbandoned, let reply, (200..<300).contains(reply.status) else { return }
    if request.key != 0, request.repetition != nil { done.insert(request.key) }
    learned(request, reply.body)
  }

  // MARK: Stored data

  private mutating func granted(_ request: ClientRequest, _ session: Int, _ reply: APIResponse) {
    let account = sessions[session].account
    switch (request.body, reply) {
    case (.updatePreferences(let update), _): write(update, request, session)
    case (.updateProfile(let update), _): write(update.preferences, request, session)
    case (.onboard(let body), _):
      accounts[account].preferences = body.preferences
      wrote(session)
    case (.acknowledge(_, let computedAt), _): accounts[account].acknowledged.insert(computedAt.wholeSecond)
    case (.uploadPhoto(let upload), .photo(let photo)): store(photo.id, upload.taskID, request, account)
    case (.confirmPhoto(let body), .photo(let photo)): store(photo.id, body.taskID, request, account)
    case (.deletePhoto(let id), _): accounts[account].photos.removeAll { $0.id == id }
    default: break
    }
  }

  private mutating func wrote(_ session: Int) {
    let account = sessions[session].account
    accounts[account].version += 1
    accounts[account].writer = session
    sessions[session].preferences = accounts[account].version
  }

  private mutating func write(_ update: PreferencesUpdate, _ request: ClientRequest, _ session: Int) {
    let account = sessions[session].account
    let before = accounts[account].preferences ?? DietPreferences()
    var after = before
    if let value = update.dietaryPreferences { after.dietaryPreferences = value }
    if let value = update.allergies { after.allergies = value }
    if let value = update.mealsPerDay { after.mealsPerDay = value }
    guard after != before else { return }
    let seen = sessions[session].preferences
    if seen < accounts[account].version, before != DietPreferences() {
      let known = seen < 0 ? "had read none" : "had read an older value"
      add(
        .invariant(.lost), seen < 0 ? .prefsEmptyLoadOverwrite : .prefsTwoWriters, "preferences",
        "\(request.text) replaced preferences that its session had not read: it \(known)")
    }
    accounts[account].preferences = after
    wrote(session)
  }

  private mutating func store(_ id: Int, _ task: Int?, _ request: ClientRequest, _ account: Int) {
    let photos = accounts[account].photos
    guard request.content != 0, !photos.contains(where: { $0.id == id }) else { return }
    if let first = photos.first(where: { $0.content == request.content && $0.task == task }) {
      add(
        .invariant(.photo), .photoRetryDuplicates, "stored-twice",
        "\(request.text) stored as \(id) the file that was stored as \(first.id) before")
    }
    accounts[account].photos.append((request.content, task, id))
  }

  /// Checks the order of writes: of two writes of one session, the one sent first must not be granted last.
  private mutating func judgeOrder(of request: ClientRequest, _ session: Int) {
    var fields = request.writtenFields
    var isLate = false
    while fields != 0 {
      let field = fields.trailingZeroBitCount
      fields &= fields - 1
      if sessions[session].granted[field] > request.id { isLate = true }
      sessions[session].granted[field] = max(sessions[session].granted[field], request.id)
    }
    if isLate {
      add(
        .monotonicWrites, nil, "\(request.endpoint.name)",
        "\(request.text) took effect after a write that the same session had sent later, and replaced it")
    }
  }

  // MARK: The client's knowledge

  private mutating func learned(_ request: ClientRequest, _ reply: APIResponse) {
    switch reply {
    case .session(let session):
      let known = accounts.firstIndex { $0.id == session.user.id }
      if known == nil { accounts.append(ClientAccount(id: session.user.id)) }
      sessions.append(ClientSession(account: known ?? accounts.count - 1))
      tokens[session.accessToken] = sessions.count - 1
      tokens[session.refreshToken] = sessions.count - 1
      return
    case .tokens(let access, let refresh):
      guard case .refresh(let old) = request.body, let session = tokens[old] else { return }
      exchanged.insert(old)
      tokens[access] = session
      tokens[refresh] = session
      return
    default: break
    }
    guard let session = request.session else { return }
    switch reply {
    case .metrics(let payload):
      accounts[sessions[session].account].rows.insert(payload.metrics.computedAt.wholeSecond)
      let row = (computedAt: payload.metrics.computedAt, isAcknowledged: payload.acknowledged)
      guard let held = sessions[session].row, held.computedAt >= row.computedAt else {
        sessions[session].row = row
        return
      }
      if held.computedAt == row.computedAt, row.isAcknowledged { sessions[session].row = row }
    case .acknowledged:
      guard case .acknowledge(_, let computedAt) = request.body,
        sessions[session].row?.computedAt.wholeSecond == computedAt.wholeSecond
      else { return }
      sessions[session].row?.isAcknowledged = true
    case .me(let me) where me.preferences == nil: break
    case .me, .profile, .preferences:
      sessions[session].preferences = max(sessions[session].preferences, request.preferences)
    default: break
    }
  }

  // MARK: Requests

  private mutating func judgeRepetition(of request: ClientRequest) {
    guard let (oracle, hazard) = request.repetition else { return }
    let site = "sent-again/\(request.endpoint.name)"
    if let first = underWay.first(where: { !$0.isAbandoned && $0.isSame(as: request) }) {
      add(oracle, hazard, site, "\(request.text) was sent while the same request, \(first.text), was in flight")
    } else if request.key != 0, done.contains(request.key) {
      add(oracle, hazard, site, "\(request.text) was sent again with the same key after it had succeeded")
    } else if case .refresh(let token) = request.body, exchanged.contains(token) {
      add(oracle, hazard, site, "\(request.text) had a token that had been exchanged before")
    }
  }

  private mutating func judgeKnowledge(of request: ClientRequest, _ session: ClientSession) {
    let endpoint = request.endpoint
    if session.isOver, endpoint != .logOut {
      add(
        .invariant(.user), nil, "after-log-out/\(endpoint.name)",
        "\(request.text) was sent for a session after its log-out had ended")
    }
    let account = accounts[session.account]
    switch request.body {
    case .acknowledge(_, let computedAt):
      let second = computedAt.wholeSecond
      if !account.rows.contains(second), accounts.contains(where: { $0.rows.contains(second) }) {
        add(
          .invariant(.user), .crossUserSingleton, "other-account/\(endpoint.name)",
          "\(request.text) names the metrics of \(computedAt.iso8601), which only another account received")
      } else if let row = session.row, row.computedAt > computedAt {
        add(
          .invariant(.target), .ackStaleVersion, "older-row",
          "\(request.text) names the metrics of \(computedAt.iso8601), though \(row.computedAt.iso8601) had been received"
        )
      }
    case .generatePlan(let isForced):
      guard let row = session.row, !row.isAcknowledged, !account.acknowledged.contains(row.computedAt.wholeSecond)
      else { return }
      add(
        .invariant(.gate), isForced ? .ackBypassToolbar : nil, "plan-requested",
        "\(request.text) was sent though the received metrics are not acknowledged")
    case .deletePhoto(let id):
      if !account.photos.contains(where: { $0.id == id }),
        accounts.contains(where: { $0.photos.contains { $0.id == id } })
      {
        add(
          .invariant(.user), .crossUserSingleton, "other-account/\(endpoint.name)",
          "\(request.text) names photo \(id) of another account")
      }
    default: break
    }
  }

  private mutating func add(_ oracle: Oracle, _ hazard: HazardID?, _ site: String, _ summary: String) {
    found.append(ClientBreach(oracle, hazard, site: site, summary))
  }
}
