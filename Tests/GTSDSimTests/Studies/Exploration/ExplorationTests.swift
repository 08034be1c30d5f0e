import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

@Suite struct ExplorationTests {
  static func race(_ hazard: String) throws -> Scenario {
    try Scenario.load(Checkout.root.appending(path: "scenarios/races/\(hazard).json").path)
  }

  /// If the user leaves while a race is replayed or explained, no partial result is reported and nothing more is run.
  @Test func anAbandonedRaceIsNotHalfExplained() throws {
    let scenario = try Self.race("double-tap-acknowledge")
    let section = try #require(try Exploration(scenario, schedules: 64, jobs: 1).run().report.exploration)
    let replay = try Replay(token: ReplayToken.decode(section.finds[0].token), scenario: scenario)
    /// Answers false this many times, and counts the calls.
    func ask(_ patience: Int) throws -> (isReproduced: Bool, asked: Int) {
      let asked = Atomic<Int>(0)
      let outcome = try replay.run(isCancelled: { asked.add(1, ordering: .relaxed).oldValue >= patience })
      return (outcome.isReproduced, asked.load(ordering: .relaxed))
    }
    let whole = try ask(.max)
    #expect(whole.isReproduced && whole.asked > 1_000)
    for patience in [0, 1, 100, whole.asked - 1] {
      #expect(try !ask(patience).isReproduced, "after \(patience) of \(whole.asked) questions")
    }
    var search = Exploration(scenario, schedules: 64, jobs: 1)
    let asked = Atomic<Int>(0)
    search.isAbandoned = { asked.add(1, ordering: .relaxed).oldValue >= 100 }
    let ended = try search.run(progress: { _ in }, isCancelled: { asked.load(ordering: .relaxed) >= 100 })
    #expect(ended.report.exploration?.finds == [])
  }

  @Test func aDoubleTapIsFoundShrunkAndExplained() throws {
    let report = try Exploration(Self.race("double-tap-acknowledge"), schedules: 400, jobs: 2).run()
    let section = try #require(report.exploration)
    #expect(section.errors == [])
    let find = try #require(section.finds.first { $0.hazard == "double-tap-acknowledge" })
    #expect(find.oracle == "I-ONCE")
    #expect(find.constraints.count == 1)
    #expect(find.passesWithoutConstraints)
    #expect(find.isMinimal)
    let twin = try #require(find.twin)
    #expect(twin.failures == 0)
    #expect(report.exitCode == 11)
  }

  /// A schedule that is not run because another made the same choices has the outcome that a run would give.
  @Test(arguments: [
    "stale-get-overwrites-ack", "double-tap-acknowledge", "photo-cache-clobber", "summary-after-continue",
    "../acceptance/summary-slow", "../acceptance/killed-anywhere-while-acknowledging",
  ])
  func knownOutcomeOfAnOrderIsItsOutcome(story: String) throws {
    let subject = try Exploration.subject(of: Self.race(story))
    let lived = Atomic<Int>(0)
    let runner = ScheduleRunner(subject) {
      lived.add(1, ordering: .relaxed)
      return false
    }
    let policies = SchedulePolicies(runner)
    let (policy, other) = (policies.searching(.portfolio), policies.searching(.portfolio))
    var known = KnownOrders(runner)
    let plain = ScheduleRunner(subject)
    for number in 0..<200 as Range<UInt32> {
      let schedule = Schedule(number: number, strategy: .portfolio, of: subject)
      let outcome = known.outcome(of: schedule, under: policies.policy(for: schedule, among: policy))
      let expected = plain.run(schedule, under: policies.policy(for: schedule, among: other))
      #expect(outcome == expected, "\(number)")
    }
    // One more for the reference.
    let count = lived.load(ordering: .relaxed)
    #expect(count <= 401)
    // A small story repeats some orders.
    if story == "double-tap-acknowledge" || story == "stale-get-overwrites-ack" { #expect(count < 400, "\(count)") }
  }

  /// Phones, server and oracles that were used in other schedules behave like new ones.
  @Test(arguments: [
    "stale-get-overwrites-ack", "duplicate-weekly-plan", "prefs-two-writers", "ack-committed-reply-lost",
    "token-refresh-stampede", "photo-onchange-reentrancy", "../acceptance/server-restarts-while-acknowledging",
    "../acceptance/killed-anywhere-while-acknowledging", "../acceptance/photos-all-show-progress",
  ])
  func aScheduleLeavesNothingBehind(story: String) throws {
    let subject = try Exploration.subject(of: Self.race(story))
    let runner = ScheduleRunner(subject)
    let policies = SchedulePolicies(runner)
    let (policy, other) = (policies.searching(.portfolio), policies.searching(.portfolio))
    for number in 0..<60 as Range<UInt32> {
      let schedule = Schedule(number: number, strategy: .portfolio, of: subject)
      let outcome = runner.run(schedule, under: policies.policy(for: schedule, among: policy))
      let expected = ScheduleRunner(subject).run(schedule, under: policies.policy(for: schedule, among: other))
      #expect(outcome == expected, "\(number)")
    }
  }

  /// The report depends on the number of schedules, not on the threads that ran them.
  @Test func threadsChangeNothing() throws {
    let scenario = try Self.race("double-tap-acknowledge")
    let one = try Exploration(scenario, schedules: 300, jobs: 1).run()
    let three = try Exploration(scenario, schedules: 300, jobs: 3).run()
    #expect(one == three)
  }
}
