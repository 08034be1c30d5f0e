/// A table of numbers by arrival identity. Identities are hashes already, so it uses open addressing without hashing,
/// the same in every process.
package struct IdentityTable: Sendable {
  private var keys: [UInt64]
  private var values: [UInt32]
  package private(set) var count = 0
  private var mask: Int
  /// The mark of an empty slot. An identity equals it with a probability of 2^-64.
  private static let empty = UInt64.max

  package init(minimumCapacity: Int = 0) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    keys = Array(repeating: Self.empty, count: capacity)
    values = Array(repeating: 0, count: capacity)
    mask = capacity - 1
  }

  package subscript(id: UInt64) -> UInt32? {
    @inline(__always) get {
      let slot = slot(of: id)
      return keys[slot] == id ? values[slot] : nil
    }
    set {
      precondition(newValue != nil, "identities are never taken out")
      if (count + 1) * 2 > keys.count { grow() }
      let slot = slot(of: id)
      if keys[slot] != id { count += 1 }
      keys[slot] = id
      values[slot] = newValue ?? 0
    }
  }

  /// Removes all entries, keeping the memory.
  package mutating func removeAll() {
    for slot in keys.indices { keys[slot] = Self.empty }
    count = 0
  }

  @inline(__always)
  private func slot(of id: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: id) & mask
    while keys[slot] != id, keys[slot] != Self.empty { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var larger = IdentityTable(minimumCapacity: keys.count)
    for slot in keys.indices where keys[slot] != Self.empty { larger[keys[slot]] = values[slot] }
    self = larger
  }
}
