/// The format of tokens and file keys: a letter, the account's slot and a number, in base 36.
///
/// A token has at most 15 bytes for the first 1,679,616 accounts, so that its string needs no memory of its own.
struct ServerToken: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// An access token. `number` is its expiry in milliseconds since the server's epoch. Like a signed token it needs
    /// no look-up and stays valid after log-out.
    case access = 0x41  // A
    /// A refresh token. `number` is its number within the account.
    case refresh = 0x52  // R
    /// A file key. `number` is the number of the presigned upload within the account.
    case file = 0x50  // P
  }

  var kind: Kind
  var slot: Int
  var number: Int64

  init(_ kind: Kind, slot: Int, number: Int64) {
    self.kind = kind
    self.slot = slot
    self.number = number
  }

  /// Parses a token; nil for any other text.
  init?(_ text: String, kind: Kind) {
    var text = text
    // Reads from a buffer, since iterating a string's bytes takes ten times as long.
    let parts: (slot: Int64, number: Int64)? = text.withUTF8 { bytes in
      guard let first = bytes.first, first == kind.rawValue else { return nil }
      var index = 1
      guard let slot = Self.number(in: bytes, from: &index), index < bytes.count, bytes[index] == UInt8(ascii: ".")
      else { return nil }
      index += 1
      guard let number = Self.number(in: bytes, from: &index), index == bytes.count else { return nil }
      return (slot, number)
    }
    guard let parts else { return nil }
    self.init(kind, slot: Int(parts.slot), number: parts.number)
  }

  /// The token as text.
  var text: String {
    let (slot, number) = (UInt64(slot), UInt64(max(0, number)))
    let (first, second) = (Self.digits(of: slot), Self.digits(of: number))
    // Requests exactly the needed capacity: a string with more than 15 bytes of capacity allocates memory, however
    // short it is.
    return String(unsafeUninitializedCapacity: first + second + 2) { buffer in
      func put(_ value: UInt64, endingAt end: Int, _ digits: Int) {
        var rest = value
        for index in 1...digits {
          let digit = UInt8(truncatingIfNeeded: rest % 36)
          buffer[end - index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          rest /= 36
        }
      }
      buffer[0] = kind.rawValue
      put(slot, endingAt: first + 1, first)
      buffer[first + 1] = UInt8(ascii: ".")
      put(number, endingAt: first + second + 2, second)
      return first + second + 2
    }
  }

  /// The base-36 number of up to 11 digits at this place; nil for none or a longer one.
  @inline(__always)
  private static func number(in bytes: UnsafeBufferPointer<UInt8>, from index: inout Int) -> Int64? {
    let start = index
    var number: Int64 = 0
    while index < bytes.count {
      let byte = bytes[index]
      // With wrapping arithmetic, a byte that is not a digit is never a small number.
      let (numeral, letter) = (byte &- UInt8(ascii: "0"), byte &- UInt8(ascii: "a"))
      guard numeral < 10 || letter < 26 else { break }
      number = number &* 36 &+ Int64(numeral < 10 ? numeral : letter &+ 10)
      index &+= 1
    }
    return index > start && index - start <= 11 ? number : nil
  }

  /// The number of digits of a number in base 36.
  private static func digits(of number: UInt64) -> Int {
    var count = 1
    var rest = number
    while rest >= 36 {
      rest /= 36
      count += 1
    }
    return count
  }
}
