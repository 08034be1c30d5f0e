/// The text form of digests.
package enum DigestText {
  /// The algorithm and 16 hexadecimal digits.
  package static func make(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return "xxh64:" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The hash in a text that ``make(_:)`` wrote; nil for any other text.
  package static func hash(of text: String) -> UInt64? {
    UInt64(text.dropFirst("xxh64:".count), radix: 16).flatMap { make($0) == text ? $0 : nil }
  }
}
