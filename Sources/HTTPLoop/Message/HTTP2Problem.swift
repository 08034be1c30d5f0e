/// The reason why received bytes are not valid HTTP/2, with the kind of the frame and its stream.
package struct HTTP2Problem: Error, Hashable, Sendable {
  /// The kinds of faults.
  package enum Fault: Hashable, Sendable {
    /// The server's first bytes are not a SETTINGS frame.
    case notHTTP2
    /// In the TLS handshake (ALPN), the server chose another protocol or none.
    case notChosen(String?)
    /// The length of a frame is not allowed for its kind, or above the limit.
    case length(Int)
    /// A frame on a stream that was not opened, or on which frames of this kind are not allowed.
    case stream
    /// A frame on a stream that has ended.
    case closedStream
    /// A frame in the middle of another block of fields, or the continuation of a block that has not begun.
    case order
    /// More padding than the frame has bytes.
    case padding
    /// The server pushes a response, although the client has disabled this.
    case push
    /// A setting with a value that is not allowed.
    case setting(UInt16, value: UInt32)
    /// A WINDOW_UPDATE of 0, or one that would raise a window above its limit.
    case increment(UInt32)
    /// More data than the window allows.
    case window
    /// Fields that cannot be decompressed.
    case compression(HPACKProblem)
    /// Too many frames without content.
    case flood
    /// A response with a field or status that HTTP/2 forbids.
    case field(String)
    /// A body whose length differs from `content-length`.
    case bodyLength
    /// Fields beyond the limit of their number or size.
    case headTooLarge
    /// A body above the limit.
    case bodyTooLarge
  }

  package var fault: Fault
  /// The kind of the frame; nil if there is none.
  package var kind: HTTP2FrameKind?
  /// The number of the stream; 0 for the connection.
  package var stream: UInt32

  package init(_ fault: Fault, in kind: HTTP2FrameKind? = nil, stream: UInt32 = 0) {
    (self.fault, self.kind, self.stream) = (fault, kind, stream)
  }

  /// The error code that is sent to the server.
  package var code: HTTP2ErrorCode {
    switch fault {
    case .notHTTP2, .notChosen, .stream, .order, .padding, .push, .field, .bodyLength: .protocol
    case .length: .frameSize
    case .closedStream: .streamClosed
    case .setting(let number, _): number == 4 ? .flowControl : .protocol
    case .increment(let increment): increment == 0 ? .protocol : .flowControl
    case .window: .flowControl
    case .compression: .compression
    case .flood: .enhanceYourCalm
    case .headTooLarge, .bodyTooLarge: .cancel
    }
  }

  /// Whether the problem shows, before any request was sent, that the server does not use HTTP/2.
  package var isOfGreeting: Bool {
    switch fault {
    case .notHTTP2, .notChosen: true
    case .length, .stream, .closedStream, .order, .padding, .push, .setting, .increment, .window, .compression, .flood,
      .field, .bodyLength, .headTooLarge, .bodyTooLarge:
      false
    }
  }
}

extension HTTP2Problem: CustomStringConvertible {
  package var description: String {
    guard let kind else { return fault.words }
    return "\(kind.name) frame on \(stream == 0 ? "the connection" : "stream \(stream)"): \(fault.words)"
  }
}

extension HTTP2Problem.Fault {
  /// The fault in words, such as "the padding is longer than the frame".
  package var words: String {
    switch self {
    case .notHTTP2:
      "the server's first bytes are not those of HTTP/2; over http, it must accept HTTP/2 without an upgrade (prior "
        + "knowledge)"
    case .notChosen(let name):
      "the server chose \(name ?? "no protocol") in the TLS handshake instead of h2"
    case .length(let length): "a frame of \(length) bytes is not allowed here"
    case .stream: "this kind of frame is not allowed on this stream"
    case .closedStream: "the stream has ended"
    case .order: "a block of fields is interrupted, or has no beginning"
    case .padding: "the padding is longer than the frame"
    case .push: "the server pushes although the client has disabled pushes"
    case .setting(let number, let value): "setting \(number) must not be \(value)"
    case .increment(let increment):
      increment == 0 ? "a window is raised by 0" : "a window is raised by \(increment), beyond its limit of 2147483647"
    case .window: "more data than the window allows"
    case .compression(let problem): "the fields cannot be decompressed: \(problem.words)"
    case .flood: "too many frames without content"
    case .field(let name): "the response's field \(name) is not allowed, or missing"
    case .bodyLength: "the body is not as long as Content-Length says"
    case .headTooLarge: "the head is too large"
    case .bodyTooLarge: "the body is too large"
    }
  }
}
