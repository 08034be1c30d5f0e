import GTSDModel

/// The API client: everything that goes to the backend goes through `call`.
extension Device {
  /// Calls the backend for the signed-in account, refreshing its token where the generation does so.
  func call(
    _ request: APIRequest, for operation: Operation, intent: Int32 = 0, key: UInt64 = 0
  ) async -> CallResult {
    if let known = knownAnswer(to: request) { return known }
    let owner = owner
    if isRunning, let token = staleToken {
      _ = await refresh(replacing: token)
      if await isOutOfPlace(request) { return .failure(.discarded) }
    }
    guard isCurrent(owner), let token = heldToken else { return .failure(.discarded) }
    var result: CallResult
    // As `exchange` does, which would be one frame more.
    switch beginExchange(request, for: operation, intent: intent, key: key, token: token, owner) {
    case .ended(let ended): result = ended
    case .waits(let exchange, let timer, let sent):
      // As `wait(for:)` does, which would be a look more at where it runs.
      if let scope = scheduler.currentScope?.takeUnretainedValue() {
        if exchange.begins(in: scope) { await scheduler.parking.wait() }
        exchange.hasCome(to: scope)
        scheduler.noteWake()
      } else {
        await exchange.comes(isolation: self)
      }
      result = took(exchange, timer, sent, owner)
    case .transmits(let sent): result = await transmit(sent, owner)
    }
    if isRefusalOfToken(result), isCurrent(owner) {
      return await callAgain(request, for: operation, intent: intent, key: key, refused: result, token, owner)
    }
    guard isCurrent(owner) else { return .failure(.discarded) }
    remember(result, of: request)
    return result
  }

  /// What an app answers a read with that keeps what it was told.
  func knownAnswer(to request: APIRequest) -> CallResult? {
    if generation.replies.cache == .regardlessOfAge,
      let stored = storage.answers.first(where: { $0.request == request })
    {
      return .success(stored.answer)
    }
    if generation.summary.cache != .none, case .howItWorks = request, let kept = keptSummary { return .success(kept) }
    return nil
  }

  /// Keeps what an app keeps of an answer.
  func remember(_ result: CallResult, of request: APIRequest) {
    if generation.replies.cache == .regardlessOfAge, request.endpoint.route.method == .get,
      case .success(let answer) = result
    {
      storage.answers.append((request, answer))
    }
    if generation.summary.cache != .none { keepSummary(request.endpoint, result) }
  }

  /// Whether a request is to be repeated once with another token.
  func isRefusalOfToken(_ result: CallResult) -> Bool {
    guard case .failure(.refused(status: 401, _, _)) = result else { return false }
    return generation.auth.refresh != .none
  }

  /// Renews a token that was refused, and repeats the request.
  func callAgain(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, refused: CallResult, _ token: String,
    _ owner: Owner
  ) async -> CallResult {
    var result = refused
    if await refresh(replacing: token), isCurrent(owner) {
      // What has replaced it while this request was under way may have run out as well.
      if let token = staleToken { _ = await refresh(replacing: token) }
      if await isOutOfPlace(request) || !isCurrent(owner) { return .failure(.discarded) }
      // What it waits for here may have renewed the token once more.
      guard let renewed = heldToken else { return .failure(.discarded) }
      result = await exchange(
        request, for: operation, intent: intent, key: key, token: renewed, owner: owner)
    } else if !isCurrent(owner) {
      return .failure(.discarded)
    }
    remember(result, of: request)
    return result
  }

  /// Whether a request that waited for a token is not to be sent any more: a plan, once a check of the metrics has shown
  /// that they are to be acknowledged first, or has failed. A check that is under way is waited for.
  private func isOutOfPlace(_ request: APIRequest) async -> Bool {
    guard case .generatePlan = request, generation.plan.toolbar == .afterAcknowledgment else { return false }
    if app.metrics.waiters(slot(.plans)) != nil, !Task.isCancelled { _ = await checkMetrics(.plans) }
    switch app.plans.next(plansMetrics, generation.plan.onMetricsError) {
    case .loadPlan, .keepPlan: return false
    case .showAcknowledgment, .showError, .wait: return true
    }
  }

  /// Sends one request and waits for what becomes of it.
  func exchange(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, token: String?, owner: Owner
  ) async -> CallResult {
    switch beginExchange(request, for: operation, intent: intent, key: key, token: token, owner) {
    case .ended(let result): return result
    case .waits(let exchange, let timer, let sent):
      await wait(for: exchange)
      return took(exchange, timer, sent, owner)
    case .transmits(let sent): return await transmit(sent, owner)
    }
  }

  /// How far a request has come that was sent.
  enum Begun {
    case ended(CallResult)
    /// The exchange is waited for next.
    case waits(Exchange, TimerHandle, Sent)
    /// It leaves the phone by and by, or the process at once.
    case transmits(Sent)
  }

  @inline(never)
  func beginExchange(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, token: String?, _ owner: Owner
  ) -> Begun {
    guard !isCancelled else { return .ended(.failure(isCurrent(owner) ? .cancelled : .discarded)) }
    let sent = send(request, for: operation, intent: intent, key: key, token: token, owner)
    if isOffline { return .ended(received(.failure(.unreachable), to: sent, owner)) }
    guard let inProcess, uplink == nil || request.fileSize == nil else { return .transmits(sent) }
    let (exchange, timer) = inProcess.begin(call(sent, owner))
    return .waits(exchange, timer, sent)
  }

  /// Lets a request leave that takes its time to, or that goes to a backend which is not in this process.
  private func transmit(_ sent: Sent, _ owner: Owner) async -> CallResult {
    if let uplink, let size = sent.wire.body.fileSize {
      if let failure = await carry(size, of: sent.wire.body, over: uplink) {
        return received(.failure(failure), to: sent, owner)
      }
    }
    guard let inProcess else { return await exchangeAway(sent, owner) }
    let (exchange, timer) = inProcess.begin(call(sent, owner))
    await wait(for: exchange)
    return took(exchange, timer, sent, owner)
  }

  /// The same with a backend that is not in this process.
  private func exchangeAway(_ sent: Sent, _ owner: Owner) async -> CallResult {
    let result: Result<APIReply, TransportError>
    do throws(TransportError) {
      let reply = try await backend.respond(to: call(sent, owner))
      result = isOffline ? .failure(.unreachable) : .success(reply)
    } catch {
      result = .failure(error)
    }
    return received(result, to: sent, owner)
  }

  /// Waits for something that comes once. Inlined, since each function that waits costs a frame, and a look at where it runs
  /// when it returns.
  @inline(__always)
  func wait(for awaited: some WaitedForOnce) async {
    guard let scope = scheduler.currentScope?.takeUnretainedValue() else {
      return await awaited.comes(isolation: self)
    }
    if awaited.begins(in: scope) { await scheduler.parking.wait() }
    awaited.hasCome(to: scope)
    scheduler.noteWake()
  }

  // What a request needs for a moment would lie in the frame that its task keeps: the steps around the wait are functions
  // of their own, never inlined.

  /// A request on its way, and when it left.
  struct Sent {
    var wire: WireCall
    var intent: Int32
    var at: Int64
  }

  private var isOffline: Bool {
    @inline(never) get { storage.isOffline }
  }

  @inline(never)
  private func send(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, token: String?, _ owner: Owner
  ) -> Sent {
    nextRequest &+= 1
    let wire = WireCall(id: nextRequest, body: request, accessToken: token, key: key, operation: operation)
    emit(.sent(request.endpoint, request: wire.id, operation: operation, intent: intent), account: owner.account)
    // And the bytes, for those who take nobody's word.
    emit(.sent(wire))
    return Sent(wire: wire, intent: intent, at: now)
  }

  @inline(never)
  private func call(_ sent: Sent, _ owner: Owner) -> APICall {
    APICall(
      sent.wire, caller: Caller(user: user, account: owner.account, device: ordinal), intent: sent.intent,
      timeout: requestTimeout - (now - sent.at), link: uplink?.link ?? 0)
  }

  @inline(never)
  func took(
    _ exchange: Exchange, _ timer: TimerHandle, _ sent: Sent, _ owner: Owner
  ) -> CallResult {
    scheduler.cancel(timer)
    let result = exchange.take()
    // Whatever was under way when the phone was cut off comes back to nobody.
    if isOffline, case .success = result { return received(.failure(.unreachable), to: sent, owner) }
    return received(result, to: sent, owner)
  }

  @inline(never)
  private func received(_ result: Result<APIReply, TransportError>, to sent: Sent, _ owner: Owner) -> CallResult {
    switch result {
    case .success(let reply): emit(.received(sent.wire, status: reply.status, reply.body))
    case .failure(let error): emit(.received(sent.wire, status: error == .cancelled ? -1 : 0, nil))
    }
    let endpoint = sent.wire.body.endpoint
    let (outcome, revision, answer) = judge(result, owner: owner)
    emit(
      .received(endpoint, request: sent.wire.id, outcome: outcome, revision: revision, latency: now - sent.at),
      account: owner.account)
    guard isCurrent(owner) else { return .failure(.discarded) }
    if revision > app.known, owner.login == app.auth.login { app.known = revision }
    switch answer {
    case .failure(let failure): report(failure, of: endpoint)
    // Each effect of a tap is news; a token that is renewed, by itself and without end, is none.
    case .success: if sent.intent > 0 { app.home.reread.beginsAnew() }
    }
    return answer
  }

  /// Lets a photo leave the phone; the server knows of it once it is there whole.
  ///
  /// - Returns: why it is not.
  private func carry(
    _ bytes: Int, of request: APIRequest, over uplink: PhoneUplink
  ) async -> TransportError? {
    var item: PhotoItemID?
    if case .uploadPhoto(let upload) = request {
      item = upload.item
      if generation.photo.progress == .sent { start { await $0.followBody(of: upload.item, over: uplink) } }
    }
    switch await uplink.send(bytes, of: item, timeout: requestTimeout) {
    case .sent where !storage.isOffline: return Task.isCancelled ? .cancelled : nil
    case .sent, .cutOff: return .unreachable
    case .timedOut: return .timedOut
    case nil: return .cancelled
    }
  }

  private func judge(
    _ result: Result<APIReply, TransportError>, owner: Owner
  ) -> (SimulationEvent.Outcome, revision: Int32, CallResult) {
    switch result {
    case .success(let reply):
      let status = Int16(clamping: reply.status)
      if case .failure(let payload) = reply.body {
        return (.status(status), reply.asOf, .failure(.refused(status: status, payload.reason, asOf: reply.asOf)))
      }
      guard isReadable(reply.body) else { return (.undecodable, -1, .failure(.undecodable)) }
      return (.status(status), reply.asOf, .success(Answer(body: reply.body, asOf: reply.asOf, account: owner.account)))
    case .failure(.unreachable): return (.network, -1, .failure(.network))
    case .failure(.timedOut): return (.timedOut, -1, .failure(.timedOut))
    case .failure(.cancelled): return (.cancelled, -1, .failure(.cancelled))
    }
  }

  private func report(_ failure: CallFailure, of endpoint: Endpoint) {
    switch failure {
    case .cancelled, .discarded: return
    case .refused(status: 404, _, _) where endpoint == .todayMetrics: return
    case .refused, .undecodable, .network, .timedOut: track(.apiError(endpoint, status: failure.status))
    }
  }

  /// A key that makes repetitions of one effect recognisable; 0, none, unless the generation sends keys.
  func key(_ isSent: Bool, _ operation: Operation, _ detail: Int64) -> UInt64 {
    guard isSent else { return 0 }
    var hash = StableHash()
    for word in [UInt64(user), UInt64(account), UInt64(operation.rawValue), UInt64(bitPattern: detail)] {
      hash.combine(unit: word)
    }
    return hash.value | 1
  }
}

extension APIRequest {
  /// The bytes of the photo that this carries; nil for what carries none.
  fileprivate var fileSize: Int? {
    switch self {
    case .uploadPhoto(let upload): upload.fileSize
    case .storePhoto(_, _, let size): size
    default: nil
    }
  }
}
