/// How much a client takes and how long it waits, times in nanoseconds.
package struct HTTPClientLimits: Hashable, Sendable {
  package var maxConnections = 64
  /// How many requests may wait for a connection.
  package var maxWaiting = Int.max
  /// Until a connection is made, and secure if it is to be.
  package var connect: Int64 = 10_000_000_000
  /// From the last byte of the request that could be written to the first of a response.
  package var firstByte: Int64 = 30_000_000_000
  /// From when the request was handed over to the end of the response, waiting for a connection and connecting
  /// included.
  package var total: Int64 = 60_000_000_000
  /// How long a connection is kept without a request.
  package var idle: Int64 = 30_000_000_000
  package var response = HTTPResponseParser.Limits()

  package init() {}
}
