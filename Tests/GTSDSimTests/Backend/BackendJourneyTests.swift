import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

@Suite struct BackendJourneyTests {
  @Test func aNewUserAcknowledgesAndGetsAPlan() {
    let harness = BackendHarness()
    harness.run { person in
      try await person.signUp()
      try await person.onboard()
      #expect(try await person.send(.todayMetrics).reason == .notReady)
      #expect(try await person.send(.generatePlan(forceRecompute: false)).status == 201)
      await person.pause(.seconds(5))
      let metrics = try await person.metrics()
      #expect(!metrics.acknowledged)
      #expect(metrics.metrics.bmr == 1760 && metrics.metrics.tdee == 2728)
      #expect(try await person.send(.generatePlan(forceRecompute: false)).reason == .gated)
      let reply = try await person.acknowledge(metrics)
      #expect(reply.status == 200)
      #expect(try await person.metrics().acknowledged)
      let reused = try await person.send(.generatePlan(forceRecompute: false))
      #expect(reused.status == 200)
      #expect(try await person.send(.generatePlan(forceRecompute: true)).status == 201)
    }
    #expect(harness.recorder.gates == [true, false, true, true])
    let revisions = harness.recorder.events.compactMap {
      if case .committed(let commit, let revision, _) = $0.kind, !commit.isNote { revision } else { nil }
    }
    #expect(revisions == Array(1...Int32(revisions.count)))
  }

  @Test func latencyIsBothNetworkDirectionsAndTheService() {
    let harness = BackendHarness()
    harness.run { person in
      try await person.send(.health)
    }
    #expect(harness.world.scheduler.now == 90_000_000)
  }
}
