/// The position and reason of a syntax error in a text of JSON with comments.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The line of the error, from 1.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int
  package var message: String
}

/// Reads JSON with `//` and `/* */` comments and trailing commas, and nothing more, into a tree with positions.
///
/// Foundation's decoders give no position and drop repeated keys silently; this reader keeps both. A repeated key
/// is read, and is an error only where a scenario is parsed (`Scenario+Parse.swift`), since other callers are lenient.
package struct JSONReader {
  /// The size of the largest text that is read, in bytes.
  package static let maximumBytes = 4 * 1024 * 1024
  /// The greatest allowed nesting of arrays and objects.
  package static let maximumDepth = 64

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  /// An offset in this line, and the number of scalars of the line before it: counting continues from there, since
  /// one long line would otherwise take quadratic time.
  private var counted = (offset: 0, scalars: 0)
  private var depth = 0

  /// The tree of a text.
  package static func read(_ text: some StringProtocol) throws(JSONSyntaxError) -> JSONNode {
    try read(bytes: Array(text.utf8))
  }

  /// The tree of a text in UTF-8, with or without a byte order mark.
  ///
  /// - Parameter limit: the size in bytes above which a text is rejected.
  package static func read(bytes: [UInt8], limit: Int = maximumBytes) throws(JSONSyntaxError) -> JSONNode {
    guard bytes.count <= limit else {
      throw JSONSyntaxError(
        line: 1, column: 1, message: "the text has \(bytes.count) bytes; at most \(limit) are read")
    }
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      reader.offset = 3
      reader.counted.offset = 3
    }
    try reader.skipBlanks()
    let root = try reader.value()
    try reader.skipBlanks()
    guard reader.offset == bytes.count else {
      throw reader.failure("the document ends here; found \(reader.found) after it")
    }
    return root
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Positions

  /// The column of an offset. The offset must not be less than that of the previous call, from which counting
  /// continues.
  private func column(at offset: Int) -> Int {
    counted.scalars + bytes[counted.offset..<offset].count { $0 & 0xC0 != 0x80 } + 1
  }

  private func failure(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(line: line, column: column(at: min(offset, bytes.count)), message: message)
  }

  private mutating func here() -> JSONNode.Origin {
    counted = (offset, column(at: offset) - 1)
    return .file(line: line, column: counted.scalars + 1)
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The next character, in the form that error messages show.
  private var found: String {
    guard byte != nil else { return "the end of the text" }
    let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    return "`\(rest.prefix(1))`"
  }

  // MARK: Blanks

  private mutating func skipBlanks() throws(JSONSyntaxError) {
    while let byte {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        offset += 1
      case UInt8(ascii: "\n"):
        newLine()
      case UInt8(ascii: "/"):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func newLine() {
    offset += 1
    line += 1
    counted = (offset, 0)
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte, byte != UInt8(ascii: "\n") { offset += 1 }
    } else if next == UInt8(ascii: "*") {
      let unclosed = failure("this comment is never closed")
      offset += 2
      while true {
        guard let byte else { throw unclosed }
        if byte == UInt8(ascii: "*"), offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "/") { break }
        if byte == UInt8(ascii: "\n") { newLine() } else { offset += 1 }
      }
      offset += 2
    } else {
      throw failure("expected a value; found `/` (comments are // or /* */)")
    }
  }

  // MARK: Values

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let start = here()
    guard let byte else { throw failure("expected a value; found \(found)") }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(.object(try object()), origin: start)
    case UInt8(ascii: "["): return JSONNode(.array(try array()), origin: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), origin: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(.number(try number()), origin: start)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return JSONNode(try word(), origin: start)
    default:
      throw failure("expected a value; found \(found)")
    }
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONNode.Value {
    var end = offset
    while end < bytes.count, bytes[end].isNameByte { end += 1 }
    let text = String(decoding: bytes[offset..<end], as: UTF8.self)
    let value: JSONNode.Value
    switch text {
    case "true": value = .bool(true)
    case "false": value = .bool(false)
    case "null": value = .null
    default: throw failure("expected a value; found `\(text.prefix(40))` (texts need double quotes)")
    }
    offset = end
    return value
  }

  private mutating func open() throws(JSONSyntaxError) {
    guard depth < Self.maximumDepth else { throw failure("nested deeper than \(Self.maximumDepth) levels") }
    depth += 1
    offset += 1
    try skipBlanks()
  }

  private mutating func object() throws(JSONSyntaxError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    try open()
    while byte != UInt8(ascii: "}") {
      guard byte == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes or `}`; found \(found)") }
      let start = here()
      let key = try string()
      try skipBlanks()
      guard byte == UInt8(ascii: ":") else { throw failure("expected `:` after the key \"\(key)\"; found \(found)") }
      offset += 1
      try skipBlanks()
      members.append(JSONNode.Member(key: key, origin: start, node: try value()))
      try endOfElement(closing: UInt8(ascii: "}"))
    }
    offset += 1
    depth -= 1
    return members
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONNode] {
    var elements: [JSONNode] = []
    try open()
    while byte != UInt8(ascii: "]") {
      elements.append(try value())
      try endOfElement(closing: UInt8(ascii: "]"))
    }
    offset += 1
    depth -= 1
    return elements
  }

  /// Reads the end of an array element: a comma, which may be followed by the closing bracket, or the bracket itself.
  private mutating func endOfElement(closing: UInt8) throws(JSONSyntaxError) {
    try skipBlanks()
    if byte == UInt8(ascii: ",") {
      offset += 1
      try skipBlanks()
    } else if byte != closing {
      throw failure("expected `,` or `\(Character(UnicodeScalar(closing)))`; found \(found)")
    }
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    let whole = digits()
    guard whole > 0 else { throw failure("expected a digit; found \(found)") }
    if whole > 1, bytes[offset - whole] == UInt8(ascii: "0") {
      offset -= whole
      throw failure("a number has no leading 0")
    }
    if byte == UInt8(ascii: ".") {
      offset += 1
      guard digits() > 0 else { throw failure("expected a digit after the point; found \(found)") }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      guard digits() > 0 else { throw failure("expected a digit of the exponent; found \(found)") }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset - start
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(JSONSyntaxError) -> String {
    if let plain = plainString() { return plain }
    let unclosed = failure("this text is never closed")
    offset += 1
    var text: [UInt8] = []
    while true {
      guard let byte, byte != UInt8(ascii: "\n") else { throw unclosed }
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        guard let result = String(validating: text, as: UTF8.self) else { throw failure("this text is not UTF-8") }
        return result
      case UInt8(ascii: "\\"):
        text.append(contentsOf: Array(String(try escape()).utf8))
      case 0..<0x20:
        throw failure("write a control character in a text as an escape, such as \\t")
      default:
        text.append(byte)
        offset += 1
      }
    }
  }

  /// Reads a string without escapes, which nearly all strings are. Returns nil, and reads nothing, for any other.
  private mutating func plainString() -> String? {
    var end = offset + 1
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
      end += 1
    }
    guard end < bytes.count, let text = String(validating: bytes[(offset + 1)..<end], as: UTF8.self) else { return nil }
    offset = end + 1
    return text
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    guard let byte else { throw failure("this text is never closed") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      offset = start
      throw failure("unknown escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four digits")
    }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
    // Only a high surrogate that is followed by the escape of a low one makes a character.
    let pairs = unit < 0xDC00 && bytes[offset...].starts(with: Array("\\u".utf8))
    if pairs {
      offset += 2
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
      {
        return scalar
      }
    }
    offset = start
    throw failure("half a surrogate pair is no character")
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    let end = offset + 4
    guard end <= bytes.count, bytes[offset..<end].allSatisfy(\.isHexDigit),
      let unit = UInt16(String(decoding: bytes[offset..<end], as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits after \\u") }
    offset = end
    return unit
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

extension JSONNode {
  /// Every repeated key below this node: its path, the position of the repetition, and that of the first occurrence.
  package func duplicateKeys(path: String = "$") -> [(path: String, origin: Origin, first: Origin)] {
    var result: [(path: String, origin: Origin, first: Origin)] = []
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        result += element.duplicateKeys(path: "\(path)[\(index)]")
      }
    case .object(let members):
      var seen: [String: Origin] = [:]
      for member in members {
        let memberPath = JSONPath.appending(member.key, to: path)
        if let first = seen[member.key] {
          result.append((memberPath, member.origin, first))
        } else {
          seen[member.key] = member.origin
        }
        result += member.node.duplicateKeys(path: memberPath)
      }
    case .null, .bool, .number, .string:
      break
    }
    return result
  }
}
