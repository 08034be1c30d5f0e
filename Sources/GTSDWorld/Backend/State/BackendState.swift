import GTSDModel

/// The whole state of a backend and its decisions, without any time, randomness or suspension.
///
/// A request is decided in two steps: `begin` when its service starts, and `finish` when it ends. Correct operations
/// happen in `finish` only. Operations that the public server does without a transaction read in `begin` and write in
/// `finish`, so that two concurrent requests race as they do there.
struct BackendState: Sendable {
  let rules: BackendRules
  /// The accounts by slot, in order of sign-up.
  var accounts: [AccountRecord] = []
  /// The slots by e-mail, used only by sign-up, log-in and changes of the e-mail.
  var slots: [String: Int] = [:]
  /// The revisions at which accounts were deleted, by e-mail: a new account with the same e-mail continues from
  /// there.
  var deletedAt: [String: Int32] = [:]
  /// The effects of the last decisions, which the shell carries out in order.
  var effects: [BackendEffect] = []
  /// The source line that decided the last request, or otherwise the line that made its reply. Used if no commit names
  /// a line.
  var source: EventSource? { decision ?? answer }
  private var decision: EventSource?
  private var answer: EventSource?
  private var lastID: Int32 = 0

  init(rules: BackendRules) {
    self.rules = rules
  }

  // Reuses memory for callers that restart from a checkpoint; see `ReusedBuffers.swift`.
  mutating func takeBuffers() -> ReusedBuffers {
    ReusedBuffers(accounts: accounts.takeBuffers(), effects: effects.takeBuffers())
  }

  mutating func move(into buffers: inout ReusedBuffers) {
    effects.move(into: &buffers.effects)
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

  struct ReusedBuffers {
    fileprivate var accounts: [AccountRecord]
    fileprivate var effects: [BackendEffect]
  }

  /// Returns a new id, unique among all rows.
  mutating func nextID() -> Int32 {
    lastID += 1
    return lastID
  }

  // MARK: Commits

  /// Raises the account's revision and reports the commit.
  mutating func commit(_ commit: Commit, slot: Int, file: StaticString = #fileID, line: UInt32 = #line) {
    accounts[slot].revision += 1
    note(commit, slot: slot, file: file, line: line)
  }

  /// Reports an event that changes no data, in the form of a commit.
  mutating func note(_ commit: Commit, slot: Int, file: StaticString = #fileID, line: UInt32 = #line) {
    effects.append(
      .committed(
        commit, slot: slot, revision: accounts[slot].revision, by: EventSource(file: file, line: line)))
  }

  /// Records the source line that decides a request without a commit.
  mutating func decides(file: StaticString = #fileID, line: UInt32 = #line) {
    decision = EventSource(file: file, line: line)
  }

  // MARK: Requests

  /// Reads the data that a request needs when its service starts; `.nothing` if the whole decision is made at the end.
  ///
  /// `mutating`, though it changes nothing, since a non-mutating function would be called on a copy of the state.
  mutating func begin(_ call: APICall, at now: Timestamp) -> EarlyRead {
    switch call.request {
    case .refresh(let token):
      return readRefresh(token, at: now)
    case .acknowledge(let version, let computedAt) where rules.generation.acknowledge.uniqueness == .checkThenInsert:
      guard let slot = authorized(call, at: now) else { return .nothing }
      return readAcknowledgment(slot: slot, version: version, second: computedAt.wholeSecond)
    case .generatePlan:
      return readPlan(call, at: now)
    case .todayMetrics:
      return readTodayMetrics(call, at: now)
    case .confirmPhoto(let body):
      return readConfirmation(call, fileKey: body.fileKey, at: now)
    case .submitEvidence:
      return readStreak(call, at: now)
    default:
      return .nothing
    }
  }

  /// Decides a request and commits its changes.
  ///
  /// - Parameter admitted: the time at which its token was checked, since the token may expire during service; nil for
  ///   now.
  mutating func finish(
    _ call: APICall, _ read: EarlyRead, admitted: Timestamp? = nil, at now: Timestamp
  ) -> APIReply {
    (decision, answer) = (nil, nil)
    switch call.request {
    case .signUp(let body): return signUp(body, caller: call.caller, at: now)
    case .logIn(let email, let password): return logIn(email: email, password: password, at: now)
    case .refresh(let token): return refresh(token, call, read, at: now)
    case .logOut(let token): return logOut(token)
    case .storePhoto(let key, let type, let size): return storePhoto(key, type, size)
    case .health: return APIReply(status: 200, asOf: -1, body: .done)
    default: break
    }
    guard let slot = authorized(call, at: admitted ?? now) else {
      return failure(401, .unauthorized, "Authentication required")
    }
    if let reply = earlierReply(to: call, slot: slot) { return reply }
    let reply = finishAuthorized(call, slot: slot, read, at: now)
    keep(reply, of: call, slot: slot)
    return reply
  }

  private mutating func finishAuthorized(
    _ call: APICall, slot: Int, _ read: EarlyRead, at now: Timestamp
  ) -> APIReply {
    switch call.request {
    case .me: me(slot)
    case .updateBasicProfile(let name, let email): updateBasicProfile(slot, name: name, email: email, at: now)
    case .preferences: success(slot, .preferences(preferencesPayload(slot)))
    case .updatePreferences(let update): updatePreferences(slot, update, device: call.caller.device)
    case .onboard(let body): onboard(slot, body, device: call.caller.device, at: now)
    case .howItWorks: howItWorks(slot, at: now)
    case .profile: profile(slot)
    case .updateProfile(let update): updateProfile(slot, update, device: call.caller.device, at: now)
    case .todayMetrics: todayMetrics(slot, read, at: now)
    case .acknowledge(let version, let computedAt):
      acknowledge(
        slot, version: version, second: computedAt.wholeSecond, read, at: now)
    case .generatePlan(let isForced): generatePlan(slot, isForced: isForced, read, at: now)
    case .uploadPhoto(let upload): uploadPhoto(slot, upload, at: now)
    case .presignPhoto(let name, let type, let size): presignPhoto(slot, name: name, type: type, size: size, at: now)
    case .confirmPhoto(let body): confirmPhoto(slot, body, read, at: now)
    case .photos(let task, let limit, let offset): photos(slot, taskID: task, limit: limit, offset: offset)
    case .deletePhoto(let id): deletePhoto(slot, id: id)
    case .tasksToday: tasksToday(slot, at: now)
    case .submitEvidence(let task): submitEvidence(slot, task: task, read, at: now)
    case .streak: streak(slot, at: now)
    case .deleteAccount: deleteAccount(slot)
    // The export is exactly the stored data.
    case .exportData: profile(slot)
    case .signUp, .logIn, .refresh, .logOut, .storePhoto, .health:
      preconditionFailure("\(call.request.endpoint) needs no account and was handled earlier")
    }
  }

  /// Makes a successful reply with the account's current revision.
  mutating func success(
    _ slot: Int, status: Int = 200, _ body: APIResponse, file: StaticString = #fileID, line: UInt32 = #line
  ) -> APIReply {
    answer = EventSource(file: file, line: line, isDecisive: false)
    return APIReply(status: status, asOf: accounts[slot].revision, body: body)
  }

  /// Makes a refusal with the account's current revision.
  mutating func failure(
    _ slot: Int, _ status: Int, _ reason: APIErrorPayload.Reason, _ message: String, file: StaticString = #fileID,
    line: UInt32 = #line
  ) -> APIReply {
    failure(status, reason, message, asOf: accounts[slot].revision, file: file, line: line)
  }

  /// Makes a refusal with a revision, or without one for a request without an account.
  mutating func failure(
    _ status: Int, _ reason: APIErrorPayload.Reason, _ message: String, asOf: Int32 = -1, file: StaticString = #fileID,
    line: UInt32 = #line
  ) -> APIReply {
    answer = EventSource(file: file, line: line, isDecisive: false)
    return .failure(status, reason, message, asOf: asOf)
  }
}

/// An action that the caller of ``BackendState`` must carry out after a decision.
enum BackendEffect: Sendable {
  /// Report a commit to the observers, with the source line that decided it.
  case committed(Commit, slot: Int, revision: Int32, by: EventSource)
  /// Compute the account's metrics after the delay of this onboarding.
  case computeMetrics(slot: Int, onboarding: UInt32)
}
