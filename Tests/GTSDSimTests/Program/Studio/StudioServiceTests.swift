import Foundation
import GTSDModel
import HTTPTestSupport
import Synchronization
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving
@testable import gtsd_sim

/// The studio over HTTP, and its work.
@Suite(.limitedWait)
struct StudioServiceTests {
  /// A studio on the test's loop, with its desk on a thread.
  private final class Studio {
    let loop: EventLoop
    let server: HTTPServer
    let desk = StudioDesk()
    let shelf = StudioShelf(operand: nil, directory: Checkout.root.path)
    let work = StudioWork(directory: Checkout.root.path)
    private let ended = DispatchSemaphore(value: 0)
    private final class Box { var service: StudioService? }

    init() throws {
      loop = try EventLoop()
      let box = Box()
      server = try HTTPServer(loop: loop, address: .loopback()) { box.service?.handle($0, $1) }
      box.service = StudioService(
        loop: loop, gate: StudioGate(token: "word", port: server.address.port), shelf: shelf, work: work, desk: desk)
      let thread = Thread { [desk, ended] in
        desk.run()
        ended.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }

    deinit {
      desk.close()
      server.close()
      ended.wait()
    }

    /// A client that has sent a request.
    func send(
      _ path: String, _ fields: String = "", body: JSONNode? = nil, isPost: Bool = false
    ) throws -> LoopClient {
      let client = try LoopClient(to: server.address, on: loop)
      let text = body?.text ?? ""
      let length = body == nil ? "" : "Content-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n"
      let host = fields.contains("Host:") ? "" : "Host: \(server.address)\r\n"
      client.send(
        "\(isPost || body != nil ? "POST" : "GET") /word/\(path) HTTP/1.1\r\n\(host)\(fields)\(length)\r\n\(text)")
      return client
    }

    func reply(_ client: LoopClient) -> SeenReply? {
      loop.turn { !client.replies.isEmpty && client.replies.allSatisfy { $0 != nil } || client.isEnded }
      return client.replies.first ?? nil
    }

    /// The lines of a stream after its end.
    func lines(_ client: LoopClient) throws -> [JSONNode] {
      loop.turn { client.isEnded }
      return try Self.lines(of: client.received)
    }

    static func lines(of bytes: [UInt8]) throws -> [JSONNode] {
      let text = String(decoding: bytes, as: UTF8.self)
      let body = text.range(of: "\r\n\r\n").map { text[$0.upperBound...] } ?? ""
      return try body.split(separator: "\n").map { try JSONReader.read($0) }
    }
  }

  /// A scenario in which little happens, so that it costs little.
  private static let short = "{\"name\": \"short\", \"horizon\": \"20m\", \"population\": {\"size\": 20}}"

  private func body(_ scenario: String, page: String = "p", _ members: [(String, JSONNode)]) -> JSONNode {
    .object([("page", .string(page)), ("slot", .string("s")), ("scenario", .string(scenario))] + members)
  }

  @Test func theCommandPrintsItsAddressAndEndsWhenAsked() throws {
    guard case .command(.studio, let parsed) = try Invocation.parse(["studio", "--no-open"]) else {
      Issue.record("no command")
      return
    }
    let (listening, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let collector = Collector()
    var console = collector.console()
    console.out = { text in
      collector.out.withLock { $0 += text }
      listening.signal()
    }
    let interrupts = Interrupts(takesSignals: false)
    let code = Mutex<ExitCode?>(nil)
    let thread = Thread { [console] in
      let result = try? StudioCommand.run(parsed, console, interrupts: interrupts)
      code.withLock { $0 = result }
      ended.signal()
    }
    thread.start()
    listening.wait()
    #expect(collector.output.contains(/^studio at http:\/\/127\.0\.0\.1:[0-9]+\/[0-9a-f]{32}\/\n$/))
    interrupts.request()
    ended.wait()
    #expect(code.withLock { $0 } == .success)
  }

  @Test func onlyTheOwnPageIsAnswered() throws {
    let studio = try Studio()
    #expect(try studio.reply(studio.send("", "Host: evil.example\r\n"))?.status == 403)
    #expect(try studio.reply(studio.send("", "Origin: http://evil.example\r\n"))?.status == 403)
    let strange = try LoopClient(to: studio.server.address, on: studio.loop)
    strange.send("GET /other/ HTTP/1.1\r\nHost: \(studio.server.address)\r\n\r\n")
    #expect(studio.reply(strange)?.status == 403)
    // A form of another page cannot send JSON.
    let form = try studio.send("api/work", "Content-Type: text/plain\r\nContent-Length: 2\r\n", isPost: true)
    form.send("{}")
    #expect(studio.reply(form)?.status == 415)
    #expect(try studio.reply(studio.send("api/nothing"))?.status == 404)
  }

  @Test func thePageComesWithItsFilesAndNothingInline() throws {
    let studio = try Studio()
    let page = try #require(try studio.reply(studio.send("")))
    #expect(page.status == 200)
    let policy = try #require(page.fields["content-security-policy"])
    #expect(policy.contains("default-src 'none'; script-src 'self'") && !policy.contains("unsafe-eval"))
    #expect(page.fields["x-content-type-options"] == "nosniff" && page.fields["referrer-policy"] == "no-referrer")
    let handlers = page.text.matches(of: /\ on[a-z]+=/)
    #expect(handlers.isEmpty && !page.text.contains("<script>") && !page.text.contains("style="))
    #expect(!page.text.contains("http://") && !page.text.contains("https://"))
    for name in page.text.matches(of: /(?:href|src)="([a-z.]+)"/).map({ String($0.output.1) }) {
      #expect(try studio.reply(studio.send(name))?.status == 200, "\(name)")
    }
    // Every id that the script looks up is on the page.
    let ids = Set(page.text.matches(of: /id="([a-z-]+)"/).map { String($0.output.1) })
    let wanted = StudioPage.script.matches(of: /\$\("([a-z-]+)"\)/).map { String($0.output.1) }
    #expect(wanted.count > 20)
    for id in wanted { #expect(ids.contains(id), "\(id)") }
  }

  @Test func badInputIsReportedWithItsPath() throws {
    let studio = try Studio()
    let wrong = body(studio.shelf.first, [("sets", .array([.string("population.sise=3")]))])
    let reply = try #require(try studio.reply(studio.send("api/scenario", body: wrong)))
    #expect(reply.status == 400)
    let problem = try #require(try JSONReader.read(reply.text)["problems"]?.elements?.first)
    #expect(problem["path"]?.string == "$.population.sise")
    #expect(problem["message"]?.string?.contains("did you mean `size`") == true)
    let order = body(studio.shelf.first, [("kind", .string("race")), ("schedules", .string("many"))])
    let refused = try #require(try studio.reply(studio.send("api/work", body: order)))
    #expect(refused.status == 400 && refused.text.contains("$.schedules"))
    let broken = try studio.send(
      "api/work", "Content-Type: application/json\r\nContent-Length: 1\r\n", isPost: true)
    broken.send("{")
    #expect(studio.reply(broken)?.status == 400)
  }

  /// An order gives the same bytes as its command, even if one side was run before.
  @Test func anOrderGivesTheReportOfItsCommand() throws {
    let studio = try Studio()
    let name = try studio.shelf.put(Self.short)
    func check(_ set: String) throws {
      let order = body(
        name, [("kind", .string("assume")), ("stage", .string("first")), ("sets", .array([.string(set)]))])
      let lines = try studio.lines(try studio.send("api/work", body: order))
      #expect(lines.first?["text"]?.string?.hasPrefix("gtsd-sim compare - ") == true)
      #expect(lines.contains { $0["state"]?.string == "running" })
      let last = try #require(lines.last)
      #expect(last["state"]?.string == "done")
      let outcome = try #require(last["outcome"])
      let id = try #require(outcome["id"]?.number)
      let reply = try #require(try studio.reply(studio.send("api/report/\(Int(id)).json")))
      let words = try StudioOrder(order, shelf: studio.shelf).words
      #expect(reply.text == CommandResult(words, input: Self.short).out)
      #expect(
        reply.fields["content-disposition"]?.contains(/^attachment; filename="comparison-of-short[a-z0-9-]*\.json"$/)
          == true)
      #expect(outcome["report"]?["comparison"]?["contrasts"]?.elements?.count == 1)
      let page = try #require(try studio.reply(studio.send("api/report/\(Int(id)).html")))
      #expect(page.text == (try Report(json: Data(reply.text.utf8))).html)
    }
    try check("backend.errorRate=0.1")
    try check("backend.errorRate=0.2")
    #expect(try studio.reply(studio.send("api/report/99.html"))?.status == 404)
  }

  @Test func aRaceIsFoundAndItsStepsAreThere() throws {
    let studio = try Studio()
    let story = try #require(studio.shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    let order = body(story, [("kind", .string("race")), ("schedules", .int(40))])
    let outcome = try #require(try studio.lines(try studio.send("api/work", body: order)).last?["outcome"])
    let find = try #require(outcome["report"]?["exploration"]?["finds"]?.elements?.first)
    #expect(find["timeline"]?["arrivals"]?.elements?.isEmpty == false)
    #expect(find["timeline"]?["rows"]?.elements?.isEmpty == false)
    #expect(outcome["parts"]?.elements?.first?["html"]?.string?.contains("class=\"timeline\"") == true)
  }

  /// Closing a page ends its own work and no other.
  @Test func leavingPageEndsItsOwnWorkAlone() throws {
    let studio = try Studio()
    let story = try #require(studio.shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    // More work than any test waits for.
    let long = body(story, page: "long", [("kind", .string("race")), ("schedules", .int(1_000_000))])
    let leaving = try studio.send("api/work", body: long)
    studio.loop.turn { String(decoding: leaving.received, as: UTF8.self).contains("\"running\"") }
    let brief = body(story, page: "brief", [("kind", .string("race")), ("schedules", .int(5))])
    let waiting = try studio.send("api/work", body: brief)
    studio.loop.turn { String(decoding: waiting.received, as: UTF8.self).contains("\"queued\"") }
    #expect(!waiting.isEnded)
    leaving.close()
    #expect(try studio.lines(waiting).last?["state"]?.string == "done")
  }

  @Test func aNewerMoveOfThePageEndsTheOlder() throws {
    let studio = try Studio()
    let story = try #require(studio.shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    let long = body(story, [("kind", .string("race")), ("schedules", .int(1_000_000))])
    let older = try studio.send("api/work", body: long)
    studio.loop.turn { String(decoding: older.received, as: UTF8.self).contains("\"running\"") }
    let newer = try studio.send(
      "api/work", body: body(story, [("kind", .string("race")), ("schedules", .int(5))]))
    #expect(try studio.lines(older).last?["state"]?.string == "superseded")
    #expect(try studio.lines(newer).last?["state"]?.string == "done")
  }

  @Test func savedScenariosAreValidAndHoldWhatWasMoved() throws {
    let studio = try Studio()
    let sets = JSONNode.array([.string("backend.errorRate=0.125")])
    let request = body(studio.shelf.first, [("sets", sets)])
    let reply = try #require(try studio.reply(studio.send("api/scenario/file", body: request)))
    let scenario = try Scenario.parse(reply.text)
    #expect(scenario.backend.errorRate == Probability(0.125))
    let scratch = try Scratch()
    let path = try scratch.write(reply.text, "saved.json")
    #expect(CommandResult(["validate", path]).code == .success)
    let source = try #require(try studio.reply(studio.send("api/scenario/text", body: request)))
    #expect(source.text.contains("follow"))
  }

  /// A page requests no files, so the scenario's own output is not written.
  @Test func nothingIsWrittenThatWasNotAskedFor() throws {
    let scratch = try Scratch()
    let studio = try Studio()
    let text = "{\"name\": \"w\", \"horizon\": \"5m\", \"output\": {\"directory\": \"\(scratch.path("out"))\"}}"
    let name = try studio.shelf.put(text)
    let request = body(
      name, [("kind", .string("assume")), ("stage", .string("first")), ("sets", .array([.string("seed=3")]))])
    let order = try StudioOrder(request, shelf: studio.shelf)
    let last = studio.work.perform(order, interrupts: Interrupts(takesSignals: false), progress: { _, _ in })
    guard case .done = last else {
      Issue.record("\(last)")
      return
    }
    #expect(scratch.files.isEmpty)
  }

  @Test func cancelledOrderSendsNothing() throws {
    let studio = try Studio()
    let order = try StudioOrder(
      body(studio.shelf.first, [("kind", .string("assume")), ("stage", .string("forecast"))]), shelf: studio.shelf)
    let interrupts = Interrupts(takesSignals: false)
    interrupts.request()
    interrupts.request()
    guard case .superseded = studio.work.perform(order, interrupts: interrupts, progress: { _, _ in }) else {
      Issue.record("a cancelled order has an outcome")
      return
    }
  }
}
