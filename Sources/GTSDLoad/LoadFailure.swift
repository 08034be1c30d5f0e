package import HTTPLoop

/// The reason why a load run could not start.
package enum LoadFailure: Error, Equatable, Sendable {
  /// The scenario does not state the load.
  case noLoad
  /// The server cannot be reached.
  case unavailable(HTTPFailure)
  /// The server answered with an error for longer than the time allowed.
  case notReady(status: Int)
  /// The server refused to create an account for single requests.
  case noAccount(step: String, reason: String)
  /// The system allows this process fewer descriptors than it needs.
  case tooFewDescriptors(limit: Int, needed: Int)
  /// The system provided no sockets.
  case noLoop(SocketError)

  /// The remedy for too few descriptors.
  package static func remedy(limit: Int, needed: Int, connections: Int) -> String {
    let fewer = connections - (needed - limit)
    return "this process may have \(limit) descriptors open and needs \(needed), most of them for connections; "
      + "raise the limit (ulimit -n \(needed))" + (fewer > 0 ? " or set load.connections to \(fewer) or fewer" : "")
  }
}
