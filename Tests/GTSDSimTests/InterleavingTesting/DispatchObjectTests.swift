import Dispatch
import Foundation
import Synchronization
import Testing

@testable import InterleavingTesting

/// Queues and timers that the code releases while the search still knows them by their addresses.
struct DispatchObjectTests {
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  /// Gives work to two queues that nobody keeps.
  private static func workOfTwoQueues(_ world: ExploredWorld) async {
    let lines = Lines()
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for line in ["a", "b"] {
        DispatchQueue(label: line).async(group: group) { lines.add(line) }
      }
      group.notify(queue: .main) { continuation.resume() }
    }
    world.expect(lines.all == ["a", "b"], "\(lines.all)")
  }

  @Test("Two queues are never taken for one, even if the code keeps neither: every seed names both")
  func releasedQueues() async throws {
    for seed in UInt64(1)...6 {
      let result = try await QuietSearch.run(schedules: 100, seed: seed) { await Self.workOfTwoQueues($0) }
      let cause = try #require(result.findings.first?.cause.first, "seed \(seed): \(result.summary)")
      #expect(cause.contains("on queue b comes before") && cause.hasSuffix("on queue a"), "\(cause)")
    }
  }

  @Test("A timer that its own handler cancels calls it no more, also if it has fired again meanwhile")
  func cancelledByItsHandler() async throws {
    let result = try await QuietSearch.run(schedules: 300) { world in
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      timer.schedule(deadline: .now() + .milliseconds(10), repeating: .milliseconds(10))
      let box = Box(count: 0)
      timer.setEventHandler {
        box.count += 1
        if box.count == 2 { timer.cancel() }
      }
      timer.resume()
      try await Task.sleep(for: .seconds(1))
      world.expect(box.count == 2, "called \(box.count) times")
    }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
  }

  /// `@unchecked Sendable`: used in one queue, and after its last work.
  private final class Box: @unchecked Sendable {
    var count: Int
    init(count: Int) { self.count = count }
  }

  @Test("A timer that was cancelled and released does not fire for the next one")
  func nextTimer() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      for _ in 0..<3 {
        let old = DispatchSource.makeTimerSource(queue: .main)
        old.schedule(deadline: .now() + .milliseconds(300))
        old.setEventHandler {}
        old.resume()
        old.cancel()
      }
      try await Task.sleep(for: .milliseconds(200))
      let start = world.elapsed
      await withCheckedContinuation { continuation in
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + .milliseconds(300))
        timer.setEventHandler {
          timer.cancel()
          continuation.resume()
        }
        timer.resume()
      }
      #expect(world.elapsed - start >= .milliseconds(300), "it fired after \(world.elapsed - start)")
    }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
  }

  @Test("A lock that is kept while a queue runs code which takes it is a deadlock")
  func lockAcrossSync() async throws {
    let result = try await QuietSearch.run(schedules: 2) { _ in
      let lock = NSLock()
      let update = Task.detached {
        lock.withLock { DispatchQueue.main.sync {} }
      }
      let read = Task { @MainActor in lock.withLock {} }
      _ = await (update.value, read.value)
    }
    let finding = try #require(result.findings.first)
    #expect(finding.kind == .stuck)
    #expect(
      finding.message.hasPrefix("deadlock: a job waits for a lock whose holder waits for the job's queue"),
      "\(finding.message)")
  }

  @Test("A task that runs immediately is named by the place at which it was made")
  func immediateTasks() async throws {
    let result = try await QuietSearch.run(schedules: 100) { world in
      let lines = Lines()
      guard #available(macOS 26, *) else { return }
      let first = Task.immediate {
        await Task.yield()
        lines.add("a")
      }
      let second = Task.immediate {
        await Task.yield()
        lines.add("b")
      }
      _ = await (first.value, second.value)
      world.expect(lines.all == ["a", "b"], "\(lines.all)")
    }
    let cause = try #require(result.findings.first?.cause.first, "\(result.summary)")
    #expect(cause.components(separatedBy: "in the task made in").count == 3, "\(cause)")
  }
}
