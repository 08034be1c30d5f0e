import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import gtsd_sim

/// Load from a page goes only to the server of the command line.
struct StudioLoadTests {
  private static func target(_ words: String...) throws -> StudioTarget? {
    guard case .command(.studio, let arguments) = try Invocation.parse(["studio"] + words) else { return nil }
    return try StudioTarget(arguments)
  }

  private func shelf() throws -> StudioShelf {
    StudioShelf(
      operand: nil, directory: Checkout.root.path,
      target: try Self.target("--target", "http://127.0.0.1:9", "--header", "X-Key: secret"))
  }

  private func node(_ scenario: String, _ members: [(String, JSONNode)]) -> JSONNode {
    .object(
      [("page", .string("p")), ("slot", .string("s")), ("scenario", .string(scenario)), ("kind", .string("load"))]
        + members)
  }

  @Test func studioTargetFollowsTheRulesOfLoad() throws {
    #expect(try Self.target() == nil)
    #expect(try Self.target("--target", "http://127.0.0.1:9")?.url == "http://127.0.0.1:9")
    for words in [["--target", "http://192.0.2.1:80"], ["--target", "nonsense"]] {
      let arguments = try Invocation.parse(["studio"] + words)
      guard case .command(_, let parsed) = arguments else { continue }
      #expect(throws: CommandFailure.self, "\(words)") { try StudioTarget(parsed) }
    }
    guard case .command(_, let parsed) = try Invocation.parse(["studio", "--header", "A: b"]) else { return }
    #expect(throws: CommandFailure.self) { try StudioTarget(parsed) }
  }

  @Test func anOrderIsTheCommandAndHidesWhatIsSecret() throws {
    let shelf = try shelf()
    let smoke = try #require(shelf.paths.first { $0.hasSuffix("load/smoke.json") })
    let order = try StudioOrder(
      node(smoke, [("model", .string("rate")), ("level", .int(5)), ("seconds", .int(9))]), shelf: shelf)
    #expect(
      order.commandLine == "gtsd-sim load \(smoke) --target http://127.0.0.1:9 --rate 5/s --duration 9s")
    #expect(order.words.contains("X-Key: secret") && !order.show.isRepeatable)
    let console = StudioWork(directory: Checkout.root.path).input(of: order)
    let plan = try LoadCommand.plan(order.arguments, console)
    #expect(plan.contains("5 sessions per second to http://127.0.0.1:9 for 9s") && plan.contains("signs people up"))
    let users = try StudioOrder(
      node(smoke, [("model", .string("users")), ("level", .int(3)), ("seconds", .int(9))]), shelf: shelf)
    #expect(users.commandLine.hasSuffix("--duration 9s --users 3"))
    let own = try StudioOrder(node(smoke, [("model", .string("scenario"))]), shelf: shelf)
    #expect(own.commandLine == "gtsd-sim load \(smoke) --target http://127.0.0.1:9")
  }

  @Test func unsendableScenarioIsRefusedWithItsPath() throws {
    let shelf = try shelf()
    let smoke = try #require(shelf.paths.first { $0.hasSuffix("load/smoke.json") })
    let rate: [(String, JSONNode)] = [("model", .string("rate")), ("level", .int(5)), ("seconds", .int(9))]
    let story = try #require(shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    let cases: [(shelf: StudioShelf, scenario: String, members: [(String, JSONNode)], path: String)] = [
      (StudioShelf(operand: nil, directory: Checkout.root.path), smoke, rate, "$.kind"),
      (shelf, story, rate, "$.scenario"),
      (shelf, shelf.first, [("model", .string("scenario"))], "$.model"),
      (shelf, smoke, [("model", .string("all"))], "$.model"),
      (shelf, smoke, [("model", .string("rate")), ("level", .int(0)), ("seconds", .int(9))], "$.level"),
      (shelf, smoke, [("model", .string("rate")), ("level", .int(5))], "$.seconds"),
    ]
    for (shelf, scenario, members, path) in cases {
      do {
        _ = try StudioOrder(node(scenario, members), shelf: shelf)
        Issue.record("\(members)")
      } catch {
        #expect(error.status == 400 && error.problems.map(\.path) == [path], "\(members)")
      }
    }
  }
}
