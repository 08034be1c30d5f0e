/// What a search knows of its world beforehand: how one schedule, the natural one, went.
public struct SearchReference: Sendable {
  /// How many things happened.
  let length: Int
  /// How many things came of each arrival, directly or not, itself included.
  let offspring: IdentityTable

  /// What the trace of a schedule tells.
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
