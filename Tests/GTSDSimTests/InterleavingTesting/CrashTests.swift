import Testing

@testable import InterleavingTesting

/// Code that crashes, as code often does in a wrong order because an assumption does not hold.
struct CrashTests {
  @Sendable private static func body(_ world: ExploredWorld, isChecked: Bool) async throws {
    let api = LittleApp.FakeAPI()
    async let plan = api.plan()
    async let acknowledge: Void = api.acknowledge(7)
    let (isAcknowledged, _) = try await (plan.isAcknowledged, acknowledge)
    if isChecked { precondition(!isAcknowledged, "the plan was acknowledged before it came") }
  }

  @Test("A crash has a message, a cause and a token, and replaying its order crashes again")
  func crashHasACause() async throws {
    let result = try await QuietSearch.run(schedules: 30, seed: 3) { try await Self.body($0, isChecked: true) }
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1 && result.schedules == 30, "\(result.findings.map(\.message))")
    #expect(finding.kind == .crash)
    #expect(finding.message.hasPrefix("crashes: "), "\(finding.message)")
    #expect(
      finding.message.contains("Precondition failed: the plan was acknowledged before it came"), "\(finding.message)")
    #expect(finding.message.contains("CrashTests.body(_:isChecked:) at CrashTests.swift:12"), "\(finding.message)")
    #expect(finding.schedule > 1 && finding.schedules > 1 && finding.cause.count == 1)
    #expect(finding.orders.contains("FakeAPI.plan()"))
    let token = try #require(finding.token)
    let again = try await QuietSearch.run(token: token) { try await Self.body($0, isChecked: true) }
    #expect(again.findings.map(\.message) == [finding.message])
    let repaired = try await QuietSearch.run(token: token) { try await Self.body($0, isChecked: false) }
    #expect(repaired.findings.isEmpty)
  }

  @Test("A search continues after a crash, and finds other failures")
  func furtherFinds() async throws {
    let result = try await QuietSearch.run(schedules: 40) { world in
      let orders = Guarded<[Int]>([])
      await withTaskGroup { group in
        for number in 0..<3 { group.addTask { orders.withLock { $0.append(number) } } }
      }
      let all = orders.withLock { $0 }
      if all == [2, 1, 0] { fatalError("backwards") }
      if all == [1, 0, 2] { preconditionFailure("the first two") }
      world.expect(all != [0, 2, 1], "the last two")
    }
    #expect(Set(result.findings.map(\.kind)) == [.crash, .failure])
    #expect(result.findings.count == 3 && result.schedules == 40, "\(result.findings.map(\.message))")
    for finding in result.findings { #expect(finding.token != nil && !finding.cause.isEmpty) }
  }

  @Test("A crash in the natural order has a token and no cause")
  func crashInTheNaturalOrder() async throws {
    let result = try await QuietSearch.run(schedules: 5) { _ in
      await withCheckedContinuation { continuation in
        continuation.resume()
        continuation.resume()
      }
    }
    let finding = try #require(result.findings.first)
    #expect(finding.kind == .crash && finding.cause.isEmpty && finding.token != nil)
    #expect(finding.message.contains("tried to resume its continuation more than once"), "\(finding.message)")
    #expect(Findings.text(finding, result).contains("in the natural order already"))
    #expect(result.findings.count == 1 && finding.schedules == 5)
  }

  @Test("After a search that crashed, later searches and ordinary tests still run")
  func othersGoOn() async throws {
    _ = try await QuietSearch.run(schedules: 3) { _ in
      let none: Int? = nil
      _ = none!
    }
    let sound = try await QuietSearch.run(schedules: 10) { try await Self.body($0, isChecked: false) }
    #expect(sound.findings.isEmpty && sound.schedules == 10)
    #expect(await Task { 7 }.value == 7)
  }

  @MainActor private static var calls = 0

  @Test("Values of static variables do not reach the next schedule of an isolated search")
  func isolatedSchedules() async throws {
    let result = try await Exploration.run(schedules: 20, isolated: true) { world in
      let calls = await MainActor.run {
        Self.calls += 1
        return Self.calls
      }
      world.expect(calls == 1, "called \(calls) times")
    }
    #expect(result.findings.isEmpty && result.schedules == 20, "\(result.findings.map(\.message))")
    await MainActor.run { #expect(Self.calls == 0) }
  }
}
