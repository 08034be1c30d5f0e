/// A picture of one colour as PNG, with one bit per pixel and a palette.
struct PNGPicture: Sendable {
  let dimensions: PhotoFile.Dimensions
  /// The picture's data and the end of the image.
  private let tail: [UInt8]

  private static let pictures = PhotoFile.Dimensions.allCases.map(PNGPicture.init)

  static func of(_ dimensions: PhotoFile.Dimensions) -> PNGPicture { pictures[dimensions.rawValue] }

  /// The picture with the most pixels that a file of this size has room for.
  static func largest(within size: Int) -> PNGPicture { pictures.last { $0.fixedSize <= size } ?? pictures[0] }

  /// The name of a chunk that decoders ignore: private, and not needed to show the picture.
  private static let fillName = "fiLl"
  private static let padding = SharedPadding(
    PNGChunk.bytes(fillName, [UInt8](repeating: 0, count: 65_536 - PNGChunk.overhead)))

  private init(_ dimensions: PhotoFile.Dimensions) {
    self.dimensions = dimensions
    // Each row has one byte for its filter (none) and one byte for eight pixels.
    let count = dimensions.height * (1 + dimensions.width / 8)
    tail = PNGChunk.bytes("IDAT", Self.compressedZeros(count: count)) + PNGChunk.bytes("IEND", [])
  }

  /// Zeros, compressed in the zlib format: one deflate block of fixed codes, with a zero and copies of the previous
  /// byte.
  private static func compressedZeros(count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.put(1)
    // The block type is written with its lower bit first.
    bits.put(0b10, bits: 2)
    let zero: UInt32 = 0b0011_0000
    bits.put(zero, bits: 8)
    var rest = count - 1
    while rest >= 258 {
      bits.put(0b1100_0101, bits: 8)
      bits.put(0, bits: 5)
      rest -= 258
    }
    for _ in 0..<rest { bits.put(zero, bits: 8) }
    bits.put(0, bits: 7)
    var stream: [UInt8] = [0x78, 0x01] + bits.reversedBytes
    // Adler-32 of zeros: the first sum stays 1, and the second equals the count.
    stream.append(bigEndian: UInt32(count % 65_521) << 16 | 1)
    return stream
  }

  private func head(seed: UInt64, filling: Int) -> [UInt8] {
    var head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(dimensions.width))
    header.append(bigEndian: UInt32(dimensions.height))
    // One bit per pixel, a palette, the only defined compression and filter methods, no interlace.
    header += [1, 3, 0, 0, 0]
    head += PNGChunk.bytes("IHDR", header)
    let colour = (0..<3).map { UInt8(truncatingIfNeeded: seed >> (8 * UInt64($0))) }
    head += PNGChunk.bytes("PLTE", colour + [255, 255, 255])
    let signature = PhotoSignature.bytes(seed: seed)
    head += PNGChunk.bytes(Self.fillName, signature + [UInt8](repeating: 0, count: filling))
    return head
  }

  /// The number of bytes of a file without padding.
  var fixedSize: Int { 8 + 25 + 18 + PNGChunk.overhead + PhotoSignature.count + tail.count }

  func segments(size: Int, seed: UInt64) -> [[UInt8]] {
    let (units, rest) = (size - fixedSize).quotientAndRemainder(dividingBy: Self.padding.unit)
    var segments = [head(seed: seed, filling: rest)]
    Self.padding.append(units: units, to: &segments)
    segments.append(tail)
    return segments
  }
}

/// A chunk of a PNG file: length, name, content, check.
enum PNGChunk {
  /// The number of bytes in addition to the content.
  static let overhead = 12

  static func bytes(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(content.count + overhead)
    chunk.append(bigEndian: UInt32(content.count))
    chunk += Array(name.utf8)
    chunk += content
    chunk.append(bigEndian: CRC32.check(of: chunk[4...]))
    return chunk
  }
}

/// The cyclic redundancy check that PNG uses (ISO 3309).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  static func check(of bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes { remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)] ^ remainder >> 8 }
    return ~remainder
  }
}
