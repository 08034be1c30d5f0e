import Dispatch
import Foundation
import Synchronization
import Testing

@testable import InterleavingTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Queues as apps use them: barriers, work items, queue-specific values, operation queues.
struct DispatchTests {
  typealias Notes = ConstructTests.Notes

  /// The notes of bodies, over all schedules.
  private static func outcomes(
    schedules: Int = 200, _ body: @escaping @Sendable (Notes) async throws -> Void
  ) async throws -> Set<String> {
    let all = Mutex<Set<String>>([])
    let result = try await QuietSearch.run(schedules: schedules, policy: .random) { _ in
      let notes = Notes()
      try await body(notes)
      all.withLock { _ = $0.insert(notes.text) }
    }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    return all.withLock { $0 }
  }

  /// A dictionary behind a concurrent queue, a pattern in many apps.
  ///
  /// `@unchecked Sendable`: its queue protects its content, which is tested here.
  private final class Cache: @unchecked Sendable {
    private var values: [String: Int] = [:]
    private let queue = DispatchQueue(label: "cache", attributes: .concurrent)
    subscript(key: String) -> Int? {
      get { queue.sync { values[key] } }
      set { queue.async(flags: .barrier) { self.values[key] = newValue } }
    }
  }

  @Test func aReadSeesTheBarrierBeforeIt() async throws {
    let outcomes = try await Self.outcomes { notes in
      let cache = Cache()
      cache["a"] = 1
      notes.add("\(cache["a"] ?? 0)")
      cache["a"] = 2
      await Task.yield()
      notes.add("\(cache["a"] ?? 0)")
    }
    #expect(outcomes == ["1 2"])
  }

  @Test func onlyBarriersConstrainTheOrder() async throws {
    let outcomes = try await Self.outcomes(schedules: 1_000) { notes in
      let queue = DispatchQueue(label: "queue", attributes: .concurrent)
      for name in ["a", "b"] { queue.async { notes.add(name) } }
      queue.async(flags: .barrier) { notes.add("B") }
      for name in ["c", "d"] { queue.async { notes.add(name) } }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(outcomes == ["a b B c d", "b a B c d", "a b B d c", "b a B d c"])
  }

  @Test func waitedBarrierRunsLast() async throws {
    let outcomes = try await Self.outcomes { notes in
      let queue = DispatchQueue(label: "queue", attributes: .concurrent)
      for name in ["a", "b"] { queue.async { notes.add(name) } }
      queue.sync(flags: .barrier) { notes.add("B") }
      notes.add("after")
    }
    #expect(outcomes.allSatisfy { $0.hasSuffix("B after") && $0.count == 11 }, "\(outcomes)")
  }

  private static let key = DispatchSpecificKey<String>()

  @Test func queueSpecificValuesIdentifyTheQueue() async throws {
    let outcomes = try await Self.outcomes { notes in
      let target = DispatchQueue(label: "target")
      target.setSpecific(key: Self.key, value: "target")
      let queue = DispatchQueue(label: "queue", target: target)
      let other = DispatchQueue(label: "other", attributes: .concurrent)
      other.setSpecific(key: Self.key, value: "other")
      notes.add(DispatchQueue.getSpecific(key: Self.key) ?? "none")
      queue.sync { notes.add(DispatchQueue.getSpecific(key: Self.key) ?? "none") }
      other.sync {
        dispatchPrecondition(condition: .onQueue(other))
        notes.add(DispatchQueue.getSpecific(key: Self.key) ?? "none")
      }
      // The idiom that prevents a queue from waiting for itself.
      target.async {
        if DispatchQueue.getSpecific(key: Self.key) == "target" { notes.add("here") } else { target.sync {} }
      }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(outcomes == ["none target other here"])
  }

  @Test func twoQueuesThatWaitForEachOtherAreADeadlock() async throws {
    let result = try await QuietSearch.run(schedules: 20) { _ in
      let queue = DispatchQueue(label: "queue")
      await MainActor.run {
        queue.async { DispatchQueue.main.sync {} }
        queue.sync {}
      }
    }
    #expect(result.findings.map(\.kind) == [.stuck])
    #expect(
      result.findings.first?.message.hasPrefix("deadlock: DispatchQueue.sync on a queue that waits for its caller, in ")
        == true)
  }

  @Test func workItemsAndTheirGroups() async throws {
    let outcomes = try await Self.outcomes { notes in
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async(qos: .utility) { continuation.resume() }
      }
      let cancelled = DispatchWorkItem { notes.add("never") }
      cancelled.cancel()
      let queue = DispatchQueue(label: "queue")
      queue.async(execute: cancelled)
      let item = DispatchWorkItem { notes.add("item") }
      queue.asyncAfter(deadline: .now() + 1, execute: item)
      queue.sync(execute: DispatchWorkItem { notes.add("sync") })
      try await Task.sleep(for: .seconds(2))
    }
    #expect(outcomes == ["sync item"])
  }

  @Test func queuesOfOperationsKeepTheirDependencies() async throws {
    let outcomes = try await Self.outcomes { notes in
      let queue = OperationQueue()
      let first = BlockOperation { notes.add("first") }
      let second = BlockOperation { notes.add("second") }
      second.addDependency(first)
      for operation in [second, first] { queue.addOperation(operation) }
      queue.addOperation { notes.add("other") }
      try await Task.sleep(for: .seconds(1))
    }
    #expect(!outcomes.isEmpty)
    for text in outcomes {
      let order = text.split(separator: " ")
      #expect(order.count == 3 && order.firstIndex(of: "first")! < order.firstIndex(of: "second")!, "\(text)")
    }
    #expect(outcomes.count > 1)
  }

  @Test func requestsWithCompletionHandlersAndUploads() async throws {
    let url = try #require(URL(string: "https://app.test/a"))
    let outcomes = try await Self.outcomes(schedules: 30) { notes in
      ExploredWorld.current?.intercept(host: "app.test") { request in
        .json(
          "\"\(String(decoding: request.httpBody ?? Data(), as: UTF8.self)) \(request.value(forHTTPHeaderField: "X-A") ?? "")\""
        )
      }
      let configuration = try #require(ExploredWorld.current).sessionConfiguration()
      configuration.httpAdditionalHeaders = ["X-A": "b"]
      let session = URLSession(configuration: configuration)
      await withCheckedContinuation { continuation in
        session.dataTask(with: url) { data, _, _ in
          notes.add(String(decoding: data ?? Data(), as: UTF8.self))
          continuation.resume()
        }.resume()
      }
      var upload = URLRequest(url: url)
      upload.httpMethod = "POST"
      let (data, _) = try await session.upload(for: upload, from: Data("hello".utf8))
      notes.add(String(decoding: data, as: UTF8.self))
    }
    #expect(outcomes == ["\" b\" \"hello b\""])
  }

  @Test func aDownloadIsNamed() async throws {
    let url = try #require(URL(string: "https://app.test/a"))
    let result = try await QuietSearch.run(schedules: 3) { world in
      world.intercept(host: "app.test") { _ in .json("{}") }
      _ = try? await world.urlSession().download(from: url)
    }
    #expect(result.findings.first?.message.contains("a download of a URLSession") == true, "\(result.findings)")
  }

  @Test func randomNumbersOfTheCLibraryAreControlled() async throws {
    func drawn() async throws -> Set<String> {
      try await Self.outcomes(schedules: 2) { notes in
        var bytes = [UInt8](repeating: 0, count: 8)
        _ = getentropy(&bytes, 8)
        var time = timespec()
        timespec_get(&time, Int32(TIME_UTC))
        notes.add("\(bytes) \(arc4random_uniform(1_000)) \(time.tv_sec)")
      }
    }
    let first = try await drawn()
    // Each of the two schedules has an instance of its own.
    #expect(first.count == 2 && first.allSatisfy { $0.hasSuffix(" 1767225600") }, "\(first)")
    #expect(try await drawn() == first)
  }

  /// Sleeps that are 190 ms apart, with a window of 100 ms: no chain of delays may exchange their order.
  @Test func aWindowIsNotExceededInSteps() async throws {
    let outcomes = try await Self.outcomes(schedules: 1_000) { notes in
      await withTaskGroup { group in
        for (name, time) in [("a", 100), ("b", 290), ("", 195)] {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(time))
            if !name.isEmpty { notes.add(name) }
          }
        }
      }
    }
    #expect(outcomes == ["a b"])
  }
}

/// A suite and a test in it have a trait each: the test's own takes precedence.
@Suite(.explored(schedules: 500)) struct TwoTraitsTests {
  @Test(.explored(schedules: 3)) func testsOwnTraitTakesPrecedence() async { counted.withLock { $0 += 1 } }

  @Test func suiteTraitAppliesToOtherTests() async { await LittleApp.agree(isGuarded: true) }
}

private let counted = Mutex(0)

/// A value in a static variable that belongs to the main actor by the language's rules.
@MainActor private final class Shared {
  static let cache = Shared()
  private var values: [String: [UInt8]] = [:]

  func value(_ name: String) async -> Int {
    if let value = values[name] { return value.count }
    try? await Task.sleep(for: .milliseconds(10))
    values[name] = Array(name.utf8)
    return name.count
  }
  func clear(_ name: String) { values[name] = nil }
}

/// Searches of one process share its static variables, so they take turns.
struct TurnTests {
  @Test(.explored(schedules: 300), arguments: ["a", "b", "c", "d"])
  func searchesBesideEachOtherKeepIsolation(name: String) async {
    for number in 0..<4 {
      async let first = Shared.cache.value("\(name)\(number)")
      async let second = Shared.cache.value("\(name)\(number)")
      _ = await (first, second)
      await Shared.cache.clear("\(name)\(number)")
    }
  }
}
