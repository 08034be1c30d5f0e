/// Where the reply to one request goes: now or in any later turn of the loop, once.
///
/// A connection that has ended meanwhile, or a second reply, makes all of it do nothing. A request that is never answered
/// keeps its connection until the client leaves.
///
/// `@unchecked Sendable`: it may be carried through tasks, all of which run on the loop's thread.
package struct HTTPReplySlot: @unchecked Sendable {
  let connection: HTTPServerConnection
  /// Which of the connection's requests it is.
  let serial: UInt64

  /// Whether a reply would still be sent.
  package var isOpen: Bool { connection.isAwaitingReply(serial) }

  /// Answers the request.
  package func send(_ outgoing: HTTPOutgoing) {
    guard isOpen else { return }
    connection.send(outgoing)
  }

  /// Closes the connection without an answer, as if nobody had been there.
  package func abort() {
    guard isOpen else { return }
    connection.close()
  }
}
