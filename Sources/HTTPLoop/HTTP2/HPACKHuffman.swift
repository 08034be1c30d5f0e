/// The Huffman code of RFC 7541, appendix B.
///
/// The code is canonical: codes of one length are consecutive numbers in the order of their bytes, and follow those of
/// the next shorter length. The lengths therefore define it.
enum HPACKHuffman {
  /// The number of bits of each byte's code; the last one is that of the end mark, which no text may contain.
  private static let lengths: [UInt8] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
    28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
    5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
    13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
    7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
    15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
    6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
    20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
    22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
    21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
    20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
    30,
  ]

  private static let longest = 30

  /// The codes, and the tables for decoding.
  private struct Tables {
    /// The code of each byte.
    var codes = [UInt32](repeating: 0, count: lengths.count)
    /// The bytes in the order of their codes.
    var symbols: [UInt16] = []
    /// The first code of each length, in the highest of 32 bits, and the number of codes before it.
    var first = [UInt64](repeating: 0, count: longest + 2)
    var offset = [Int](repeating: 0, count: longest + 2)

    init() {
      var code: UInt64 = 0
      for length in 1...longest {
        first[length] = code << (32 - length)
        offset[length] = symbols.count
        for (symbol, _) in lengths.enumerated().filter({ $0.element == length }) {
          codes[symbol] = UInt32(code)
          symbols.append(UInt16(symbol))
          code += 1
        }
        code <<= 1
      }
      first[longest + 1] = 1 << 32
      offset[longest + 1] = symbols.count
    }
  }

  private static let tables = Tables()

  /// The number of bytes of a text in this code.
  static func encodedCount(_ bytes: [UInt8]) -> Int {
    (bytes.reduce(0) { $0 + Int(lengths[Int($1)]) } + 7) / 8
  }

  static func encode(_ bytes: [UInt8], into output: inout [UInt8]) {
    let tables = Self.tables
    var (bits, count): (UInt64, Int) = (0, 0)
    for byte in bytes {
      let length = Int(lengths[Int(byte)])
      bits = bits << length | UInt64(tables.codes[Int(byte)])
      count += length
      while count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // The last byte is padded with ones, which begin the end mark.
    if count > 0 { output.append(UInt8(truncatingIfNeeded: bits << (8 - count)) | UInt8(0xff >> count)) }
  }

  /// Decodes a text.
  ///
  /// - Throws: `HPACKProblem.huffman` if the text contains the end mark, or is not padded with its first bits.
  static func decode(_ bytes: ArraySlice<UInt8>) throws(HPACKProblem) -> [UInt8] {
    let tables = Self.tables
    var output: [UInt8] = []
    // The shortest code has 5 bits.
    output.reserveCapacity(bytes.count * 8 / 5)
    var (bits, count): (UInt64, Int) = (0, 0)
    var index = bytes.startIndex
    while true {
      while count <= 32, index < bytes.endIndex {
        bits = bits << 8 | UInt64(bytes[index])
        count += 8
        index += 1
      }
      guard count > 0 else { return output }
      // The next 32 bits, padded with ones after the end of the text.
      let window =
        count >= 32 ? bits >> (count - 32) & 0xffff_ffff : (bits << (32 - count) | 0xffff_ffff >> count) & 0xffff_ffff
      var length = 5
      while length < longest, window >= tables.first[length + 1] { length += 1 }
      guard length <= count else {
        // Only fewer than 8 ones are valid padding.
        guard count < 8, window == 0xffff_ffff else { throw .huffman }
        return output
      }
      let symbol = tables.symbols[tables.offset[length] + Int((window - tables.first[length]) >> (32 - length))]
      guard symbol < 256 else { throw .huffman }
      output.append(UInt8(symbol))
      count -= length
      bits &= (1 << count) - 1
    }
  }
}
