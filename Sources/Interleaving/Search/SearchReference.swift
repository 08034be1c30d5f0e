/// The information that a search has in advance: a trace of the natural schedule.
public struct SearchReference: Sendable {
  /// The number of events.
  let length: Int
  /// For each arrival, the number of events that followed from it directly or indirectly, including itself.
  let offspring: IdentityTable

  /// Counts events and consequences in the trace of a schedule.
  public init(trace: [TracedArrival] = []) {
    length = trace.count
    var counts = [UInt32](repeating: 1, count: trace.count)
    for index in trace.indices.reversed() where trace[index].cause != TracedArrival.none {
      counts[Int(trace[index].cause)] += counts[index]
    }
    var offspring = IdentityTable(minimumCapacity: trace.count)
    for (arrival, count) in zip(trace, counts) { offspring[arrival.id] = count }
    self.offspring = offspring
  }
}
