/// Requests to one endpoint.
public struct RequestRow: Hashable, Sendable {
  /// Method and path, such as `GET /v1/profile/metrics/today`.
  public var endpoint: String
  /// The number of requests sent.
  public var count: Int
  /// Failures by status code, or by `timeout`, `network`, `undecodable`.
  public var errorsByStatus: [String: Int]
  /// The time from send to reply.
  public var latency: DistributionSummary

  /// Creates a row of requests to one endpoint.
  package init(endpoint: String, count: Int, errorsByStatus: [String: Int], latency: DistributionSummary) {
    self.endpoint = endpoint
    self.count = count
    self.errorsByStatus = errorsByStatus
    self.latency = latency
  }

  /// The explanation of the errors column in reports.
  package static let errorsMeaning =
    "Errors are all that did not succeed, also what indicators do not count: 404 where metrics are not ready yet, "
    + "and what was cancelled."

  /// The number of failed requests.
  public var errors: Int { errorsByStatus.values.reduce(0, +) }
}
