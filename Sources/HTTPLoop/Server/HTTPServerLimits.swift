/// The limits that a server applies to its clients.
package struct HTTPServerLimits: Hashable, Sendable {
  package var request = HTTPRequestLimits()
  /// The largest number of open connections. One more is accepted, answered with 503 and closed, so that its client
  /// learns the reason. If there are very many, they are closed without an answer.
  package var connections = 10_000
  /// The largest number of bytes of incomplete bodies over all connections. Clients beyond this limit get 503.
  package var unfinishedBodies = 256 << 20
  /// The time for a request's head in nanoseconds, from its first byte or from the beginning of the connection.
  package var headTime: Int64 = 10_000_000_000
  /// The time for a request's body in nanoseconds, from the end of its head.
  package var bodyTime: Int64 = 60_000_000_000
  /// The nanoseconds for which a connection may be idle between requests.
  package var idleTime: Int64 = 75_000_000_000
  /// The time within which the client must receive a reply, in nanoseconds.
  package var writeTime: Int64 = 30_000_000_000
  /// The nanoseconds for which a closed connection is still read, so that a client that is still sending sees the
  /// reply.
  package var lingerTime: Int64 = 2_000_000_000

  package init() {}
}

/// The server's counts since it started.
package struct HTTPServerCounters: Hashable, Sendable {
  /// The number of connections that were accepted.
  package var accepted = 0
  /// The number of connections refused because of the limit.
  package var refused = 0
  /// The number of requests passed to the handler.
  package var requests = 0
  /// The number of requests that the server refused itself: malformed, too large or too slow.
  package var rejected = 0
  package var bytesIn = 0
  package var bytesOut = 0
  /// The number of open connections, including those that are only read until their end.
  package var open = 0

  package init() {}
}
