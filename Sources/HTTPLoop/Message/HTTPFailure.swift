/// The reason why a request has no complete response. Every started request ends in a response or in exactly one of
/// these.
package enum HTTPFailure: Error, Hashable, Sendable {
  /// The host has no address, or its name could not be looked up.
  case unresolved
  /// The address refused the connection.
  case refused
  /// No connection was made within the time limit.
  case connectTimedOut
  /// The connection broke before or while the request was sent or its response read: reset, or another socket error,
  /// with its `errno`.
  case broken(errno: Int32)
  /// The server closed the connection before the first byte of a response.
  case closedUnanswered
  /// The server closed the connection within a response.
  case closedEarly
  /// The first byte of the response did not arrive within the time limit.
  case firstByteTimedOut
  /// The response was not complete within the time limit.
  case totalTimedOut
  /// The server sent bytes that are not an HTTP/1.1 response.
  case malformed(HTTPProblem)
  /// The server sent bytes that are not HTTP/2, or refused the protocol.
  case http2(HTTP2Problem)
  /// The server ended the request or its connection with this HTTP/2 error code.
  case reset(HTTP2ErrorCode)
  /// No secure connection: the certificate is not trusted, names another host, or the handshake failed.
  case notSecure(reason: String)
  /// This process or machine has no resources left for a connection: descriptors, ports or memory, by `errno`. The
  /// request was never sent.
  case exhausted(errno: Int32)
  /// The caller gave up.
  case cancelled
  /// The client was closed, or more requests than allowed wait for a connection.
  case abandoned
}

extension HTTPFailure {
  /// Whether the server, and not this machine or the caller, ended the request.
  package var isOfServer: Bool {
    switch self {
    case .exhausted, .cancelled, .abandoned: false
    case .unresolved, .refused, .connectTimedOut, .broken, .closedUnanswered, .closedEarly, .firstByteTimedOut,
      .totalTimedOut, .malformed, .http2, .reset, .notSecure:
      true
    }
  }
}

extension HTTPFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unresolved: "the host has no address"
    case .refused: "no server listens there"
    case .connectTimedOut: "no connection in time"
    case .broken(let errno): "the connection broke: \(SocketError.text(errno))"
    case .closedUnanswered: "the connection was closed without a response"
    case .closedEarly: "the connection was closed during a response"
    case .firstByteTimedOut: "no answer in time"
    case .totalTimedOut: "no complete answer in time"
    case .malformed(let problem): "the server does not speak HTTP/1.1: \(problem)"
    case .http2(let problem): "the server does not speak HTTP/2: \(problem)"
    case .reset(let code): "the server ended the request: \(code.name)"
    case .notSecure(let reason): "no secure connection: \(reason)"
    case .exhausted(let errno): "this machine could not open a connection: \(SocketError.text(errno))"
    case .cancelled: "cancelled"
    case .abandoned: "given up"
    }
  }
}
