/// The protocol by which a client sends its requests.
package enum HTTPClientProtocol: Hashable, Sendable {
  /// HTTP/1.1, one request at a time on each of several connections.
  case http1
  /// HTTP/2, all requests as streams of one connection: over TLS by agreement in the handshake (ALPN `h2`), otherwise
  /// without asking (prior knowledge).
  ///
  /// On a Mac, the system's client chooses the protocol of secure connections itself.
  case http2
}
