import Dispatch
import Foundation
import Testing

@testable import InterleavingTesting

/// Code that would end its process, or never end: each case is a finding, and later tests run.
struct EndTests {
  /// A way to end, and the expected text of its finding.
  struct End: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind = ExplorationFinding.Kind.crash
    var message: String
    var body: @Sendable () async throws -> Void
  }

  private static func recurse(_ depth: Int) -> Int { depth < 0 ? 0 : depth &+ recurse(depth &+ 1) &* 3 }
  private static func takeTwice(_ lock: NSLock) {
    lock.lock()
    lock.lock()
  }

  static let ends: [End] = [
    End(testDescription: "exit", message: "ends the process (exit), in ") { exit(3) },
    End(testDescription: "_exit in a task", message: "ends the process (_exit), in ") {
      await Task { () async -> Void in _exit(3) }.value
    },
    End(testDescription: "a stack that is full", message: "crashes (an access to memory") {
      if recurse(1) == 0 { Issue.record("it came back") }
    },
    End(testDescription: "SIGPIPE", message: "crashes (SIGPIPE: ") {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    },
    End(testDescription: "a crash after the end of the test", message: "crashes: ") {
      Task.detached {
        try? await Task.sleep(for: .seconds(5))
        fatalError("late")
      }
    },
    End(testDescription: "a lock that its job holds", kind: .stuck, message: "deadlock: a job waits for a lock") {
      takeTwice(NSLock())
    },
    End(testDescription: "DispatchQueue.sync on the own queue", kind: .stuck, message: "deadlock: DispatchQueue.sync") {
      await MainActor.run { DispatchQueue.main.sync {} }
    },
  ]

  @Test("Code that ends the process or deadlocks is a finding, and other tests continue", arguments: ends)
  func isAFinding(end: End) async throws {
    let result = try await QuietSearch.run(schedules: 3) { _ in try await end.body() }
    #expect(result.findings.map(\.kind) == [end.kind], "\(result.findings.map(\.message))")
    let finding = try #require(result.findings.first)
    #expect(finding.message.hasPrefix(end.message), "\(finding.message)")
    #expect(finding.schedules == 3 && finding.token != nil)
    #expect(await Task { 7 }.value == 7)
  }

  private actor Connection {
    private var room = 1
    func send(after delay: Duration) async {
      try? await Task.sleep(for: delay)
      precondition(room > 0, "no room")
      room -= 1
      try? await Task.sleep(for: .milliseconds(20))
      room += 1
    }
  }

  /// A crash ends its schedule before the event that should have come first. The cause names that event nevertheless.
  @Test(
    "A crash before an event that never happened has a cause",
    arguments: Sample.of(1...8 as ClosedRange<UInt64>, each: 4))
  func aCutOrderHasACause(seed: UInt64) async throws {
    let result = try await QuietSearch.run(schedules: 40, seed: seed) { _ in
      let connection = Connection()
      async let first: Void = connection.send(after: .milliseconds(10))
      async let second: Void = connection.send(after: .milliseconds(60))
      _ = await (first, second)
    }
    #expect(result.findings.map(\.kind) == [.crash], "\(result.findings.map(\.message))")
    #expect(result.findings.first?.cause.count == 1 && result.findings.first?.token != nil)
  }

  @Test("A search that woke an outside thread says so, and never counts as saturated")
  func wakesAreTold() async throws {
    let result = try await QuietSearch.run(schedules: 5) { _ in
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    }
    #expect(result.findings.isEmpty && !result.isSaturated)
    #expect(
      result.summary.hasSuffix(
        "; wakes a thread outside, by a pipe, a socket or an eventfd: its orders were not searched"),
      "\(result.summary)")
  }
}
