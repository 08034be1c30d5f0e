package import GTSDModel

/// One request with everything that travels beside its payload.
package struct APICall: Sendable {
  package var request: APIRequest
  /// The bearer token, nil for none; an empty one is none.
  package var accessToken: String? {
    get { bearer.isEmpty ? nil : bearer }
    set { bearer = newValue ?? "" }
  }
  // An optional string is copied by way of its type's metadata, which takes several times as long.
  private var bearer: String
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
  /// Which of the scenario's links the phone has, from 0.
  package var link: UInt8
  /// The same request as the wire has it; nil where nobody watches who sent it.
  package var wire: WireCall?

  package init(
    request: APIRequest, accessToken: String?, idempotencyKey: UInt64 = 0, caller: Caller, id: Int32,
    intent: Int32 = 0, timeout: Int64, link: UInt8 = 0, wire: WireCall? = nil
  ) {
    self.request = request
    bearer = accessToken ?? ""
    self.idempotencyKey = idempotencyKey
    self.caller = caller
    self.id = id
    self.intent = intent
    self.timeout = timeout
    self.link = link
    self.wire = wire
  }
}
