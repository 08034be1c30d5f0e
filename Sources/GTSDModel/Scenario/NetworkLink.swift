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
  /// The times without a connection; nil for a connection that always exists.
  public var gaps: Gaps?

  /// The times at which a phone has no connection, as in a tunnel or a lift.
  public struct Gaps: Sendable, Equatable {
    /// The seconds from the end of a gap to the beginning of the next.
    public var after: Distribution
    /// The length of a gap in seconds.
    public var length: Distribution

    /// Creates the times of gaps.
    public init(
      after: Distribution = .exponential(mean: 3600), length: Distribution = .lognormal(median: 45, sigma: 0.8)
    ) {
      self.after = after
      self.length = length
    }
  }

  /// Creates a kind of connection.
  public init(name: String, weight: Double = 1, uplink: Double = 5, latency: Distribution? = nil, gaps: Gaps? = nil) {
    self.name = name
    self.weight = weight
    self.uplink = uplink
    self.latency = latency
    self.gaps = gaps
  }
}
