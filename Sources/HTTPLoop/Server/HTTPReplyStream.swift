/// A reply whose end is not known when it begins: one piece after the other, until the last is sent or the client
/// leaves.
///
/// Its end is that of the connection, so what is sent must say itself where it is complete. All of it happens on the
/// loop's thread; whatever comes after the end does nothing.
///
/// `@unchecked Sendable`: it may be carried through other threads, which submit to the loop what they send.
package struct HTTPReplyStream: @unchecked Sendable {
  let connection: HTTPServerConnection
  let serial: UInt64

  /// Whether the client still reads the stream.
  package var isOpen: Bool { connection.isStreaming(serial) }

  /// Sends a piece.
  package func send(_ bytes: [UInt8], isLast: Bool = false) {
    guard isOpen else { return }
    connection.sendStream(bytes, isLast: isLast)
  }
}

extension HTTPReplySlot {
  /// Begins to answer the request with pieces that come later.
  ///
  /// - Parameters:
  ///   - outgoing: status, fields and the first piece.
  ///   - whenGone: called once if the client leaves before the last piece.
  /// - Returns: nil where nobody waits for a reply any more.
  package func begin(_ outgoing: HTTPOutgoing, whenGone: @escaping () -> Void) -> HTTPReplyStream? {
    guard isOpen else { return nil }
    connection.beginStream(outgoing, whenGone: whenGone)
    return HTTPReplyStream(connection: connection, serial: serial)
  }
}
