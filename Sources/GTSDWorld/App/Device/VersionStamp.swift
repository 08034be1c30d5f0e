import GTSDModel

/// The version of a resource that a view holds, by its revision. It decides which reply wins.
struct VersionStamp {
  var revision: Int32 = -1
  var origin: UInt8 = 0
  var isSet = false
  /// The day of the request, by the phone's clock: data about today belongs to that day.
  var day: Int64 = 0

  /// Applies a reply's version; returns false if a newer one is held.
  mutating func take(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply, day: Int64 = 0) -> Bool {
    if apply == .revision, isSet, origin == account, asOf >= 0, asOf < revision { return false }
    revision = asOf
    origin = account
    isSet = true
    self.day = day
    return true
  }
}
