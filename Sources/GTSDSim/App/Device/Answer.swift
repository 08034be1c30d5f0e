import GTSDModel

/// A reply that may be used, with the account that it is about.
struct Answer: Sendable {
  var body: APIResponse
  var asOf: Int32
  var account: UInt8
}
