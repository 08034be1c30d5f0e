/// A subset of a scenario's faults, by their positions in the scenario.
package struct FaultSet: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The first 64 faults, as one bit each. Few scenarios have more.
  package private(set) var first: UInt64 = 0
  /// The faults after the first 64 as bits, 64 per word, without zero words at the end.
  package private(set) var others: [UInt64] = []

  /// Creates a set of the first 64 faults from their bits.
  package init(integerLiteral value: UInt64) { first = value }

  /// Creates the empty set.
  package init() {}

  /// Creates a set from the words in a token; nil unless they have this set's canonical form.
  package init?(first: UInt64, others: [UInt64]) {
    guard others.last != 0 else { return nil }
    self.first = first
    self.others = others
  }

  package var isEmpty: Bool { first == 0 && others.isEmpty }
  package var count: Int { others.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

  package func contains(_ place: Int) -> Bool {
    let word = place / 64
    if word == 0 { return first >> UInt64(place) & 1 == 1 }
    return word <= others.count && others[word - 1] >> UInt64(place % 64) & 1 == 1
  }

  package mutating func insert(_ place: Int) {
    let word = place / 64
    if word == 0 {
      first |= 1 << UInt64(place)
      return
    }
    while others.count < word { others.append(0) }
    others[word - 1] |= 1 << UInt64(place % 64)
  }

  package mutating func remove(_ place: Int) {
    let word = place / 64
    if word == 0 {
      first &= ~(1 << UInt64(place))
    } else if word <= others.count {
      others[word - 1] &= ~(1 << UInt64(place % 64))
      while others.last == 0 { others.removeLast() }
    }
  }

  /// The places of the faults in ascending order.
  package var places: [Int] { (0..<64 * (others.count + 1)).filter(contains) }

  /// A hash of the set.
  package var mixed: UInt64 { others.reduce(first &* 0x9E37_79B9_7F4A_7C15) { ($0 ^ $1) &* 0x9E37_79B9_7F4A_7C15 } }
}
