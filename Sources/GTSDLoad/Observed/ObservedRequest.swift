import GTSDModel
import GTSDWorld

/// One request of a history.
struct ObservedRequest: Sendable {
  var caller: Caller
  var number: Int32
  var endpoint: Endpoint
  var endedAt: Int64

  init(_ call: APICall, endedAt: Int64 = 0) {
    caller = call.caller
    number = call.id
    endpoint = call.body.endpoint
    self.endedAt = endedAt
  }

  /// The endpoint and id, such as `acknowledge gtsd-7-12`.
  var text: String { "\(endpoint.name) \(RequestID.text(caller, number))" }
}

extension APICall {
  /// The request. Read in place, because a property of the call, which is declared in another module, is copied first.
  @inline(__always) var body: APIRequest { wire.body }
}
