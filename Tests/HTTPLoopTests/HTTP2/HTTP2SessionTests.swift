import Testing

@testable import HTTPLoop

/// The client's side of a connection against a server that a test plays frame by frame.
struct HTTP2SessionTests {
  /// A session, and the server's compression.
  struct Bench {
    var session: HTTP2Session
    var encoder = HPACKEncoder()
    var events: [HTTP2Session.Event] = []
    /// The frames that the client has sent since they were last looked at.
    var reader = HTTP2FrameReader(limit: 1 << 20)

    init(
      isGreeted: Bool = true, settings: [HTTP2Setting] = [],
      _ limit: (inout HTTPResponseParser.Limits) -> Void = { _ in }
    )
      throws
    {
      var limits = HTTPResponseParser.Limits()
      limit(&limits)
      session = HTTP2Session(limits: limits)
      guard isGreeted else { return }
      try take(.settings(settings))
      _ = try sent()
    }

    mutating func take(_ frames: HTTP2Frame...) throws(HTTP2Problem) {
      var bytes: [UInt8] = []
      for frame in frames { bytes.append(frame) }
      try take(bytes)
    }

    mutating func take(_ bytes: [UInt8]) throws(HTTP2Problem) {
      var events: [HTTP2Session.Event] = []
      defer { self.events += events }
      var problem: HTTP2Problem?
      bytes.withUnsafeBytes { bytes in
        do throws(HTTP2Problem) { try session.take(bytes, &events) } catch { problem = error }
      }
      if let problem { throw problem }
    }

    /// The frames that the client wants to send.
    mutating func sent(limit: Int = .max) throws(HTTP2Problem) -> [HTTP2Frame] {
      var output: [UInt8] = []
      _ = session.takeOutput(into: &output, limit: limit)
      if output.starts(with: HTTP2FrameReader.preface) { output.removeFirst(HTTP2FrameReader.preface.count) }
      output.withUnsafeBytes { reader.append($0) }
      var frames: [HTTP2Frame] = []
      while let next = try reader.next() { frames.append(next.frame) }
      return frames
    }

    mutating func ask(_ body: [UInt8] = []) -> UInt32 {
      session.open([(HPACKField(":method", "GET"), .indexed)], body: [body], isBodiless: false).stream
    }

    mutating func block(_ fields: [(String, String)]) -> [UInt8] {
      var block: [UInt8] = []
      for (name, value) in fields { encoder.put(HPACKField(name, value), into: &block) }
      return block
    }

    mutating func headers(_ stream: UInt32, _ fields: [(String, String)], ends: Bool = false) -> HTTP2Frame {
      .headers(stream: stream, block(fields), endsStream: ends, endsFields: true)
    }

    /// The results by stream.
    var results: [UInt32: Result<HTTPResponse, HTTPFailure>] {
      events.reduce(into: [:]) { if case .ended(let stream, let result, _) = $1 { $0[stream] = result } }
    }

    func problem(of stream: UInt32) -> HTTP2Problem? {
      if case .failure(.http2(let problem))? = results[stream] { problem } else { nil }
    }
  }

  @Test("A response is assembled from its frames, whatever frames or pieces come between")
  func responsesAreAssembled() throws {
    var bench = try Bench()
    let (first, second) = (bench.ask(), bench.ask())
    let early = bench.block([(":status", "103"), ("link", "</style>")])
    let fields = bench.block([(":status", "200"), ("content-type", "text/plain"), ("content-length", "5")])
    var bytes: [UInt8] = []
    bytes.append(.headers(stream: first, early, endsStream: false, endsFields: true))
    bytes.append(.headers(stream: first, Array(fields[..<3]), endsStream: false, endsFields: false))
    bytes.append(.continuation(stream: first, Array(fields[3...]), endsFields: true))
    bytes.append(.data(stream: first, Array("hel".utf8), endsStream: false, padding: 3))
    bytes.append(bench.headers(second, [(":status", "204")], ends: true))
    bytes.append(.unknown(HTTP2FrameKind(rawValue: 77)))
    bytes.append(.data(stream: first, Array("lo".utf8), endsStream: false, padding: nil))
    bytes.append(bench.headers(first, [("grpc-status", "0")], ends: true))
    for byte in bytes { try bench.take([byte]) }
    let response = try #require(try bench.results[first]?.get())
    #expect(response.status == 200 && response.version == .http2 && response.body == Array("hello".utf8))
    #expect(response.header("Content-Type") == "text/plain" && response.header("link") == nil)
    #expect(try bench.results[second]?.get().status == 204)
    #expect(bench.session.streamCount == 0)
    var received = 0
    for case .ended(_, _, let count) in bench.events { received += count }
    // All but the frame of the connection.
    #expect(received == bytes.count - 9)
  }

  @Test("Bodies are sent as far as both windows allow, one frame of each stream in turn")
  func bodiesFollowTheWindows() throws {
    var bench = try Bench(settings: [HTTP2Setting(HTTP2Setting.initialWindow, 20_000)])
    let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
    let streams = [bench.ask(body), bench.ask(body), bench.ask(body)]
    var got: [UInt32: [UInt8]] = [:]
    var order: [UInt32] = []
    func collect() throws {
      for case .data(let stream, let data, let ends, _) in try bench.sent() {
        got[stream, default: []] += data
        order.append(stream)
        #expect(ends == (got[stream]?.count == body.count))
      }
    }
    try collect()
    #expect(order.prefix(3) == streams[...] && got.values.map(\.count) == [20_000, 20_000, 20_000])
    // A smaller window may take back what was allowed, and is then raised from below nothing.
    try bench.take(.settings([HTTP2Setting(HTTP2Setting.initialWindow, 10_000)]))
    try bench.take(.windowUpdate(stream: streams[0], 10_000))
    try collect()
    #expect(got[streams[0]]?.count == 20_000)
    try bench.take(.windowUpdate(stream: streams[0], 40_000))
    try collect()
    // Of the connection's window of 65,535, only this much was left.
    #expect(got[streams[0]]?.count == 25_535)
    try bench.take(.windowUpdate(stream: 0, 1_000_000))
    for stream in streams[1...] { try bench.take(.windowUpdate(stream: stream, 40_000)) }
    try collect()
    #expect(streams.allSatisfy { got[$0] == body })
  }

  @Test("The client raises its windows as data arrives")
  func receivedDataIsAcknowledged() throws {
    var bench = try Bench()
    let stream = bench.ask()
    _ = try bench.sent()
    try bench.take(bench.headers(stream, [(":status", "200")]))
    var raised = (stream: 0, connection: 0)
    let piece = [UInt8](repeating: 1, count: 16_384)
    for _ in 0..<960 {
      try bench.take(.data(stream: stream, piece, endsStream: false, padding: nil))
      for case .windowUpdate(let id, let count) in try bench.sent() {
        if id == 0 { raised.connection += Int(count) } else { raised.stream += Int(count) }
      }
    }
    // Never more than half of a window is outstanding.
    #expect(960 * 16_384 - raised.stream <= 1 << 20 && 960 * 16_384 - raised.connection <= 5 << 20)
  }

  @Test(
    "A fault of the connection is thrown with kind and stream, and with its code for the server",
    arguments: [
      ([.data(stream: 2, [], endsStream: true, padding: nil)], .stream, .protocol),
      ([.data(stream: 5, [], endsStream: true, padding: nil)], .stream, .protocol),
      ([.headers(stream: 5, [0x88], endsStream: true, endsFields: true)], .stream, .protocol),
      ([.reset(stream: 5, .cancel)], .stream, .protocol), ([.windowUpdate(stream: 5, 1)], .stream, .protocol),
      ([.continuation(stream: 1, [0x88], endsFields: true)], .order, .protocol),
      (
        [.headers(stream: 1, [0x88], endsStream: true, endsFields: false), .ping(1)], .order, .protocol
      ),
      (
        [
          .headers(stream: 1, [0x88], endsStream: true, endsFields: false),
          .continuation(stream: 3, [], endsFields: true),
        ], .order, .protocol
      ),
      ([.pushPromise(stream: 1)], .push, .protocol),
      ([.settings([HTTP2Setting(2, 1)])], .setting(2, value: 1), .protocol),
      ([.settings([HTTP2Setting(4, 0x8000_0000)])], .setting(4, value: 0x8000_0000), .flowControl),
      ([.settings([HTTP2Setting(5, 16_383)])], .setting(5, value: 16_383), .protocol),
      ([.settings([HTTP2Setting(5, 1 << 24)])], .setting(5, value: 1 << 24), .protocol),
      ([.windowUpdate(stream: 0, 0)], .increment(0), .protocol),
      ([.windowUpdate(stream: 0, 0x7fff_ffff)], .increment(0x7fff_ffff), .flowControl),
      (
        [.windowUpdate(stream: 1, 0x7fff_0000), .settings([HTTP2Setting(4, 0x7fff_ffff)])],
        .increment(0x7fff_ffff - 65_535), .flowControl
      ),
      (
        [.headers(stream: 1, [0xff], endsStream: true, endsFields: true)], .compression(.cutShort), .compression
      ),
      ([.headers(stream: 1, [0xbe], endsStream: true, endsFields: true)], .compression(.index(62)), .compression),
      (
        [
          .headers(stream: 1, [0x88], endsStream: true, endsFields: true),
          .data(stream: 1, [1], endsStream: true, padding: nil),
        ],
        .closedStream, .streamClosed
      ),
      ([.goAway(last: 1, .none), .goAway(last: 3, .none)], .stream, .protocol),
    ] as [([HTTP2Frame], HTTP2Problem.Fault, HTTP2ErrorCode)])
  func connectionFaultsAreThrown(frames: [HTTP2Frame], fault: HTTP2Problem.Fault, code: HTTP2ErrorCode) throws {
    var bench = try Bench()
    _ = (bench.ask([1]), bench.ask())
    var bytes: [UInt8] = []
    for frame in frames { bytes.append(frame) }
    let error = #expect(throws: HTTP2Problem.self) { try bench.take(bytes) }
    #expect(error?.fault == fault && error?.code == code)
    #expect(
      error.map { "\($0)".contains(frames.last?.place.kind.name ?? "") } == true || fault == .compression(.cutShort))
  }

  @Test(
    "A fault of one response ends its stream alone",
    arguments: [
      ([("content-type", "x")], [], .field(":status")), ([(":status", "2000")], [], .field(":status")),
      ([(":status", "2x0")], [], .field(":status")), ([("a", "b"), (":status", "200")], [], .field(":status")),
      ([(":status", "200"), (":status", "200")], [], .field(":status")),
      ([(":status", "101")], [], .field(":status")), ([(":status", "200"), ("Upper", "x")], [], .field("Upper")),
      ([(":status", "200"), ("", "x")], [], .field("")), ([(":status", "200"), ("a b", "x")], [], .field("a b")),
      ([(":status", "200"), ("a", "x\r\nb: c")], [], .field("a")),
      ([(":status", "200"), ("connection", "close")], [], .field("connection")),
      ([(":status", "200"), ("transfer-encoding", "chunked")], [], .field("transfer-encoding")),
      ([(":status", "200"), ("content-length", "-1")], [], .field("content-length")),
      ([(":status", "200"), ("content-length", "1"), ("content-length", "2")], [], .field("content-length")),
      ([(":status", "200"), ("content-length", "4")], [1, 2, 3], .bodyLength),
      ([(":status", "200"), ("content-length", "2")], [1, 2, 3], .bodyLength),
      ([(":status", "200")], [UInt8](repeating: 1, count: 101), .bodyTooLarge),
      ([(":status", "200")] + (0..<21).map { ("a\($0)", "b") }, [], .headTooLarge),
      ([(":status", "200"), ("a", String(repeating: "b", count: 2_000))], [], .headTooLarge),
    ] as [([(String, String)], [UInt8], HTTP2Problem.Fault)])
  func streamFaultsEndOneStream(fields: [(String, String)], body: [UInt8], fault: HTTP2Problem.Fault) throws {
    var bench = try Bench {
      $0.body = 100
      $0.fields = 20
      $0.head = 1_900
    }
    let (bad, good) = (bench.ask(), bench.ask())
    _ = try bench.sent()
    try bench.take(bench.headers(bad, fields))
    if bench.results[bad] == nil { try bench.take(.data(stream: bad, body, endsStream: true, padding: nil)) }
    let problem = try #require(bench.problem(of: bad))
    #expect(problem.fault == fault && problem.stream == bad)
    #expect(try bench.sent() == [.reset(stream: bad, problem.code)])
    // Frames that the server had sent before it knew are no faults, and the table is still the same on both sides.
    try bench.take(bench.headers(bad, [("x-later", "1")], ends: true))
    try bench.take(bench.headers(good, [(":status", "200"), ("x-later", "1")], ends: true))
    #expect(try bench.results[good]?.get().header("x-later") == "1")
  }

  @Test("A body before the head, a second head and an invalid window update end only their stream")
  func orderWithinAStreamIsChecked() throws {
    var bench = try Bench()
    let streams = [bench.ask(), bench.ask(), bench.ask([1]), bench.ask([1])]
    _ = try bench.sent()
    try bench.take(.data(stream: streams[0], [1], endsStream: true, padding: nil))
    try bench.take(bench.headers(streams[1], [(":status", "200")]), bench.headers(streams[1], [("a", "b")]))
    try bench.take(.windowUpdate(stream: streams[2], 0), .windowUpdate(stream: streams[3], 0x7fff_ffff))
    #expect(
      streams.map { bench.problem(of: $0)?.fault } == [.order, .order, .increment(0), .increment(0x7fff_ffff)])
    #expect(
      try bench.sent() == [
        .reset(stream: 1, .protocol), .reset(stream: 3, .protocol), .reset(stream: 5, .protocol),
        .reset(stream: 7, .flowControl),
      ])
  }

  @Test(
    "Whatever is not HTTP/2 is known by its first bytes",
    arguments: [
      "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9\r\n", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}FFFFFFF",
      "\u{0}\u{0}\u{0}\u{6}\u{0}\u{0}\u{0}\u{0}\u{0}", "\u{0}\u{0}\u{0}\u{4}\u{1}\u{0}\u{0}\u{0}\u{0}",
    ])
  func otherProtocolsAreDetected(text: String) throws {
    var bench = try Bench(isGreeted: false)
    let error = #expect(throws: HTTP2Problem.self) { try bench.take(Array(text.utf8)) }
    #expect(error == HTTP2Problem(.notHTTP2) && error?.isOfGreeting == true)
    #expect(!bench.session.canOpen)
  }

  @Test("A server that exceeds the client's window ends the connection")
  func windowsOfTheClientHold() throws {
    let piece = [UInt8](repeating: 1, count: 16_000)
    for (isOpen, frames, stream) in [(true, 128, 1), (false, 644, 0)] as [(Bool, Int, UInt32)] {
      var bench = try Bench()
      _ = bench.ask()
      try bench.take(bench.headers(1, [(":status", "200")]))
      // Data of a request that was given up counts for the connection alone, and so does padding.
      if !isOpen { _ = bench.session.abandon(1) }
      let frame = HTTP2Frame.data(stream: 1, piece, endsStream: false, padding: 255)
      for _ in 0..<frames { try bench.take(frame) }
      let error = #expect(throws: HTTP2Problem.self) { for _ in 0..<2 { try bench.take(frame) } }
      #expect(error == HTTP2Problem(.window, in: .data, stream: stream))
      #expect(error?.code == .flowControl)
    }
  }

  @Test(
    "Frames without content are taken only so often",
    arguments: [
      [.ping(1)], [.settings([])], [.data(stream: 1, [], endsStream: false, padding: nil)], [.priority(stream: 1)],
      [.unknown(HTTP2FrameKind(rawValue: 99))],
    ] as [[HTTP2Frame]])
  func floodsAreEnded(frames: [HTTP2Frame]) throws {
    var bench = try Bench()
    let stream = bench.ask()
    try bench.take(bench.headers(stream, [(":status", "200")]))
    let error = #expect(throws: HTTP2Problem.self) { for _ in 0..<1_001 { try bench.take(frames[0]) } }
    #expect(error?.fault == .flood && error?.code == .enhanceYourCalm)
  }

  @Test("A head of endless CONTINUATION frames ends the connection")
  func endlessHeadsAreEnded() throws {
    for (piece, fault) in [([], .flood), ([UInt8](repeating: 0, count: 16_000), .headTooLarge)]
      as [([UInt8], HTTP2Problem.Fault)]
    {
      var bench = try Bench()
      let stream = bench.ask()
      try bench.take(.headers(stream: stream, [0x88], endsStream: true, endsFields: false))
      let error = #expect(throws: HTTP2Problem.self) {
        for _ in 0..<100 { try bench.take(.continuation(stream: stream, piece, endsFields: false)) }
      }
      #expect(error?.fault == fault && error?.kind == .continuation)
    }
  }

  @Test("Requests that a closing server has not processed are returned, and the others continue")
  func closingServersGiveRequestsBack() throws {
    var bench = try Bench()
    let streams = [bench.ask(), bench.ask([1]), bench.ask([1])]
    try bench.take(.goAway(last: 0x7fff_ffff, .none), .goAway(last: streams[0], .enhanceYourCalm))
    var untouched: [UInt32] = []
    for case .unprocessed(let stream) in bench.events { untouched.append(stream) }
    #expect(untouched == Array(streams[1...]) && bench.session.isUsedUp && !bench.session.canOpen)
    #expect(bench.session.closing?.code == .enhanceYourCalm)
    try bench.take(bench.headers(streams[0], [(":status", "200")], ends: true))
    #expect(try bench.results[streams[0]]?.get().status == 200)
  }

  @Test("Streams are opened only after the server's settings arrive, and up to its limit")
  func limitsOfStreamsHold() throws {
    var bench = try Bench(isGreeted: false)
    #expect(!bench.session.canOpen)
    let greeting = try bench.sent()
    #expect(greeting.first == .settings([HTTP2Setting(2, 0), HTTP2Setting(4, 2 << 20)]))
    try bench.take(.settings([HTTP2Setting(HTTP2Setting.maxStreams, 2)]), .ping(7))
    let first = bench.ask()
    _ = bench.ask()
    #expect(!bench.session.canOpen)
    #expect(try bench.sent().prefix(2) == [.settingsReceived, .pong(7)])
    try bench.take(.reset(stream: first, .refusedStream))
    #expect(bench.results[first] == .failure(.reset(.refusedStream)) && bench.session.canOpen)
    try bench.take(.settings([HTTP2Setting(HTTP2Setting.maxStreams, 0)]))
    #expect(!bench.session.canOpen)
  }

  @Test("A response before the end of the request stops sending the request")
  func earlyAnswersEndTheRequest() throws {
    var bench = try Bench(settings: [HTTP2Setting(HTTP2Setting.initialWindow, 10)])
    let stream = bench.ask([UInt8](repeating: 1, count: 100))
    _ = try bench.sent()
    try bench.take(bench.headers(stream, [(":status", "413")], ends: true))
    #expect(try bench.results[stream]?.get().status == 413)
    #expect(try bench.sent() == [.reset(stream: stream, .none)])
    try bench.take(.windowUpdate(stream: stream, 100), .reset(stream: stream, .none))
    #expect(try bench.sent() == [])
  }

  @Test("Random frames give a response or a named problem, and never trap")
  func randomFramesDoNoHarm() throws {
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<2_000 {
      var bench = try Bench(isGreeted: next(10) > 0)
      if bench.session.canOpen { for _ in 0...next(3) { _ = bench.ask([UInt8](repeating: 1, count: next(40_000))) } }
      var bytes: [UInt8] = []
      for _ in 0..<6 {
        let length = next(4) > 0 ? next(12) : [4, 5, 6, 8][next(4)]
        bytes += [0, 0, UInt8(length), UInt8(next(11)), UInt8(next(64)), 0, 0, 0, UInt8(next(9))]
        bytes += (0..<length).map { _ in [0, 1, 0x7f, 0x80, 0x88, 0xff, UInt8(next(256))][next(7)] }
      }
      do throws(HTTP2Problem) { try bench.take(bytes) } catch { #expect(!"\(error)".isEmpty) }
      var output: [UInt8] = []
      _ = bench.session.takeOutput(into: &output, limit: .max)
    }
  }
}
