import Dispatch
import Foundation
import Testing

@testable import InterleavingTesting

/// A cause names both sides by the tested code.
struct CauseTests {
  actor Lines {
    private(set) var all: [Int] = []
    func add(_ number: Int) { all.append(number) }
  }

  private func finding(
    _ body: @escaping @Sendable (ExploredWorld, Lines) async -> Void
  ) async throws -> ExplorationFinding {
    let result = try await Exploration.run(schedules: 200) { world in
      let lines = Lines()
      await body(world, lines)
      let all = await lines.all
      world.expect(all == [1, 2], "the lines are \(all)")
    }
    return try #require(result.findings.first, "\(result.summary)")
  }

  private func sides(_ finding: ExplorationFinding) throws -> [String] {
    let sides = finding.cause.flatMap { $0.components(separatedBy: " comes before ") }
    try #require(sides.count == 2 * finding.cause.count && !sides.isEmpty)
    return sides
  }

  @Test("A task that a stream resumes is named by its own function, below those of the library")
  func listenersAreNamed() async throws {
    let finding = try await finding { _, lines in
      let (stream, sender) = AsyncStream.makeStream(of: Int.self)
      let listener = Task(name: "listener") { for await number in stream { await lines.add(number) } }
      await Task.yield()
      let other = Task(name: "other") {
        sender.yield(1)
        sender.finish()
        await lines.add(2)
      }
      _ = await (listener.value, other.value)
    }
    let rows = finding.timeline.split(separator: "\n").filter { $0.contains("listener") }
    #expect(!rows.isEmpty && !finding.timeline.contains("goes on"), "\(finding.timeline)")
  }

  /// A bill that is paid again after a time-out.
  actor Bank {
    private(set) var payments = 0
    func pay() async {
      try? await Task.sleep(for: .milliseconds(90))
      payments += 1
    }
  }

  private static func payWithRetry(_ bank: Bank) async {
    for _ in 0..<2 {
      let isPaid = await withTaskGroup(of: Bool.self) { group in
        group.addTask(name: "payment") {
          await bank.pay()
          return true
        }
        group.addTask(name: "time-out") {
          try? await Task.sleep(for: .milliseconds(100))
          return false
        }
        defer { group.cancelAll() }
        return await group.next() ?? false
      }
      if isPaid { return }
    }
  }

  @Test("Twelve seeds name the same two conflicting sides as the cause, and no line that only awaits them")
  func sameCauseForEverySeed() async throws {
    let bodies: [@Sendable (ExploredWorld) async -> Void] = [
      { world in
        let bank = Bank()
        await Self.payWithRetry(bank)
        let payments = await bank.payments
        world.expect(payments == 1, "\(payments) payments")
      },
      { world in
        let lines = Lines()
        let first = Task(name: "payment") { await lines.add(1) }
        let second = Task(name: "time-out") { await lines.add(2) }
        _ = await (first.value, second.value)
        let all = await lines.all
        world.expect(all == [1, 2], "\(all)")
      },
    ]
    for body in bodies {
      var causes: [[String]: Int] = [:]
      for seed in UInt64(1)...12 {
        let result = try await Exploration.run(schedules: 200, seed: seed, body)
        let finding = try #require(result.findings.first, "\(result.summary)")
        causes[finding.cause, default: 0] += 1
        let sides = try sides(finding)
        #expect(sides[0].contains("task \"time-out\"") && sides[1].contains("task \"payment\""), "\(finding.cause)")
      }
      #expect((causes.values.max() ?? 0) >= 11, "\(causes)")
    }
  }

  @Test("The cause is two jobs in one actor, not the starts of their tasks")
  func jobsInOneActor() async throws {
    let finding = try await finding { _, lines in
      async let first: Void = lines.add(1)
      async let second: Void = lines.add(2)
      _ = await (first, second)
    }
    for side in try sides(finding) { #expect(side.contains(" on Lines"), "\(side)") }
  }

  @Test("A task with a name is shown under its name")
  func namedTasks() async throws {
    let finding = try await finding { _, lines in
      let a = Task(name: "loader") { await lines.add(1) }
      let b = Task(name: "saver") { await lines.add(2) }
      _ = await (a.value, b.value)
    }
    let sides = try sides(finding)
    #expect(sides[0].contains("task \"saver\"") && sides[1].contains("task \"loader\""), "\(finding.cause)")
    for row in ["\"loader\"", "\"saver\""] { #expect(finding.orders.contains("\n\(row)"), "\(finding.orders)") }
  }

  @Test("A task without a name is named by the line that creates it")
  func tasksByTheirLines() async throws {
    let line = #line + 2
    let finding = try await finding { _, lines in
      async let first: Void = lines.add(1)
      async let second: Void = lines.add(2)
      _ = await (first, second)
    }
    for (side, line) in zip(try sides(finding), [line + 1, line]) {
      #expect(side.contains("CauseTests.swift:\(line)"), "\(side)")
    }
  }

  @Test("Work on a queue is named by the line that submits it")
  func workOfQueues() async throws {
    let finding = try await finding { _, lines in
      await withTaskGroup { group in
        for (number, name) in [(1, "one"), (2, "two")] {
          group.addTask {
            await withUnsafeContinuation { continuation in
              DispatchQueue(label: name).asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume() }
            }
            await lines.add(number)
          }
        }
      }
    }
    for side in try sides(finding) { #expect(side.contains("CauseTests.swift:"), "\(side)") }
  }

  @Test("Both orders are shown as a difference, with a row for each task")
  func ordersAsADifference() async throws {
    let finding = try await finding { _, lines in
      let a = Task(name: "a") { await lines.add(1) }
      let b = Task(name: "b") { await lines.add(2) }
      _ = await (a.value, b.value)
    }
    let rows = finding.orders.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.first?.hasPrefix("task") == true)
    #expect(rows.filter { $0.hasPrefix("+  \"a\"") || $0.hasPrefix("+  \"b\"") }.count >= 1)
    #expect(rows.filter { $0.hasPrefix("+") }.count == rows.filter { $0.hasPrefix("-") }.count)
  }

  @Test(
    "Names of functions are short, and private ones plain",
    arguments: [
      ("App.Feed.load(_: Swift.Int, by: Swift.String) async -> ()", "Feed.load(_:by:)"),
      ("static App.(Feed in _1A2B).shared(a: Swift.Int) -> ()", "Feed.shared(a:)"),
      ("closure #1 () -> () in App.(Feed in _1A2B).load() -> ()", "a closure of Feed.load()"),
      ("(2) suspend resume partial function for App.load() async -> ()", "load()"),
      ("partial apply forwarder for closure #1 () async -> () in App.Feed.load() -> ()", "a closure of Feed.load()"),
      ("App.Feed.title.getter : Swift.String", "Feed.title"),
      (
        "closure #1 () -> () in variable initialization expression of static App.Feed.all : Swift.Int",
        "a closure of Feed.all"
      ),
      ("(extension in App):Swift.Int.half() -> Swift.Int", nil),
      ("closure #1 () -> () in (extension in Swift):Swift.Task< where A: B>.init(name: Swift.String) -> ()", nil),
      ("(extension in App):App.Feed.load() -> ()", "Feed.load()"),
      ("Swift.Array.append(A) -> ()", nil),
      ("InterleavingTesting.CapturedWorld.run(a: Swift.Int) -> ()", nil),
    ] as [(String, String?)])
  func shortNames(name: String, short: String?) { #expect(SymbolNames.short(name) == short) }
}
