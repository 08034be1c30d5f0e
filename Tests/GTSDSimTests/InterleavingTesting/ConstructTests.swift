import Dispatch
import Foundation
import InterleavingTesting
import Observation
import Synchronization
import Testing

/// Every construct of concurrent Swift that a search controls, as an app would write it.
struct ConstructTests {
  /// The actions of one body, whose result may depend on the order.
  struct Construct: Sendable, CustomTestStringConvertible {
    var name: String
    var body: @Sendable (Notes) async throws -> Void
    var testDescription: String { name }
  }

  @MainActor @Observable final class Counter {
    var number = 0
    func add() async {
      let before = number
      await Task.yield()
      number = before + 1
    }
  }

  actor Store {
    var value = 0
    func add() async {
      let before = value
      await Task.yield()
      value = before + 1
    }
    func touch() { value += 1 }
    func checked() -> Int {
      assertIsolated()
      return assumeIsolated { $0.value }
    }
    func later() -> Task<Int, Never> {
      Task {
        value += 10
        return value
      }
    }
  }

  @MainActor final class Ending {
    private let notes: Notes
    init(_ notes: Notes) { self.notes = notes }
    isolated deinit {
      MainActor.assertIsolated()
      notes.add("ended")
    }
  }

  actor OnQueue {
    final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "actor")
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }
    private nonisolated let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    var number = 0
    func add() async {
      let before = number
      await Task.yield()
      number = before + 1
    }
  }

  /// The notes of a body.
  final class Notes: Sendable {
    private let texts = Mutex<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var text: String { texts.withLock { $0.joined(separator: " ") } }
  }

  static let constructs: [Construct] = [
    Construct(name: "@MainActor") { notes in
      let counter = await Counter()
      async let first: Void = counter.add()
      async let second: Void = counter.add()
      _ = await (first, second)
      await notes.add("\(counter.number)")
    },
    Construct(name: "default actors") { notes in
      let store = Store()
      async let first: Void = store.add()
      async let second: Void = store.add()
      _ = await (first, second)
      await notes.add("\(store.checked())")
    },
    Construct(name: "tasks, also of an actor, and detached") { notes in
      let store = Store()
      let inside = await store.later()
      let main = Task { await MainActor.run { notes.add("main") } }
      let detached = Task.detached { notes.add("detached") }
      await notes.add("\(inside.value)")
      _ = await (main.value, detached.value)
    },
    Construct(name: "Task.immediate") { notes in
      let task = Task.immediate {
        notes.add("a")
        await Task.yield()
        notes.add("b")
      }
      notes.add("c")
      await task.value
    },
    Construct(name: "groups") { notes in
      let store = Store()
      await withTaskGroup { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            await store.touch()
            notes.add(name)
          }
        }
      }
      await notes.add("\(store.value)")
    },
    Construct(name: "cancellation") { notes in
      let sleeper = Task {
        do {
          try await Task.sleep(for: .seconds(100))
          notes.add("slept")
        } catch {
          notes.add("cancelled")
        }
      }
      try await Task.sleep(for: .seconds(1))
      sleeper.cancel()
      await sleeper.value
    },
    Construct(name: "a time-out") { notes in
      let first = await withTaskGroup(of: String.self) { group in
        group.addTask {
          try? await Task.sleep(for: .milliseconds(30))
          return "reply"
        }
        group.addTask {
          try? await Task.sleep(for: .milliseconds(20))
          return "time-out"
        }
        defer { group.cancelAll() }
        return await group.next()
      }
      notes.add(first ?? "")
    },
    Construct(name: "sleeps and clocks") { notes in
      let (start, date) = (ContinuousClock.now, Date())
      try await Task.sleep(for: .milliseconds(1_500))
      try await Task.sleep(nanoseconds: 1_000)
      try await Task.sleep(until: .now + .seconds(1), clock: .suspending)
      try await SuspendingClock().sleep(for: .seconds(2))
      notes.add("\(ContinuousClock.now - start) \(Date().timeIntervalSince(date)) \(Date())")
    },
    Construct(name: "chance") { notes in
      notes.add("\(UUID()) \(Int.random(in: 0..<1_000)) \([1, 2, 3, 4, 5].shuffled())")
      notes.add("\(Set(0..<8)) \(["a": 1, "b": 2, "c": 3])")
    },
    Construct(name: "AsyncStream") { notes in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let producer = Task {
        for number in 0..<4 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
      for await number in stream { notes.add("\(number)") }
      await producer.value
    },
    Construct(name: "Observations") { notes in
      let counter = await Counter()
      let watcher = Task { @MainActor in
        for await number in Observations({ counter.number }) {
          notes.add("\(number)")
          if number >= 2 { break }
        }
      }
      for _ in 0..<2 {
        await counter.add()
        try await Task.sleep(for: .seconds(1))
      }
      await watcher.value
    },
    Construct(name: "isolated deinit") { notes in
      do { _ = await Ending(notes) }
      try await Task.sleep(for: .seconds(1))
    },
    Construct(name: "continuations resumed by Dispatch") { notes in
      await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + 10) { continuation.resume() }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.asyncAfter(wallDeadline: .now() + 2) { continuation.resume() }
      }
      notes.add("\(Date())")
    },
    Construct(name: "the main queue") { notes in
      let main = Task { @MainActor in notes.add("actor") }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          dispatchPrecondition(condition: .onQueue(.main))
          MainActor.assumeIsolated { notes.add("queue") }
          continuation.resume()
        }
      }
      await main.value
    },
    Construct(name: "private queues") { notes in
      let serial = DispatchQueue(label: "serial")
      let concurrent = DispatchQueue(label: "concurrent", qos: .utility, attributes: .concurrent)
      let target = DispatchQueue(label: "target", target: serial)
      let group = DispatchGroup()
      target.async(group: group) { dispatchPrecondition(condition: .onQueue(serial)) }
      for number in 0..<3 {
        serial.async(group: group) { notes.add("s\(number)") }
        concurrent.async(group: group) { notes.add("c\(number)") }
      }
      serial.sync { notes.add("sync") }
      group.enter()
      Task {
        notes.add("task")
        group.leave()
      }
      await withCheckedContinuation { continuation in group.notify(queue: serial) { continuation.resume() } }
      DispatchQueue.concurrentPerform(iterations: 2) { notes.add("p\($0)") }
    },
    Construct(name: "an actor on a queue") { notes in
      let actor = OnQueue()
      async let first: Void = actor.add()
      async let second: Void = actor.add()
      _ = await (first, second)
      await notes.add("\(actor.number)")
    },
    Construct(name: "locks and observation tracking") { notes in
      await withTaskGroup { group in
        for number in 0..<3 { group.addTask { notes.add("\(number)") } }
      }
      let counter = await Counter()
      await MainActor.run {
        withObservationTracking {
          _ = counter.number
        } onChange: {
          notes.add("changed")
        }
      }
      await counter.add()
    },
  ]

  /// The properties in which two runs of one seed must agree.
  private struct Outcome: Equatable {
    var text: String
    var classes: Int
    /// A hash of the order of every schedule.
    var digest: UInt64
    var failed: Bool
  }

  private static func outcome(_ construct: Construct, seed: UInt64) async throws -> Outcome {
    let all = Mutex<[String]>([])
    let result = try await Exploration.run(schedules: 2, seed: seed, policy: .random) { _ in
      let notes = Notes()
      try await construct.body(notes)
      all.withLock { $0.append(notes.text) }
    }
    let finding = result.findings.first?.message ?? ""
    return Outcome(
      text: all.withLock { $0.joined(separator: "; ") } + finding, classes: result.classes, digest: result.digest,
      failed: !result.findings.isEmpty)
  }

  @Test(arguments: constructs)
  func isRepeatable(construct: Construct) async throws {
    for seed in 1...(Sample.isWhole ? 80 : 10) as ClosedRange<UInt64> {
      let first = try await Self.outcome(construct, seed: seed)
      let second = try await Self.outcome(construct, seed: seed)
      #expect(first == second, "seed \(seed)")
      #expect(!first.failed, "seed \(seed): \(first.text)")
    }
  }

  /// A hash over all constructs, including their notes.
  static func digest() async throws -> UInt64 {
    var bytes: [UInt8] = []
    for construct in constructs {
      for seed in 1...5 as ClosedRange<UInt64> {
        let outcome = try await outcome(construct, seed: seed)
        bytes += Array("\(outcome.digest) \(outcome.classes) \(outcome.text)\n".utf8)
      }
    }
    return bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Separate processes have the same findings although addresses, threads and times differ.
  @Test func processesAgree() async throws {
    let digest = try await Self.digest()
    for _ in 0..<(Sample.isWhole ? 20 : 2) {
      await #expect(processExitsWith: .success) { [digest = digest as UInt64] in
        let again = try await Self.digest()
        #expect(again == digest)
      }
    }
  }
}
