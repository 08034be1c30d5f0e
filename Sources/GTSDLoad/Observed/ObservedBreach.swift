import GTSDWorld

/// Something that a reply shows to be wrong.
struct ObservedBreach: Sendable {
  var oracle: Oracle
  var site: String
  var time: Int64
  var summary: String
  /// The preferences that were read.
  var shown: ObservedPreferences.State?
  /// What was read of metrics.
  var row: ObservedAcknowledgment.State?
  /// Those lists of it that the account never had.
  var foreign: [Int64] = []
}
