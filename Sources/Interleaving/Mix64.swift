/// Fast, well mixed 64-bit hashes, the same in every process, for identities of tasks and arrivals and for classes of
/// orders.
///
/// Part of the module that uses it at each step, since calls across modules would not be inlined.
package enum Mix64 {
  /// The finalizer of SplitMix64 (Stafford's thirteenth variant): a bijection in which every bit depends on all
  /// others.
  @inline(__always)
  package static func finish(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// The hash of a sequence with another word appended, from the hash of the sequence.
  @inline(__always)
  package static func combine(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    finish(hash ^ (word &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }
}
