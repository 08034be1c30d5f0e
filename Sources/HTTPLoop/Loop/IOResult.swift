/// What came of moving bytes.
package enum IOResult: Hashable, Sendable {
  /// So many bytes, at least one.
  case moved(Int)
  /// None for the moment, until the socket is ready for what is named.
  case wouldBlock(until: Readiness)
  /// The other end sends no more.
  case ended
  case failed(errno: Int32)
}
