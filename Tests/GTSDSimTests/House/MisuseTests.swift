import Foundation
import GTSDModel
import GTSDSim
import TestSupport
import Testing

@testable import GTSDStudies
@testable import Interleaving

/// Calls that only a mistake in calling code can make. Each ends the process at once with a message, before anything
/// wrong is computed.
///
/// Each case runs in a process of its own and must end it with its message on standard error. Another failure, or an
/// end without the message, does not pass.
struct MisuseTests {
  struct Misuse: Sendable, CustomTestStringConvertible {
    var name: String
    /// A part of the message that the process prints before it ends.
    var message: String
    var call: @Sendable () -> Void
    var testDescription: String { name }

    init(_ name: String, says message: String, _ call: @escaping @Sendable () -> Void) {
      self.name = name
      self.message = message
      self.call = call
    }
  }

  static let all = runs + scheduler + search

  @Test(.limitedWait, arguments: all.indices)
  func misuseEndsTheProcessWithAMessage(index: Int) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent], "\(Self.all[index].name)"
    ) { [index] in
      MisuseTests.all[index].call()
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains(Self.all[index].message), "\(Self.all[index].name) says: \(said)")
  }

  // MARK: Runs

  private static let runs = [
    Misuse("a run of no replication", says: "at least one replication, not 0") {
      _ = Simulation(Scenario(name: "s"), replications: 0)
    },
    Misuse("a search of no schedule", says: "a search of 0 schedules") {
      _ = Exploration(Scenario(name: "s"), schedules: 0)
    },
    Misuse("a search of more schedules than have numbers", says: "a search of 4294967296 schedules") {
      _ = Exploration(Scenario(name: "s"), schedules: Int(UInt32.max) + 1)
    },
    Misuse("a forecast without spread", says: "at least two replications, not 1") {
      _ = Forecast(Scenario(name: "s"), replications: 1)
    },
    Misuse("a comparison of nothing", says: "needs replications, not 0") {
      _ = Comparison(Scenario(name: "a"), Scenario(name: "b"), replications: 0)
    },
    Misuse("a comparison of arms that are not there", says: "the scenario s has no experiment") {
      _ = Comparison(experiment: Scenario(name: "s"))
    },
    Misuse("a fit of a story", says: "the scenario s has a story") {
      var scenario = Scenario(name: "s")
      scenario.story = GTSDModel.Story()
      _ = Calibration(scenario)
    },
    Misuse("a cell below the first", says: "cell -1 of 1") {
      _ = Scenario(name: "s").population.users(ofCell: -1)
    },
    Misuse("a cell beyond the last", says: "cell 1 of 1") {
      let population = Scenario(name: "s").population
      _ = population.users(ofCell: population.cellCount)
    },
  ]

  // MARK: The scheduler

  private static let scheduler = [
    Misuse("a world that runs is run", says: "a running world was run again at 5 ns") {
      let scheduler = Scheduler()
      scheduler.schedule(after: 5, kind: .timer) { scheduler.run() }
      scheduler.run()
    },
    Misuse("a world that runs is shut down", says: "a world was shut down while it runs, at 5 ns") {
      let scheduler = Scheduler()
      scheduler.schedule(after: 5, kind: .timer) { scheduler.shutdown() }
      scheduler.run()
    },
    Misuse("a world that runs is reset", says: "a world was reset while it runs, at 5 ns") {
      let scheduler = Scheduler()
      scheduler.schedule(after: 5, kind: .timer) { scheduler.reset() }
      scheduler.run()
    },
    Misuse("a world with a wait is reset", says: "a world was reset before it was idle: 1 waits") {
      let scheduler = Scheduler()
      scheduler.schedule(after: 5, kind: .timer) {}
      scheduler.reset()
    },
    Misuse("a world without a policy is reset with one", says: "a world without a policy was reset with one") {
      Scheduler().reset(policy: NaturalPolicy())
    },
    Misuse("an actor is entered from outside", says: "code of one simulated actor ran outside its lane") {
      Lane(scheduler: Scheduler()).checkIsolated()
    },
    Misuse("a lane is entered from inside a job", says: "phone 7 was entered from inside a job") {
      let scheduler = Scheduler()
      let lane = Lane(scheduler: scheduler, kind: "phone", number: 7)
      scheduler.perform(in: lane) { scheduler.perform(in: lane) {} }
    },
    Misuse("two tasks wait for one value", says: "a second task waits for one value") {
      let scheduler = Scheduler()
      let value = OneShot<Int>(scheduler: scheduler)
      for _ in 0..<2 { scheduler.spawn { _ = await value.value() } }
      scheduler.run()
    },
    Misuse("a thread of its own goes on in a world", says: "a job of this world was enqueued by a foreign thread") {
      let scheduler = Scheduler()
      let (waits, never) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      scheduler.spawn {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
          Thread.detachNewThread {
            waits.wait()
            continuation.resume()
          }
        }
      }
      // The task waits for time to pass. The world stays in this timer until the other thread has trapped; if it did
      // not trap, this would end.
      scheduler.schedule(after: 1, kind: .timer) {
        waits.signal()
        _ = never.wait(timeout: .now() + .nanoseconds(Int(HangLimit.ofLoop)))
      }
      scheduler.run()
    },
  ]

  // MARK: Search

  /// Picks a choice that does not exist.
  private final class Overreaching: SchedulePolicy {
    let window: Int64 = 0
    let picksJobs = false
    func pick(from choices: [ReadyChoice]) -> Int { choices.count }
  }

  private static let search = [
    Misuse("a policy picks what is not there", says: "the policy picked 1 of 1 choices") {
      let scheduler = Scheduler(policy: Overreaching())
      scheduler.schedule(after: 5, kind: .timer) {}
      scheduler.run()
    },
    Misuse("a portfolio of nothing", says: "a portfolio of nothing") { _ = Portfolio([]) },
    Misuse("a portfolio of different windows", says: "whose policies see different windows: [1, 2]") {
      _ = Portfolio([RandomPolicy(seed: 1, window: 1), RandomPolicy(seed: 1, window: 2)])
    },
    Misuse("a hazard of depth 0", says: "a hazard of depth 0") {
      _ = PriorityPolicy(seed: 1, depth: 0, reference: SearchReference())
    },
  ]
}
