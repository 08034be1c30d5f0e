import GTSDWorld

/// Something that a reply shows to be wrong.
struct ObservedBreach: Sendable {
  var oracle: Oracle
  var site: String
  var time: Int64
  var summary: String
  /// What was read of preferences.
  var shown: ObservedPreferences.State?
  /// Those lists of it that the account never had.
  var foreign: [Int64] = []
}
