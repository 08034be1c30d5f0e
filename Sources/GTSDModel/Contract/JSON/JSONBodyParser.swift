/// Reads a JSON document strictly as in RFC 8259: UTF-8 without errors, no trailing commas, no lone surrogates.
///
/// Every reply of a load run and every body of a server is read by this parser. It goes over the bytes once and records
/// where the values are, instead of decoding them, since most values of a reply are never used. In three points it
/// follows Foundation's decoder: a byte order mark before the document is skipped, the first of several members with
/// the same key counts, and numbers too large for a `Double` are refused.
///
/// Its functions take and return offsets among the bytes, so that these stay in registers.
struct JSONBodyParser {
  /// The deepest nesting of arrays and objects that is accepted.
  static let maximumDepth = 64

  /// The bytes are not a JSON document, are nested too deeply, or are 4 GB or more.
  struct Malformed: Error {}

  private let bytes: UnsafeRawBufferPointer

  /// Passes the values of a document to a function, the outermost first. The function must not keep them.
  static func parse<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<JSONToken>) -> Result
  ) throws(Malformed) -> Result {
    guard bytes.count < UInt32.max else { throw Malformed() }
    // Documents have about one value every few bytes. Memory grows if there are more.
    var tokens = JSONTokens(capacity: min(bytes.count / 8, 512) + 8)
    defer { tokens.deallocate() }
    try JSONBodyParser(bytes: bytes).scan(into: &tokens)
    return body(tokens.start)
  }

  /// The byte at a position; 0 beyond the end, which cannot occur in a valid document outside of texts.
  @inline(__always)
  private func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

  @inline(__always)
  private func blanksEnd(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] <= UInt8(ascii: " ") {
      switch bytes[end] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): end += 1
      default: return end
      }
    }
    return end
  }

  /// Adds the values of the document to a list, without recursion for nested values.
  private func scan(into list: inout JSONTokens) throws(Malformed) {
    var tokens = list
    defer { list = tokens }
    var place = blanksEnd(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    // The index of the innermost open array or object, -1 for none. Each stores the index of the one around it.
    var container = -1
    var isInObject = false
    var depth = 0
    while true {
      if isInObject {
        guard byte(place) == UInt8(ascii: "\"") else { throw Malformed() }
        let (end, isPlain) = try textEnd(place + 1)
        tokens.append(.string, JSONToken.place(place + 1..<end), isPlain: isPlain)
        place = blanksEnd(end + 1)
        guard byte(place) == UInt8(ascii: ":") else { throw Malformed() }
        place = blanksEnd(place + 1)
      }
      switch byte(place) {
      case UInt8(ascii: "\""):
        let (end, isPlain) = try textEnd(place + 1)
        tokens.append(.string, JSONToken.place(place + 1..<end), isPlain: isPlain)
        place = end + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.maximumDepth else { throw Malformed() }
        depth += 1
        isInObject = byte(place) == UInt8(ascii: "{")
        tokens.append(isInObject ? .object : .array, UInt64(bitPattern: Int64(container)))
        container = tokens.count - 1
        place = blanksEnd(place + 1)
        if byte(place) != (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let (number, end) = try number(place)
        tokens.append(.number, number.bitPattern)
        place = end
      case UInt8(ascii: "t"):
        place = try wordEnd("true", place)
        tokens.append(.true)
      case UInt8(ascii: "f"):
        place = try wordEnd("false", place)
        tokens.append(.false)
      case UInt8(ascii: "n"):
        place = try wordEnd("null", place)
        tokens.append(.null)
      default: throw Malformed()
      }
      // After a value follows another one, or the end of the arrays and objects that contain it.
      place = blanksEnd(place)
      while container >= 0, byte(place) != UInt8(ascii: ",") {
        guard byte(place) == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { throw Malformed() }
        place = blanksEnd(place + 1)
        depth -= 1
        container = tokens.close(container)
        isInObject = container >= 0 && tokens.start[container].kind == .object
      }
      if container < 0 {
        guard place == bytes.count else { throw Malformed() }
        return
      }
      place = blanksEnd(place + 1)
    }
  }

  private func wordEnd(_ text: StaticString, _ start: Int) throws(Malformed) -> Int {
    let end = start + text.utf8CodeUnitCount
    guard end <= bytes.count else { throw Malformed() }
    for index in 0..<text.utf8CodeUnitCount where bytes[start + index] != text.utf8Start[index] { throw Malformed() }
    return end
  }

  // MARK: Numbers

  @inline(__always)
  private func isDigit(_ place: Int) -> Bool { byte(place) &- UInt8(ascii: "0") < 10 }

  /// The number that `strtod` reads, and the index of its end.
  private func number(_ start: Int) throws(Malformed) -> (Double, end: Int) {
    var place = start
    // All digits as one whole number, which is exact up to 19 digits, and the power of ten to multiply it by.
    var digits: UInt64 = 0
    var count = 0
    var scale = 0
    let isNegative = byte(place) == UInt8(ascii: "-")
    if isNegative { place += 1 }

    if byte(place) == UInt8(ascii: "0") {
      place += 1
    } else {
      guard isDigit(place) else { throw Malformed() }
      place = digitsEnd(place, into: &digits, count: &count)
    }
    if byte(place) == UInt8(ascii: ".") {
      let first = place + 1
      place = digitsEnd(first, into: &digits, count: &count)
      guard place > first else { throw Malformed() }
      scale = first - place
    }
    if byte(place) | 0x20 == UInt8(ascii: "e") {
      let (exponent, end) = try exponent(place + 1)
      place = end
      scale += exponent
    }

    // Both are exact in a Double, so their product or quotient is rounded once, to the nearest number.
    if count <= 19, digits <= 1 << 53, (-22...22).contains(scale) {
      let value = scale < 0 ? Double(digits) / powersOfTen[-scale] : Double(digits) * powersOfTen[scale]
      return (isNegative ? -value : value, place)
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw Malformed() }
    return (value, place)
  }

  @inline(__always)
  private func digitsEnd(_ start: Int, into digits: inout UInt64, count: inout Int) -> Int {
    var end = start
    while isDigit(end) {
      digits = digits &* 10 &+ UInt64(bytes[end] & 0x0F)
      // Leading zeros do not count as significant digits.
      if digits > 0 { count += 1 }
      end += 1
    }
    return end
  }

  /// The exponent, limited far beyond the range of numbers.
  private func exponent(_ start: Int) throws(Malformed) -> (Int, end: Int) {
    var end = start
    let isNegative = byte(end) == UInt8(ascii: "-")
    if isNegative || byte(end) == UInt8(ascii: "+") { end += 1 }
    guard isDigit(end) else { throw Malformed() }
    var exponent = 0
    while isDigit(end) {
      exponent = min(exponent * 10 + Int(bytes[end] & 0x0F), 1_000_000)
      end += 1
    }
    return (isNegative ? -exponent : exponent, end)
  }

  // MARK: Texts

  /// The offset of the closing quote of the string that begins at `start`, and whether the string has no escapes.
  private func textEnd(_ start: Int) throws(Malformed) -> (Int, isPlain: Bool) {
    var end = start
    var isASCII = true
    while true {
      while end + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
        let count = countOfPlainBytes(word)
        end += count
        guard count == 8 else { break }
      }
      guard end < bytes.count else { throw Malformed() }
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        var reader = JSONTextReader(bytes, from: start, at: end)
        _ = try reader.text()
        return (reader.offset - 1, false)
      }
      guard byte >= 0x20 else { throw Malformed() }
      if byte >= 0x80 { isASCII = false }
      end += 1
    }
    guard isASCII || String(validating: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self) != nil
    else { throw Malformed() }
    return (end, isASCII)
  }
}

/// The powers that a `Double` holds exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

/// The number of leading bytes among eight, from the lowest on, that are ASCII and neither control characters, quotes
/// nor backslashes.
///
/// Subtracting a number from a byte whose top bit is clear sets that bit exactly if the byte was smaller, unless a
/// smaller byte below it borrowed. The lowest bit that is set is therefore right.
@inline(__always)
func countOfPlainBytes(_ word: UInt64) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
  let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
  let found = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones) | word
  return (found & (ones &* 0x80)).trailingZeroBitCount / 8
}
