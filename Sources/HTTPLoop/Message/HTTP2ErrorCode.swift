/// An HTTP/2 error code: the reason why a stream or connection ends (RFC 9113, section 7).
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let none = HTTP2ErrorCode(rawValue: 0)
  package static let `protocol` = HTTP2ErrorCode(rawValue: 1)
  package static let flowControl = HTTP2ErrorCode(rawValue: 3)
  package static let streamClosed = HTTP2ErrorCode(rawValue: 5)
  package static let frameSize = HTTP2ErrorCode(rawValue: 6)
  package static let refusedStream = HTTP2ErrorCode(rawValue: 7)
  package static let cancel = HTTP2ErrorCode(rawValue: 8)
  package static let compression = HTTP2ErrorCode(rawValue: 9)
  package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 11)

  private static let names = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  /// The name in the standard, or the number of a code that the standard does not define.
  package var name: String {
    rawValue < UInt32(Self.names.count) ? Self.names[Int(rawValue)] : "code \(rawValue)"
  }
}
