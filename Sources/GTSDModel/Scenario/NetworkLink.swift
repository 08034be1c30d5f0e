/// A kind of connection that people have: how fast what they send leaves the phone, and how long a packet is on its
/// way.
///
/// Bodies that one phone sends at once share its uplink evenly, as connections over one bottleneck do. What is not a
/// photo is small and takes no time of its own.
public struct NetworkLink: Sendable, Equatable {
  /// Unique in the scenario.
  public var name: String
  /// Share of people with such a connection, among all weights.
  public var weight: Double
  /// Megabits a second that leave the phone, 0.01 to 100,000.
  public var uplink: Double
  /// One-way latency, seconds; nil for that of ``BackendConfiguration/network``.
  public var latency: Distribution?

  /// A kind of connection.
  public init(name: String, weight: Double = 1, uplink: Double = 5, latency: Distribution? = nil) {
    self.name = name
    self.weight = weight
    self.uplink = uplink
    self.latency = latency
  }
}
