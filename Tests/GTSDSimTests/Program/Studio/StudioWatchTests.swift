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

/// The view of people in a run, and of a single one again.
struct StudioWatchTests {
  /// A day with few people, some of whom meet a violation.
  private static func scenario() throws -> Scenario {
    let path = Checkout.root.appending(path: "scenarios/first-day.json").path
    return try Scenario.load(path, overrides: ScenarioOverrides(sets: sets))
  }

  private static let sets = ["population.size=30", "population.cellSize=15", "horizon=20h"]

  /// The film ends with the figures of the report, and recording it changes no figure.
  @Test func watchedRunEndsAsReported() throws {
    let scenario = try Self.scenario()
    let plain = Simulation(scenario, jobs: 1).result()
    var simulation = Simulation(scenario, jobs: 2)
    let reel = FilmReel()
    simulation.film = reel
    let result = simulation.result()
    #expect(result.digest == plain.digest)
    let film = reel.film
    #expect(zip(film.moves, film.moves.dropFirst()).allSatisfy { $0.time <= $1.time })
    var last: [Int: FunnelSteps] = [:]
    for move in film.moves { last[move.user] = move.steps }
    for row in result.funnel {
      let step = try #require(FunnelStep(rawValue: row.step))
      #expect(last.values.count { $0.contains(step) } == row.users, "\(row.step)")
    }
    #expect(film.breaks.count == result.violations.reduce(0) { $0 + $1.count } && !film.breaks.isEmpty)
    // Everybody is at some station, and nobody goes back.
    #expect(last.values.allSatisfy { $0.furthest != nil })
    #expect(last.values.contains { $0.furthest == .planShown })

    // One person again: the same violations, each with a working token, next to the app without the cause.
    let user = try #require(film.breaks.first).user
    let overrides = Self.sets
    let day = try #require(PersonWatch(scenario, user: user, overrides: overrides)?.run())
    #expect(day.breaks.map(\.time) == film.breaks.filter { $0.user == user }.map(\.time))
    #expect(day.steps == last[user])
    #expect(!day.visits.isEmpty && !day.screens.isEmpty && !day.requests.isEmpty && !day.persona.isEmpty)
    #expect(day.screens.allSatisfy { ($0.to ?? .max) > $0.from && !$0.words.isEmpty })
    #expect(day.requests.contains { $0.outcome?.hasPrefix("20") == true && ($0.to ?? 0) > $0.from })
    let broken = try #require(day.breaks.first { $0.hazard != nil })
    let outcome = try Replay(token: try ReplayToken.decode(broken.token), scenario: scenario).run()
    #expect(outcome.isReproduced)
    let scene = outcome.scene
    #expect(scene["timeline"]?["arrivals"]?.elements?.isEmpty == false)
    #expect(scene["statement"]?.string?.isEmpty == false && scene["token"]?.string == broken.token)
    #expect(scene["twin"]?["timeline"]?["arrivals"]?.elements?.isEmpty == false)
    #expect(scene["twin"]?["firstDivergence"]?.number != nil)
  }

  @Test func cancelledWatchHasNoResult() throws {
    let scenario = try Self.scenario()
    #expect(PersonWatch(scenario, user: 3, overrides: [])?.run(isCancelled: { true }) == nil)
    #expect(PersonWatch(scenario, user: 30, overrides: []) == nil)
  }

  // MARK: Orders

  private let shelf = StudioShelf(operand: nil, directory: Checkout.root.path)
  private let work = StudioWork(directory: Checkout.root.path)

  private func order(_ scenario: String, _ members: [(String, JSONNode)]) throws -> StudioOrder {
    try StudioOrder(
      .object([("page", .string("p")), ("slot", .string("s")), ("scenario", .string(scenario))] + members),
      shelf: shelf)
  }

  private func outcome(_ scenario: String, _ members: [(String, JSONNode)]) throws -> JSONNode {
    let order = try order(scenario, members)
    let event = work.perform(order, interrupts: Interrupts(takesSignals: false), progress: { _, _ in })
    guard case .done(let outcome) = event else {
      Issue.record("\(event)")
      return .object([])
    }
    return outcome
  }

  private static let short =
    "{\"name\": \"short\", \"horizon\": \"10m\", \"population\": {\"arrival\": \"together\"}}"

  @Test func watchedRunIsThatOfTheCommand() throws {
    let name = try shelf.put(Self.short)
    let watched = try outcome(name, [("kind", .string("watch"))])
    #expect(watched["command"]?.string == "gtsd-sim run - --users 200 < scenario.json")
    let id = try #require(watched["id"]?.number)
    let words = try order(name, [("kind", .string("watch"))]).words
    #expect(work.report(Int(id)) == CommandResult(words, input: Self.short).out)
    #expect(watched["film"]?["moves"]?.elements?.isEmpty == false)
    #expect(watched["film"]?["stations"]?.elements?.count == FunnelSteps.stations.count)
    // The same order again is answered from the store, with its film.
    let again = try outcome(name, [("kind", .string("watch"))])
    #expect(again["id"] == watched["id"] && again["film"] == watched["film"])
    let user = try #require(watched["film"]?["moves"]?.elements?.first?.elements?[1].number)
    let day = try outcome(name, [("kind", .string("day")), ("user", .int(Int(user)))])
    #expect(day["day"]?["user"]?.number == user && day["day"]?["visits"]?.elements?.isEmpty == false)
  }

  @Test func aStoryIsPlayedAsItsCommandSays() throws {
    let story = try #require(shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    let played = try outcome(story, [("kind", .string("play"))])
    #expect(played["command"]?.string == "gtsd-sim play \(story)")
    let words = try order(story, [("kind", .string("play"))]).words
    #expect(try JSONReader.read(CommandResult(words).out).text == played["story"]?["play"]?.text)
    #expect(played["story"]?["timeline"]?["arrivals"]?.elements?.isEmpty == false)
  }

  @Test func unwatchableScenarioIsRefusedWithItsPath() throws {
    let story = try #require(shelf.paths.first { $0.hasSuffix("/double-tap-acknowledge.json") })
    let cases: [(scenario: String, members: [(String, JSONNode)], path: String)] = [
      (story, [("kind", .string("watch"))], "$.scenario"),
      (shelf.first, [("kind", .string("day")), ("user", .int(200))], "$.user"),
      (shelf.first, [("kind", .string("day"))], "$.user"),
      (shelf.first, [("kind", .string("play"))], "$.scenario"),
      (shelf.first, [("kind", .string("replay")), ("token", .string("gtsd3-abc"))], "$.token"),
      (shelf.first, [("kind", .string("replay"))], "$.token"),
    ]
    for (scenario, members, path) in cases {
      do {
        _ = try order(scenario, members)
        Issue.record("\(members)")
      } catch let refusal as StudioRefusal {
        #expect(refusal.status == 400 && refusal.problems.map(\.path) == [path], "\(members)")
      }
    }
    // A token of another scenario is reported as such.
    let other = ReplayToken(
      scenario: "another", digest: "d", seed: 1, subject: .unit(replication: 0, cell: 0), user: 0, time: 0, key: 1)
    do {
      _ = try order(shelf.first, [("kind", .string("replay")), ("token", .string(other.encode()))])
      Issue.record("a token of another scenario is taken")
    } catch let refusal as StudioRefusal {
      #expect(refusal.problems.map(\.path) == ["$.token"] && refusal.message.contains("another"))
    }
  }
}
