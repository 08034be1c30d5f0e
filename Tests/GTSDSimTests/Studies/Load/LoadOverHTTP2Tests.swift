import Foundation
import GTSDModel
import HTTPTestSupport
import Synchronization
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDWorld
@testable import HTTPLoop

/// Load over HTTP/2, on a server of HTTP/2 that passes requests on to one of HTTP/1.1.
@Suite(.limitedWait) struct LoadOverHTTP2Tests {
  /// The use of the server.
  private struct Use: Sendable {
    var connections = 0
    var requests = 0
    var mostStreams = 0
  }

  /// A reply on its way back.
  private final class Passage: HTTPExchangeHandler {
    let request: HTTP2Server.Request
    let connection: HTTP2Server.Connection

    init(_ request: HTTP2Server.Request, _ connection: HTTP2Server.Connection) {
      (self.request, self.connection) = (request, connection)
    }

    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
      guard case .success(let response) = result else { return connection.reply(request, status: 502) }
      let names = ["content-type", "retry-after", RevisionHeader.name.lowercased()]
      let fields = names.compactMap { name in response.header(name).map { (name, $0) } }
      connection.reply(request, status: response.status, fields: fields, body: response.body)
    }
  }

  private static func pass(
    _ request: HTTP2Server.Request, of connection: HTTP2Server.Connection, to client: HTTPClient
  ) throws {
    var fields = HTTPFields()
    for field in request.fields where !field.name.starts(with: ":".utf8) && field.name != Array("content-length".utf8) {
      try fields.append(String(decoding: field.name, as: UTF8.self), String(decoding: field.value, as: UTF8.self))
    }
    let method = HTTPLoop.HTTPMethod(rawValue: request.value(":method") ?? "") ?? .get
    client.send(
      HTTPRequest(method, request.path, fields: fields, body: HTTPBody(request.body)), Passage(request, connection))
  }

  private static func measure(
    _ load: String, settings: [HTTP2Setting] = []
  ) throws -> (outcome: LoadRun.Outcome, use: Use) {
    try LoadRunTests.serving { target in
      let url = Mutex("")
      let use = Mutex(Use())
      let isOver = Atomic<Bool>(false)
      let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      return try withoutActuallyEscaping({ (body: () throws -> LoadRun.Outcome) in try body() }) { run in
        let origin = target.origin
        Thread.detachNewThread {
          do {
            let loop = try EventLoop()
            let client = HTTPClient(loop: loop, origin: origin)
            let server = try HTTP2Server(loop, settings) { request, connection in
              do { try Self.pass(request, of: connection, to: client) } catch { connection.reply(request, status: 400) }
            }
            url.withLock { $0 = "http://\(server.address)" }
            listening.signal()
            while !isOver.load(ordering: .relaxed) { loop.turn(until: loop.now + 10_000_000) }
            use.withLock {
              $0 = Use(connections: server.accepted, requests: server.requests.count, mostStreams: server.mostStreams)
            }
            client.close()
            server.stop()
          } catch {
            Issue.record(error)
            listening.signal()
          }
          ended.signal()
        }
        listening.wait()
        let outcome = Result {
          try run {
            let front = try LoadTarget(url.withLock { $0 }, allowedHosts: [], caFile: nil)
            return try LoadRun(LoadRunTests.scenario(load), target: front).measure()
          }
        }
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        return try (outcome.get(), use.withLock { $0 })
      }
    }
  }

  @Test("All sessions share one connection, and client and server count the same requests")
  func sessionsShareAConnection() throws {
    let (outcome, use) = try Self.measure(
      #"{"users": 4, "iterations": 12, "thinkTimeScale": 0, "photos": "jpeg", "http": "2"}"#)
    let total = outcome.fold.total
    #expect(outcome.fold.completed == 12 && outcome.observed.entries.isEmpty)
    let failures = [RequestEnd.undecodable, .noConnection, .timedOut, .broken, .serverError].map(total.count)
    #expect(total.count > 50 && failures == [0, 0, 0, 0, 0])
    #expect(outcome.fold.connectionsMade == 1 && total.reused >= total.count - 4)
    // One more of each looks whether anybody is there.
    #expect(use.connections == 2 && use.requests == Int(total.count) + 1)
  }

  @Test("A run respects the server's stream limit, and each user can have a connection")
  func limitsOfStreamsAreKept() throws {
    let (outcome, use) = try Self.measure(
      #"{"unit": "request", "request": "health", "users": 5, "iterations": 60, "http": "2"}"#,
      settings: [HTTP2Setting(HTTP2Setting.maxStreams, 2)])
    #expect(outcome.fold.total.count(.ok) == 60 && use.mostStreams == 2 && outcome.fold.connectionsMade == 1)
    let (own, _) = try Self.measure(
      #"{"rate": 100, "arrivals": "constant", "iterations": 6, "thinkTimeScale": 0, "connections": "perUser", "http": 2}"#
    )
    // Two phones each at most, with a connection each.
    #expect(own.fold.completed == 6 && (6...12).contains(own.fold.connectionsMade))
  }

  @Test("A server without HTTP/2 is reported before the run starts")
  func serversWithoutItAreNamed() throws {
    let error = #expect(throws: LoadFailure.self) {
      try LoadRunTests.serving { target in
        try LoadRun(LoadRunTests.scenario(#"{"users": 1, "iterations": 1, "http": "2"}"#), target: target).measure()
      }
    }
    #expect(error == .unavailable(.http2(HTTP2Problem(.notHTTP2))))
  }

  @Test("The version of HTTP is a text or a number, and the report states it")
  func versionsAreRead() throws {
    for (text, http) in [(#""1.1""#, .one), ("1.1", .one), (#""2""#, .two), ("2", .two)]
      as [(String, LoadSettings.HTTP)]
    {
      let scenario = try LoadRunTests.scenario(#"{"users": 1, "http": \#(text)}"#)
      #expect(scenario.load?.http == http)
      let again = try Scenario.parse(Data(scenario.resolvedJSON.utf8), path: "again", overrides: ScenarioOverrides())
      #expect(again.load == scenario.load)
      let plan = try LoadSection.Plan(#require(scenario.load), loops: 1)
      #expect(plan.http == (http == .two ? "2" : nil) && plan.connections == (http == .two ? 1 : 64))
    }
    #expect(throws: (any Error).self) { try LoadRunTests.scenario(#"{"users": 1, "http": "3"}"#) }
  }
}
