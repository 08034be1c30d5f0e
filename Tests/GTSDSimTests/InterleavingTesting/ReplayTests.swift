import GTSDSim
import Testing

@testable import GTSDExplore
@testable import Interleaving
@testable import InterleavingTesting

/// A find is replayed without an edit: its token names the test, and the environment contains the token.
struct ReplayTests {
  private func settings(for test: String?, _ token: ExplorationToken) throws -> ExplorationSettings {
    let environment = try ExplorationEnvironment(["GTSD_REPLAY": token.text])
    return try ExplorationSettings(
      schedules: 100, seed: 3, window: .zero, policy: .portfolio, token: nil, test: test, environment: environment)
  }

  private let token = ExplorationToken(
    seed: 7, window: 5, constraints: [OrderConstraint(before: 1, after: 2)],
    handovers: [Handover(job: 3, edge: 4)], test: "AppTests.FeedTests/load(_:)")

  @Test("A token keeps the order and the name of its test")
  func tokenIsRead() throws {
    #expect(try ExplorationToken(token.text) == token)
    var plain = token
    (plain.test, plain.handovers) = (nil, [])
    #expect(try ExplorationToken(plain.text) == plain)
    let error = #expect(throws: InterleavingTesting.ExplorationError.self) {
      try ExplorationToken(String(token.text.dropLast(8)))
    }
    #expect(error != nil)
  }

  @Test("The environment replays the test that its token names, and no other")
  func environmentReplaysOneTest() throws {
    let named = try settings(for: token.test, token)
    #expect(named.token == token && named.isReplayedByEnvironment && named.seed == 7)
    for other in ["AppTests.FeedTests/other()", nil] {
      let settings = try settings(for: other, token)
      #expect(settings.token == nil && !settings.isReplayedByEnvironment && settings.seed == 3)
    }
  }

  @Test("A find names the command that replays it, quoted for a shell")
  func findsNameTheirCommand() async throws {
    #expect(
      token.command == #"GTSD_REPLAY=\#(token.text) swift test --filter 'AppTests\.FeedTests/load\(_:\)'"#)
    let result = try await CardTests.search { _ in await LittleApp.agree(isGuarded: false) }
    #expect(result.findings.first?.command == nil)
  }
}
