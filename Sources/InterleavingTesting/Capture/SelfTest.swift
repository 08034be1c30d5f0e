import Dispatch
import Foundation
import Interleaving

/// Runs a few operations of each kind in a world once, before the first search, and names the operations that do not
/// reach the world.
enum SelfTest {
  private actor Counter {
    var value = 0
    func add() { value += 1 }
    func addLater() -> Task<Void, Never> { Task { value += 1 } }
  }

  /// A kind of async work that did not reach the world.
  private struct RanOutside: Error, CustomStringConvertible {
    var name: String
    var description: String { "\(name) ran outside the world" }
  }

  @MainActor private static func onMain() { MainActor.assertIsolated() }

  /// The texts and random tokens that the self-test observes, in order.
  ///
  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class Notes: @unchecked Sendable {
    var texts: [String] = []
    var tokens: [String] = []
  }

  /// The first kind of async work that cannot be captured in this process, in one line; nil if all can.
  static func problem() -> String? {
    let first = Notes()
    let second = Notes()
    for notes in [first, second] {
      let world = CapturedWorld(policy: ConstraintPolicy([], window: 0, picksJobs: true), heartbeat: Heartbeat())
      let record = world.run(seed: 1) { try await exercise(notes, in: world) }
      if let escape = record.escapes.first { return escape }
      if let failure = record.failures.first { return failure.message }
      if !record.isFinished { return "the self-test waits forever after \(notes.texts.last ?? "nothing")" }
    }
    guard first.texts == second.texts else {
      return "time or order is not the world's: \(first.texts), \(second.texts)"
    }
    guard first.tokens == second.tokens else { return "random numbers are not the world's" }
    return nil
  }

  private static func exercise(_ notes: Notes, in world: CapturedWorld) async throws {
    let expected = try await steps(notes, in: world)
    for (name, jobs) in expected where jobs == 0 {
      throw RanOutside(name: name)
    }
  }

  private static func steps(_ notes: Notes, in world: CapturedWorld) async throws -> [(String, Int)] {
    var jobs: [(String, Int)] = []
    var last = world.scheduler.jobsRun
    func step(_ name: String) {
      jobs.append((name, world.scheduler.jobsRun - last))
      last = world.scheduler.jobsRun
      // The system's clocks and random numbers: in a world, the world provides them. The self-test checks that it does.
      notes.texts.append("\(name) at \(world.scheduler.now) ns, \(ContinuousClock.now), \(Date())")
    }
    let counter = Counter()
    await counter.add()
    step("an actor")
    await counter.addLater().value
    step("a task in an actor")
    await onMain()
    step("the main actor")
    await Task.yield()
    step("Task.yield")
    try await Task.sleep(for: .seconds(1))
    step("Task.sleep")
    async let number = counter.value
    _ = await number
    step("async let")
    await Task.detached {}.value
    step("Task.detached")
    await withUnsafeContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    step("DispatchQueue.main.async")
    notes.tokens = [UUID().uuidString, "\(UInt64.random(in: 0 ... .max))"]
    return jobs
  }
}
