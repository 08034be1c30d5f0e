/// A kind of HTTP/2 frame, by its number (RFC 9113, section 6). Frames of unknown kinds must be ignored.
package struct HTTP2FrameKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let data = HTTP2FrameKind(rawValue: 0)
  package static let headers = HTTP2FrameKind(rawValue: 1)
  package static let priority = HTTP2FrameKind(rawValue: 2)
  package static let reset = HTTP2FrameKind(rawValue: 3)
  package static let settings = HTTP2FrameKind(rawValue: 4)
  package static let pushPromise = HTTP2FrameKind(rawValue: 5)
  package static let ping = HTTP2FrameKind(rawValue: 6)
  package static let goAway = HTTP2FrameKind(rawValue: 7)
  package static let windowUpdate = HTTP2FrameKind(rawValue: 8)
  package static let continuation = HTTP2FrameKind(rawValue: 9)

  private static let names = [
    "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY", "WINDOW_UPDATE",
    "CONTINUATION",
  ]

  /// The name in the standard, or the number of a kind that the standard does not define.
  package var name: String {
    Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : "kind \(rawValue)"
  }
}
