extension Timestamp {
  /// The instant in the server's format: UTC with three fractional digits and `Z`.
  public var iso8601: String {
    let date = date
    let ofDay = Int(milliseconds - daysSinceEpoch * Milliseconds.day)
    return String(unsafeUninitializedCapacity: 28) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func put(_ number: Int, digits: Int) {
        var scale = 1
        for _ in 1..<digits { scale *= 10 }
        for _ in 0..<digits {
          put(UInt8(ascii: "0") + UInt8(number / scale % 10))
          scale /= 10
        }
      }
      if (0...9999).contains(date.year) {
        put(date.year, digits: 4)
      } else {
        put(UInt8(ascii: date.year < 0 ? "-" : "+"))
        put(abs(date.year), digits: 6)
      }
      put(UInt8(ascii: "-"))
      put(date.month, digits: 2)
      put(UInt8(ascii: "-"))
      put(date.day, digits: 2)
      put(UInt8(ascii: "T"))
      put(ofDay / Int(Milliseconds.hour), digits: 2)
      put(UInt8(ascii: ":"))
      put(ofDay / Int(Milliseconds.minute) % 60, digits: 2)
      put(UInt8(ascii: ":"))
      put(ofDay / 1000 % 60, digits: 2)
      put(UInt8(ascii: "."))
      put(ofDay % 1000, digits: 3)
      put(UInt8(ascii: "Z"))
      return count
    }
  }

  /// Reads an instant leniently: a date alone, or date and time with any fraction (truncated to milliseconds), in UTC
  /// or with an offset.
  public init?(iso8601 text: some StringProtocol) {
    var text = String(text)
    guard let instant = text.withUTF8({ Timestamp(iso8601: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = instant
  }

  /// Reads a time from UTF-8 bytes.
  init?(iso8601 bytes: UnsafeRawBufferPointer) {
    var cursor = DigitCursor(bytes)
    guard let date = cursor.date() else { return nil }
    guard !cursor.isAtEnd else {
      self.init(date)
      return
    }
    guard cursor.skip("T"), let seconds = cursor.timeOfDay() else { return nil }
    var milliseconds: Int64 = 0
    if cursor.skip(".") {
      guard let fraction = cursor.fraction() else { return nil }
      milliseconds = fraction
    }
    guard let offset = cursor.offset(), cursor.isAtEnd else { return nil }
    self.init(milliseconds: Timestamp(date).milliseconds + (seconds - offset) * 1000 + milliseconds)
  }

  /// Reads an instant as the acknowledge endpoint does: at most 30 characters, none or exactly three fractional
  /// digits, and `Z`.
  package init?(metricsComputedAt text: some StringProtocol) {
    let count = text.utf8.count
    guard count == 20 || count == 24, text.hasSuffix("Z") else { return nil }
    // With this length, a final `Z` and the lenient grammar, the fraction has either no or three digits.
    guard let instant = Timestamp(iso8601: text) else { return nil }
    self = instant
  }
}

/// Reads the fixed-width numbers of a date.
private struct DigitCursor {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard bytes.count - position >= digits else { return nil }
    var value = 0
    for index in position..<position + digits {
      let byte = bytes[index]
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += digits
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads the time of day as seconds since midnight.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60, skip(":"),
      let second = number(digits: 2), second < 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second)
  }

  /// Reads a fraction of a second, of one or more digits, as milliseconds.
  mutating func fraction() -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = number(digits: 1) {
      if count < 3 { value = value * 10 + Int64(digit) }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(3, count) { value *= 10 }
    return value
  }

  /// Reads an offset as seconds east of UTC.
  mutating func offset() -> Int64? {
    if skip("Z") { return 0 }
    let isWest = next == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(digits: 2), hours < 24, skip(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }
}
