import GTSDModel

/// Reads the lines of an event log: JSON Lines, or CSV with a header. Which of the two it is shows in the first character.
struct EventLines: Sendable {
  /// Longest line read, bytes.
  static let longest = 1 << 20

  /// What a line is.
  enum Line {
    /// Nothing stands in it.
    case blank
    /// The header of a table, and the first column of the envelope that it lacks.
    case header(missing: String?)
    case event(Event)
  }

  /// A line with an event.
  struct Event {
    var fields: EventFields
    /// Names of its properties; of a table, of all columns.
    var names: [String]
    /// The service that exports such lines, where it is one.
    var export: EventExport?
    /// The line itself.
    var bytes: [UInt8]
  }

  private let map: EventMap
  private var splitter = RecordSplitter()
  private var header: CSVHeader?
  private var columns: [String] = []
  private var hasBegun = false

  init(_ map: EventMap) { self.map = map }

  /// Whether the log is a table.
  var isTable: Bool { header != nil }

  /// The next line of these bytes, nil where they end before it does.
  mutating func next(in bytes: [UInt8], from start: inout Int) -> RecordSplitter.Record? {
    splitter.take(bytes, from: &start)
  }

  /// What stands behind the last end of a line, nil for nothing.
  mutating func finish() -> RecordSplitter.Record? { splitter.finish() }

  /// Reads a line.
  ///
  /// - Throws: what is wrong with a line in which something stands.
  mutating func read(_ record: RecordSplitter.Record) throws(LineProblem) -> Line {
    var bytes = record.bytes
    if !hasBegun, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else { return .blank }
    if !hasBegun {
      hasBegun = true
      if first != UInt8(ascii: "{") {
        columns = CSVRow(bytes)?.fields ?? []
        let header = CSVHeader(columns, map)
        self.header = header
        splitter.quotes = true
        return .header(missing: header.missing)
      }
    }
    guard !record.isTooLong else { throw .malformed("the line has more than \(Self.longest) bytes") }
    guard let header else {
      let (fields, export) = try JSONEventLine.fields(bytes, map)
      return .event(
        Event(
          fields: fields, names: fields.propertyNames, export: export == .specification ? nil : export, bytes: bytes))
    }
    guard header.missing == nil else { throw .malformed("no header tells what the columns are") }
    guard let row = CSVRow(bytes) else {
      throw .malformed("a quotation mark is never closed, or stands within a field")
    }
    return .event(Event(fields: try header.fields(row), names: columns, bytes: bytes))
  }
}
