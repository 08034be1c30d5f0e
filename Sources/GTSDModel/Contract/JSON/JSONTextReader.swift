/// Reads a text of a JSON document that contains escapes or characters outside ASCII.
struct JSONTextReader {
  typealias Malformed = JSONBodyParser.Malformed

  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  /// The index after the bytes that were read.
  private(set) var offset: Int

  /// Creates a reader of a text that begins after its quote at `start` and has no escapes before `offset`.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, at offset: Int = 0) {
    self.bytes = bytes
    self.start = start
    self.offset = offset
  }

  /// Reads the text up to and including its last quote.
  mutating func text() throws(Malformed) -> String {
    var content = Array(bytes[start..<offset])
    while true {
      guard offset < bytes.count else { throw Malformed() }
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw Malformed() }
      if byte == UInt8(ascii: "\\") { try appendEscape(to: &content) } else { content.append(byte) }
    }
    guard let text = String(validating: content, as: UTF8.self) else { throw Malformed() }
    return text
  }

  /// The next byte; 0 at the end, which is in no escape.
  private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func skip(_ expected: UInt8) throws(Malformed) {
    guard byte == expected else { throw Malformed() }
    offset += 1
  }

  private mutating func appendEscape(to content: inout [UInt8]) throws(Malformed) {
    let byte = byte
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: UTF8.encode(try escapedScalar())!)
    default: throw Malformed()
    }
  }

  /// Reads one escape, or two that are a surrogate pair, as a character.
  private mutating func escapedScalar() throws(Malformed) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit) else { throw Malformed() }
    try skip(UInt8(ascii: "\\"))
    try skip(UInt8(ascii: "u"))
    let trail = try hexadecimal()
    guard UTF16.isTrailSurrogate(trail) else { throw Malformed() }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  /// Reads four hexadecimal digits.
  private mutating func hexadecimal() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
