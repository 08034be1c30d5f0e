import GTSDModel

/// Which version of a resource a view holds, by where it was read: decides which reply wins.
struct VersionStamp {
  var revision: Int32 = -1
  var origin: UInt8 = 0
  var isSet = false
  /// The day on which it was asked for, by the phone's clock: what is told of today is of that day.
  var day: Int64 = 0

  /// Takes over a reply's place; false when a newer one is held.
  mutating func take(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply, day: Int64 = 0) -> Bool {
    if apply == .revision, isSet, origin == account, asOf >= 0, asOf < revision { return false }
    revision = asOf
    origin = account
    isSet = true
    self.day = day
    return true
  }
}
