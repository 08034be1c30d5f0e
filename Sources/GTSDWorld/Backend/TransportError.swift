/// The reason why no reply arrived.
package enum TransportError: Error, Equatable, Sendable {
  /// The request or its reply was lost.
  case unreachable
  case timedOut
  /// The calling task was cancelled.
  case cancelled
}
