import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDWorld
import HTTPLoop
import Interleaving

/// Answers the requests of the studio's page: for its files, for facts about scenarios, and for commands. The desk runs
/// the commands, and their results are sent line by line.
///
/// All methods are called on the loop's thread. Other threads submit their calls to the loop.
final class StudioService {
  private let loop: EventLoop
  private let gate: StudioGate
  private let shelf: StudioShelf
  private let work: StudioWork
  private let desk: StudioDesk

  init(loop: EventLoop, gate: StudioGate, shelf: StudioShelf, work: StudioWork, desk: StudioDesk) {
    (self.loop, self.gate, self.shelf, self.work, self.desk) = (loop, gate, shelf, work, desk)
  }

  func handle(_ incoming: HTTPIncoming, _ slot: HTTPReplySlot) {
    let decision = gate.decide(
      host: incoming.header("Host"), origin: incoming.header("Origin"), site: incoming.header("Sec-Fetch-Site"),
      target: incoming.target)
    switch decision {
    case .refuse(let status, let text): slot.send(Self.reply(status, "text/plain; charset=utf-8", text + "\n"))
    case .pass(let path):
      do throws(StudioRefusal) {
        try route(incoming, path, slot)
      } catch {
        slot.send(Self.json(error.status, error.node))
      }
    }
  }

  private func route(_ incoming: HTTPIncoming, _ path: String, _ slot: HTTPReplySlot) throws(StudioRefusal) {
    switch (incoming.method, path) {
    case (.get, ""), (.head, ""): slot.send(Self.reply(200, "text/html; charset=utf-8", StudioPage.html))
    case (.get, "studio.css"): slot.send(Self.reply(200, "text/css; charset=utf-8", StudioPage.css))
    case (.get, "studio.js"): slot.send(Self.reply(200, "text/javascript; charset=utf-8", StudioPage.script))
    case (.get, "icon.svg"): slot.send(Self.reply(200, "image/svg+xml", StudioPage.icon))
    case (.get, "api/start"): slot.send(Self.json(200, start))
    case (.get, _) where path.hasPrefix("api/report/"):
      slot.send(try report(String(path.dropFirst("api/report/".count))))
    case (.post, "api/scenario"): slot.send(Self.json(200, try facts(Self.body(incoming))))
    case (.post, "api/scenario/file"): slot.send(try file(Self.body(incoming)))
    case (.post, "api/scenario/text"): slot.send(Self.json(200, try text(Self.body(incoming))))
    case (.post, "api/text"):
      let request = StudioRequest(try Self.body(incoming))
      slot.send(Self.json(200, .object([("scenario", .string(try shelf.put(try request.text("text"))))])))
    case (.post, "api/load"): slot.send(Self.json(200, try plan(Self.body(incoming))))
    case (.post, "api/work"): begin(try StudioOrder(Self.body(incoming), shelf: shelf), slot)
    default: throw StudioRefusal(status: 404, "there is nothing at \(path)")
    }
  }

  // MARK: Facts

  private var start: JSONNode {
    .object([
      ("version", .string(GTSDSimVersion.current)), ("first", .string(shelf.first)),
      ("scenarios", .array(shelf.paths.map { .string($0) })),
      (
        "questions",
        .array(
          StudioQuestion.allCases.map {
            .object([
              ("id", .string($0.rawValue)), ("text", .string($0.text)), ("method", .string($0.method)),
              ("need", $0.need.map { .string($0.rawValue) } ?? JSONNode(.null)),
              ("lack", $0.need.map { .string($0.lack) } ?? JSONNode(.null)),
              ("example", $0.need.map { .string(shelf.operand(ofLibrary: $0.example)) } ?? JSONNode(.null)),
            ])
          })
      ),
      ("generations", .array(Generation.Preset.allCases.map { .string($0.rawValue) })),
      ("policies", .array(SearchStrategy.allCases.map { .string($0.rawValue) })),
      ("target", shelf.target.map { .string($0.url) } ?? JSONNode(.null)),
      ("actions", .array(PersonAction.ofStories.map { .string($0.name) })),
    ])
  }

  private func facts(_ node: JSONNode) throws(StudioRefusal) -> JSONNode {
    let request = StudioRequest(node)
    let name = try request.text("scenario")
    // The page shows the value before the change. The server checks here that the value can be changed.
    _ = try shelf.scenario(name, sets: try request.texts("sets"))
    return StudioFacts(scenario: try shelf.scenario(name, sets: []), name: name).node
  }

  private func text(_ node: JSONNode) throws(StudioRefusal) -> JSONNode {
    .object([("text", .string(try shelf.text(try StudioRequest(node).text("scenario"))))])
  }

  /// The requests that a load run would send. Sends nothing.
  private func plan(_ node: JSONNode) throws(StudioRefusal) -> JSONNode {
    let order = try StudioOrder(node, shelf: shelf)
    guard case .load = order.show else { throw StudioRefusal("expected load", at: "$.kind") }
    do throws(CommandFailure) {
      return .object([
        ("command", .string(order.commandLine)),
        ("text", .string(try LoadCommand.plan(order.arguments, work.input(of: order)))),
      ])
    } catch {
      throw StudioRefusal(PlainText.visible(error.message), at: "$")
    }
  }

  /// The scenario with the values from the page, as the text of a file.
  private func file(_ node: JSONNode) throws(StudioRefusal) -> HTTPOutgoing {
    let request = StudioRequest(node)
    let scenario = try shelf.scenario(try request.text("scenario"), sets: try request.texts("sets"))
    var text = scenario.resolvedJSON
    if let node = try? JSONReader.read(text) { text = node.prettyText + "\n" }
    return Self.reply(200, "application/json", text)
  }

  /// `ID.html`, `ID.json` or `ID.md`: the report of an outcome, as its command writes it.
  private func report(_ name: String) throws(StudioRefusal) -> HTTPOutgoing {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int(parts[0]), let format = ReportFormat(rawValue: String(parts[1])) else {
      throw StudioRefusal(status: 404, "there is no report \(name)")
    }
    guard let json = work.report(id) else {
      throw StudioRefusal(status: 404, "the report \(id) is no longer kept; run it again")
    }
    let type =
      ["html": "text/html", "json": "application/json", "md": "text/markdown"][format.rawValue] ?? "text/plain"
    let report = try? Report(json: Data(json.utf8))
    let text = format == .json ? json : report?.rendered(as: format) ?? ""
    var reply = Self.reply(200, "\(type); charset=utf-8", text)
    // Sent as a download, since a report has a script of its own, which this address does not allow.
    let file = "\(report?.fileName ?? "report").\(format.rawValue)"
    reply.headers.append(("Content-Disposition", "attachment; filename=\"\(file)\""))
    return reply
  }

  // MARK: Work

  private func begin(_ order: StudioOrder, _ slot: HTTPReplySlot) {
    final class Place { var ticket: StudioDesk.Ticket? }
    let place = Place()
    let head = HTTPOutgoing(
      status: 200, contentType: "application/x-ndjson; charset=utf-8", headers: Self.headers,
      body: StudioEvent.progress(order.commandLine, share: nil).line)
    guard let stream = slot.begin(head, whenGone: { [desk] in place.ticket.map(desk.leave) }) else { return }
    let (loop, work) = (loop, work)
    place.ticket = desk.enter(
      page: order.page, slot: order.slot,
      send: { event in loop.submit { stream.send(event.line, isLast: event.isLast) } },
      work: { ticket in
        let last = work.perform(
          order, interrupts: ticket.interrupts, progress: { ticket.send(.progress($0, share: $1)) },
          live: { ticket.send(.live($0)) })
        ticket.send(last)
      })
  }

  // MARK: Replies

  /// The header fields of every page: content from this server only, and no inline script. Charts place their parts
  /// with style attributes.
  private static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static func reply(_ status: Int, _ type: String, _ text: String) -> HTTPOutgoing {
    HTTPOutgoing(status: status, contentType: type, headers: headers, body: Array(text.utf8))
  }

  private static func json(_ status: Int, _ node: JSONNode) -> HTTPOutgoing {
    reply(status, "application/json; charset=utf-8", node.text + "\n")
  }

  private static func body(_ incoming: HTTPIncoming) throws(StudioRefusal) -> JSONNode {
    guard incoming.header("Content-Type")?.lowercased().hasPrefix("application/json") == true else {
      throw StudioRefusal(status: 415, "requests are application/json")
    }
    do {
      return try JSONReader.read(bytes: incoming.body, limit: StudioServer.maxBody)
    } catch {
      throw StudioRefusal("line \(error.line), column \(error.column): \(error.message)", at: "$")
    }
  }
}
