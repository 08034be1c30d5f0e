package import GTSDModel

/// A request with the additional data of a call. It is small, since it is copied several times.
package struct APICall: Sendable {
  /// The request with the data that is sent over the network.
  package private(set) var wire: WireCall
  /// The caller, which determines the draws of latency and faults and the address, but never the authority.
  package var caller: Caller
  /// The person's intent behind the call, 0 if there is none.
  package var intent: Int32
  /// The time after which the client gives up, in nanoseconds.
  package var timeout: Int64
  /// The index of the phone's link in the scenario, from 0.
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

  /// The bearer token; nil for none or an empty one.
  package var accessToken: String? {
    get { wire.accessToken.flatMap { $0.isEmpty ? nil : $0 } }
    set {
      wire = WireCall(id: id, body: request, accessToken: newValue, key: idempotencyKey, operation: wire.operation)
    }
  }

  /// A key by which the server recognises repetitions of one effect. Only generations that resolve unknown outcomes
  /// send it; 0 if there is none.
  package var idempotencyKey: UInt64 {
    get { wire.key }
    set { wire = WireCall(id: id, body: request, accessToken: accessToken, key: newValue, operation: wire.operation) }
  }

  /// The number of the call among those of one person, from 1.
  package var id: Int32 {
    get { wire.id }
    set {
      wire = WireCall(
        id: newValue, body: request, accessToken: accessToken, key: idempotencyKey, operation: wire.operation)
    }
  }
}
