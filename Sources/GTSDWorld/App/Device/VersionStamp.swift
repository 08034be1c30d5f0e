import GTSDModel

/// The version, by revision, of a resource that a view has. It decides whether a later reply replaces the view's value.
struct VersionStamp {
  var revision: Int32 = -1
  var origin: UInt8 = 0
  var isSet = false
  /// The day of the request, by the phone's clock: data about today belongs to that day.
  var day: Int64 = 0

  /// Applies the version of a reply; returns false if the view has a newer one.
  mutating func take(_ asOf: Int32, account: UInt8, apply: Generation.Replies.Apply, day: Int64 = 0) -> Bool {
    if apply == .revision, isSet, origin == account, asOf >= 0, asOf < revision { return false }
    revision = asOf
    origin = account
    isSet = true
    self.day = day
    return true
  }
}
