import Observation

/// The Plans tab: the metrics to acknowledge, then the week's plan.
@MainActor @Observable package final class PlansViewModel {
  package private(set) var plan: Plan?
  package private(set) var errorMessage: String?
  package let metrics: MetricsModel

  private let client: APIClient

  package init(client: APIClient, metrics: MetricsModel) { (self.client, self.metrics) = (client, metrics) }

  /// Loads the tab when it appears.
  package func open() async {
    do {
      try await metrics.check()
      if !metrics.needsAcknowledgment { try await fetch() }
    } catch {
      errorMessage = "The plan could not be loaded."
    }
  }

  /// Handles a tap on the button below the metrics.
  package func acknowledge() async {
    do {
      if try await metrics.acknowledge() { try await fetch() }
    } catch {
      errorMessage = "The metrics could not be acknowledged."
    }
  }

  private func fetch() async throws {
    plan = try await client.post("/v1/plans/generate", ["forceRecompute": false])
  }
}
