/// Analytics events that the apps sent.
public struct AnalyticsCounts: Hashable, Sendable {
  /// The number of all events.
  public var total: Int
  /// The number of events of each name.
  public var byName: [String: Int]

  /// Creates counts of events.
  package init(total: Int, byName: [String: Int]) {
    self.total = total
    self.byName = byName
  }
}
