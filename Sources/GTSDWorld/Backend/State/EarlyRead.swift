import GTSDModel

/// The data that a request read before its service, where the server reads and writes without a transaction; read in
/// `BackendState.begin`.
enum EarlyRead: Sendable, Equatable {
  case nothing
  case refresh(isValid: Bool)
  /// Whether the row is there, and when it was acknowledged first, if it was.
  case acknowledgment(rowExists: Bool, acknowledgedAt: Timestamp?)
  case plan(reusable: Int?)
  case metrics(isMissing: Bool)
  case confirmation(isStored: Bool)
  /// Whether the day counts for the streak already.
  case streak(isCounted: Bool)
}
