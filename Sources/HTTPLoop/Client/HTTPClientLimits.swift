/// The limits of a client: sizes, numbers of connections and times in nanoseconds.
package struct HTTPClientLimits: Hashable, Sendable {
  package var maxConnections = 64
  /// The greatest number of requests that may wait for a connection.
  package var maxWaiting = Int.max
  /// The time to make a connection, its TLS handshake included.
  package var connect: Int64 = 10_000_000_000
  /// The longest time, in nanoseconds, from the last write of the request to the first byte of the response.
  package var firstByte: Int64 = 30_000_000_000
  /// The time from `send` to the end of the response, including the wait for a connection and connecting.
  package var total: Int64 = 60_000_000_000
  /// The time for which a connection without a request is kept.
  package var idle: Int64 = 30_000_000_000
  package var response = HTTPResponseParser.Limits()
  /// Whether requests, and not only new connections, use the addresses of the server's name in turn. The pool of many
  /// people needs it: at a low rate, one connection to one address would take all of their requests.
  package var takesAddressesInTurn = false

  package init() {}
}
