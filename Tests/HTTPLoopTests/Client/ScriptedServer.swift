import Foundation
import HTTPTestSupport
import TestSupport
@testable import HTTPLoop

/// A server that follows a test's script, correct or faulty, on the test's own loop.
final class ScriptedServer: EventHandler {
  enum Step {
    /// Waits for a complete request.
    case receive
    /// Waits for a request's head and does not read its body.
    case receiveHead
    /// Waits for any byte.
    case receiveAnything
    case send(String)
    /// Sends byte by byte, one in each turn.
    case trickle(String)
    /// Closes the connection properly.
    case close
    /// Resets the connection.
    case reset
    /// Starts again at the first step.
    case again
  }

  let loop: EventLoop
  let address: SocketAddress
  /// The script of each connection, by its number.
  private let script: (Int) -> [Step]
  private var listener: Int32
  private(set) var accepted = 0
  private(set) var requests: [String] = []
  private(set) var connections: [Connection] = []

  init(_ loop: EventLoop, at address: SocketAddress? = nil, script: @escaping (Int) -> [Step]) throws {
    self.loop = loop
    self.script = script
    let wanted = try address ?? SocketAddress.resolve(host: "127.0.0.1", port: 0)[0]
    listener = try Socket.listen(at: wanted)
    self.address = try Socket.localAddress(of: listener)
    try loop.add(listener, for: .read, self)
  }

  /// A server with the same script on every connection.
  convenience init(_ loop: EventLoop, _ steps: [Step]) throws {
    try self.init(loop) { _ in steps }
  }

  func ready(_ readiness: Readiness) {
    while let descriptor = try? Socket.accept(from: listener) {
      connections.append(Connection(descriptor, self, script(accepted)))
      accepted += 1
    }
  }

  fileprivate func note(_ request: String) { requests.append(request) }
  fileprivate func forget(_ connection: Connection) { connections.removeAll { $0 === connection } }

  /// Stops listening and closes all connections.
  func stop(breaking: Bool = false) {
    if listener >= 0 {
      loop.remove(listener)
      _ = Socket.close(listener)
      listener = -1
    }
    for connection in connections { connection.end(breaking: breaking) }
  }

  final class Connection: EventHandler, DeadlineHandler {
    private let server: ScriptedServer
    private let steps: [Step]
    private var next = 0
    /// Whether every step of the script was carried out and everything was sent.
    var isAtEnd: Bool { next == steps.count && output.isEmpty }
    private var descriptor: Int32
    private var input: [UInt8] = []
    private var output: ArraySlice<UInt8> = []
    private var isTrickling = false
    private var timer: DeadlineTimer?

    init(_ descriptor: Int32, _ server: ScriptedServer, _ steps: [Step]) {
      self.descriptor = descriptor
      self.server = server
      self.steps = steps
      timer = DeadlineTimer(handler: self)
      try? server.loop.add(descriptor, for: .read, self)
      // A script that begins by itself starts in the next turn, when the server knows this connection.
      if let timer { server.loop.set(timer, to: 0) }
    }

    func ready(_ readiness: Readiness) {
      if readiness.contains(.write) { return act() }
      if case .receiveHead? = next > 0 ? steps[next - 1] : nil { return server.loop.change(descriptor, to: []) }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      switch buffer.withUnsafeMutableBytes({ Socket.read(descriptor, into: $0) }) {
      case .moved(let count):
        input += buffer[..<count]
        act()
      case .wouldBlock: break
      case .ended, .failed: end(breaking: false)
      }
    }

    func deadlineReached() { act() }

    private func act() {
      while descriptor >= 0 {
        if !output.isEmpty {
          guard flush() else { return }
          continue
        }
        guard next < steps.count else { return }
        next += 1
        switch steps[next - 1] {
        case .receive, .receiveHead:
          let isHeadEnough = if case .receiveHead = steps[next - 1] { true } else { false }
          guard take(isHeadEnough: isHeadEnough) else {
            next -= 1
            return
          }
        case .receiveAnything:
          guard !input.isEmpty else {
            next -= 1
            return
          }
          input = []
        case .send(let text):
          isTrickling = false
          output = ArraySlice(text.utf8)
        case .trickle(let text):
          isTrickling = true
          output = ArraySlice(text.utf8)
        case .close: end(breaking: false)
        case .reset: end(breaking: true)
        case .again: next = 0
        }
      }
    }

    /// - Returns: whether to continue immediately.
    private func flush() -> Bool {
      let piece = isTrickling ? output.prefix(1) : output
      switch piece.withUnsafeBytes({ Socket.write(descriptor, $0) }) {
      case .moved(let count):
        output = output.dropFirst(count)
        if isTrickling, let timer { server.loop.set(timer, to: server.loop.now + 1) }
        return !isTrickling
      case .wouldBlock:
        server.loop.change(descriptor, to: [.read, .write])
        return false
      case .ended, .failed:
        end(breaking: false)
        return false
      }
    }

    private func take(isHeadEnough: Bool) -> Bool {
      guard let end = try? input.withUnsafeBytes({ try HTTPHeadScan.end(of: $0) }) else { return false }
      let head = String(decoding: input[..<end], as: UTF8.self)
      var length = 0
      if let range = head.range(of: "Content-Length: "), !isHeadEnough {
        length = Int(head[range.upperBound...].prefix { $0.isNumber }) ?? 0
      }
      guard input.count >= end + length else { return false }
      server.note(String(head.prefix { $0 != "\r\n" }))
      input.removeFirst(end + length)
      return true
    }

    func end(breaking: Bool) {
      guard descriptor >= 0 else { return }
      if breaking {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      }
      server.loop.remove(descriptor)
      _ = Socket.close(descriptor)
      descriptor = -1
      server.forget(self)
    }
  }
}

/// A client, and the result of each of its requests.
final class ClientBench {
  final class Outcome: HTTPExchangeHandler {
    var result: Result<HTTPResponse, HTTPFailure>?
    var timing = HTTPTiming()
    var calls = 0
    var then: (Outcome) -> Void = { _ in }

    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
      self.result = result
      self.timing = timing
      calls += 1
      then(self)
    }

    var status: Int? { try? result?.get().status }
    var failure: HTTPFailure? {
      if case .failure(let failure)? = result { failure } else { nil }
    }
  }

  let loop: EventLoop
  let client: HTTPClient
  private(set) var outcomes: [Outcome] = []

  #if os(Linux)
    convenience init(
      _ loop: EventLoop, _ addresses: [SocketAddress], host: String, tls: TLSContext,
      speaks: HTTPClientProtocol = .http1,
      _ limit: (inout HTTPClientLimits) -> Void = { _ in }
    ) {
      var limits = HTTPClientLimits()
      limit(&limits)
      let origin = HTTPOrigin(scheme: .https, host: host, port: addresses[0].port, addresses: addresses)
      self.init(HTTPClient(loop: loop, origin: origin, limits: limits, tls: tls, speaks: speaks))
    }
  #endif

  convenience init(
    _ loop: EventLoop, _ addresses: [SocketAddress], speaks: HTTPClientProtocol = .http1,
    _ limit: (inout HTTPClientLimits) -> Void = { _ in }
  ) {
    var limits = HTTPClientLimits()
    limit(&limits)
    let origin = HTTPOrigin(scheme: .http, host: "test", port: addresses[0].port, addresses: addresses)
    self.init(HTTPClient(loop: loop, origin: origin, limits: limits, speaks: speaks))
  }

  private init(_ client: HTTPClient) {
    loop = client.loop
    self.client = client
  }

  @discardableResult
  func send(
    _ method: HTTPMethod = .get, _ target: String = "/", body: HTTPBody = HTTPBody(),
    then: @escaping (Outcome) -> Void = { _ in }
  ) -> (outcome: Outcome, exchange: HTTPExchange) {
    let outcome = Outcome()
    outcome.then = then
    outcomes.append(outcome)
    return (outcome, client.send(HTTPRequest(method, target, body: body), outcome))
  }

  /// Turns the loop until a condition holds. Gives up after a time limit; the test then fails.
  @discardableResult
  func turn(until isSo: () -> Bool) -> Bool {
    let deadline = loop.readClock() + HangLimit.ofLoop
    while !isSo(), loop.readClock() < deadline { loop.turn(until: deadline) }
    return isSo()
  }

  /// Whether every request sent so far has ended; at most once anyway.
  @discardableResult
  func settle() -> Bool {
    turn { outcomes.allSatisfy { $0.calls > 0 } } && outcomes.allSatisfy { $0.calls == 1 }
  }
}

extension String {
  /// A response with a text as its body.
  static func ok(_ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
