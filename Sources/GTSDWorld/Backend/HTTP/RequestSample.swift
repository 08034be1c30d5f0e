package import GTSDModel
package import HTTPLoop

/// The outcome of one request over HTTP. Instants are nanoseconds of a monotonic clock since the run began.
package struct RequestSample: Sendable {
  package var endpoint: Endpoint
  /// The time at which the request would have been sent if client and connections had always been free.
  package var scheduledAt: Int64
  /// The time at which its first byte was written; equal to `endedAt` when none was.
  package var sentAt: Int64
  /// The time at which the first byte of the response was received; 0 if none was received.
  package var firstByteAt: Int64
  /// The time at which the response was complete, or the request failed.
  package var endedAt: Int64
  package var outcome: Outcome
  /// The bytes of head and body.
  package var bytesSent: Int
  package var bytesReceived: Int
  /// Whether the request used a connection that had served another request before.
  package var reusedConnection: Bool
  /// Whether a 404 is not an error, since the account has not created the requested data yet.
  package var mayBeMissing: Bool
  package var parts: Parts

  package init(
    endpoint: Endpoint, scheduledAt: Int64, sentAt: Int64, firstByteAt: Int64 = 0, endedAt: Int64, outcome: Outcome,
    bytesSent: Int = 0, bytesReceived: Int = 0, reusedConnection: Bool = false, mayBeMissing: Bool = false,
    parts: Parts = Parts()
  ) {
    self.endpoint = endpoint
    self.scheduledAt = scheduledAt
    self.sentAt = sentAt
    self.firstByteAt = firstByteAt
    self.endedAt = endedAt
    self.outcome = outcome
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
    self.reusedConnection = reusedConnection
    self.mayBeMissing = mayBeMissing
    self.parts = parts
  }

  /// The parts of a request's time that are not due to the server, in nanoseconds. The rest of ``responseTime`` is the
  /// service time.
  package struct Parts: Equatable, Sendable {
    /// The time from the scheduled send until the generator handed the request over.
    package var lateness: Int64
    /// The time until the request had a connection, or until a new connection was begun for it.
    package var wait: Int64
    /// The time to make and secure the connection.
    package var connect: Int64
    /// The longest time for which the generator may have left the response unread; a part of the service time.
    package var unread: Int64

    package init(lateness: Int64 = 0, wait: Int64 = 0, connect: Int64 = 0, unread: Int64 = 0) {
      self.lateness = lateness
      self.wait = wait
      self.connect = connect
      self.unread = unread
    }
  }

  /// The time from the scheduled send to the end, in nanoseconds. It does not count from the actual send, because then
  /// a server that blocks requests would look fast for those that wait (coordinated omission).
  package var responseTime: Int64 { endedAt - scheduledAt }

  /// The time from the actual send to the end, in nanoseconds; nil for a request that was never sent.
  package var serviceTime: Int64? { sentAt < endedAt ? endedAt - sentAt : nil }

  /// The time from the actual send to the first byte of the response, in nanoseconds; nil if no byte was received.
  package var timeToFirstByte: Int64? { firstByteAt > 0 ? firstByteAt - sentAt : nil }

  /// The result of a request: each has exactly one.
  package enum Outcome: Hashable, Sendable {
    /// A complete response with this status and a body by the contract.
    case status(Int)
    /// A complete response with this status, whose body violates the contract.
    case undecodable(Int)
    case failure(HTTPFailure)
  }
}

extension HTTPTiming {
  /// The parts of a request that should have been sent at an instant.
  func parts(since scheduledAt: Int64) -> RequestSample.Parts {
    let end = sentAt ?? endedAt
    let connect = connectedIn ?? connectBeganAt.map { end - $0 } ?? 0
    return RequestSample.Parts(
      lateness: max(0, queuedAt - scheduledAt), wait: max(0, end - queuedAt - connect), connect: connect,
      unread: unread)
  }
}
