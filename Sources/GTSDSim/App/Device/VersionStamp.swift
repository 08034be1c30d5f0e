import GTSDModel

/// Which version of a resource a view holds, by where it was read: decides which reply wins.
struct VersionStamp {
  var revision: Int32 = -1
  var origin: UInt8 = 0
  var isSet = false

  /// Takes over a reply's place; false when a newer one is held.
  mutating func take(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply) -> Bool {
    if apply == .revision, isSet, origin == account, asOf >= 0, asOf < revision { return false }
    revision = asOf
    origin = account
    isSet = true
    return true
  }
}
