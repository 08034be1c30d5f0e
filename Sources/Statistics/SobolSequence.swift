import Randomness

/// Sobol's low-discrepancy sequence: points that fill the unit cube much more evenly than random ones.
///
/// Sobol', USSR Computational Mathematics and Mathematical Physics 7 (1967); Gray-code order of Antonov and Saleev
/// (1979); direction numbers of Joe and Kuo. Of the first 2^k points, exactly one is in each of 2^k equal slices of
/// every axis. Scrambling makes each point uniform and keeps this property, so that independent scramblings show the
/// error. It is nested uniform scrambling (Owen 1995) by hashing, Burley, Journal of Computer Graphics Techniques 9
/// (2020).
package struct SobolSequence: Equatable, Sendable {
  /// The greatest number of dimensions.
  package static let limit = JoeKuoTable.rows.count + 1

  /// The number of coordinates of a point.
  package let dimensions: Int
  private let directions: [UInt32]
  private let scrambles: [UInt32]?

  /// Creates the sequence in this many dimensions; scrambled if there is a seed.
  package init(dimensions: Int, scramble seed: UInt64? = nil) {
    precondition((1...Self.limit).contains(dimensions), "no Sobol sequence in \(dimensions) dimensions")
    self.dimensions = dimensions
    directions = (0..<dimensions).flatMap(Self.directions)
    scrambles = seed.map { seed in
      var random = SplitMix64(seed: seed)
      return (0..<dimensions).map { _ in UInt32(truncatingIfNeeded: random.next() >> 32) }
    }
  }

  /// A coordinate as the 32 bits behind the binary point.
  package func word(_ index: Int, dimension: Int) -> UInt32 {
    var gray = UInt32(index) ^ UInt32(index) >> 1
    var word: UInt32 = 0
    while gray != 0 {
      word ^= directions[dimension * 32 + gray.trailingZeroBitCount]
      gray &= gray - 1
    }
    return scrambles.map { Self.scramble(word, seed: $0[dimension]) } ?? word
  }

  /// A point, each coordinate in the middle of its 2^-32 wide slice: never 0, never 1.
  package func point(_ index: Int) -> [Double] {
    (0..<dimensions).map { (Double(word(index, dimension: $0)) + 0.5) * 0x1p-32 }
  }

  private static func directions(_ dimension: Int) -> [UInt32] {
    guard dimension > 0 else { return (0..<32).map { 1 << (31 - UInt32($0)) } }
    let row = JoeKuoTable.rows[dimension - 1]
    let degree = row.count - 1
    var result = (0..<degree).map { row[$0 + 1] << (31 - UInt32($0)) }
    for index in degree..<32 {
      var next = result[index - degree] ^ result[index - degree] >> UInt32(degree)
      for k in 1..<max(1, degree) where row[0] >> UInt32(degree - 1 - k) & 1 == 1 {
        next ^= result[index - k]
      }
      result.append(next)
    }
    return result
  }

  /// A permutation in which each bit depends on the higher bits only: the hash of Laine and Karras on reversed bits.
  private static func scramble(_ word: UInt32, seed: UInt32) -> UInt32 {
    var x = reversed(word) &+ seed
    x ^= x &* 0x6C50_B47C
    x ^= x &* 0xB82F_1E52
    x ^= x &* 0xC7AF_E638
    x ^= x &* 0x8D22_F6E6
    return reversed(x)
  }

  private static func reversed(_ word: UInt32) -> UInt32 {
    var x = word.byteSwapped
    x = (x & 0x0F0F_0F0F) << 4 | (x >> 4) & 0x0F0F_0F0F
    x = (x & 0x3333_3333) << 2 | (x >> 2) & 0x3333_3333
    return (x & 0x5555_5555) << 1 | (x >> 1) & 0x5555_5555
  }
}
