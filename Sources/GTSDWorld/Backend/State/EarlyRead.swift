import GTSDModel

/// The data that a request read before its service, for operations that the server does without a transaction. They are
/// read in `BackendState.begin`.
enum EarlyRead: Sendable, Equatable {
  case nothing
  case refresh(isValid: Bool)
  /// Whether the row exists, and the time of its first acknowledgment, if any.
  case acknowledgment(rowExists: Bool, acknowledgedAt: Timestamp?)
  case plan(reusable: Int?)
  case metrics(isMissing: Bool)
  case confirmation(isStored: Bool)
  /// Whether the day is counted for the streak already.
  case streak(isCounted: Bool)
}
