import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The claims of a depth-first search about the orders that it ran, compared with orders of other policies.
@Suite struct DepthFirstExplorationTests {
  /// Stories whose orders within 2 s can all be run quickly; some with a fault.
  static let small = [
    "ack-bypass-toolbar", "cache-eviction", "cancelled-leaves-loading", "cancelled-reported-as-network-error",
    "cross-user-singleton", "delete-photo-resurrection", "dismissal-undone-by-recheck", "double-compute-on-first-read",
    "logout-does-not-revoke", "logout-waits-for-network", "photo-cache-clobber",
    "photo-index-desync", "photo-selection-load-reorder", "plan-held-after-edit",
    "task-filter-reorder",
  ]
  /// Larger stories, which take seconds each. `StudyTests` runs them.
  static let larger = [
    "confirm-race-500", "http-cache-stale-get", "prefs-empty-load-overwrite", "profile-save-partial-commit",
  ]

  private static func search(_ scenario: Scenario, _ schedules: Int) throws -> ExplorationFold {
    var exploration = Exploration(scenario, schedules: schedules, jobs: 1)
    exploration.strategy = .dfs
    return exploration.search(try Exploration.subject(of: scenario))
  }

  /// No policy makes an order that is not among those that ran: the same latencies, every menu.
  @Test(.limitedWait, arguments: Sample.of(small, each: 4))
  func depthFirstSearchLeavesOutNoOrder(story: String) throws { try Self.leavesNoOrderOut(story) }

  /// Compares a search of a story with 400 schedules of other policies.
  static func leavesNoOrderOut(_ story: String) throws {
    let scenario = try ExplorationTests.race(story)
    let fold = try search(scenario, 10_000)
    let exhausted = try #require(fold.exhausted)
    #expect(exhausted.window == Exploration.window)
    #expect(exhausted.classes == fold.classCount)
    #expect(fold.entries.values.contains { $0.finding.hazard?.rawValue == story })
    let subject = try Exploration.subject(of: scenario)
    let runner = ScheduleRunner(subject)
    let policies = SchedulePolicies(runner)
    for number in 0..<400 as Range<UInt32> {
      var schedule = Schedule(number: number, strategy: .portfolio, of: subject)
      schedule.drawsLatencies = false
      let outcome = runner.run(schedule, under: policies.policy(for: schedule))
      #expect(fold.classes[outcome.orderClass] != nil, "\(schedule)")
    }
  }

  /// A find under a fault is shrunk and replayed with that fault.
  @Test func aFindUnderAFaultIsReplayed() throws {
    let scenario = try ExplorationTests.race("photo-cache-clobber")
    var exploration = Exploration(scenario, schedules: 100, jobs: 1)
    exploration.strategy = .dfs
    let section = try #require(try exploration.run().report.exploration)
    #expect(section.errors == [])
    let find = try #require(section.finds.first { $0.hazard == "photo-cache-clobber" })
    #expect(find.faults.count == 1)
    let replay = try Replay(token: ReplayToken.decode(find.token), scenario: scenario)
    #expect(try replay.run().isReproduced)
  }

  /// A search that ends early reports the window that it completed, and counts the orders of that window.
  @Test func aSearchThatEndsEarlySaysWithinWhichWindow() throws {
    let scenario = try ExplorationTests.race("stale-get-overwrites-ack")
    let fold = try Self.search(scenario, 1_500)
    let exhausted = try #require(fold.exhausted)
    #expect(exhausted.window < Exploration.window)
    #expect(fold.schedules == 1_500)
    #expect(exhausted.classes < fold.classCount)
    #expect(try Self.search(scenario, 1).exhausted == nil)
  }

  /// The moment of a kill is drawn, so there is no end of schedules.
  @Test func aKillAnywhereIsNeverExhausted() throws {
    var scenario = try ExplorationTests.race("cross-user-singleton")
    #expect(try Self.search(scenario, 100).exhausted != nil)
    scenario.story?.kill = .anywhere
    #expect(try Self.search(scenario, 100).exhausted == nil)
  }

  @Test(arguments: [(0, 0), (1, 0), (0, 0b101), (3, 0b1010), (5, 0b11)] as [(Int, UInt64)])
  func menusAreEverySubsetOnce(faults: Int, optional: UInt64) {
    let menus = Array(ScheduleMenus(faults: faults, optionalSteps: optional))
    #expect(menus.count == 1 << (faults + optional.nonzeroBitCount))
    #expect(Set(menus).count == menus.count)
    let sizes = menus.map { $0.faults.count + $0.leftOut.nonzeroBitCount }
    #expect(sizes == sizes.sorted())
    #expect(menus.allSatisfy { $0.leftOut & ~optional == 0 && $0.faults.places.allSatisfy { $0 < faults } })
  }

  /// The first menus of a story with a thousand faults are created without a list of all menus.
  @Test func menusAreMadeAsTheyAreAsked() {
    let menus = ScheduleMenus(faults: 1_000, optionalSteps: .max).prefix(1_100)
    #expect(menus.map { $0.faults.count + $0.leftOut.nonzeroBitCount }.last == 2)
  }
}
