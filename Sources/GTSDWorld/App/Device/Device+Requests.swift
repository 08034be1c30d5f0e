import GTSDModel
import Randomness

/// The API client: every request to the backend goes through `call`.
extension Device {
  /// Calls the backend for the signed-in account, refreshing its token where the generation does so.
  func call(
    _ request: APIRequest, for operation: Operation, intent: Int32 = 0, key: UInt64 = 0
  ) async -> CallResult {
    if let known = cachedResult(to: request) { return known }
    let owner = owner
    if isRunning, let token = staleToken {
      _ = await refresh(replacing: token)
      if await isOutOfPlace(request) { return .failure(.discarded) }
    }
    guard isCurrent(owner), let token = heldToken else { return .failure(.discarded) }
    let result = await exchange(request, for: operation, intent: intent, key: key, token: token, owner: owner)
    if isRefusalOfToken(result), isCurrent(owner) {
      return await callAgain(request, for: operation, intent: intent, key: key, refused: result, token, owner)
    }
    guard isCurrent(owner) else { return .failure(.discarded) }
    remember(result, of: request)
    return result
  }

  /// The cached answer to a read, if the app caches replies.
  private func cachedResult(to request: APIRequest) -> CallResult? {
    if generation.replies.cache == .regardlessOfAge,
      let stored = storage.answers.first(where: { $0.request == request })
    {
      return .success(stored.answer)
    }
    if generation.summary.cache != .none, case .howItWorks = request, let kept = keptSummary { return .success(kept) }
    return nil
  }

  /// Stores the parts of a reply that the app caches.
  private func remember(_ result: CallResult, of request: APIRequest) {
    if generation.replies.cache == .regardlessOfAge, request.endpoint.route.method == .get,
      case .success(let answer) = result
    {
      storage.answers.append((request, answer))
    }
    if generation.summary.cache != .none { keepSummary(request, result) }
  }

  /// Whether a request should be repeated once with another token.
  private func isRefusalOfToken(_ result: CallResult) -> Bool {
    guard case .failure(.refused(status: 401, _, _)) = result else { return false }
    return generation.auth.refresh != .none
  }

  /// Renews a refused token and repeats the request.
  private func callAgain(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, refused: CallResult, _ token: String,
    _ owner: Owner
  ) async -> CallResult {
    var result = refused
    if await refresh(replacing: token), isCurrent(owner) {
      // The token that replaced it may have expired while this request was in progress.
      if let token = staleToken { _ = await refresh(replacing: token) }
      if await isOutOfPlace(request) || !isCurrent(owner) { return .failure(.discarded) }
      // The request that it waits for here may have renewed the token once more.
      guard let renewed = heldToken else { return .failure(.discarded) }
      result = await exchange(
        request, for: operation, intent: intent, key: key, token: renewed, owner: owner)
    } else if !isCurrent(owner) {
      return .failure(.discarded)
    }
    remember(result, of: request)
    return result
  }

  /// Whether a request that waited for a token should no longer be sent. This concerns requests for a plan: meanwhile a
  /// check of the metrics may have failed, or may have shown that they must be acknowledged first. Waits for a check in
  /// progress.
  private func isOutOfPlace(_ request: APIRequest) async -> Bool {
    guard case .generatePlan = request, generation.plan.toolbar == .afterAcknowledgment else { return false }
    if app.metrics[flightOf: slot(.plans)].isUnderWay, !Task.isCancelled { _ = await checkMetrics(.plans) }
    switch app.plans.next(plansMetrics, generation.plan.onMetricsError) {
    case .loadPlan, .keepPlan: return false
    case .showAcknowledgment, .showError, .wait: return true
    }
  }

  /// Sends one request and waits for its result: a reply, a failure on the way, a time-out or a cancellation.
  func exchange(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, token: String?, owner: Owner
  ) async -> CallResult {
    guard !isCancelled else { return .failure(isCurrent(owner) ? .cancelled : .discarded) }
    let sent = dispatch(request, for: operation, intent: intent, key: key, token: token, owner)
    return received(await reply(to: sent, owner), to: sent, owner)
  }

  /// The reply that arrives at the phone, or the reason why none does.
  @inline(__always)
  private func reply(to sent: Sent, _ owner: Owner) async -> Result<APIReply, TransportError> {
    if isOffline { return .failure(lost(sent, .unreachable)) }
    if let uplink, let size = sent.wire.body.fileSize {
      if let failure = await carry(size, of: sent.wire.body, over: uplink) { return .failure(lost(sent, failure)) }
    }
    do throws(TransportError) {
      let reply = try await backend.respond(to: apiCall(sent, owner))
      // If the phone has gone offline meanwhile, it does not receive the reply.
      return isOffline ? .failure(lost(sent, .unreachable)) : .success(reply)
    } catch {
      return .failure(lost(sent, error))
    }
  }

  /// Tells observers of the wire what the network has lost.
  @inline(never)
  private func lost(_ sent: Sent, _ error: TransportError) -> TransportError {
    if error == .unreachable { emit(.lost(sent.wire.id)) }
    return error
  }

  // Values that a request needs only briefly would stay in the frame of its task. The steps around the wait are
  // therefore separate functions that are never inlined.

  /// A request in transit, with the time of its sending.
  struct Sent {
    var wire: WireCall
    var intent: Int32
    var at: Int64
  }

  private var isOffline: Bool {
    @inline(never) get { storage.isOffline || uplink?.isInGap ?? false }
  }

  @inline(never)
  private func dispatch(
    _ request: APIRequest, for operation: Operation, intent: Int32, key: UInt64, token: String?, _ owner: Owner
  ) -> Sent {
    nextRequest &+= 1
    let wire = WireCall(id: nextRequest, body: request, accessToken: token, key: key, operation: operation)
    emit(.sent(request.endpoint, request: wire.id, operation: operation, intent: intent), account: owner.account)
    // Also emits the request itself, for observers that do not rely on the app's own events.
    emit(.sent(wire))
    return Sent(wire: wire, intent: intent, at: now)
  }

  @inline(never)
  private func apiCall(_ sent: Sent, _ owner: Owner) -> APICall {
    APICall(
      sent.wire, caller: Caller(user: user, account: owner.account, device: ordinal), intent: sent.intent,
      timeout: requestTimeout - (now - sent.at), link: uplink?.link ?? 0)
  }

  @inline(never)
  private func received(_ result: Result<APIReply, TransportError>, to sent: Sent, _ owner: Owner) -> CallResult {
    switch result {
    case .success(let reply): emit(.received(sent.wire, status: reply.status, reply.body))
    case .failure(let error): emit(.received(sent.wire, status: error == .cancelled ? -1 : 0, nil))
    }
    let endpoint = sent.wire.body.endpoint
    let (outcome, revision, answer) = judge(result, sentAt: sent.at, owner: owner)
    emit(
      .received(endpoint, request: sent.wire.id, outcome: outcome, revision: revision, latency: now - sent.at),
      account: owner.account)
    guard isCurrent(owner) else { return .failure(.discarded) }
    if revision > app.known, owner.login == app.auth.login { app.known = revision }
    switch answer {
    case .failure(let failure): report(failure, of: endpoint)
    // Every effect of a tap counts as news. A renewal of a token does not, since renewals may follow each other without
    // end.
    case .success: if sent.intent > 0 { app.home.reread.restartCount() }
    }
    return answer
  }

  /// Uploads a photo over the phone's link. The server receives the photo once all of it is sent.
  ///
  /// - Returns: the reason for a failure, nil if all of the photo was sent.
  private func carry(
    _ bytes: Int, of request: APIRequest, over uplink: PhoneUplink
  ) async -> TransportError? {
    var item: PhotoItemID?
    if case .uploadPhoto(let upload) = request {
      item = upload.item
      if generation.photo.progress == .sent { start { await $0.followBody(of: upload.item) } }
    }
    switch await uplink.send(bytes, of: item, timeout: requestTimeout) {
    case .sent where !isOffline: return Task.isCancelled ? .cancelled : nil
    case .sent, .cutOff: return .unreachable
    case .timedOut: return .timedOut
    case nil: return .cancelled
    }
  }

  private func judge(
    _ result: Result<APIReply, TransportError>, sentAt: Int64, owner: Owner
  ) -> (SimulationEvent.Outcome, revision: Int32, CallResult) {
    switch result {
    case .success(let reply):
      let status = Int16(clamping: reply.status)
      if case .failure(let payload) = reply.body {
        return (.status(status), reply.asOf, .failure(.refused(status: status, payload.reason, asOf: reply.asOf)))
      }
      if case .undecodable = reply.body { return (.garbled, -1, .failure(.undecodable)) }
      guard isReadable(reply.body) else { return (.undecodable, -1, .failure(.undecodable)) }
      let day = storage.clock.day(at: sentAt)
      return (
        .status(status), reply.asOf,
        .success(Answer(body: reply.body, asOf: reply.asOf, account: owner.account, day: day))
      )
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

  /// A key by which the server recognises repetitions of one effect; 0 if the generation sends no keys.
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
  /// The size of the photo in this request, in bytes; nil for a request without one.
  fileprivate var fileSize: Int? {
    switch self {
    case .uploadPhoto(let upload): upload.fileSize
    case .storePhoto(_, _, let size): size
    default: nil
    }
  }
}
