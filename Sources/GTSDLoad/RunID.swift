/// The id of a load run. It is part of the addresses of its accounts and of the headers of its requests, so that two
/// generators that start together have different ones.
package enum RunID {
  /// Returns 64 random bits of the system as text. The id is random, because two load runs with the same seed would
  /// otherwise use the same accounts.
  package static func fresh() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a text is a valid id: 1 to 32 letters and digits.
  package static func isOne(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
