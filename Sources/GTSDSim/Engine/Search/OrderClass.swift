/// The partial-order class of what has happened: equal hashes mean that every lane saw the same arrivals in the same
/// order. What happens outside every lane counts, but in no order.
struct OrderClass {
  private var chains: [UInt64] = []
  /// The hash of the class so far.
  private(set) var hash: UInt64 = 0

  /// The next thing happens in a lane.
  @inline(__always)
  mutating func append(_ id: UInt64, lane: UInt32) {
    guard lane != ReadyChoice.noLane else {
      hash &+= Mix64.finish(id)
      return
    }
    let index = Int(lane)
    while chains.count <= index { chains.append(0) }
    let salt = UInt64(lane)
    // A sum over the lanes, so that one step changes one term.
    if chains[index] != 0 { hash &-= Mix64.combine(chains[index], salt) }
    chains[index] = Mix64.combine(chains[index], id)
    hash &+= Mix64.combine(chains[index], salt)
  }

  /// Nothing has happened.
  mutating func removeAll() {
    for index in chains.indices { chains[index] = 0 }
    hash = 0
  }
}
