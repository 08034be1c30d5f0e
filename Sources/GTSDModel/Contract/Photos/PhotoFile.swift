import Randomness

/// The file of a photo: a real JPEG or PNG of one colour and any size, always with the same bytes.
///
/// A file of megabytes needs only some kilobytes of memory: it is a list of pieces, most of which all files share.
package struct PhotoFile: Sendable, Hashable {
  package var contentType: PhotoContentType
  /// The size in bytes.
  package var size: Int
  /// The seed. Files of different seeds differ in their bytes, as real photos do.
  package var seed: UInt64

  package init(contentType: PhotoContentType, size: Int, seed: UInt64) {
    precondition(size >= 0, "a file of \(size) bytes")
    self.contentType = contentType
    self.size = size
    self.seed = seed
  }

  /// The smallest file that contains a picture. Smaller files are zeros.
  package static func minimumSize(of contentType: PhotoContentType) -> Int {
    switch contentType {
    case .jpeg: JPEGPicture.of(.tiny).fixedSize
    case .png: PNGPicture.of(.tiny).fixedSize
    case .heic: HEICBoxes.fixedSize
    }
  }

  /// The bytes in consecutive pieces: at most 70 kB are this file's own, and the rest is shared.
  ///
  /// A HEIC file is a container without a picture, since this package does not implement HEIC compression.
  package var segments: [[UInt8]] {
    guard size >= PhotoFile.minimumSize(of: contentType) else {
      return size == 0 ? [] : [[UInt8](repeating: 0, count: size)]
    }
    return switch contentType {
    case .jpeg: JPEGPicture.largest(within: size).segments(size: size, seed: seed)
    case .png: PNGPicture.largest(within: size).segments(size: size, seed: seed)
    case .heic: HEICBoxes.segments(size: size, seed: seed)
    }
  }

  /// The bytes in one piece.
  package var bytes: [UInt8] { [UInt8](joining: segments) }

  /// The size of a picture in pixels: the largest that fits in the size of its file.
  package enum Dimensions: Int, CaseIterable, Sendable {
    case tiny, small, medium, photo

    package var width: Int { [8, 320, 1024, 4032][rawValue] }
    package var height: Int { [8, 240, 768, 3024][rawValue] }
  }

  /// The pixels of this file's picture, nil if it has none.
  package var dimensions: Dimensions? {
    guard size >= PhotoFile.minimumSize(of: contentType) else { return nil }
    return switch contentType {
    case .jpeg: JPEGPicture.largest(within: size).dimensions
    case .png: PNGPicture.largest(within: size).dimensions
    case .heic: nil
    }
  }
}

extension PhotoFile {
  /// Creates the file of a multipart upload.
  package init(_ upload: PhotoUpload) {
    let seed = UInt64(UInt32(bitPattern: upload.item.rawValue))
    self.init(contentType: upload.contentType, size: upload.fileSize, seed: seed)
  }

  /// Creates the file that is stored under a key.
  package init(fileKey: String, contentType: PhotoContentType, size: Int) {
    self.init(contentType: contentType, size: size, seed: StableHash(of: fileKey.utf8).value)
  }
}

/// A signature in every file, by which the files of different seeds are distinguished.
enum PhotoSignature {
  static let count = 25

  static func bytes(seed: UInt64) -> [UInt8] {
    let digits: StaticString = "0123456789abcdef"
    var bytes = Array("gtsd-sim ".utf8)
    for place in (0..<16).reversed() {
      bytes.append(digits.utf8Start[Int(seed >> UInt64(4 * place) & 15)])
    }
    return bytes
  }
}

/// Padding bytes, stored once and shared by all files.
struct SharedPadding: Sendable {
  /// The number of bytes of a unit.
  let unit: Int
  /// Runs of 1, 2, 4, 8 and 16 units.
  private let runs: [[UInt8]]

  init(_ bytes: [UInt8]) {
    unit = bytes.count
    runs = (0...4).map { [UInt8](joining: Array(repeating: bytes, count: 1 << $0)) }
  }

  /// Appends a number of units, in as few pieces as possible.
  func append(units: Int, to segments: inout [[UInt8]]) {
    var rest = units
    for index in runs.indices.reversed() {
      while rest >= 1 << index {
        segments.append(runs[index])
        rest -= 1 << index
      }
    }
  }
}

/// An ISO base media file that claims to be HEIC and has free space instead of a picture.
enum HEICBoxes {
  static let fixedSize = 24 + 8 + PhotoSignature.count

  private static let padding = SharedPadding([UInt8](repeating: 0, count: 65_536))

  static func segments(size: Int, seed: UInt64) -> [[UInt8]] {
    var head: [UInt8] = []
    head.append(bigEndian: UInt32(24))
    head += Array("ftypheic".utf8)
    head.append(bigEndian: UInt32(0))
    head += Array("mif1heic".utf8)
    head.append(bigEndian: UInt32(size - 24))
    head += Array("free".utf8)
    head += PhotoSignature.bytes(seed: seed)
    let (units, rest) = (size - fixedSize).quotientAndRemainder(dividingBy: padding.unit)
    head += [UInt8](repeating: 0, count: rest)
    var segments = [head]
    padding.append(units: units, to: &segments)
    return segments
  }
}

extension [UInt8] {
  /// Joins pieces into one by copying them.
  init(joining segments: [[UInt8]]) {
    self = []
    reserveCapacity(segments.reduce(0) { $0 + $1.count })
    for segment in segments { append(contentsOf: segment) }
  }

  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
