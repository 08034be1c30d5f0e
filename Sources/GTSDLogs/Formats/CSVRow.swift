/// A row of a table (RFC 4180).
package struct CSVRow: Sendable, Equatable {
  package var fields: [String]

  /// Splits a line into fields; nil if quotation marks are unbalanced or inside an unquoted field. Only comma-separated
  /// tables are read that strictly, since others are often written without any quoting.
  package init?(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), isQuoted: Bool = true) {
    let quote = UInt8(ascii: "\"")
    let isStrict = delimiter == UInt8(ascii: ",")
    var fields: [String] = []
    var index = 0
    while true {
      var end = index
      if isQuoted, index < bytes.count, bytes[index] == quote, let field = Self.quoted(bytes, &end, delimiter) {
        guard let text = String(validating: field, as: UTF8.self) else { return nil }
        fields.append(text)
      } else {
        if isQuoted, isStrict, index < bytes.count, bytes[index] == quote { return nil }
        while end < bytes.count, bytes[end] != delimiter {
          guard bytes[end] != quote || !isStrict || !isQuoted else { return nil }
          end += 1
        }
        guard let text = String(validating: bytes[index..<end], as: UTF8.self) else { return nil }
        fields.append(text)
      }
      index = end
      guard index < bytes.count else { break }
      index += 1
    }
    self.fields = fields
  }

  /// A field between quotation marks, and the index after it; nil if the marks are unbalanced.
  private static func quoted(_ bytes: [UInt8], _ end: inout Int, _ delimiter: UInt8) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    var field: [UInt8] = []
    var index = end + 1
    while true {
      guard index < bytes.count else { return nil }
      if bytes[index] == quote {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { break }
        index += 1
      }
      field.append(bytes[index])
      index += 1
    }
    index += 1
    guard index == bytes.count || bytes[index] == delimiter else { return nil }
    end = index
    return field
  }
}
