/// A grey picture as baseline JPEG: one component, one brightness.
///
/// The entropy-coded data are one difference for the first block and two bits for every other block. They are the same
/// for all brightnesses; only the quantizer in the header differs.
struct JPEGPicture: Sendable {
  let dimensions: PhotoFile.Dimensions
  /// The bytes before the comment with the signature, for a brightness of 0.
  private let start: [UInt8]
  /// The bytes from the start of the scan to the end of the image.
  private let tail: [UInt8]

  private static let pictures = PhotoFile.Dimensions.allCases.map(JPEGPicture.init)

  static func of(_ dimensions: PhotoFile.Dimensions) -> JPEGPicture { pictures[dimensions.rawValue] }

  /// The picture with the most pixels that a file of this size has room for.
  static func largest(within size: Int) -> JPEGPicture { pictures.last { $0.fixedSize <= size } ?? pictures[0] }

  /// Comments with marker, length and content, so short that one with the signature fits the remaining bytes.
  private static let padding = SharedPadding([0xFF, 0xFE, 0xFD, 0xE6] + [UInt8](repeating: 0, count: 64_996))

  private init(_ dimensions: PhotoFile.Dimensions) {
    self.dimensions = dimensions
    var bits = BitWriter()
    // Category 3 with its largest value, then end of block.
    bits.put(0b101110, bits: 6)
    let blocks = dimensions.width / 8 * (dimensions.height / 8)
    // No difference, then end of block.
    bits.put(zeros: 2 * (blocks - 1))
    while bits.count % 8 != 0 { bits.put(1) }
    start = Self.start(dimensions)
    // Start of scan: one component, both tables 0, all coefficients.
    tail = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + bits.bytes + [0xFF, 0xD9]
  }

  /// The offset of the first quantizer value.
  private static let quantizer = 25

  private static func start(_ dimensions: PhotoFile.Dimensions) -> [UInt8] {
    var head: [UInt8] = [0xFF, 0xD8]
    head += [0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 2, 1, 0, 72, 0, 72, 0, 0]
    // Quantizers: the brightness is 128 plus 7 eighths of the first one.
    head += [0xFF, 0xDB, 0, 67, 0, 0] + [UInt8](repeating: 1, count: 63)
    // Baseline frame with 8 bits per sample.
    head += [0xFF, 0xC0, 0, 11, 8]
    head.append(bigEndian: UInt16(dimensions.height))
    head.append(bigEndian: UInt16(dimensions.width))
    head += [1, 1, 0x11, 0]
    // Two difference codes: category 0 in one bit, category 3 in two.
    head += [0xFF, 0xC4, 0, 21, 0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 3]
    // One coefficient code, end of block, in one bit.
    head += [0xFF, 0xC4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    head += [0xFF, 0xFE]
    return head
  }

  /// All bytes before the tail, except the padding.
  private func head(seed: UInt64, filling: Int) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(start.count + 2 + PhotoSignature.count + filling)
    head += start
    head[Self.quantizer] = UInt8(8 + seed % 128)
    head.append(bigEndian: UInt16(2 + PhotoSignature.count + filling))
    head += PhotoSignature.bytes(seed: seed)
    head.append(contentsOf: repeatElement(0, count: filling))
    return head
  }

  /// The number of bytes of a file without padding.
  var fixedSize: Int { 2 + 18 + 69 + 13 + 23 + 22 + 4 + PhotoSignature.count + tail.count }

  func segments(size: Int, seed: UInt64) -> [[UInt8]] {
    let (units, rest) = (size - fixedSize).quotientAndRemainder(dividingBy: Self.padding.unit)
    var segments = [head(seed: seed, filling: rest)]
    Self.padding.append(units: units, to: &segments)
    segments.append(tail)
    return segments
  }
}
