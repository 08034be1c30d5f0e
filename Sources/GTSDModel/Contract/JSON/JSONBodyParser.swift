/// Reads a JSON document as RFC 8259 has it, strictly: UTF-8 without errors, no trailing commas, no lone surrogates.
///
/// Every reply of a load run and every body of a server passes here, so it goes over the bytes once, and notes where the
/// values are instead of making them: most of a reply nobody asks for. A byte order mark before the document is skipped,
/// of members with the same key the first counts, and numbers too large for a `Double` are refused, all three as
/// Foundation's decoder has it.
struct JSONBodyParser {
  /// Deepest nesting of arrays and objects: what the stack of a small thread holds.
  static let maximumDepth = 64

  /// The bytes are no JSON document, one that is nested too deep, or 4 GB long.
  struct Malformed: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var depth = 0
  private var tokens: JSONTokens

  /// Hands the values of a document to a function, the outermost first; the function may not keep them.
  static func parse<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<JSONToken>) -> Result
  ) throws(Malformed) -> Result {
    guard bytes.count < UInt32.max else { throw Malformed() }
    // Some value every few bytes; memory follows what comes where there are more.
    var parser = JSONBodyParser(bytes, JSONTokens(capacity: min(bytes.count / 8, 512) + 8))
    defer { parser.tokens.deallocate() }
    try parser.addDocument()
    return body(parser.tokens.start)
  }

  private mutating func addDocument() throws(Malformed) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    skipBlanks()
    try addValue()
    skipBlanks()
    guard offset == bytes.count else { throw Malformed() }
  }

  /// A text of which the bytes are not what it says: with escapes, or more than ASCII.
  ///
  /// - Parameter bytes: from behind its first quote to its last, found good by ``parse(_:)``.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    var parser = JSONBodyParser(bytes, JSONTokens(capacity: 0))
    defer { parser.tokens.deallocate() }
    return (try? parser.escapedText(from: 0)) ?? ""
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ tokens: JSONTokens) {
    self.bytes = bytes
    self.tokens = tokens
  }

  /// The next byte, 0 at the end, which no document has outside of its texts either.
  private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  @inline(__always)
  private mutating func skipBlanks() {
    while offset < bytes.count, bytes[offset] <= UInt8(ascii: " ") {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
      default: return
      }
    }
  }

  private mutating func skip(_ expected: UInt8) throws(Malformed) {
    guard byte == expected else { throw Malformed() }
    offset += 1
  }

  private mutating func add(_ kind: JSONToken.Kind, _ content: UInt64 = 0, isPlain: Bool = true) {
    tokens.append(JSONToken(kind: kind, isPlain: isPlain, next: UInt32(truncatingIfNeeded: tokens.count + 1), content))
  }

  private mutating func addValue() throws(Malformed) {
    switch byte {
    case UInt8(ascii: "\""): try addText()
    case UInt8(ascii: "{"): try addObject()
    case UInt8(ascii: "["): try addArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): add(.number, try number().bitPattern)
    case UInt8(ascii: "t"): try add(.true, spelt: "true")
    case UInt8(ascii: "f"): try add(.false, spelt: "false")
    case UInt8(ascii: "n"): try add(.null, spelt: "null")
    default: throw Malformed()
    }
  }

  private mutating func add(_ kind: JSONToken.Kind, spelt text: StaticString) throws(Malformed) {
    let end = offset + text.utf8CodeUnitCount
    guard end <= bytes.count else { throw Malformed() }
    for index in 0..<text.utf8CodeUnitCount where bytes[offset + index] != text.utf8Start[index] { throw Malformed() }
    offset = end
    add(kind)
  }

  // MARK: Containers

  /// - Returns: where its token is.
  private mutating func open(_ kind: JSONToken.Kind) throws(Malformed) -> Int {
    guard depth < Self.maximumDepth else { throw Malformed() }
    depth += 1
    offset += 1
    skipBlanks()
    add(kind)
    return tokens.count - 1
  }

  private mutating func close(_ token: Int) {
    offset += 1
    depth -= 1
    tokens.start[token].next = UInt32(truncatingIfNeeded: tokens.count)
  }

  private mutating func addObject() throws(Malformed) {
    let token = try open(.object)
    if byte != UInt8(ascii: "}") {
      while true {
        guard byte == UInt8(ascii: "\"") else { throw Malformed() }
        try addText()
        skipBlanks()
        try skip(UInt8(ascii: ":"))
        skipBlanks()
        try addValue()
        skipBlanks()
        if byte == UInt8(ascii: "}") { break }
        try skip(UInt8(ascii: ","))
        skipBlanks()
      }
    }
    close(token)
  }

  private mutating func addArray() throws(Malformed) {
    let token = try open(.array)
    if byte != UInt8(ascii: "]") {
      while true {
        try addValue()
        skipBlanks()
        if byte == UInt8(ascii: "]") { break }
        try skip(UInt8(ascii: ","))
        skipBlanks()
      }
    }
    close(token)
  }

  // MARK: Numbers

  private var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The number that `strtod` reads.
  private mutating func number() throws(Malformed) -> Double {
    let start = offset
    // All digits as one whole number, exact as long as there are at most 19 of them, and the power of ten it is off by.
    var digits: UInt64 = 0
    var count = 0
    var scale = 0
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { offset += 1 }

    if byte == UInt8(ascii: "0") {
      offset += 1
    } else {
      guard isDigit else { throw Malformed() }
      scanDigits(into: &digits, count: &count)
    }
    if byte == UInt8(ascii: ".") {
      offset += 1
      let first = offset
      scanDigits(into: &digits, count: &count)
      guard offset > first else { throw Malformed() }
      scale = first - offset
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      offset += 1
      scale += try exponent()
    }

    // Both are exact in a Double, so that their product or quotient is rounded once: the nearest number.
    if count <= 19, digits <= 1 << 53, (-22...22).contains(scale) {
      let value = scale < 0 ? Double(digits) / powersOfTen[-scale] : Double(digits) * powersOfTen[scale]
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw Malformed() }
    return value
  }

  private mutating func scanDigits(into digits: inout UInt64, count: inout Int) {
    while isDigit {
      digits = digits &* 10 &+ UInt64(bytes[offset] & 0x0F)
      // Zeros in front say nothing.
      if digits > 0 { count += 1 }
      offset += 1
    }
  }

  /// The exponent, cut far beyond what a number can have.
  private mutating func exponent() throws(Malformed) -> Int {
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { offset += 1 }
    guard isDigit else { throw Malformed() }
    var exponent = 0
    while isDigit {
      exponent = min(exponent * 10 + Int(bytes[offset] & 0x0F), 1_000_000)
      offset += 1
    }
    return isNegative ? -exponent : exponent
  }

  // MARK: Texts

  private mutating func addText() throws(Malformed) {
    offset += 1
    let start = offset
    let isPlain = try skipText()
    add(.string, JSONToken.place(start..<offset - 1), isPlain: isPlain)
  }

  /// Goes behind a text's last quote.
  ///
  /// - Returns: whether its bytes are what it says.
  private mutating func skipText() throws(Malformed) -> Bool {
    // In variables of its own, which stay in registers.
    let (start, count) = (offset, bytes.count)
    var end = start
    var isASCII = true
    while true {
      end += Self.countOfPlainBytes(bytes, from: end)
      guard end < count else { throw Malformed() }
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        offset = end
        _ = try escapedText(from: start)
        return false
      }
      guard byte >= 0x20 else { throw Malformed() }
      if byte >= 0x80 { isASCII = false }
      end += 1
    }
    offset = end + 1
    guard isASCII || String(validating: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self) != nil
    else { throw Malformed() }
    return isASCII
  }

  /// How many bytes of a text from some place on are plain ASCII for certain, eight at a time; near the end none.
  @inline(__always)
  private static func countOfPlainBytes(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var end = start
    while end + 8 <= bytes.count {
      let count = GTSDModel.countOfPlainBytes(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)))
      end += count
      guard count == 8 else { break }
    }
    return end - start
  }

  /// The rest of a text of which a part holds no escapes.
  private mutating func escapedText(from start: Int) throws(Malformed) -> String {
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

  /// The character of one escape, or of two that are a surrogate pair.
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

  /// Four hexadecimal digits.
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

/// The powers that a `Double` holds exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

/// How many of eight bytes are ASCII, no control character, no quote and no backslash, from the lowest on.
///
/// Of a byte whose top bit is clear, taking away a number sets that bit exactly when the byte was smaller, unless a
/// smaller byte below it borrowed; so the lowest bit that is set is right.
@inline(__always)
func countOfPlainBytes(_ word: UInt64) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
  let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
  let found = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | word
  return (found & (ones &* 0x80)).trailingZeroBitCount / 8
}
