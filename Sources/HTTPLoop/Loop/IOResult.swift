/// The result of a read or write.
package enum IOResult: Hashable, Sendable {
  /// The number of bytes moved, at least one.
  case moved(Int)
  /// No data at present; wait until the socket is ready for this.
  case wouldBlock(until: Readiness)
  /// The other side has ended its direction of the stream.
  case ended
  case failed(errno: Int32)
}
