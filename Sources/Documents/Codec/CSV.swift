/// Comma-separated values (RFC 4180).
package enum CSV {
  package static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A number in the format of reports; an empty text for nil.
  package static func number(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? NineDigits.text(of: $0) : nil } ?? ""
  }

  package static func count(_ value: Int?) -> String { value.map(String.init) ?? "" }

  private static func field(_ text: String) -> String {
    let text = isFormula(text) ? "'" + text : text
    // Compares scalars: a carriage return and a line feed form one Character, which equals neither.
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }

  /// Whether a spreadsheet would evaluate a field as a formula. Negative numbers and lists of them are no formulas.
  /// `Double` cannot decide this, since it also accepts `-inf` and `-0x1`.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return false }
    guard first == "-" else { return true }
    return !text.split(separator: "; ", omittingEmptySubsequences: false).allSatisfy { part in
      Double(part) != nil && part.utf8.allSatisfy { "0123456789.e+-".utf8.contains($0) } && !part.hasPrefix("+")
    }
  }
}
