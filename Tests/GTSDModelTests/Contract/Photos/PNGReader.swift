/// A reader of PNG with a palette and one bit per pixel, written from the standards and not from the encoder.
struct PNGReader {
  struct Problem: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var palette: [[UInt8]] = []
  /// The rows, filter byte first.
  private(set) var rows: [[UInt8]] = []
  private(set) var names: [String] = []

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else { throw Problem("signature") }
    var offset = 8
    var data: [UInt8] = []
    while offset < bytes.count {
      guard offset + 12 <= bytes.count else { throw Problem("a chunk without room") }
      let length = Self.number(bytes[offset..<offset + 4])
      guard offset + 12 + length <= bytes.count else { throw Problem("a chunk runs over the end") }
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let content = Array(bytes[offset + 8..<offset + 8 + length])
      let check = Self.number(bytes[offset + 8 + length..<offset + 12 + length])
      guard check == Self.check(bytes[offset + 4..<offset + 8 + length]) else { throw Problem("check of \(name)") }
      offset += 12 + length
      names.append(name)
      switch name {
      case "IHDR":
        width = Self.number(content[0..<4])
        height = Self.number(content[4..<8])
        guard Array(content[8...]) == [1, 3, 0, 0, 0] else { throw Problem("header \(content)") }
      case "PLTE": palette = stride(from: 0, to: length, by: 3).map { Array(content[$0..<$0 + 3]) }
      case "IDAT": data += content
      default: break
      }
    }
    guard names.first == "IHDR", names.last == "IEND" else { throw Problem("order \(names)") }
    let raw = try Self.inflate(data)
    let stride = 1 + (width + 7) / 8
    guard raw.count == stride * height else { throw Problem("\(raw.count) bytes of picture") }
    rows = (0..<height).map { Array(raw[$0 * stride..<($0 + 1) * stride]) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The remainder of the division by the polynomial, bit by bit.
  private static func check(_ bytes: ArraySlice<UInt8>) -> Int {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (remainder ^ UInt32(byte >> UInt8(bit))) & 1 == 1
        remainder >>= 1
        if isOdd { remainder ^= 0xEDB8_8320 }
      }
    }
    return Int(~remainder)
  }

  /// Decodes deflate with the fixed codes of RFC 1951, and checks both of zlib's checksums.
  private static func inflate(_ stream: [UInt8]) throws -> [UInt8] {
    guard stream.count > 6, stream[0] & 0x0F == 8, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0 else {
      throw Problem("zlib header")
    }
    var output: [UInt8] = []
    var offset = 16
    func bit() throws -> Int {
      guard offset / 8 < stream.count - 4 else { throw Problem("the data end early") }
      defer { offset += 1 }
      return Int(stream[offset / 8] >> UInt8(offset % 8) & 1)
    }
    func number(_ count: Int) throws -> Int {
      var value = 0
      for index in 0..<count { value |= try bit() << index }
      return value
    }
    func code(_ count: Int, _ start: Int = 0) throws -> Int {
      var value = start
      for _ in 0..<count { value = value << 1 | (try bit()) }
      return value
    }
    var isLast = false
    while !isLast {
      isLast = try bit() == 1
      guard try number(2) == 1 else { throw Problem("a block of another kind") }
      while true {
        let seven = try code(7)
        let symbol: Int
        if seven <= 0b001_0111 {
          symbol = 256 + seven
        } else {
          let eight = try code(1, seven)
          switch eight {
          case 0b0011_0000...0b1011_1111: symbol = eight - 0b0011_0000
          case 0b1100_0000...0b1100_0111: symbol = 280 + eight - 0b1100_0000
          default: symbol = 144 + (try code(1, eight)) - 0b1_1001_0000
          }
        }
        if symbol == 256 { break }
        if symbol < 256 {
          output.append(UInt8(symbol))
          continue
        }
        let length: Int
        switch symbol {
        case 257...264: length = symbol - 254
        case 265...284:
          let extra = (symbol - 261) / 4
          length = (4 + (symbol - 261) % 4) << extra + 3 + (try number(extra))
        case 285: length = 258
        default: throw Problem("length symbol \(symbol)")
        }
        let far = try code(5)
        let extra = max(0, far / 2 - 1)
        let distance = far < 2 ? far + 1 : (2 + far % 2) << extra + 1 + (try number(extra))
        guard distance <= output.count else { throw Problem("a copy from before the start") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
    guard (offset + 7) / 8 == stream.count - 4 else { throw Problem("more data than blocks") }
    var sums = (1, 0)
    for byte in output {
      sums.0 = (sums.0 + Int(byte)) % 65_521
      sums.1 = (sums.1 + sums.0) % 65_521
    }
    guard Self.number(stream.suffix(4)) == sums.1 << 16 | sums.0 else { throw Problem("Adler-32") }
    return output
  }
}
