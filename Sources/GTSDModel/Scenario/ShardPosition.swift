/// One part of a run that is split among processes or machines: every unit whose index has the same remainder.
///
/// Neighbouring cells belong to different parts, so that all parts take about equally long.
package struct ShardPosition: Equatable, Sendable {
  /// The greatest number of parts.
  package static let limit = 1_000_000
  /// The name of the file that one part of a study writes.
  package static let fileName = "shard.pieces"

  /// The part, from 1.
  package let index: Int
  /// The number of parts.
  package let of: Int

  /// Creates a part; nil unless 1 <= index <= of <= ``limit``.
  package init?(index: Int, of: Int) {
    guard index >= 1, index <= of, of <= Self.limit else { return nil }
    self.index = index
    self.of = of
  }

  /// Reads a part from a text such as `2/3`; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let index = Int(parts[0]), let of = Int(parts[1])
    else { return nil }
    self.init(index: index, of: of)
  }

  /// The indices of this part's units among a total.
  package func indices(of count: Int) -> StrideTo<Int> { stride(from: index - 1, to: count, by: of) }

  /// The index, among all units, of the unit at this position of the part. Both count from 0.
  package func unit(at position: Int) -> Int { index - 1 + position * of }

  /// Whether a unit is in this part.
  package func has(_ unit: Int) -> Bool { unit % of == index - 1 }

  /// The number of units of a total that belong to this part.
  package func share(of count: Int) -> Int { index > count ? 0 : (count - index) / of + 1 }
}
