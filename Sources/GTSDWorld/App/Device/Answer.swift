import GTSDModel

/// A reply that may be used, with the account that it is about.
struct Answer: Sendable {
  var body: APIResponse
  var asOf: Int32
  var account: UInt8
  /// The day, by this phone's clock, on which it was asked for.
  var day: Int64 = 0
}
