import Testing

@testable import Randomness

/// Vectors from the specification's sanity checks (xxHash, cli/xsum_sanity_check.c, formerly xxhsum.c) and its
/// examples.
@Suite struct XXH64Tests {
  static let prime: UInt64 = 2_654_435_761

  /// The generated buffer of the published checks.
  static let buffer: [UInt8] = {
    var generator: UInt32 = 2_654_435_761
    return (0..<101).map { _ in
      defer { generator = generator &* generator }
      return UInt8(generator >> 24)
    }
  }()

  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, prime, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0x4FCE_394C_C889_52D8), (1, prime, 0x7398_40CB_819F_A723),
      (14, 0, 0xCFFA_8DB8_81BC_3A3D), (14, prime, 0x5B96_1158_5EFC_C9CB),
      (101, 0, 0x0EAB_5433_84F8_78AD), (101, prime, 0xCAA6_5939_306F_1E21),
    ] as [(Int, UInt64, UInt64)])
  func matchesThePublishedVectors(length: Int, seed: UInt64, expected: UInt64) {
    var hash = XXH64(seed: seed)
    hash.combine(bytes: Self.buffer.prefix(length))
    #expect(hash.digest == expected)
  }

  @Test func matchesTextExamples() {
    #expect(XXH64.digest(of: "a") == 0xD24E_C4F1_A98C_6E5B)
    #expect(XXH64.digest(of: "abc") == 0x44BC_2CF5_AD77_0999)
    #expect(XXH64.digest(of: "Nobody inspects the spammish repetition") == 0xFBCE_A83C_8A37_8BF1)
  }

  @Test(arguments: 0..<9)
  func wordsAreTheirLittleEndianBytes(prefix: Int) {
    var words = XXH64(seed: 3)
    var bytes = XXH64(seed: 3)
    for index in 0..<prefix {
      words.combine(byte: UInt8(index))
      bytes.combine(byte: UInt8(index))
    }
    for word in 1...11 as ClosedRange<UInt64> {
      words.combine(word &* 0x0123_4567_89AB_CDEF)
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.combine(byte: UInt8(truncatingIfNeeded: (word &* 0x0123_4567_89AB_CDEF) >> UInt64(shift)))
      }
      #expect(words.digest == bytes.digest)
    }
  }

  /// The digest does not depend on how words are divided into calls, nor on where in a stripe they begin.
  @Test(arguments: 0..<6)
  func wordsAtOnceAreTheSameAsOneByOne(before: Int) {
    let words = (0..<23).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    for count in 0...words.count {
      var (oneByOne, atOnce) = (XXH64(seed: 7), XXH64(seed: 7))
      for word in 0..<before { oneByOne.combine(UInt64(word)) }
      for word in 0..<before { atOnce.combine(UInt64(word)) }
      for word in words.prefix(count) { oneByOne.combine(word) }
      words.withUnsafeBufferPointer { atOnce.combine(UnsafeBufferPointer(rebasing: $0.prefix(count))) }
      oneByOne.combine(byte: 3)
      atOnce.combine(byte: 3)
      #expect(atOnce.digest == oneByOne.digest)
    }
  }
}
