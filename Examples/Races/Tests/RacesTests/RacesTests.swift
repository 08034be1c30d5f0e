import Contention
import Foundation
import InterleavingTesting
import Testing

@Suite(.enabled(if: Exploration.isAvailable))
struct RacesTests {
  /// The number of schedules in which a repaired app must have no finding. All of them take a few seconds per kind.
  static let silent = ProcessInfo.processInfo.environment["RACES_LONG"] == nil ? 1_000 : 20_000

  @Test("A mistake is found, and its message names both sides", arguments: Kind.betweenJobs + Kind.withinJobs)
  func isFound(kind: Kind) async throws {
    let result = try await Exploration.run(schedules: kind.schedules) { await kind.body($0, false) }
    let finding = try #require(result.findings.first, "\(result.summary)")
    #expect(kind.findings.contains(finding.kind), "\(finding.message)")
    if ProcessInfo.processInfo.environment["RACES_SHOW"] != nil {
      print("SCHEDULE \(finding.schedule): \(kind.testDescription)")
      print(
        "== \(kind.testDescription)\n\(finding.message)\n\(finding.cause.joined(separator: "\n"))\n\(finding.orders)")
    }
    for side in finding.cause.flatMap({ $0.components(separatedBy: " comes before ") }) {
      #expect(side.contains(".swift:"), "\(side)")
    }
  }

  @Test("A find within a job is replayed by its token", arguments: Kind.withinJobs)
  func isReplayed(kind: Kind) async throws {
    let found = try await Exploration.run(schedules: kind.schedules) { await kind.body($0, false) }
    #expect(found.searchesWithinJobs && !found.isSaturated, "\(found.summary)")
    let first = try #require(found.findings.first)
    let token = try #require(first.token)
    for _ in 0..<3 {
      let again = try await Exploration.run(replaying: token) { await kind.body($0, false) }
      #expect(again.findings.map(\.message) == [first.message])
    }
    let repaired = try await Exploration.run(replaying: token) { await kind.body($0, true) }
    #expect(repaired.findings.isEmpty)
  }

  @Test("Every seed gives the same cause of a mistake within a job", arguments: Kind.withinJobs)
  func sameCause(kind: Kind) async throws {
    var causes: Set<[String]> = []
    for seed in UInt64(1)...4 {
      let result = try await Exploration.run(schedules: kind.schedules, seed: seed) { await kind.body($0, false) }
      causes.insert(try #require(result.findings.first, "seed \(seed): \(result.summary)").cause)
    }
    #expect(causes.count == 1, "\(causes)")
  }

  @Test("Code that takes locks and is not built to be interrupted is never called searched within its jobs")
  func unbuiltCode() async throws {
    let result = try await Exploration.run(schedules: 20) { _ in
      let lock = NSLock()
      async let first: Void = lock.withLock {}
      async let second: Void = lock.withLock {}
      _ = await (first, second)
    }
    #expect(result.takesLocks && !result.searchesWithinJobs, "\(result.summary)")
  }

  @Test("Tasks that a test leaves behind while one of them holds a lock are no deadlock")
  func leftBehind() async throws {
    let result = try await Exploration.run(schedules: 1_000) { _ in
      let lists = Lists(isRepaired: true)
      for _ in 0..<3 { Task { lists.moveRight() } }
      await Task.yield()
    }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
  }

  @Test("A repaired app has no finding", arguments: Kind.betweenJobs + Kind.withinJobs)
  func repairIsSilent(kind: Kind) async throws {
    let result = try await Exploration.run(schedules: Self.silent) { await kind.body($0, true) }
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))")
    #expect(result.schedules == Self.silent)
  }

  /// Causes are written for people: each side names a function or a line of the code, even if libraries are between it
  /// and the runtime.
  @Test("26 of 30 causes name both sides by a function or a line")
  func causesNameBothSides() async throws {
    var causes: [(name: String, sides: [String])] = []
    let gallery = (Kind.betweenJobs + Kind.withinJobs).filter { $0.findings != [.crash] }.map { kind in
      (name: kind.testDescription, body: { await kind.body($0, false) } as Causes.Body, schedules: kind.schedules)
    }
    for (name, body, schedules) in gallery + Causes.all.map({ ($0.name, $0.body, 60) }) {
      let result = try await Exploration.run(schedules: schedules, body)
      let finding = try #require(result.findings.first, "\(name): \(result.summary)")
      guard let cause = finding.cause.first else { continue }
      causes.append((name, cause.components(separatedBy: " comes before ")))
    }
    let named = causes.filter {
      $0.sides.count == 2 && $0.sides.allSatisfy { $0.contains("()") || $0.contains(".swift:") }
    }
    if ProcessInfo.processInfo.environment["RACES_SHOW"] != nil {
      for (name, sides) in causes {
        print("| \(name) | \(sides.map { $0.trimmingCharacters(in: [","]) }.joined(separator: " | ")) |")
      }
    }
    #expect(causes.count >= 30 && named.count * 30 >= causes.count * 26, "\(named.count) of \(causes.count)")
  }
}
