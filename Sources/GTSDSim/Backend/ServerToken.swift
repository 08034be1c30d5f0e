/// What tokens and file keys are made of: a letter, the account's slot and a number, in base 36.
///
/// At most 15 bytes for the first 1,679,616 accounts, so that a token is a string without memory of its own.
struct ServerToken: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// `number` is the expiry, in milliseconds since the server's epoch: like a signed token it needs no look-up, and
    /// outlives logging out.
    case access = 0x41  // A
    /// `number` counts the account's refresh tokens.
    case refresh = 0x52  // R
    /// `number` counts the account's presigned uploads.
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

  /// The token that a text stands for, nil for anything else.
  init?(_ text: String, kind: Kind) {
    var text = text
    // Of a buffer, since a text hands out its bytes one by one at ten times the cost.
    let parts: (slot: Int64, number: Int64)? = text.withUTF8 { bytes in
      guard let first = bytes.first, first == kind.rawValue else { return nil }
      var parts: (slot: Int64, number: Int64) = (0, 0)
      var part = 0
      var digits = 0
      for byte in bytes.dropFirst() {
        if byte == UInt8(ascii: ".") {
          guard part == 0, digits > 0 else { return nil }
          part = 1
          digits = 0
        } else {
          guard let digit = Self.value(of: byte), digits < 11 else { return nil }
          if part == 0 { parts.slot = parts.slot * 36 + digit } else { parts.number = parts.number * 36 + digit }
          digits += 1
        }
      }
      return part == 1 && digits > 0 ? parts : nil
    }
    guard let parts else { return nil }
    self.init(kind, slot: Int(parts.slot), number: parts.number)
  }

  /// The token as text.
  var text: String {
    String(unsafeUninitializedCapacity: 28) { buffer in
      buffer[0] = kind.rawValue
      var count = 1
      func put(_ value: Int64) {
        let start = count
        var rest = value
        repeat {
          let digit = UInt8(rest % 36)
          buffer[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          count += 1
          rest /= 36
        } while rest > 0
        buffer[start..<count].reverse()
      }
      put(Int64(slot))
      buffer[count] = UInt8(ascii: ".")
      count += 1
      put(max(0, number))
      return count
    }
  }

  private static func value(of byte: UInt8) -> Int64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}
