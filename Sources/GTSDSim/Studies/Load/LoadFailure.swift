/// Why a load run could not be made.
package enum LoadFailure: Error, Hashable, Sendable {
  /// The scenario does not say how much load there is.
  case noLoad
  /// Nobody answers at the address.
  case unavailable(HTTPFailure)
  /// The server did not let an account be made for single requests.
  case noAccount(step: String, reason: String)
  /// The system gave no sockets.
  case noLoop(SocketError)
}
