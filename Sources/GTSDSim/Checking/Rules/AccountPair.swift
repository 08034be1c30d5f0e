/// The two accounts that a household's devices can be signed in to.
struct AccountPair {
  var own = AccountHistory()
  var other = AccountHistory()

  subscript(account: UInt8) -> AccountHistory {
    // Inlined: called, each would take memory for its frame.
    @inline(__always) _read { if account == 0 { yield own } else { yield other } }
    @inline(__always) _modify { if account == 0 { yield &own } else { yield &other } }
  }

  /// The process or the sign-in on a device is gone, and with it the photos that were picked there.
  mutating func abandonPhotos(of device: UInt8) {
    own.photos.abandoned(device: device)
    other.photos.abandoned(device: device)
  }

  /// Looks at an account in its place; what is read through the subscript is copied as a whole first.
  @inline(__always)
  mutating func with<Result>(_ account: UInt8, _ body: (inout AccountHistory) -> Result) -> Result {
    account == 0 ? body(&own) : body(&other)
  }
}
