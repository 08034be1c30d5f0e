/// The 64-bit hash XXH64 of Yann Collet (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md), as a stream.
///
/// Used for digests of runs and scenarios. It is fast and well mixed, but not secure against forgery. The digest is
/// that of all bytes so far, with words in little-endian order, however they were divided among calls.
package struct XXH64: Sendable {
  @usableFromInline static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  @usableFromInline static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  @usableFromInline static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  @usableFromInline static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  @usableFromInline static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  @usableFromInline let seed: UInt64
  @usableFromInline var lanes: (UInt64, UInt64, UInt64, UInt64)
  /// Up to 31 bytes that do not fill a stripe of 32 yet, as four little-endian words; the rest is zero.
  @usableFromInline var buffer: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The number of bytes hashed so far.
  @usableFromInline var length: UInt64 = 0

  /// Creates the hash of no bytes yet.
  @inlinable
  package init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  /// Feeds the eight bytes of a word, the least significant first.
  @inlinable
  package mutating func combine(_ word: UInt64) {
    guard length & 7 == 0 else { return combine(slowly: word) }
    switch length & 31 {
    case 0: buffer.0 = word
    case 8: buffer.1 = word
    case 16: buffer.2 = word
    default:
      lanes.0 = Self.round(lanes.0, buffer.0)
      lanes.1 = Self.round(lanes.1, buffer.1)
      lanes.2 = Self.round(lanes.2, buffer.2)
      lanes.3 = Self.round(lanes.3, word)
      buffer = (0, 0, 0, 0)
    }
    length &+= 8
  }

  /// Feeds the eight bytes of a signed word, two's complement.
  @inlinable
  package mutating func combine(_ word: Int64) {
    combine(UInt64(bitPattern: word))
  }

  /// Feeds words in their order, stripes of four at once.
  package mutating func combine(_ words: UnsafeBufferPointer<UInt64>) {
    var index = 0
    // Fills the incomplete stripe first.
    while index < words.count, length & 31 != 0 {
      combine(words[index])
      index += 1
    }
    while index + 4 <= words.count {
      lanes.0 = Self.round(lanes.0, words[index])
      lanes.1 = Self.round(lanes.1, words[index + 1])
      lanes.2 = Self.round(lanes.2, words[index + 2])
      lanes.3 = Self.round(lanes.3, words[index + 3])
      length &+= 32
      index += 4
    }
    while index < words.count {
      combine(words[index])
      index += 1
    }
  }

  /// Feeds bytes in their order.
  package mutating func combine(bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte: byte) }
  }

  /// Feeds the UTF-8 bytes of a text, without its length.
  package mutating func combine(_ text: String) {
    combine(bytes: text.utf8)
  }

  /// Adds one byte to the hash.
  package mutating func combine(byte: UInt8) {
    let shifted = UInt64(byte) << ((length & 7) * 8)
    switch (length & 31) >> 3 {
    case 0: buffer.0 |= shifted
    case 1: buffer.1 |= shifted
    case 2: buffer.2 |= shifted
    default: buffer.3 |= shifted
    }
    length &+= 1
    guard length & 31 == 0 else { return }
    lanes.0 = Self.round(lanes.0, buffer.0)
    lanes.1 = Self.round(lanes.1, buffer.1)
    lanes.2 = Self.round(lanes.2, buffer.2)
    lanes.3 = Self.round(lanes.3, buffer.3)
    buffer = (0, 0, 0, 0)
  }

  @usableFromInline
  mutating func combine(slowly word: UInt64) {
    for index in 0..<8 { combine(byte: UInt8(truncatingIfNeeded: word >> (UInt64(index) * 8))) }
  }

  /// The hash of the bytes fed so far; more can be fed afterwards.
  package var digest: UInt64 {
    var hash: UInt64
    if length >= 32 {
      hash = Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7) &+ Self.rotate(lanes.2, 12) &+ Self.rotate(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= length
    let words = [buffer.0, buffer.1, buffer.2, buffer.3]
    let left = Int(length & 31)
    for word in words.prefix(left / 8) {
      hash ^= Self.round(0, word)
      hash = Self.rotate(hash, 27) &* Self.prime1 &+ Self.prime4
    }
    if left & 7 != 0 { hash = Self.mix(hash, tail: words[left / 8], bytes: left & 7) }
    hash = (hash ^ hash >> 33) &* Self.prime2
    hash = (hash ^ hash >> 29) &* Self.prime3
    return hash ^ hash >> 32
  }

  private static func mix(_ start: UInt64, tail: UInt64, bytes: Int) -> UInt64 {
    var hash = start
    var tail = tail
    var left = bytes
    if left >= 4 {
      hash ^= (tail & 0xFFFF_FFFF) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      tail >>= 32
      left -= 4
    }
    for _ in 0..<left {
      hash ^= (tail & 0xFF) &* prime5
      hash = rotate(hash, 11) &* prime1
      tail >>= 8
    }
    return hash
  }

  @inlinable
  static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inlinable
  static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }
}

extension XXH64 {
  /// The hash of a text's UTF-8 bytes.
  package static func digest(of text: String, seed: UInt64 = 0) -> UInt64 {
    var hash = XXH64(seed: seed)
    hash.combine(text)
    return hash.digest
  }

  /// The hash of bytes, eight at once.
  package static func digest(of bytes: [UInt8]) -> UInt64 {
    var hash = XXH64(seed: 0)
    var index = 0
    while index + 8 <= bytes.count {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(bytes[index + place]) << UInt64(8 * place) }
      hash.combine(word)
      index += 8
    }
    hash.combine(bytes: bytes[index...])
    return hash.digest
  }
}
