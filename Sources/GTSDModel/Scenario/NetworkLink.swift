/// A kind of connection: its upload speed and latency.
///
/// Bodies that one phone sends at the same time share its uplink evenly, like connections over one bottleneck. Only
/// photos take time to send; other bodies are small.
public struct NetworkLink: Sendable, Equatable {
  /// The name, unique in the scenario.
  public var name: String
  /// The share of people with this connection, relative to all weights.
  public var weight: Double
  /// The upload speed in megabits per second, 0.01 to 100,000.
  public var uplink: Double
  /// One-way latency in seconds; nil for that of ``BackendConfiguration/network``.
  public var latency: Distribution?

  /// Creates a kind of connection.
  public init(name: String, weight: Double = 1, uplink: Double = 5, latency: Distribution? = nil) {
    self.name = name
    self.weight = weight
    self.uplink = uplink
    self.latency = latency
  }
}
