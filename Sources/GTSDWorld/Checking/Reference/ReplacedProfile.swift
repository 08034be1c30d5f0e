import GTSDModel

/// A profile that was stored before the present one.
struct ReplacedProfile: Sendable {
  var profile: HealthProfile
  /// The instant of its replacement.
  var until: Timestamp
  /// Whether the replacement required a new metrics row at once.
  var isFollowed: Bool

  /// Whether a row computed at an instant may come from this profile or from an earlier one.
  func mayGiveRow(at instant: Timestamp) -> Bool { isFollowed ? instant < until : instant <= until }
}
