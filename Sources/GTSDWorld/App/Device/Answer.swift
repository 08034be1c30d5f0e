import GTSDModel

/// A usable reply, with the account that it belongs to.
struct Answer: Sendable {
  var body: APIResponse
  var asOf: Int32
  var account: UInt8
  /// The day of the request, by this phone's clock.
  var day: Int64 = 0
}
