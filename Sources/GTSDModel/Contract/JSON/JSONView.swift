/// A value of a JSON document that is decoded from the bytes only when it is accessed.
///
/// It gives the same results as ``JSONValue``. It is valid only within the function that received it.
struct JSONView {
  private let tokens: UnsafePointer<JSONToken>
  private let bytes: UnsafeRawPointer
  /// The index of the value's token; negative for a value that does not exist.
  private let index: Int

  /// Passes a document's outermost value to a function; nil if the bytes are not JSON.
  static func read<Result>(_ bytes: [UInt8], _ body: (JSONView) -> Result) -> Result? {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return try? JSONBodyParser.parse(bytes) { body(JSONView(tokens: $0, bytes: start, index: 0)) }
    }
  }

  private var token: JSONToken? { index < 0 ? nil : tokens[index] }

  private func value(at index: Int) -> JSONView { JSONView(tokens: tokens, bytes: bytes, index: index) }

  // MARK: Members

  /// The value of an ASCII key; null if this is not an object or has no such key.
  subscript(key: StaticString) -> JSONView {
    guard let token, token.kind == .object else { return value(at: -1) }
    let (start, count) = (key.utf8Start, key.utf8CodeUnitCount)
    var member = index + 1
    while member < token.next {
      let name = tokens[member]
      // Two texts with non-ASCII characters may be equal although their bytes differ.
      if name.isPlain
        ? name.place.count == count && spells(name.place.lowerBound, start, count)
        : value(at: member).string == "\(key)"
      {
        return value(at: member + 1)
      }
      member = Int(tokens[member + 1].next)
    }
    return value(at: -1)
  }

  @inline(__always)
  private func spells(_ place: Int, _ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let (name, key) = (bytes + place, UnsafeRawPointer(key))
    func areSame<Word: FixedWidthInteger & BitwiseCopyable>(at place: Int, _ word: Word.Type) -> Bool {
      name.loadUnaligned(fromByteOffset: place, as: word) == key.loadUnaligned(fromByteOffset: place, as: word)
    }
    var offset = 0
    while offset + 8 <= count {
      guard areSame(at: offset, UInt64.self) else { return false }
      offset += 8
    }
    // Compares the last eight bytes again instead of the remaining ones one by one.
    if count >= 8 { return areSame(at: count - 8, UInt64.self) }
    while offset < count {
      guard areSame(at: offset, UInt8.self) else { return false }
      offset += 1
    }
    return true
  }

  /// All members of an object in their order, including those that repeat an earlier key; nil for anything else.
  var members: [(key: String, value: JSONView)]? {
    guard let token, token.kind == .object else { return nil }
    var members: [(key: String, value: JSONView)] = []
    var member = index + 1
    while member < token.next {
      members.append((value(at: member).string ?? "", value(at: member + 1)))
      member = Int(tokens[member + 1].next)
    }
    return members
  }

  /// Whether this is an object with a member.
  var hasMembers: Bool { token.map { $0.kind == .object && $0.next > index + 1 } ?? false }

  // MARK: Values

  var isNull: Bool { token.map { $0.kind == .null } ?? true }

  var bool: Bool? {
    switch token?.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The number; nil for any other kind of value, including a text that looks like a number.
  var number: Double? { token.flatMap { $0.kind == .number ? $0.number : nil } }

  /// A number, or a text with a number, since some servers write decimals as text.
  var double: Double? { number ?? string.flatMap { Double($0) } }

  /// A whole number, or a text with one, since some servers write ids as text.
  var int: Int? { double.flatMap(Int.init(exactly:)) }

  var string: String? {
    guard let token, token.kind == .string else { return nil }
    let place = token.place
    if token.isPlain {
      let text = UnsafeRawBufferPointer(start: bytes + place.lowerBound, count: place.count)
      return String(decoding: text, as: UTF8.self)
    }
    // The text includes its closing quote and was validated before.
    var reader = JSONTextReader(UnsafeRawBufferPointer(start: bytes + place.lowerBound, count: place.count + 1))
    return try? reader.text()
  }

  var array: [JSONView]? {
    guard let token, token.kind == .array else { return nil }
    var elements: [JSONView] = []
    var element = index + 1
    while element < token.next {
      elements.append(value(at: element))
      element = Int(tokens[element].next)
    }
    return elements
  }

  /// The texts of an array of texts.
  var strings: [String]? {
    guard let token, token.kind == .array else { return nil }
    var texts: [String] = []
    var element = index + 1
    while element < token.next {
      guard let text = value(at: element).string else { return nil }
      texts.append(text)
      element = Int(tokens[element].next)
    }
    return texts
  }

  /// An ISO 8601 date, with or without fraction.
  var timestamp: Timestamp? {
    guard let token, token.kind == .string else { return nil }
    guard token.isPlain else { return string.flatMap { Timestamp(iso8601: $0) } }
    let place = token.place
    return Timestamp(iso8601: UnsafeRawBufferPointer(start: bytes + place.lowerBound, count: place.count))
  }

  /// This value, or another when this one is null.
  func or(_ other: @autoclosure () -> JSONView) -> JSONView { isNull ? other() : self }
}
