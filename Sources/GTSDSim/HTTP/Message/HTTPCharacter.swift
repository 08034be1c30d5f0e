/// The characters that mean something in HTTP, and what each may be part of.
enum HTTPCharacter {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")

  /// Whether it may be part of a token: a method, a field's name, a coding. Two words hold one bit for each of ASCII.
  @inline(__always)
  static func isToken(_ character: UInt8) -> Bool {
    let mask: UInt64 = character < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return character < 128 && mask >> UInt64(character & 63) & 1 != 0
  }

  /// Whether it may be part of a field's value: anything but control characters, of which a tab is allowed.
  @inline(__always)
  static func isValue(_ character: UInt8) -> Bool {
    (character >= 0x20 && character != 0x7F) || character == tab
  }

  @inline(__always)
  static func isDigit(_ character: UInt8) -> Bool { character &- UInt8(ascii: "0") < 10 }

  @inline(__always)
  static func isBlank(_ character: UInt8) -> Bool { character == space || character == tab }

  /// The value of a hexadecimal digit, nil for anything else.
  @inline(__always)
  static func hexadecimal(_ character: UInt8) -> Int? {
    if isDigit(character) { return Int(character &- UInt8(ascii: "0")) }
    let letter = (character | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? Int(letter) + 10 : nil
  }

  /// A letter in lower case, anything else as it is.
  @inline(__always)
  static func lowercased(_ character: UInt8) -> UInt8 {
    character &- UInt8(ascii: "A") < 26 ? character | 0x20 : character
  }
}

extension Span where Element == UInt8 {
  /// Whether a part says the same as a lower-case ASCII text, whatever its letters' case.
  @inline(__always)
  func matches(_ range: Range<Int>, _ lowercase: StaticString) -> Bool {
    guard range.count == lowercase.utf8CodeUnitCount else { return false }
    let text = UnsafeBufferPointer(start: lowercase.utf8Start, count: lowercase.utf8CodeUnitCount)
    for index in 0..<text.count where HTTPCharacter.lowercased(self[range.lowerBound + index]) != text[index] {
      return false
    }
    return true
  }

  /// A part without the blanks around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, HTTPCharacter.isBlank(self[lower]) { lower += 1 }
    while upper > lower, HTTPCharacter.isBlank(self[upper - 1]) { upper -= 1 }
    return lower..<upper
  }
}
