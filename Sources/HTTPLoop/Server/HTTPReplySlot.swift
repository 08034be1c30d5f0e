/// The right to answer one request once, now or in a later turn of the loop.
///
/// Does nothing if the connection has ended, or after the first reply. A request that is never answered keeps its
/// connection open until the client leaves.
///
/// `@unchecked Sendable`: tasks may carry the slot, but all of them run on the loop's thread.
package struct HTTPReplySlot: @unchecked Sendable {
  let connection: HTTPServerConnection
  /// The number of the request among those of its connection.
  let serial: UInt64

  /// Whether a reply would still be sent.
  package var isOpen: Bool { connection.isAwaitingReply(serial) }

  /// Answers the request.
  package func send(_ outgoing: HTTPOutgoing) {
    guard isOpen else { return }
    connection.send(outgoing)
  }

  /// Closes the connection without a response, as if the server had crashed.
  package func abort() {
    guard isOpen else { return }
    connection.close()
  }
}
