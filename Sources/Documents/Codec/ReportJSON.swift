import Foundation

/// A JSON document to be written. Equal values give equal bytes on every machine.
///
/// Keys of objects are sorted by their UTF-8 bytes. Numbers have at most nine significant digits, so that differences
/// between the mathematics libraries of two systems in the last bits do not show.
package enum ReportJSON: Equatable, Sendable {
  /// Null; also the form of numbers that are not finite.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number, written in full.
  case whole(Int64)
  /// A whole number without sign, written in full.
  case unsigned(UInt64)
  /// A measured number.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([ReportJSON])
  /// A list of whole numbers, on one line.
  case wholes([Int64])
  /// Keys and values; sorted when written.
  case object([String: ReportJSON])
  /// A part for programs rather than people, on one line without spaces.
  indirect case compact(ReportJSON)

  package static func optional(_ value: Double?) -> ReportJSON { value.map { .number($0) } ?? .null }
  package static func optional(_ value: String?) -> ReportJSON { value.map { .string($0) } ?? .null }
  package static func int(_ value: Int) -> ReportJSON { .whole(Int64(value)) }
  package static func numbers(_ values: [Double]) -> ReportJSON { .array(values.map(ReportJSON.number)) }
  package static func rows(_ rows: [[Double]]) -> ReportJSON { .array(rows.map(numbers)) }
  package static func counts(_ counts: [String: Int]) -> ReportJSON { .object(counts.mapValues(ReportJSON.int)) }

  /// The document, indented by two spaces and ended by a line feed; lists of numbers stay on one line.
  package var text: String {
    var output = ""
    write(to: &output, indent: 0)
    return output + "\n"
  }

  /// A number rounded to nine significant digits, as it appears in every report.
  package static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == 0 { return "0" }
    let rounded = Double(String(format: "%.8e", number)) ?? number
    let text = "\(rounded)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func write(to output: inout String, indent: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .whole(let value): output += "\(value)"
    case .unsigned(let value): output += "\(value)"
    case .number(let value): output += Self.text(of: value)
    case .string(let value): Self.quote(value, to: &output)
    case .array(let items): write(items, to: &output, indent: indent)
    case .wholes(let items): Self.write(items, separator: ", ", to: &output)
    case .object(let members): write(Self.sorted(members), to: &output, indent: indent)
    case .compact(let value): value.writeCompact(to: &output)
    }
  }

  /// The document on one line, without spaces and without a line feed at its end.
  package var compactText: String {
    var output = ""
    writeCompact(to: &output)
    return output
  }

  private func writeCompact(to output: inout String) {
    switch self {
    case .null, .bool, .whole, .unsigned, .number, .string: write(to: &output, indent: 0)
    case .compact(let value): value.writeCompact(to: &output)
    case .wholes(let items): Self.write(items, separator: ",", to: &output)
    case .array(let items):
      output += "["
      for (index, item) in items.enumerated() {
        if index > 0 { output += "," }
        item.writeCompact(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in Self.sorted(members).enumerated() {
        if index > 0 { output += "," }
        Self.quote(member.key, to: &output)
        output += ":"
        member.value.writeCompact(to: &output)
      }
      output += "}"
    }
  }

  private static func sorted(_ members: [String: ReportJSON]) -> [(key: String, value: ReportJSON)] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private static func write(_ items: [Int64], separator: String, to output: inout String) {
    output += "["
    for (index, item) in items.enumerated() {
      if index > 0 { output += separator }
      output += String(item)
    }
    output += "]"
  }

  private func write(_ items: [ReportJSON], to output: inout String, indent: Int) {
    if items.allSatisfy(\.isScalar) {
      output += "["
      for (index, item) in items.enumerated() {
        if index > 0 { output += ", " }
        item.write(to: &output, indent: 0)
      }
      output += "]"
      return
    }
    output += "["
    for (index, item) in items.enumerated() {
      output += index > 0 ? "," : ""
      Self.newLine(indent + 1, to: &output)
      item.write(to: &output, indent: indent + 1)
    }
    Self.newLine(indent, to: &output)
    output += "]"
  }

  private func write(_ members: [(key: String, value: ReportJSON)], to output: inout String, indent: Int) {
    if members.isEmpty {
      output += "{}"
      return
    }
    output += "{"
    for (index, member) in members.enumerated() {
      output += index > 0 ? "," : ""
      Self.newLine(indent + 1, to: &output)
      Self.quote(member.key, to: &output)
      output += ": "
      member.value.write(to: &output, indent: indent + 1)
    }
    Self.newLine(indent, to: &output)
    output += "}"
  }

  private var isScalar: Bool {
    switch self {
    case .null, .bool, .whole, .unsigned, .number: true
    case .string, .array, .wholes, .object, .compact: false
    }
  }

  private static func newLine(_ indent: Int, to output: inout String) {
    output += "\n" + String(repeating: "  ", count: indent)
  }

  private static func quote(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
