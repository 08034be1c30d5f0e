import GTSDModel

/// Idempotency keys (`Idempotency-Key`), under `limits.idempotency: honoured`: a repeated request with the same key
/// receives the first success again and has no second effect.
///
/// - A key counts for one account and one endpoint. Replies are kept for onboarding, both ways of storing a photo,
///   acknowledgments and plans, where a second effect does harm. Elsewhere a key has no effect.
/// - Only successes are kept. A success is dropped after ``KeyedReply/kept`` later ones of the account, or with the
///   account, but not after a time.
/// - The body is not compared: another body under the same key gets the reply to the first, and is ignored.
/// - A repeated request must be signed in, too. Its key is looked up when it is decided, not when its service starts,
///   so that the second of two concurrent requests gets the reply to the first.
///
/// An exchanged refresh token stores its key itself; see `BackendState.refresh`.
extension BackendState {
  /// The stored reply for this key; nil if the request must be decided.
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
