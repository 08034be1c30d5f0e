/// Combines bits into bytes. The first bit is the highest of its byte.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func put(_ bit: UInt8) {
    if count % 8 == 0 { bytes.append(0) }
    bytes[bytes.count - 1] |= bit << UInt8(7 - count % 8)
    count += 1
  }

  /// Appends a number of zero bits.
  mutating func put(zeros: Int) {
    count += zeros
    bytes.append(contentsOf: repeatElement(0, count: (count + 7) / 8 - bytes.count))
  }

  /// Appends the lowest `bits` bits of a number, the most significant first.
  mutating func put(_ code: UInt32, bits: Int) {
    for shift in (0..<bits).reversed() { put(UInt8(code >> UInt32(shift) & 1)) }
  }

  /// The bytes with the first bit as the lowest of each byte, the order of the deflate format.
  var reversedBytes: [UInt8] {
    bytes.map { byte in (0..<8).reduce(0) { $0 | (byte >> UInt8($1) & 1) << UInt8(7 - $1) } }
  }
}
