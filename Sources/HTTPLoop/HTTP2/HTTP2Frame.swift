/// A frame of HTTP/2, without the padding's bytes (RFC 9113, section 6).
package enum HTTP2Frame: Hashable, Sendable {
  /// A part of a body. The padding is the number of bytes behind it; nil for a frame without padding.
  case data(stream: UInt32, [UInt8], endsStream: Bool, padding: UInt8?)
  /// The beginning of a block of fields.
  case headers(stream: UInt32, [UInt8], endsStream: Bool, endsFields: Bool)
  case continuation(stream: UInt32, [UInt8], endsFields: Bool)
  case priority(stream: UInt32)
  case reset(stream: UInt32, HTTP2ErrorCode)
  case settings([HTTP2Setting])
  case settingsReceived
  case pushPromise(stream: UInt32)
  case ping(UInt64)
  case pong(UInt64)
  case goAway(last: UInt32, HTTP2ErrorCode)
  case windowUpdate(stream: UInt32, UInt32)
  case unknown(HTTP2FrameKind)

  /// The kind and the stream, 0 for the connection.
  package var place: (kind: HTTP2FrameKind, stream: UInt32) {
    switch self {
    case .data(let stream, _, _, _): (.data, stream)
    case .headers(let stream, _, _, _): (.headers, stream)
    case .continuation(let stream, _, _): (.continuation, stream)
    case .priority(let stream): (.priority, stream)
    case .reset(let stream, _): (.reset, stream)
    case .settings, .settingsReceived: (.settings, 0)
    case .pushPromise(let stream): (.pushPromise, stream)
    case .ping, .pong: (.ping, 0)
    case .goAway: (.goAway, 0)
    case .windowUpdate(let stream, _): (.windowUpdate, stream)
    case .unknown(let kind): (kind, 0)
    }
  }
}

/// A value of a SETTINGS frame, by its number (RFC 9113, section 6.5.2).
package struct HTTP2Setting: Hashable, Sendable {
  package var number: UInt16
  package var value: UInt32

  package init(_ number: UInt16, _ value: UInt32) { (self.number, self.value) = (number, value) }

  package static let tableSize: UInt16 = 1
  package static let enablePush: UInt16 = 2
  package static let maxStreams: UInt16 = 3
  package static let initialWindow: UInt16 = 4
  package static let maxFrame: UInt16 = 5
}

/// The settings of one side that the other must follow.
package struct HTTP2Settings: Hashable, Sendable {
  package var tableSize = 4_096
  /// The largest number of streams at a time.
  package var maxStreams = Int.max
  /// The initial flow-control window of a stream, in bytes.
  package var initialWindow = 65_535
  /// The largest content of a frame.
  package var maxFrame = 16_384

  package init() {}

  /// Applies values of the server in their order; unknown ones are ignored.
  ///
  /// - Throws: `HTTP2Problem` for a value that is not allowed.
  package mutating func apply(_ settings: [HTTP2Setting]) throws(HTTP2Problem) {
    for setting in settings {
      let value = Int(setting.value)
      let isAllowed =
        switch setting.number {
        // A client cannot be asked to push.
        case HTTP2Setting.enablePush: value == 0
        case HTTP2Setting.initialWindow: value <= HTTP2Window.most
        case HTTP2Setting.maxFrame: (16_384...16_777_215).contains(value)
        default: true
        }
      guard isAllowed else {
        throw HTTP2Problem(.setting(setting.number, value: setting.value), in: .settings)
      }
      switch setting.number {
      case HTTP2Setting.tableSize: tableSize = value
      case HTTP2Setting.maxStreams: maxStreams = value
      case HTTP2Setting.initialWindow: initialWindow = value
      case HTTP2Setting.maxFrame: maxFrame = value
      default: break
      }
    }
  }
}

/// A flow-control window: the number of body bytes that one side may still send. A change of settings can make it
/// negative.
package struct HTTP2Window: Hashable, Sendable {
  package static let most = 0x7fff_ffff
  package private(set) var left: Int

  package init(_ left: Int) { self.left = left }

  /// Raises the window.
  ///
  /// - Returns: false if the window would exceed its limit; it is then unchanged.
  package mutating func raise(by increment: Int) -> Bool {
    guard left + increment <= Self.most else { return false }
    left += increment
    return true
  }

  /// Subtracts bytes that were sent or received.
  ///
  /// - Returns: false if fewer bytes are left; the window is then unchanged.
  package mutating func take(_ count: Int) -> Bool {
    guard count <= left else { return false }
    left -= count
    return true
  }
}
