/// The counter-based generator Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
/// 2, 3" (SC 2011): a keyed bijection on 128-bit counters whose output passes for random.
///
/// It has no state: key and counter determine the draw, so streams cannot overlap and no draw shifts another.
package enum Philox4x32 {
  /// Four 32-bit words: a counter, or the random words made from it.
  package struct Words: Hashable, Sendable {
    /// The first and least significant word of the counter.
    package var word0: UInt32
    /// The second word.
    package var word1: UInt32
    /// The third word.
    package var word2: UInt32
    /// The fourth word, the most significant of a counter.
    package var word3: UInt32

    /// Creates a block of four words, the least significant first.
    @inlinable
    package init(_ word0: UInt32, _ word1: UInt32, _ word2: UInt32, _ word3: UInt32) {
      self.word0 = word0
      self.word1 = word1
      self.word2 = word2
      self.word3 = word3
    }
  }

  /// The random words for a counter under a 64-bit key (ten rounds).
  @inlinable
  package static func words(counter: Words, key: UInt64) -> Words {
    var block = counter
    var key0 = UInt32(truncatingIfNeeded: key)
    var key1 = UInt32(truncatingIfNeeded: key >> 32)
    for _ in 0..<10 {
      let product0 = 0xD251_1F53 as UInt64 &* UInt64(block.word0)
      let product1 = 0xCD9E_8D57 as UInt64 &* UInt64(block.word2)
      block = Words(
        UInt32(truncatingIfNeeded: product1 >> 32) ^ block.word1 ^ key0,
        UInt32(truncatingIfNeeded: product1),
        UInt32(truncatingIfNeeded: product0 >> 32) ^ block.word3 ^ key1,
        UInt32(truncatingIfNeeded: product0))
      key0 &+= 0x9E37_79B9
      key1 &+= 0xBB67_AE85
    }
    return block
  }
}
