import GTSDModel
import Testing

struct PhotoFileTests {
  /// The smallest file, those on both sides of each change of padding and pixels, and one of megabytes.
  static func sizes(of type: PhotoContentType) -> [Int] {
    let least = PhotoFile.minimumSize(of: type)
    let around = [65_000, 65_536, 16 * 65_536]
    return (0..<8).map { least + $0 } + around.flatMap { unit in (-1...1).map { least + unit + $0 } }
      + [900, 2000, 50_000, 300_000, 1_234_567]
  }

  @Test func everySizeIsExact() {
    for type in PhotoContentType.allCases {
      for size in [0, 1, PhotoFile.minimumSize(of: type) - 1] + Self.sizes(of: type) {
        let file = PhotoFile(contentType: type, size: size, seed: 7)
        #expect(file.bytes.count == size, "\(type) of \(size)")
        #expect(file.segments.allSatisfy { !$0.isEmpty })
      }
    }
  }

  @Test func jpegsOfEverySizeDecode() throws {
    for (index, size) in Self.sizes(of: .jpeg).enumerated() {
      let file = PhotoFile(contentType: .jpeg, size: size, seed: UInt64(index))
      let dimensions = try #require(file.dimensions)
      // The data of the largest picture take long to decode bit by bit, and are the same for all sizes.
      let decodes = dimensions != .photo || size == 300_000
      let picture = try JPEGReader(file.bytes, decodesScan: decodes)
      #expect(picture.width == dimensions.width)
      #expect(picture.height == dimensions.height)
      #expect(picture.hasJFIFHeader)
      let coefficient = Double(8 + index % 128)
      let brightness = Int((128 + 7 * coefficient / 8).rounded())
      guard decodes else { continue }
      #expect(picture.blocks.count == dimensions.width / 8 * dimensions.height / 8)
      #expect(picture.blocks.allSatisfy { $0 == brightness })
    }
  }

  @Test func pngsOfEverySizeDecode() throws {
    for (index, size) in Self.sizes(of: .png).enumerated() where size < 200_000 {
      let seed = UInt64(index) &* 0x1234_5678_9ABC
      let file = PhotoFile(contentType: .png, size: size, seed: seed)
      let dimensions = try #require(file.dimensions)
      guard dimensions != .photo || index % 4 == 0 else { continue }
      let picture = try PNGReader(file.bytes)
      #expect(picture.width == dimensions.width)
      #expect(picture.height == dimensions.height)
      #expect(picture.palette.first == [UInt8(seed & 255), UInt8(seed >> 8 & 255), UInt8(seed >> 16 & 255)])
      #expect(picture.rows.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
  }

  @Test func largerFilesHaveLargerPictures() {
    for type in [PhotoContentType.jpeg, .png] {
      let shown = [PhotoFile.minimumSize(of: type), 3000, 30_000, 300_000].map {
        PhotoFile(contentType: type, size: $0, seed: 0).dimensions
      }
      #expect(shown.first == .tiny)
      #expect(shown.last == .photo)
      #expect(PhotoFile(contentType: type, size: 60, seed: 0).dimensions == nil)
    }
  }

  @Test func heicFilesAreContainersOfFreeSpace() {
    let file = PhotoFile(contentType: .heic, size: 500_000, seed: 3)
    let bytes = file.bytes
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(0) == 24)
    #expect(String(decoding: bytes[4..<12], as: UTF8.self) == "ftypheic")
    #expect(number(24) == 500_000 - 24)
    #expect(String(decoding: bytes[28..<32], as: UTF8.self) == "free")
    #expect(file.dimensions == nil)
  }

  @Test func filesAreTheSameAgainAndDifferBySeed() {
    for type in PhotoContentType.allCases {
      let file = PhotoFile(contentType: type, size: 400_000, seed: 1)
      #expect(file.bytes == PhotoFile(contentType: type, size: 400_000, seed: 1).bytes)
      #expect(file.bytes != PhotoFile(contentType: type, size: 400_000, seed: 2).bytes)
    }
  }

  /// A hundred uploads of 5 MB are 500 MB on the wire and less than ten in memory.
  @Test func unsharedPartsOfPhotosAreSmall() {
    for type in PhotoContentType.allCases {
      // All at once, so that no two buffers can have the same address.
      let uploads = (0..<100).map { index in
        PhotoFile(contentType: type, size: 5_000_000 + index * 7001, seed: UInt64(index)).segments
      }
      var held: [UInt: Int] = [:]
      for segment in uploads.joined() {
        held[segment.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }] = segment.count
      }
      #expect(uploads.joined().reduce(0) { $0 + $1.count } > 500_000_000)
      #expect(held.values.reduce(0, +) < 10_000_000, "\(type)")
      #expect(uploads.allSatisfy { $0.count <= 12 })
    }
  }

  @Test func uploadsCarryTheirPhotos() throws {
    let upload = PhotoUpload(taskID: 4, item: PhotoItemID(2), contentType: .jpeg, fileSize: 300_000)
    let wire = APIRequest.uploadPhoto(upload).wire
    let file = PhotoFile(upload)
    let text = wire.body.bytes
    let start = try #require(text.indices.first { text[$0...].starts(with: [0xFF, 0xD8]) })
    #expect(try JPEGReader(Array(text[start..<start + 300_000])).width == 4032)
    #expect(Array(text[start..<start + 300_000]) == file.bytes)
    let stored = APIRequest.storePhoto(fileKey: "k/1", contentType: .png, fileSize: 5_000).wire
    #expect(try PNGReader(stored.body.bytes).width == 1024)
    #expect(stored.body.count == 5_000)
  }
}
