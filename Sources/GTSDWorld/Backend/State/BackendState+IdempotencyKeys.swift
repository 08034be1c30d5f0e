import GTSDModel

/// Idempotency keys (`Idempotency-Key`), under `limits.idempotency: honoured`: a repeated request with the same key
/// receives the first success again and has no second effect.
///
/// - A key counts for one account and one endpoint. Its reply is kept for onboarding, both ways of storing a photo,
///   acknowledgments and plans, where doing it twice does harm; elsewhere a key does nothing.
/// - Only a success is kept, until as many later ones of the account as ``KeyedReply/kept`` says have pushed it out, or
///   the account is deleted. It does not grow old by time.
/// - The body is not compared: another one under the same key gets the reply to the first, and is not looked at.
/// - Who repeats a request must be signed in too. Its key is looked up when it is decided, not when its service starts,
///   so that of two at once the second gets the reply to the first.
///
/// An exchanged refresh token keeps its key itself; see `BackendState.refresh`.
extension BackendState {
  /// The stored reply for this key; nil where the request must be decided.
  func earlierReply(to call: APICall, slot: Int) -> APIReply? {
    guard rules.honoursKeys, call.idempotencyKey != 0 else { return nil }
    let endpoint = call.request.endpoint
    return accounts[slot].replies.first { $0.key == call.idempotencyKey && $0.endpoint == endpoint }?.reply
  }

  /// Stores a success for repetitions with its key; refusals are decided again.
  mutating func keep(_ reply: APIReply, of call: APICall, slot: Int) {
    guard rules.honoursKeys, call.idempotencyKey != 0, reply.isSuccess else { return }
    switch call.request {
    case .onboard, .uploadPhoto, .confirmPhoto, .acknowledge, .generatePlan: break
    default: return
    }
    if accounts[slot].replies.count == KeyedReply.kept { accounts[slot].replies.removeFirst() }
    accounts[slot].replies.append(
      KeyedReply(key: call.idempotencyKey, endpoint: call.request.endpoint, reply: reply))
  }
}
