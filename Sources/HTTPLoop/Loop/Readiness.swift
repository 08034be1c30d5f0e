/// The events that a descriptor is watched for, or is ready for.
package struct Readiness: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bytes, a connection or the end of the stream can be read.
  package static let read = Readiness(rawValue: 1)
  /// Bytes can be written, or a connection attempt has ended.
  package static let write = Readiness(rawValue: 2)
  /// The other end has closed the connection or the socket has failed; reported even if it is not watched for.
  package static let hangUp = Readiness(rawValue: 4)
}
