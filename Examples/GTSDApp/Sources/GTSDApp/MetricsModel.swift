import Observation

/// Today's metrics and their acknowledgment, which Home and Plans share.
@MainActor @Observable package final class MetricsModel {
  package private(set) var metrics: Metrics?
  package private(set) var isAcknowledging = false

  /// Whether the person must look at the metrics and acknowledge them.
  package var needsAcknowledgment: Bool { metrics.map { !$0.acknowledged } ?? false }

  private let client: APIClient
  private let repairs: Repairs
  /// The number of acknowledgments. A read that began before one is older than it.
  private var acknowledgments = 0

  package init(client: APIClient, repairs: Repairs = .all) { (self.client, self.repairs) = (client, repairs) }

  /// Reads the metrics. There are none before they are computed.
  package func check() async throws {
    let before = acknowledgments
    do {
      let told: Metrics = try await client.get("/v1/profile/metrics/today")
      if repairs.contains(.lateMetricsAreDropped), before != acknowledgments { return }
      metrics = told
    } catch APIError.refused(status: 404) {}
  }

  /// Acknowledges the metrics on screen.
  ///
  /// - Returns: whether they are acknowledged now.
  package func acknowledge() async throws -> Bool {
    struct Body: Encodable {
      var version: Int
      var metricsComputedAt: String
    }
    guard let metrics, !metrics.acknowledged else { return false }
    if repairs.contains(.oneAcknowledgment), isAcknowledging { return false }
    isAcknowledging = true
    defer { isAcknowledging = false }
    let row = metrics.metrics
    try await client.post(
      "/v1/profile/metrics/acknowledge", Body(version: row.version, metricsComputedAt: row.computedAt))
    acknowledgments += 1
    if self.metrics?.metrics == row { self.metrics?.acknowledged = true }
    return true
  }

  func forget() {
    metrics = nil
    acknowledgments += 1
  }
}
