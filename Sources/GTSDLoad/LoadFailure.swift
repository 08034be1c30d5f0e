package import HTTPLoop

/// Why a load run could not be made.
package enum LoadFailure: Error, Equatable, Sendable {
  /// The scenario does not say how much load there is.
  case noLoad
  /// Nobody answers at the address.
  case unavailable(HTTPFailure)
  /// Somebody answers, but with an error for longer than was to be waited.
  case notReady(status: Int)
  /// The server did not let an account be made for single requests.
  case noAccount(step: String, reason: String)
  /// This process may not have as many descriptors open as it needs.
  case tooFewDescriptors(limit: Int, needed: Int)
  /// The system gave no sockets.
  case noLoop(SocketError)

  /// What to do about too few descriptors.
  package static func remedy(limit: Int, needed: Int, connections: Int) -> String {
    let fewer = connections - (needed - limit)
    return "this process may have \(limit) descriptors open and needs \(needed), most of them for connections; "
      + "raise the limit (ulimit -n \(needed))" + (fewer > 0 ? " or set load.connections to \(fewer) or fewer" : "")
  }
}
