/// The client's side of an HTTP/2 connection (RFC 9113) as a value. It receives bytes, and returns events and bytes to
/// send. It uses neither sockets nor clocks.
///
/// Requests: ``open(_:body:isBodiless:)`` compresses its fields (``HPACKEncoder``) into a HEADERS frame of a new
/// stream. ``takeOutput(into:limit:)`` returns the frames. It divides bodies into DATA frames as far as the windows of
/// stream and connection allow, one frame of each stream in turn. The owner of the socket writes them.
///
/// Responses: ``take(_:_:)`` splits received bytes into frames (``HTTP2FrameReader``) and decompresses fields
/// (``HPACKDecoder``). It collects the fields and the body in the stream's ``HTTP2Response``, and reports its end as an
/// event. Answers to the server (SETTINGS, PING, WINDOW_UPDATE, RST_STREAM) are added to the output.
///
/// A fault of one stream ends that stream alone. A fault of the connection is thrown; the session must then be closed.
package struct HTTP2Session: Sendable {
  /// Something that the owner must act on.
  package enum Event: Sendable {
    /// The server's settings have arrived, so that streams may be opened.
    case ready
    /// The first frame of a response has arrived.
    case began(stream: UInt32)
    /// A stream has ended, after this many bytes were received on it.
    case ended(stream: UInt32, Result<HTTPResponse, HTTPFailure>, received: Int)
    /// The server closes the connection and has not processed this request. The request may be sent again on another
    /// connection.
    case unprocessed(stream: UInt32)
  }

  /// A request, and the received part of its response.
  struct Stream: Sendable {
    var body: HTTP2Body
    /// The bytes of the request's body that may still be sent.
    var window: HTTP2Window
    /// The bytes of the response that the server may still send.
    var incoming = HTTP2Window(HTTP2Session.streamWindow)
    var response: HTTP2Response
    var received = 0
  }

  /// A block of fields that further frames must complete.
  private struct FieldBlock: Sendable {
    var stream: UInt32
    var bytes: [UInt8]
    var endsStream: Bool
    var emptyFrames = 0
  }

  /// The receive windows of a stream and of the connection, in bytes.
  static let (streamWindow, connectionWindow) = (2 << 20, 10 << 20)
  /// The number of consecutive frames without content, or of unread answers, that is treated as a flood.
  private static let flood = 1_000

  let limits: HTTPResponseParser.Limits
  private var reader = HTTP2FrameReader()
  private var encoder = HPACKEncoder()
  private var decoder = HPACKDecoder()
  private var block: FieldBlock?
  /// The settings of the server.
  private(set) var settings = HTTP2Settings()
  /// Whether the server's settings have arrived.
  package private(set) var isReady = false
  /// The last stream that a closing server processes, and its reason; nil if the server is not closing.
  package private(set) var closing: (last: UInt32, code: HTTP2ErrorCode)?

  private var streams: [UInt32: Stream] = [:]
  private var nextStream: UInt32 = 1
  /// The streams whose body is not sent completely, in the order of their turns.
  private var sending: [UInt32] = []
  /// The streams that this client has abandoned. Frames may still arrive on them.
  private var abandoned: Set<UInt32> = []
  /// The oldest stream that `abandoned` can contain. Older abandoned streams were removed from it.
  private var abandonedBefore: UInt32 = 0
  private var window = HTTP2Window(65_535)
  private var incoming = HTTP2Window(Self.connectionWindow)
  /// The streams whose receive window is at most half of its full size.
  private var lowStreams: [UInt32] = []
  private var output: [UInt8]
  private var unreadAnswers = 0
  private var emptyFrames = 0

  /// Creates a session whose first output is the client's connection preface.
  package init(limits: HTTPResponseParser.Limits) {
    self.limits = limits
    output = HTTP2FrameReader.preface
    output.append(
      .settings([
        HTTP2Setting(HTTP2Setting.enablePush, 0),
        HTTP2Setting(HTTP2Setting.initialWindow, UInt32(Self.streamWindow)),
      ]))
    output.append(.windowUpdate(stream: 0, UInt32(Self.connectionWindow - 65_535)))
  }

  /// The number of open streams.
  package var streamCount: Int { streams.count }

  /// Whether another stream may be opened now.
  package var canOpen: Bool { isReady && !isUsedUp && streams.count < settings.maxStreams }

  /// Whether no stream will ever be opened again.
  package var isUsedUp: Bool { closing != nil || nextStream > 0x7fff_ffff }

  // MARK: Requests

  /// Opens a stream for a request. ``canOpen`` must be true.
  ///
  /// - Parameter isBodiless: whether the response has no body whatever its length says, as for HEAD.
  /// - Returns: the stream, and the size of the frames with the fields.
  package mutating func open(
    _ fields: [(field: HPACKField, form: HPACKEncoder.Form)], body: [[UInt8]], isBodiless: Bool
  ) -> (stream: UInt32, size: Int) {
    precondition(canOpen, "a stream is opened within the server's limits")
    let id = nextStream
    nextStream += 2
    var block: [UInt8] = []
    encoder.begin(into: &block)
    for (field, form) in fields { encoder.put(field, form, into: &block) }
    let body = HTTP2Body(body)
    let before = output.count
    output.appendFields(block, stream: id, endsStream: body.isDone, limit: settings.maxFrame)
    if !body.isDone { sending.append(id) }
    streams[id] = Stream(
      body: body, window: HTTP2Window(settings.initialWindow),
      response: HTTP2Response(isBodiless: isBodiless, limit: limits.body))
    return (id, output.count - before)
  }

  /// Abandons a request and informs the server.
  ///
  /// - Returns: the number of bytes that were received for it.
  package mutating func abandon(_ stream: UInt32) -> Int {
    guard let left = streams.removeValue(forKey: stream) else { return 0 }
    reset(stream, .cancel)
    return left.received
  }

  /// Announces the end of the connection.
  package mutating func close(_ code: HTTP2ErrorCode) { output.append(.goAway(last: 0, code)) }

  /// Appends the frames to be sent to a buffer, with as much of the bodies as the windows allow.
  ///
  /// - Parameter limit: the size of the buffer from which no more of bodies is added.
  /// - Returns: the streams whose bodies were appended, each with the size of its frames.
  package mutating func takeOutput(into buffer: inout [UInt8], limit: Int) -> [(stream: UInt32, size: Int)] {
    raiseIncoming()
    buffer.append(contentsOf: output)
    output.removeAll(keepingCapacity: true)
    unreadAnswers = 0
    var sent: [(stream: UInt32, size: Int)] = []
    var blocked: [UInt32] = []
    while !sending.isEmpty, window.left > 0, buffer.count < limit {
      let id = sending.removeFirst()
      guard let room = streams[id]?.window.left else { continue }
      guard room > 0, let piece = streams[id]?.body.next(min(settings.maxFrame, window.left, room)) else {
        blocked.append(id)
        continue
      }
      _ = window.take(piece.count)
      _ = streams[id]?.window.take(piece.count)
      let isDone = streams[id]?.body.isDone ?? true
      buffer.appendData(piece, stream: id, endsStream: isDone)
      sent.append((id, HTTP2FrameReader.headSize + piece.count))
      if !isDone { sending.append(id) }
    }
    sending = blocked + sending
    return sent
  }

  // MARK: Responses

  /// Handles received bytes.
  ///
  /// - Parameter events: receives the events, including those before a fault.
  /// - Throws: `HTTP2Problem` for a fault of the whole connection; pass no more bytes after that.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ events: inout [Event]) throws(HTTP2Problem) {
    reader.append(bytes)
    while let (frame, size) = try nextFrame() {
      try take(frame, size, &events)
      guard unreadAnswers < Self.flood, emptyFrames < Self.flood else {
        throw HTTP2Problem(.flood, in: frame.place.kind, stream: frame.place.stream)
      }
    }
  }

  private mutating func nextFrame() throws(HTTP2Problem) -> (HTTP2Frame, Int)? {
    guard !isReady else { return try reader.next() }
    // Bytes of another protocol look like an overlong frame of an arbitrary kind.
    do throws(HTTP2Problem) {
      guard let next = try reader.next() else { return nil }
      guard case .settings = next.frame else { throw HTTP2Problem(.notHTTP2) }
      return next
    } catch {
      throw error.kind == .settings ? error : HTTP2Problem(.notHTTP2)
    }
  }

  private mutating func take(_ frame: HTTP2Frame, _ size: Int, _ events: inout [Event]) throws(HTTP2Problem) {
    let (kind, id) = frame.place
    if block != nil, kind != .continuation { throw HTTP2Problem(.order, in: kind, stream: id) }
    switch frame {
    case .data(_, let data, let ends, let padding):
      let count = data.count + (padding.map { Int($0) + 1 } ?? 0)
      try receive(count, on: id)
      emptyFrames = data.isEmpty && !ends ? emptyFrames + 1 : 0
      guard try isOpen(id, kind, ends: ends) else { return }
      note(size, on: id, &events)
      do throws(HTTP2Problem) {
        try streams[id]?.response.take(data, isLast: ends)
        endIfDone(id, &events)
      } catch {
        fail(id, error, &events)
      }
    case .headers(_, let fields, let ends, let endsFields):
      guard id < nextStream, !id.isMultiple(of: 2) else { throw HTTP2Problem(.stream, in: kind, stream: id) }
      if streams[id] != nil { note(size, on: id, &events) }
      block = FieldBlock(stream: id, bytes: fields, endsStream: ends)
      if endsFields { try endBlock(&events) }
    case .continuation(_, let fields, let endsFields):
      guard var open = block, open.stream == id else { throw HTTP2Problem(.order, in: kind, stream: id) }
      block = nil
      open.emptyFrames += fields.isEmpty ? 1 : 0
      guard open.emptyFrames < 16 else { throw HTTP2Problem(.flood, in: kind, stream: id) }
      guard open.bytes.count + fields.count <= limits.head else {
        throw HTTP2Problem(.headTooLarge, in: kind, stream: id)
      }
      open.bytes += fields
      block = open
      streams[id]?.received += size
      if endsFields { try endBlock(&events) }
    case .priority, .settingsReceived, .pong, .unknown: emptyFrames += 1
    case .reset(_, let code):
      guard id < nextStream, !id.isMultiple(of: 2) else { throw HTTP2Problem(.stream, in: kind, stream: id) }
      abandoned.remove(id)
      guard let stream = streams.removeValue(forKey: id) else { return }
      events.append(.ended(stream: id, .failure(.reset(code)), received: stream.received + size))
    case .settings(let changes): try apply(changes, &events)
    case .pushPromise: throw HTTP2Problem(.push, in: kind, stream: id)
    case .ping(let value): answer(.pong(value))
    case .goAway(let last, let code): try close(last, code, &events)
    case .windowUpdate(_, let increment): try raise(id, by: Int(increment), &events)
    }
  }

  /// Subtracts received data from both windows. Taking output raises the windows before they are used up.
  private mutating func receive(_ count: Int, on id: UInt32) throws(HTTP2Problem) {
    guard incoming.take(count) else { throw HTTP2Problem(.window, in: .data) }
    guard let before = streams[id]?.incoming.left else { return }
    guard streams[id]?.incoming.take(count) == true else { throw HTTP2Problem(.window, in: .data, stream: id) }
    if before >= Self.streamWindow / 2, before - count < Self.streamWindow / 2 { lowStreams.append(id) }
  }

  /// Raises the receive windows to their full size.
  private mutating func raiseIncoming() {
    if incoming.left < Self.connectionWindow / 2 {
      output.append(.windowUpdate(stream: 0, UInt32(Self.connectionWindow - incoming.left)))
      incoming = HTTP2Window(Self.connectionWindow)
    }
    for id in lowStreams {
      guard let left = streams[id]?.incoming.left else { continue }
      output.append(.windowUpdate(stream: id, UInt32(Self.streamWindow - left)))
      streams[id]?.incoming = HTTP2Window(Self.streamWindow)
    }
    lowStreams.removeAll(keepingCapacity: true)
  }

  private mutating func note(_ size: Int, on id: UInt32, _ events: inout [Event]) {
    if streams[id]?.received == 0 { events.append(.began(stream: id)) }
    streams[id]?.received += size
  }

  /// Whether a stream is open. Frames on an abandoned stream are ignored rather than refused.
  private mutating func isOpen(_ id: UInt32, _ kind: HTTP2FrameKind, ends: Bool) throws(HTTP2Problem) -> Bool {
    guard id < nextStream, !id.isMultiple(of: 2) else { throw HTTP2Problem(.stream, in: kind, stream: id) }
    guard streams[id] == nil else { return true }
    guard abandoned.contains(id) || id < abandonedBefore else {
      throw HTTP2Problem(.closedStream, in: kind, stream: id)
    }
    if ends { abandoned.remove(id) }
    return false
  }

  private mutating func endBlock(_ events: inout [Event]) throws(HTTP2Problem) {
    guard let block else { return }
    self.block = nil
    let id = block.stream
    let fields: HPACKDecoder.Block
    do throws(HPACKProblem) {
      fields = try decoder.decode(block.bytes, size: limits.head, count: limits.fields + 1)
    } catch {
      throw HTTP2Problem(.compression(error), in: .headers, stream: id)
    }
    guard try isOpen(id, .headers, ends: block.endsStream) else { return }
    do throws(HTTP2Problem) {
      guard !fields.isTooLarge else { throw HTTP2Problem(.headTooLarge, in: .headers) }
      try streams[id]?.response.take(fields.fields, isLast: block.endsStream)
      endIfDone(id, &events)
    } catch {
      fail(id, error, &events)
    }
  }

  private mutating func endIfDone(_ id: UInt32, _ events: inout [Event]) {
    guard let response = streams[id]?.response.result, let stream = streams.removeValue(forKey: id) else { return }
    // A server may answer before it has read the whole request. The rest of the request is then useless.
    if !stream.body.isDone { answer(.reset(stream: id, .none)) }
    emptyFrames = 0
    events.append(.ended(stream: id, .success(response), received: stream.received))
  }

  /// Ends a stream because of a fault that affects only this stream.
  private mutating func fail(_ id: UInt32, _ problem: HTTP2Problem, _ events: inout [Event]) {
    var problem = problem
    problem.stream = id
    guard let stream = streams.removeValue(forKey: id) else { return }
    reset(id, problem.code)
    events.append(.ended(stream: id, .failure(.http2(problem)), received: stream.received))
  }

  private mutating func reset(_ id: UInt32, _ code: HTTP2ErrorCode) {
    answer(.reset(stream: id, code))
    if abandoned.count >= 4_096 {
      abandoned.removeAll()
      abandonedBefore = nextStream
    }
    abandoned.insert(id)
  }

  private mutating func answer(_ frame: HTTP2Frame) {
    output.append(frame)
    unreadAnswers += 1
  }

  // MARK: The connection

  private mutating func apply(_ changes: [HTTP2Setting], _ events: inout [Event]) throws(HTTP2Problem) {
    let before = settings
    try settings.apply(changes)
    for change in changes where change.number == HTTP2Setting.tableSize { encoder.setLimit(Int(change.value)) }
    let change = settings.initialWindow - before.initialWindow
    if change != 0 {
      for id in streams.keys.sorted() where streams[id]?.window.raise(by: change) == false {
        throw HTTP2Problem(.increment(UInt32(change)), in: .settings, stream: id)
      }
    }
    answer(.settingsReceived)
    guard !isReady else { return }
    isReady = true
    events.append(.ready)
  }

  private mutating func close(
    _ last: UInt32, _ code: HTTP2ErrorCode, _ events: inout [Event]
  ) throws(HTTP2Problem) {
    if let closing, closing.last < last { throw HTTP2Problem(.stream, in: .goAway, stream: last) }
    closing = (last, code)
    for id in streams.keys.sorted() where id > last {
      streams[id] = nil
      // Later frames on this stream are refused, like frames on a stream that was never opened.
      events.append(.unprocessed(stream: id))
    }
  }

  private mutating func raise(
    _ id: UInt32, by increment: Int, _ events: inout [Event]
  ) throws(HTTP2Problem) {
    let fault = HTTP2Problem(.increment(UInt32(increment)), in: .windowUpdate, stream: id)
    guard id > 0 else {
      guard increment > 0, window.raise(by: increment) else { throw fault }
      return
    }
    guard id < nextStream, !id.isMultiple(of: 2) else { throw HTTP2Problem(.stream, in: .windowUpdate, stream: id) }
    guard streams[id] != nil else { return }
    if increment == 0 || streams[id]?.window.raise(by: increment) == false { fail(id, fault, &events) }
  }
}
