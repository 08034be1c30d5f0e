package import HTTPLoop

/// A small HTTP/2 server made of the client's own parts, on a test's loop. A closure decides about each request.
package final class HTTP2Server: EventHandler {
  package struct Request {
    package var stream: UInt32
    package var fields: [HPACKField] = []
    package var body: [UInt8] = []

    package func value(_ name: String) -> String? {
      fields.first { $0.name == Array(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    package var path: String { value(":path") ?? "" }
  }

  package let loop: EventLoop
  package let address: SocketAddress
  private let settings: [HTTP2Setting]
  private let handler: (Request, Connection) -> Void
  private var listener: Int32
  package private(set) var connections: [Connection] = []
  package private(set) var accepted = 0
  /// The greatest number of streams that were open at a time on a connection.
  package fileprivate(set) var mostStreams = 0
  package fileprivate(set) var requests: [Request] = []

  package init(
    _ loop: EventLoop, _ settings: [HTTP2Setting] = [],
    handler: @escaping (Request, Connection) -> Void = { $1.reply(to: $0) }
  ) throws {
    self.loop = loop
    self.settings = settings
    self.handler = handler
    listener = try Socket.listen(at: SocketAddress.resolve(host: "127.0.0.1", port: 0)[0])
    address = try Socket.localAddress(of: listener)
    try loop.add(listener, for: .read, self)
  }

  package func ready(_ readiness: Readiness) {
    while let descriptor = try? Socket.accept(from: listener) {
      accepted += 1
      connections.append(Connection(descriptor, self, settings))
    }
  }

  package func stop() {
    if listener >= 0 {
      loop.remove(listener)
      _ = Socket.close(listener)
      listener = -1
    }
    for connection in connections { connection.close() }
  }

  package final class Connection: EventHandler {
    private struct Reply {
      var stream: UInt32
      var rest: ArraySlice<UInt8>
      var window: HTTP2Window
    }

    private let server: HTTP2Server
    private var descriptor: Int32
    private var reader = HTTP2FrameReader()
    private var decoder = HPACKDecoder()
    private var encoder = HPACKEncoder()
    private var preface = 0
    private var isRefused = false
    private var settings = HTTP2Settings()
    private var window = HTTP2Window(65_535)
    private var open: [UInt32: Request] = [:]
    private var block: [UInt8] = []
    private var replies: [Reply] = []
    private var output: [UInt8] = []
    private var isClosing = false
    package private(set) var codes: [HTTP2ErrorCode] = []

    fileprivate init(_ descriptor: Int32, _ server: HTTP2Server, _ settings: [HTTP2Setting]) {
      (self.descriptor, self.server) = (descriptor, server)
      try? server.loop.add(descriptor, for: .read, self)
      send(.settings(settings))
    }

    // MARK: What a test may do

    /// Answers with an echo of path and body.
    package func reply(to request: Request) {
      reply(request, body: Array(request.path.utf8) + request.body)
    }

    package func reply(
      _ request: Request, status: Int = 200, fields: [(String, String)] = [], body: [UInt8] = []
    ) {
      var block: [UInt8] = []
      encoder.begin(into: &block)
      for (name, value) in [(":status", "\(status)")] + fields + [("content-length", "\(body.count)")] {
        encoder.put(HPACKField(name, value), into: &block)
      }
      output.appendFields(block, stream: request.stream, endsStream: body.isEmpty, limit: settings.maxFrame)
      open[request.stream] = nil
      if !body.isEmpty {
        replies.append(
          Reply(stream: request.stream, rest: body[...], window: HTTP2Window(settings.initialWindow)))
      }
      flush()
    }

    package func reset(_ request: Request, _ code: HTTP2ErrorCode) {
      open[request.stream] = nil
      send(.reset(stream: request.stream, code))
    }

    /// Says that nothing after a stream is looked at, and closes once everything is sent.
    package func goAway(last: UInt32, _ code: HTTP2ErrorCode = .none, closes: Bool = true) {
      isClosing = closes
      send(.goAway(last: last, code))
    }

    package func send(_ frame: HTTP2Frame) {
      output.append(frame)
      flush()
    }

    package func close() {
      guard descriptor >= 0 else { return }
      server.loop.remove(descriptor)
      _ = Socket.close(descriptor)
      descriptor = -1
      server.connections.removeAll { $0 === self }
    }

    // MARK: Frames

    package func ready(_ readiness: Readiness) {
      if readiness.contains(.write) { flush() }
      guard descriptor >= 0, readiness != .write else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      switch buffer.withUnsafeMutableBytes({ Socket.read(descriptor, into: $0) }) {
      case .moved(let count): take(buffer[..<count])
      case .wouldBlock: break
      case .ended, .failed: close()
      }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
      let skipped = min(bytes.count, HTTP2FrameReader.preface.count - preface)
      guard Array(bytes.prefix(skipped)) == Array(HTTP2FrameReader.preface[preface..<(preface + skipped)]) else {
        return close()
      }
      preface += skipped
      Array(bytes.dropFirst(skipped)).withUnsafeBytes { reader.append($0) }
      do throws(HTTP2Problem) {
        while descriptor >= 0, let next = try reader.next() { try take(next.frame) }
      } catch {
        goAway(last: 0, error.code)
      }
      flush()
    }

    private func take(_ frame: HTTP2Frame) throws(HTTP2Problem) {
      switch frame {
      case .headers(let stream, let fields, let ends, let endsFields):
        open[stream] = Request(stream: stream)
        server.mostStreams = max(server.mostStreams, open.count)
        block = fields
        if endsFields { try endBlock(stream) }
        if ends { end(stream) }
      case .continuation(let stream, let fields, let endsFields):
        block += fields
        if endsFields { try endBlock(stream) }
      case .data(let stream, let data, let ends, _):
        open[stream]?.body += data
        if !data.isEmpty {
          output.append(.windowUpdate(stream: 0, UInt32(data.count)))
          if !ends { output.append(.windowUpdate(stream: stream, UInt32(data.count))) }
        }
        if ends { end(stream) }
      case .settings(let changes):
        for change in changes where change.number == HTTP2Setting.initialWindow {
          settings.initialWindow = Int(change.value)
        }
        output.append(.settingsReceived)
      case .windowUpdate(let stream, let increment):
        if stream == 0 { _ = window.raise(by: Int(increment)) }
        for index in replies.indices where replies[index].stream == stream {
          _ = replies[index].window.raise(by: Int(increment))
        }
      case .reset(let stream, let code):
        codes.append(code)
        open[stream] = nil
        replies.removeAll { $0.stream == stream }
      case .goAway(_, let code): codes.append(code)
      case .ping(let value): output.append(.pong(value))
      case .priority, .settingsReceived, .pong, .pushPromise, .unknown: break
      }
    }

    private func endBlock(_ stream: UInt32) throws(HTTP2Problem) {
      do throws(HPACKProblem) {
        open[stream]?.fields = try decoder.decode(block, size: 1 << 16, count: 100).fields
      } catch {
        throw HTTP2Problem(.compression(error), in: .headers, stream: stream)
      }
    }

    private func end(_ stream: UInt32) {
      guard let request = open[stream] else { return }
      server.requests.append(request)
      server.handler(request, self)
    }

    private func flush() {
      guard descriptor >= 0 else { return }
      for index in replies.indices {
        while !replies[index].rest.isEmpty {
          let count = min(16_384, replies[index].rest.count, window.left, replies[index].window.left)
          guard count > 0 else { break }
          _ = window.take(count)
          _ = replies[index].window.take(count)
          let piece = replies[index].rest.prefix(count)
          replies[index].rest = replies[index].rest.dropFirst(count)
          output.append(
            .data(
              stream: replies[index].stream, Array(piece), endsStream: replies[index].rest.isEmpty,
              padding: nil))
        }
      }
      replies.removeAll { $0.rest.isEmpty }
      while !output.isEmpty {
        switch output.withUnsafeBytes({ Socket.write(descriptor, $0) }) {
        case .moved(let count): output.removeFirst(count)
        case .wouldBlock: return server.loop.change(descriptor, to: [.read, .write])
        case .ended, .failed: return close()
        }
      }
      server.loop.change(descriptor, to: .read)
      if isClosing, replies.isEmpty { close() }
    }
  }
}
