package import GTSDModel

/// What serves an app: in process, over HTTP, or a test double.
package protocol Backend: Sendable {
  /// Serves one call. Returns with the reply, or throws when none arrives.
  ///
  /// The call goes on at the server when the calling task is cancelled or gives up: only the reply is lost.
  func respond(to call: APICall) async throws(TransportError) -> APIReply
}

/// One request with everything that travels beside its payload.
package struct APICall: Sendable {
  package var request: APIRequest
  /// The bearer token.
  package var accessToken: String?
  /// Same key, same effect: sent by generations that resolve unknown outcomes. 0 for none.
  package var idempotencyKey: UInt64
  /// Who calls: names the latency and fault draws and the address, never the authority.
  package var caller: Caller
  /// Counts the calls of one person, from 1.
  package var id: Int32
  /// The person's intent behind the call, 0 for none.
  package var intent: Int32
  /// Nanoseconds after which the client gives up.
  package var timeout: Int64

  package init(
    request: APIRequest, accessToken: String?, idempotencyKey: UInt64 = 0, caller: Caller, id: Int32,
    intent: Int32 = 0, timeout: Int64
  ) {
    self.request = request
    self.accessToken = accessToken
    self.idempotencyKey = idempotencyKey
    self.caller = caller
    self.id = id
    self.intent = intent
    self.timeout = timeout
  }
}

/// The person, account and device behind a call.
package struct Caller: Hashable, Sendable {
  package var user: UInt32
  package var account: UInt8
  package var device: UInt8

  package init(user: UInt32, account: UInt8, device: UInt8) {
    self.user = user
    self.account = account
    self.device = device
  }
}

/// A reply that arrived.
package struct APIReply: Sendable, Equatable {
  /// HTTP status.
  package var status: Int
  /// Revision of the account's data at which the server read what it answers; -1 where the server does not tell.
  package var asOf: Int32
  package var body: APIResponse

  package init(status: Int, asOf: Int32, body: APIResponse) {
    self.status = status
    self.asOf = asOf
    self.body = body
  }

  /// Whether the status is 2xx.
  package var isSuccess: Bool { (200..<300).contains(status) }
}

/// Why no reply arrived.
package enum TransportError: Error, Equatable, Sendable {
  /// The request or its reply was lost.
  case unreachable
  case timedOut
  /// The calling task was cancelled.
  case cancelled
}
