package import GTSDModel
import Interleaving

/// The data that a server over HTTP needs from the backend besides its replies.
extension InProcessBackend {
  /// Whether nothing in this backend takes time or is random, so that every call can be answered within its function.
  package var answersAtOnce: Bool {
    configuration.network == .constant(0) && service.allSatisfy { $0 == .constant(0) } && servers == Int.max
      && configuration.lossRate.value == 0 && configuration.errorRate.value == 0 && faults.windows.isEmpty
  }

  /// Answers a call without letting virtual time pass; for a backend that ``answersAtOnce``.
  package func answer(_ call: APICall) -> APIReply {
    notePlanRequest(call)
    if limiter?.admit(user: call.caller.user, at: scheduler.now) == false { return .refusal(status: 429) }
    let now = serverTime
    let read = state.begin(call, at: now)
    let reply = state.finish(call, read, at: now)
    carryOutEffects(intent: call.intent)
    return reply
  }

  /// The data, besides the payload, that a reply in HTTP form contains: the time, the user, the profile and the base
  /// URL.
  package func context(accessToken: String?, baseURL: String) -> ResponseContext {
    let slot = slot(of: accessToken)
    return ResponseContext(
      wire: state.rules.generation.wire, now: serverTime, user: slot.map { state.userPayload($0) },
      profile: slot.flatMap { state.accounts[$0].profile }, baseURL: baseURL)
  }
}
