/// A reply that is sent piece by piece, when its end is not known at the beginning. It ends with the last piece, or
/// when the client leaves.
///
/// Its end is the end of the connection, so the content must itself show whether it is complete. Everything happens on
/// the loop's thread; pieces after the end are ignored.
///
/// `@unchecked Sendable`: other threads may carry it, but submit their pieces to the loop.
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
  /// - Returns: nil if the client does not wait for a reply any more.
  package func begin(_ outgoing: HTTPOutgoing, whenGone: @escaping () -> Void) -> HTTPReplyStream? {
    guard isOpen else { return nil }
    connection.beginStream(outgoing, whenGone: whenGone)
    return HTTPReplyStream(connection: connection, serial: serial)
  }
}
