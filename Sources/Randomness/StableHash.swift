/// FNV-1a with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): this package's hash of a few bytes that must be
/// the same in every process, on every platform. Digests of runs, scenarios and files are XXH64.
package struct StableHash: Sendable {
  /// The hash of the words combined so far.
  @usableFromInline package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the hash of no bytes.
  @inlinable package init() {}

  /// Computes the hash of some bytes.
  @inlinable package init(of bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// Adds one byte to the hash.
  @inlinable package mutating func combine(_ byte: UInt8) { combine(unit: UInt64(byte)) }

  /// Adds the eight bytes of a word, the lowest first.
  @inlinable package mutating func combine(_ word: UInt64) {
    var rest = word
    for _ in 0..<8 {
      combine(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds a word as if it were one byte. This is an eighth of the work, but no longer standard FNV-1a.
  @inlinable package mutating func combine(unit: UInt64) {
    value = (value ^ unit) &* 0x100_0000_01b3
  }
}
