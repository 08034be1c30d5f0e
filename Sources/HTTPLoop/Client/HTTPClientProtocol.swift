/// The protocol by which a client sends its requests.
package enum HTTPClientProtocol: Hashable, Sendable {
  /// HTTP/1.1, one request at a time on each of several connections.
  case http1
  /// HTTP/2. All requests are streams of one connection. Over TLS, the handshake negotiates it (ALPN `h2`). Without
  /// TLS, the client assumes that the server supports it (prior knowledge).
  ///
  /// On a Mac, the system's client chooses the protocol of secure connections.
  case http2
}
