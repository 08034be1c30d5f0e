/// The partial-order class of what has happened: equal hashes mean that every lane saw the same arrivals in the same
/// order. What happens outside every lane counts, but in no order.
struct OrderClass {
  private var chains: [UInt64] = []
  /// What each chain adds to the hash.
  private var terms: [UInt64] = []
  /// The hash of the class so far.
  private(set) var hash: UInt64 = 0

  /// The next thing happens in a lane.
  @inline(__always)
  mutating func append(_ id: UInt64, lane: UInt32) {
    guard lane != ReadyChoice.noLane else { return hash = hash(with: id, lane: lane) }
    let place = Int(lane)
    while chains.count <= place {
      chains.append(0)
      terms.append(0)
    }
    let chain = Mix64.combine(chains[place], id)
    let term = term(chain, lane)
    hash = hash &- terms[place] &+ term
    (chains[place], terms[place]) = (chain, term)
  }

  /// The hash of the class if this happens next.
  func hash(with id: UInt64, lane: UInt32) -> UInt64 {
    guard lane != ReadyChoice.noLane else { return hash &+ Mix64.finish(id) }
    // A sum over the lanes, so that one step changes one term.
    let chain = lane < chains.count ? chains[Int(lane)] : 0
    return hash &- term(chain, lane) &+ term(Mix64.combine(chain, id), lane)
  }

  private func term(_ chain: UInt64, _ lane: UInt32) -> UInt64 {
    chain == 0 ? 0 : Mix64.combine(chain, UInt64(lane))
  }

  /// Nothing has happened.
  mutating func removeAll() {
    for index in chains.indices { (chains[index], terms[index]) = (0, 0) }
    hash = 0
  }
}
