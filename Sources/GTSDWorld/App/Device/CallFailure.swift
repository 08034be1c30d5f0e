import GTSDModel

/// The reason why a call returned nothing.
enum CallFailure: Error, Equatable, Sendable {
  case refused(status: Int16, APIErrorPayload.Reason, asOf: Int32)
  case undecodable
  case network
  case timedOut
  case cancelled
  /// The process that sent the request has ended, or its user has signed out, so the result is no longer needed.
  case discarded

  /// Whether the server may have committed the request despite the failure.
  var isUnknown: Bool {
    switch self {
    case .undecodable, .network, .timedOut: true
    case .refused, .cancelled, .discarded: false
    }
  }

  /// The HTTP status, or 0 if no reply arrived.
  var status: Int32 {
    if case .refused(let status, _, _) = self { Int32(status) } else { 0 }
  }

  var reason: APIErrorPayload.Reason? {
    if case .refused(_, let reason, _) = self { reason } else { nil }
  }
}
