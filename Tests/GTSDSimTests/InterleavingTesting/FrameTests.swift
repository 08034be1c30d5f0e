import Observation
import Testing

@testable import InterleavingTesting

/// Conditions on all frames of the main actor, and on some frame.
struct FrameTests {
  @MainActor @Observable final class Screen {
    var isLoading = false
    var items = 0
    func load() async {
      isLoading = true
      await Task.yield()
      items += 1
      isLoading = false
    }
    func clear() { items = 0 }
  }

  @Test func alwaysHoldsAtEveryFrame() async throws {
    let result = try await QuietSearch.run(schedules: 200) { world in
      let screen = await Screen()
      world.watch(screen, as: "screen")
      world.watch("doubled") { screen.items * 2 }
      world.always("two loads are never counted while one runs") { !(screen.isLoading && screen.items == 1) }
      async let first: Void = screen.load()
      async let second: Void = screen.load()
      _ = await (first, second)
      world.note("loaded")
    }
    try #require(result.findings.count == 1)
    let finding = result.findings[0]
    #expect(
      finding.message.hasPrefix("always: two loads are never counted while one runs: did not hold after task test."))
    #expect(finding.timeline.contains("screen: isLoading false → true"))
    #expect(finding.timeline.contains("doubled: 0 → 2"))
    #expect(finding.timeline.contains("loaded"))
  }

  @Test func eventuallyWaitsForItsTime() async throws {
    let result = try await QuietSearch.run(schedules: 20) { world in
      let screen = await Screen()
      world.eventually("something is shown", within: .seconds(2)) { screen.items == 1 }
      Task {
        try await Task.sleep(for: .seconds(1))
        await screen.load()
      }
    }
    #expect(result.findings.isEmpty, "\(result.findings)")
    let late = try await QuietSearch.run(schedules: 20) { world in
      let screen = await Screen()
      world.eventually("something is shown", within: .seconds(2)) { screen.items == 1 }
      Task {
        try await Task.sleep(for: .seconds(3))
        await screen.load()
      }
    }
    #expect(late.findings.map(\.key) == ["eventually something is shown"])
  }
}
