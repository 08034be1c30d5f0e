import Dispatch
import Foundation
import Testing

@testable import InterleavingTesting

/// Code outside of searches runs as usual while a search runs in the same process.
struct OrdinaryTests {
  actor Counter {
    private(set) var value = 0
    func add() { value += 1 }
  }

  private static func identify(_ number: Int) async throws -> UUID {
    #expect(ExploredWorld.current == nil)
    let (start, date) = (ContinuousClock.now, Date())
    // Virtual time begins on 1 January 2026, a thousand seconds after the virtual clocks started. This process started
    // later.
    #expect(date.timeIntervalSince1970 != 1_767_225_600)
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { await counter.add() } }
    }
    #expect(await counter.value == 20)
    try await Task.sleep(for: .milliseconds(20))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { continuation.resume() }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    #expect(Date().timeIntervalSince(date) >= 0.04)
    await MainActor.run { MainActor.assertIsolated() }
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume()
      }
    }
    await withCheckedContinuation { continuation in Thread.detachNewThread { continuation.resume() } }
    return UUID()
  }

  @Test func ordinaryTestsRunBesideASearch() async throws {
    async let search = Exploration.run(schedules: 1_000) { _ in try? await LittleApp.checkAgreement() }
    let names = try await withThrowingTaskGroup(of: UUID.self) { group in
      for number in 0..<50 { group.addTask { try await Self.identify(number) } }
      return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
    }
    #expect(names.count == 50)
    let result = try await search
    #expect(result.findings.isEmpty)
    #expect(result.schedules == 1_000)
  }
}
