/// A decoder of baseline JPEG with one component, written from the standard and not from the encoder.
struct JPEGReader {
  struct Problem: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var hasJFIFHeader = false
  private(set) var comments = 0
  /// The brightness of the first sample of each block, rounded. All samples of a block are equal.
  private(set) var blocks: [Int] = []

  private var quantizers: [Int] = []
  private var codes: [UInt8: [Code]] = [:]

  private struct Code {
    var length: Int
    var bits: Int
    var symbol: UInt8
  }

  /// - Parameter decodesScan: false to read up to the picture's data only.
  init(_ bytes: [UInt8], decodesScan: Bool = true) throws {
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw Problem("no start of image") }
    var offset = 2
    while true {
      guard offset + 4 <= bytes.count, bytes[offset] == 0xFF else { throw Problem("no marker at \(offset)") }
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      guard length >= 2, end <= bytes.count else { throw Problem("segment \(marker) runs over the end") }
      let content = Array(bytes[offset + 4..<end])
      offset = end
      switch marker {
      case 0xE0: hasJFIFHeader = content.starts(with: Array("JFIF\0".utf8)) && content.count == 14
      case 0xFE: comments += 1
      case 0xDB: try readQuantizers(content)
      case 0xC0: try readFrame(content)
      case 0xC4: try readCodes(content)
      case 0xDA:
        guard content == [1, 1, 0, 0, 63, 0] else { throw Problem("scan header \(content)") }
        if decodesScan { try readScan(Array(bytes[offset...])) }
        return
      default: throw Problem("marker \(marker)")
      }
    }
  }

  private mutating func readQuantizers(_ content: [UInt8]) throws {
    guard content.count == 65, content[0] == 0 else { throw Problem("quantizers") }
    quantizers = content.dropFirst().map(Int.init)
    guard !quantizers.contains(0) else { throw Problem("a quantizer of 0") }
  }

  private mutating func readFrame(_ content: [UInt8]) throws {
    guard content.count == 9, content[0] == 8, Array(content[5...]) == [1, 1, 0x11, 0] else { throw Problem("frame") }
    height = Int(content[1]) << 8 | Int(content[2])
    width = Int(content[3]) << 8 | Int(content[4])
  }

  private mutating func readCodes(_ content: [UInt8]) throws {
    let counts = content[1...16].map(Int.init)
    guard content.count == 17 + counts.reduce(0, +) else { throw Problem("code table") }
    var table: [Code] = []
    var code = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        guard code + 1 < 1 << (index + 1) else { throw Problem("a code of ones alone") }
        table.append(Code(length: index + 1, bits: code, symbol: content[17 + table.count]))
        code += 1
      }
      code <<= 1
    }
    codes[content[0]] = table
  }

  private mutating func readScan(_ bytes: [UInt8]) throws {
    guard width > 0, let differences = codes[0x00], let coefficients = codes[0x10], !quantizers.isEmpty else {
      throw Problem("a scan before its tables")
    }
    guard let marker = bytes.indices.first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] != 0 }) else {
      throw Problem("a scan without end")
    }
    guard Array(bytes[marker...]) == [0xFF, 0xD9] else { throw Problem("more than the end of image") }
    var reader = Bits(bytes: Array(bytes[..<marker]))
    var level = 0
    for _ in 0..<(width + 7) / 8 * ((height + 7) / 8) {
      let category = Int(try reader.symbol(differences))
      if category > 0 {
        let value = try reader.bits(category)
        level += value < 1 << (category - 1) ? value - (1 << category) + 1 : value
      }
      guard try reader.symbol(coefficients) == 0 else { throw Problem("a block that is not flat") }
      blocks.append(Int((128 + Double(level * quantizers[0]) / 8).rounded()))
    }
    guard reader.onlyPaddingIsLeft else { throw Problem("more data than blocks") }
  }

  private struct Bits {
    var bytes: [UInt8]
    var offset = 0

    mutating func bits(_ count: Int) throws -> Int {
      var value = 0
      for _ in 0..<count {
        guard offset < bytes.count * 8 else { throw Problem("the data end early") }
        value = value << 1 | Int(bytes[offset / 8] >> UInt8(7 - offset % 8) & 1)
        offset += 1
      }
      return value
    }

    mutating func symbol(_ table: [Code]) throws -> UInt8 {
      var bits = 0
      for length in 1...16 {
        bits = bits << 1 | (try self.bits(1))
        for code in table where code.length == length && code.bits == bits { return code.symbol }
      }
      throw Problem("no such code")
    }

    var onlyPaddingIsLeft: Bool {
      let left = bytes.count * 8 - offset
      guard (1..<8).contains(left) else { return left == 0 }
      let ones: UInt8 = (1 << UInt8(left)) - 1
      return bytes[bytes.count - 1] & ones == ones
    }
  }
}
