/// The partial-order class of the events so far: equal hashes mean that every lane saw the same arrivals in the same
/// order. Events outside every lane count, but their order does not.
struct OrderClass {
  /// The arrivals so far and their share of the hash, by lane.
  private var lanes: [(chain: UInt64, term: UInt64)] = []
  /// The hash of the class so far.
  private(set) var hash: UInt64 = 0

  /// Appends the next event of a lane.
  @inline(__always)
  mutating func append(_ id: UInt64, lane: UInt32) {
    guard lane != ReadyChoice.noLane else { return hash = hash(with: id, lane: lane) }
    let place = Int(lane)
    while lanes.count <= place { lanes.append((0, 0)) }
    let before = lanes[place]
    let chain = Mix64.combine(before.chain, id)
    let term = term(chain, lane)
    hash = hash &- before.term &+ term
    lanes[place] = (chain, term)
  }

  /// The hash of the class of the events so far and then this one.
  func hash(with id: UInt64, lane: UInt32) -> UInt64 {
    guard lane != ReadyChoice.noLane else { return hash &+ Mix64.finish(id) }
    // A sum over the lanes, so that one step changes one term.
    let chain = lane < lanes.count ? lanes[Int(lane)].chain : 0
    return hash &- term(chain, lane) &+ term(Mix64.combine(chain, id), lane)
  }

  private func term(_ chain: UInt64, _ lane: UInt32) -> UInt64 {
    chain == 0 ? 0 : Mix64.combine(chain, UInt64(lane))
  }

  /// Removes all events.
  mutating func removeAll() {
    for index in lanes.indices { lanes[index] = (0, 0) }
    hash = 0
  }
}
