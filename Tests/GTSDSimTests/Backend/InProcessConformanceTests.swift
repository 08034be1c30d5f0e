import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

@Suite struct InProcessConformanceTests {
  @Test(arguments: Generation.Preset.allCases, BackendConformance.checks)
  func conforms(_ preset: Generation.Preset, _ check: BackendConformance.Check) async {
    let harness = BackendHarness(preset)
    let suite = BackendConformance(
      backend: harness.backend, generation: harness.world.scenario.generation,
      accessTokenLifetime: harness.world.scenario.backend.accessTokenLifetime, metricsDelay: .seconds(10),
      pausing: harness.pausing)
    let end = Ended()
    harness.world.scheduler.spawn {
      do {
        try await check.run(suite)
      } catch {
        Issue.record(error)
      }
      end.count += 1
    }
    harness.world.scheduler.run()
    #expect(end.count == 1, "the check never ended")
  }

  /// `@unchecked Sendable`: touched only on the thread that runs the world.
  private final class Ended: @unchecked Sendable { var count = 0 }
}
