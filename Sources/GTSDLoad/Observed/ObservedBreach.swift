import GTSDWorld

/// A contradiction in a reply.
struct ObservedBreach: Sendable {
  var oracle: Oracle
  var site: String
  var time: Int64
  var summary: String
  /// The preferences that were read.
  var shown: ObservedPreferences.State?
  /// The state of the metrics that was read.
  var row: ObservedAcknowledgment.State?
  /// The lists in the read preferences that the account never had.
  var foreign: [Int64] = []
}
