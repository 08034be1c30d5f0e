import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The connections of requests, and the kinds of requests.
@Suite(.limitedWait) struct LoadConnectionsTests {
  private func fold(_ load: String) throws -> LoadFold {
    try LoadRunTests.serving { target in
      try LoadRun(LoadRunTests.scenario(load), target: target).measure()
    }.fold
  }

  /// One user who sends five requests: over one connection that is kept, or over five.
  @Test(arguments: [("1", 1), (#""perUser""#, 1), (#""perSession""#, 5)])
  func connectionsAreOfWhomTheSettingsSay(connections: String, made: Int64) throws {
    let fold = try fold(
      #"{"unit": "request", "request": "health", "users": 1, "iterations": 5, "connections": \#(connections)}"#)
    #expect(fold.total.count(.ok) == 5)
    #expect(fold.connectionsMade == made && fold.handshakes == 0)
    #expect(fold.total.reused == 5 - made)
  }

  /// People with one session each have at least one connection, and each of their two phones has at most four. Requests
  /// on these connections are counted like all others.
  @Test(arguments: ["perUser", "perSession"])
  func peopleHaveConnectionsOfTheirOwn(connections: String) throws {
    let fold = try fold(
      #"{"rate": 100, "arrivals": "constant", "iterations": 6, "thinkTimeScale": 0, "connections": "\#(connections)"}"#)
    #expect(fold.completed == 6)
    #expect((6...48).contains(fold.connectionsMade), "\(fold.connectionsMade)")
    // All but the first request of each connection.
    #expect(fold.total.reused <= fold.total.count - 6 && fold.total.reused > 0)
  }

  @Test func generatorsAddUpTheirConnections() throws {
    let settings = LoadSettings()
    var (one, other) = (LoadFold(settings), LoadFold(settings))
    (one.connectionsMade, one.handshakes, other.connectionsMade) = (3, 2, 4)
    one.merge(other)
    #expect(one.connectionsMade == 7 && one.handshakes == 2)
    #expect(LoadFold(settings, kept: one.kept) == one)
  }

  /// Weights of 3 to 1 over 200 requests: fewer than 30 or more than 70 of the rarer kind occur once in hundreds of
  /// thousands of seeds. The draws depend on the seed, so the same run sends the same requests.
  @Test func aMixIsRequestedByItsWeights() throws {
    let load = """
      {"unit": "request", "users": 2, "iterations": 200,
       "mix": [{"request": "health", "weight": 3}, {"request": "me"}, {"request": "streak", "weight": 0}]}
      """
    func counts() throws -> [Int64] {
      let fold = try fold(load)
      return [Endpoint.health, .me, .streak].map { fold.endpoints[Int($0.rawValue)].count }
    }
    let first = try counts()
    #expect(first[0] + first[1] == 200 && (30...70).contains(first[1]) && first[2] == 0, "\(first)")
    #expect(try counts() == first)
  }

  @Test(arguments: [
    (#"{"users": 1, "connections": "perHouse"}"#, #"a number from 1 to 65535, "perUser" or "perSession""#),
    (#"{"users": 1, "connections": 0}"#, "a number from 1 to 65535"),
    (#"{"users": 1, "mix": [{"request": "me"}]}"#, "sessions request what people do"),
    (#"{"users": 1, "unit": "request", "mix": [{"request": "me", "weight": 0}]}"#, "no request has a weight above 0"),
    (#"{"users": 1, "unit": "request", "mix": [{"request": "mee"}]}"#, "did you mean `me`?"),
  ])
  func impossibleValueIsRefused(load: String, message: String) {
    do {
      _ = try LoadRunTests.scenario(load)
      Issue.record("\(load) was let through")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test func settingsAreWrittenAsTheyWereRead() throws {
    for connections in ["64", #""perUser""#, #""perSession""#] {
      let scenario = try LoadRunTests.scenario(#"{"users": 1, "connections": \#(connections)}"#)
      let again = try Scenario.parse(Data(scenario.resolvedJSON.utf8), path: "again", overrides: ScenarioOverrides())
      #expect(again.load == scenario.load)
    }
  }
}
