/// Turns the bytes of a log file into UTF-8. Decompresses gzip, converts UTF-16, and explains how to convert other
/// encodings.
struct LogDecoder {
  /// The encoding of a file.
  enum Encoding: Sendable, Equatable {
    case plain
    case utf16(isLittle: Bool)
  }

  /// The reason why a file cannot be read, with the remedy.
  private(set) var problem: String?
  /// Whether the file is compressed, and the encoding of its content, once it has begun.
  private(set) var isPacked = false
  private(set) var encoding: Encoding?

  private var gzip: GzipDecoder?
  /// The first bytes, kept until there are enough to recognise the encoding.
  private var beginning: [UInt8] = []
  private var isBegun = false
  private var isPlain = false
  /// The bytes of an incomplete UTF-16 character.
  private var rest: [UInt8] = []

  private static let enough = 4

  /// Decodes the next bytes.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    guard problem == nil else { return [] }
    if isBegun { return decode(bytes) }
    beginning += bytes
    guard beginning.count >= Self.enough else { return [] }
    return begin()
  }

  /// Decodes the remaining bytes at the end of the file.
  mutating func finish() -> [UInt8] {
    guard problem == nil else { return [] }
    var result = isBegun ? [] : begin()
    if let gzip {
      do throws(GzipDecoder.Failure) {
        try gzip.finish()
      } catch {
        fail(error)
      }
    }
    if encoding == nil { result += settle() }
    if !rest.isEmpty { problem = problem ?? "the file ends within a character of UTF-16" }
    return result
  }

  private mutating func begin() -> [UInt8] {
    isBegun = true
    let bytes = beginning
    beginning = []
    if let other = Self.other(bytes) {
      problem = other
      return []
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      isPacked = true
      do throws(GzipDecoder.Failure) {
        gzip = try GzipDecoder()
      } catch {
        fail(error)
        return []
      }
    }
    return decode(bytes)
  }

  /// The remedy for a compressed file in a format that cannot be read; nil for other files.
  private static func other(_ bytes: [UInt8]) -> String? {
    let known: [([UInt8], String, String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive (or a workbook, to be saved as CSV)", "unzip -p FILE"),
      ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard", "zstd -dc FILE"),
      ([0x42, 0x5A, 0x68], "bzip2", "bzip2 -dc FILE"), ([0xFD, 0x37, 0x7A, 0x58], "xz", "xz -dc FILE"),
      ([0x04, 0x22, 0x4D, 0x18], "LZ4", "lz4 -dc FILE"),
      (Array("Obj\u{1}".utf8), "Avro", "avro-tools tojson FILE"), (Array("ORC".utf8), "ORC", "orc-contents FILE"),
      (Array("SQLi".utf8), "a database of SQLite", "sqlite3 -header -csv FILE 'SELECT * FROM events'"),
    ]
    if let (_, name, command) = known.first(where: { bytes.starts(with: $0.0) }) {
      return "the file is \(name), which is not read; \(command) | gtsd-sim calibrate - reads it"
    }
    if bytes.starts(with: Array("PAR1".utf8)) {
      return "the file is Parquet, which is not read; duckdb -c \"COPY (FROM 'FILE') TO 'events.jsonl'\" converts it"
    }
    let markup = ["<!DO", "<!do", "<htm", "<HTM", "<?xm"]
    if markup.contains(where: { bytes.starts(with: Array($0.utf8)) }) {
      return "the file is a page of HTML or XML, such as a service sends instead of an export; fetch the export again"
    }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "the file is UTF-32, which is not read; iconv -f UTF-32 -t UTF-8 FILE | gtsd-sim calibrate - reads it"
    }
    return nil
  }

  private mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    guard let gzip else { return text(bytes) }
    do throws(GzipDecoder.Failure) {
      return text(try gzip.take(bytes))
    } catch {
      fail(error)
      return []
    }
  }

  private mutating func fail(_ failure: GzipDecoder.Failure) {
    switch failure {
    case .noLibrary:
      problem = "the file is gzip, and this system has no zlib; gzip -dc FILE | gtsd-sim calibrate - reads it"
    case .damaged(let why): problem = "the gzip file is damaged: \(why); `gzip -t FILE` reports the same"
    case .cutOff: problem = "the gzip file ends before it is whole; fetch it again"
    }
  }

  // MARK: Text

  private mutating func text(_ bytes: [UInt8]) -> [UInt8] {
    if encoding == nil {
      rest += bytes
      return rest.count >= Self.enough ? settle() : []
    }
    return converted(bytes)
  }

  /// Decides the encoding of the text: by the byte order mark, otherwise by zero bytes between letters (UTF-16).
  private mutating func settle() -> [UInt8] {
    var bytes = rest
    rest = []
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16(isLittle: bytes[0] == 0xFF)
      bytes.removeFirst(2)
    } else if bytes.count >= 4, bytes[0] != 0, bytes[1] == 0, bytes[3] == 0 {
      encoding = .utf16(isLittle: true)
    } else if bytes.count >= 4, bytes[0] == 0, bytes[1] != 0, bytes[2] == 0 {
      encoding = .utf16(isLittle: false)
    } else {
      encoding = .plain
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    }
    return converted(bytes)
  }

  private mutating func converted(_ bytes: [UInt8]) -> [UInt8] {
    guard case .utf16(let isLittle) = encoding else { return bytes }
    let all = rest + bytes
    var units: [UInt16] = []
    units.reserveCapacity(all.count / 2)
    var index = 0
    while index + 1 < all.count {
      units.append(
        isLittle
          ? UInt16(all[index]) | UInt16(all[index + 1]) << 8 : UInt16(all[index]) << 8 | UInt16(all[index + 1]))
      index += 2
    }
    rest = Array(all[index...])
    // The first half of a surrogate pair waits for the second.
    if let last = units.last, last & 0xFC00 == 0xD800 {
      units.removeLast()
      rest = Array(all[(index - 2)...])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
