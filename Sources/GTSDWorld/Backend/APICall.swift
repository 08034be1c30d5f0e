package import GTSDModel

/// One request with everything that travels beside its payload. Small, since it is copied on its way.
package struct APICall: Sendable {
  /// The request as the wire has it.
  package private(set) var wire: WireCall
  /// The caller. Determines the latency and fault draws and the address, never the authority.
  package var caller: Caller
  /// The person's intent behind the call, 0 for none.
  package var intent: Int32
  /// Nanoseconds after which the client gives up.
  package var timeout: Int64
  /// Which of the scenario's links the phone has, from 0.
  package var link: UInt8

  package init(
    request: APIRequest, accessToken: String?, idempotencyKey: UInt64 = 0, caller: Caller, id: Int32,
    intent: Int32 = 0, timeout: Int64, link: UInt8 = 0
  ) {
    self.init(
      WireCall(id: id, body: request, accessToken: accessToken, key: idempotencyKey, operation: nil), caller: caller,
      intent: intent, timeout: timeout, link: link)
  }

  init(_ wire: WireCall, caller: Caller, intent: Int32, timeout: Int64, link: UInt8) {
    self.wire = wire
    self.caller = caller
    self.intent = intent
    self.timeout = timeout
    self.link = link
  }

  package var request: APIRequest { wire.body }

  /// The bearer token, nil for none; an empty one is none.
  package var accessToken: String? {
    get { wire.accessToken.flatMap { $0.isEmpty ? nil : $0 } }
    set {
      wire = WireCall(id: id, body: request, accessToken: newValue, key: idempotencyKey, operation: wire.operation)
    }
  }

  /// Same key, same effect: sent by generations that resolve unknown outcomes. 0 for none.
  package var idempotencyKey: UInt64 {
    get { wire.key }
    set { wire = WireCall(id: id, body: request, accessToken: accessToken, key: newValue, operation: wire.operation) }
  }

  /// Counts the calls of one person, from 1.
  package var id: Int32 {
    get { wire.id }
    set {
      wire = WireCall(
        id: newValue, body: request, accessToken: accessToken, key: idempotencyKey, operation: wire.operation)
    }
  }
}
