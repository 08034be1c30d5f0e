import Foundation
import Testing

@testable import Interleaving
@testable import InterleavingTesting

/// A find is replayed without an edit: its token names the test, and the environment contains the token.
struct ReplayTests {
  private func settings(
    for test: String?, _ token: ExplorationToken, arguments: String? = nil
  ) throws -> ExplorationSettings {
    let environment = try ExplorationEnvironment(["GTSD_REPLAY": token.text])
    return try ExplorationSettings(
      schedules: 100, seed: 3, window: .zero, policy: .portfolio, token: nil, test: test, arguments: arguments,
      environment: environment)
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

  @Test("A find of a test with arguments is replayed with its own arguments, and the other cases do not run")
  func environmentReplaysOneCase() throws {
    var ofTwo = token
    ofTwo.arguments = "2"
    #expect(try ExplorationToken(ofTwo.text) == ofTwo)
    #expect(try settings(for: token.test, ofTwo, arguments: "2").skipped == nil)
    let other = try settings(for: token.test, ofTwo, arguments: "1")
    #expect(other.skipped == "not replayed: the token is of the argument 2")
    #expect(try settings(for: token.test, token, arguments: "1").skipped == nil)
  }

  @Test("The arguments of a test case are known as text", arguments: [1, 2], ["a b", "ü"])
  func argumentsInWords(number: Int, text: String) throws {
    #expect(Test.Case.current?.argumentText == "\(number), \"\(text)\"")
  }

  @Test("Long arguments are truncated and stay distinct", arguments: [String(repeating: "x", count: 200) + "1"])
  func longArguments(text: String) throws {
    let words = try #require(Test.Case.current?.argumentText)
    #expect(words.count < 90 && words.hasPrefix("\"xxx") && words.contains("… ("))
  }

  @Test("A test without arguments has no argument text")
  func noArguments() { #expect(Test.Case.current?.argumentText == nil) }

  @Test("The token of another test is refused")
  func tokenOfAnotherTest() async throws {
    for isRun in [true, false] {
      let error = await #expect(throws: InterleavingTesting.ExplorationError.self) {
        if isRun {
          try await InterleavingTesting.Exploration.run(replaying: token.text) { _ in }
        } else {
          try await InterleavingTesting.Exploration.search(replaying: token.text) { _ in }
        }
      }
      let text = error?.description ?? ""
      #expect(text.contains("a find in AppTests.FeedTests/load(_:), but this test is"), "\(text)")
    }
  }

  @Test("A find names the command that replays it, quoted for a shell")
  func findsNameTheirCommand() async throws {
    #expect(
      token.command == #"GTSD_REPLAY=\#(token.text) swift test --filter 'AppTests\.FeedTests/load\(_:\)'"#)
    let result = try await QuietSearch.run { _ in await LittleApp.agree(isGuarded: false) }
    #expect(result.findings.first?.command == nil)
  }

  @Test("Two tests and two cases never draw the same random numbers, and a replay draws those of its find")
  func drawnNumbers() async throws {
    func drawn(by settings: ExplorationSettings) async throws -> [UUID] {
      let all = Guarded<[UUID]>([])
      _ = try await InterleavingTesting.Exploration.run(settings) { _ in all.withLock { $0.append(UUID()) } }
      return all.withLock { $0 }
    }
    var settings = ExplorationSettings()
    settings.schedules = 3
    var (tests, all): ([String?], [UUID]) = ([nil, "AppTests.a()", "AppTests.b()"], [])
    for test in tests {
      settings.test = test
      all += try await drawn(by: settings)
    }
    (settings.test, settings.arguments) = ("AppTests.b()", "1")
    all += try await drawn(by: settings)
    // The natural order runs twice, with the same numbers.
    #expect(all.count == 4 * 4 && Set(all).count == 4 * 3)
    tests = ["AppTests.b()", nil]
    for test in tests {
      var replay = ExplorationSettings()
      replay.test = test
      replay.token = ExplorationToken(
        seed: settings.seed, window: 0, constraints: [], handovers: [], test: "AppTests.b()", arguments: "1")
      #expect(try await drawn(by: replay) == [all[12]])
    }
  }
}
