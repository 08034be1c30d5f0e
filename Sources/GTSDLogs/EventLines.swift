import GTSDFields
import GTSDModel

/// Reads the records of an event log in any format. It decompresses and decodes the log, guesses the format from the
/// beginning, and parses each record.
struct EventLines {
  /// The length of the longest record that is read, in bytes.
  static let longest = 1 << 20

  /// The kind of a record.
  enum Line {
    /// The line is empty.
    case blank
    /// The header of a table, and why no event can be read under it; nil if events can be.
    case header(problem: HeaderProblem?)
    case event(Event)
    /// A call that is not an event, with the ids that it contains. `isLink` says that they belong to one person.
    case call(ids: [LogID], isLink: Bool)
  }

  /// The reason why no event can be read under a table's header.
  struct HeaderProblem {
    /// The first required part of an event that the columns lack.
    var missing: String
    /// The reason.
    var reason: String
    /// The file that names the columns; nil if none can.
    var remedy: LogRemedy?
  }

  /// A record with an event.
  struct Event {
    var fields: EventFields
    /// Names of the line's properties; for a table, the names of all columns.
    var names: [String]
    /// The bytes of the record.
    var bytes: [UInt8]
  }

  private let map: EventMap
  private var decoder = LogDecoder()
  private var splitter = RecordSplitter()
  private(set) var shape: LogShape?
  private var reader: LineReader?
  private var header: TableHeader?
  /// The names of columns by which another header is recognised, where tables were put one after the other.
  private var marks: [String] = []
  /// The bytes that remain after the last complete record.
  private var piece: [UInt8] = []
  private var place = 0
  /// The number of decoded bytes before `piece`.
  private var passed = 0
  /// The point from which reading continues, until it is reached.
  private var target: Point?
  private var isEnded = false
  private var isFinished = false
  /// Whether records contained bytes that are not UTF-8.
  private var hasOtherBytes = false

  /// A point after a record, from which reading can continue.
  struct Point: Codable {
    /// The number of decoded bytes before the next record.
    fileprivate var bytes: Int
    fileprivate var splitter: RecordSplitter
    /// The columns of the last header; nil if there was none.
    fileprivate var columns: [String]?
    fileprivate var hasOtherBytes: Bool
  }

  /// Creates a reader of a file from its beginning.
  ///
  /// - Parameter point: the point up to which the bytes are passed over; nil to read all.
  init(_ map: EventMap, from point: Point? = nil) {
    self.map = map
    target = point
  }

  /// The point after the last record.
  var point: Point {
    Point(
      bytes: passed + min(place, piece.count), splitter: splitter, columns: header?.columns,
      hasOtherBytes: hasOtherBytes)
  }

  /// Whether the log is a table.
  var isTable: Bool { if case .table = shape?.mode { true } else { false } }

  /// The reason why the file cannot be read, with the remedy; nil if it can.
  var problem: String? { decoder.problem ?? shape?.problem }

  /// The name of the format.
  var format: String { shape?.export.title ?? EventExport.specification.title }

  /// A description of the guessed layout of the file.
  var layout: String {
    var words: [String] = []
    switch shape?.mode {
    case nil, .lines: words.append("a JSON object a line")
    case .values(let wrapper):
      words.append(wrapper.map { "JSON objects in the array `\($0)`" } ?? "JSON objects in an array")
    case .table(let delimiter, _):
      let name =
        switch delimiter {
        case UInt8(ascii: "\t"): "tabs"
        case UInt8(ascii: ","): "commas"
        case UInt8(ascii: ";"): "semicolons"
        default: "`\(Character(UnicodeScalar(delimiter)))`"
        }
      words.append("a table with \(name)")
    }
    if decoder.isPacked { words.append("gzip") }
    if case .utf16 = decoder.encoding { words.append("UTF-16") }
    if hasOtherBytes { words.append("lines that are no UTF-8 read as Latin-1") }
    return words.joined(separator: ", ")
  }

  /// Takes the next bytes of the file.
  mutating func take(_ bytes: [UInt8]) {
    let text = decoder.take(bytes)
    if place >= piece.count {
      passed += piece.count
      (piece, place) = (text, 0)
    } else {
      piece.append(contentsOf: text)
    }
  }

  /// Handles the end of the file.
  mutating func end() {
    isEnded = true
    piece.append(contentsOf: decoder.finish())
  }

  /// Takes the next record from the bytes so far; nil if none is complete, or at the end.
  mutating func next() -> RecordSplitter.Record? {
    if shape == nil {
      guard piece.count >= LogShape.enough || isEnded, !piece.isEmpty else { return nil }
      begin()
    }
    guard let shape, shape.problem == nil else { return nil }
    if let target {
      guard target.bytes <= passed + piece.count else {
        place = piece.count
        return nil
      }
      place = target.bytes - passed
      self.target = nil
      if let columns = target.columns { setHeader(columns, shape) }
      (splitter, hasOtherBytes) = (target.splitter, target.hasOtherBytes)
    }
    if let record = splitter.take(piece, from: &place) { return record }
    guard isEnded, !isFinished else { return nil }
    isFinished = true
    return splitter.finish()
  }

  private mutating func begin() {
    let shape = LogShape(Array(piece.prefix(LogShape.enough)), map)
    self.shape = shape
    splitter.mode = shape.mode
    splitter.skip(piece[..<shape.start])
    place = shape.start
    if let columns = shape.columns {
      setHeader(columns, shape)
    } else if !shape.hasHeader {
      reader = LineReader(shape.export, map)
    }
  }

  private mutating func setHeader(_ columns: [String], _ shape: LogShape) {
    let header = TableHeader(columns, mapped: Array(map.fields.values))
    self.header = header
    let reader = LineReader(shape.export, map, header: header)
    self.reader = reader
    marks = reader.marks(in: header)
  }

  /// Whether a row is the header of another table.
  private func isHeader(_ fields: [String]) -> Bool {
    marks.count > 1 && fields.contains(marks[1]) && fields.contains(marks[0])
  }

  /// The reason why no event can be read under a header.
  private func problem(ofHeader fields: [String], _ delimiter: UInt8) -> HeaderProblem? {
    guard let missing = reader?.missing else { return nil }
    let isData = fields.contains { EventTime.milliseconds($0, zone: map.zone, form: map.timeForm) != nil }
    guard isData else {
      return HeaderProblem(
        missing: missing,
        reason: "neither a JSON object nor the header of a table: no column `\(missing)`",
        remedy: LogRemedy(
          map: "`{\"fields\": {\"name\": \"…\", \"time\": \"…\", \"user\": \"…\"}}`",
          effect: "names columns that are called otherwise"))
    }
    let mark = delimiter == UInt8(ascii: "\t") ? "\\t" : String(UnicodeScalar(delimiter))
    let names = ["user_id", "event_name", "timestamp", "properties"].joined(separator: mark)
    return HeaderProblem(
      missing: missing,
      reason: "the first line is an event, and no line names the columns; "
        + "(printf '\(names)\\n'; cat FILE) | gtsd-sim calibrate - reads it, with the names of its "
        + "\(fields.count) columns in their order")
  }

  /// Decodes a record as UTF-8, or as Latin-1, which spreadsheets write, if it is not UTF-8.
  private mutating func decoded(_ record: RecordSplitter.Record) -> RecordSplitter.Record {
    guard record.bytes.contains(where: { $0 >= 0x80 }), String(validating: record.bytes, as: UTF8.self) == nil else {
      return record
    }
    hasOtherBytes = true
    var record = record
    record.bytes = Array(String(String.UnicodeScalarView(record.bytes.map { Unicode.Scalar($0) })).utf8)
    return record
  }

  /// Reads a record.
  ///
  /// - Throws: the problem with a record that is not empty.
  mutating func read(_ record: RecordSplitter.Record) throws(LineProblem) -> Line {
    guard record.bytes.contains(where: { !$0.isBlank }), let shape else { return .blank }
    let record = decoded(record)
    guard case .table(let delimiter, let isQuoted) = shape.mode, !record.isTooLong else {
      return try read(try row(record, shape), record)
    }
    let fields = CSVRow(record.bytes, delimiter: delimiter, isQuoted: isQuoted)?.fields
    if let header, let fields, isHeader(fields), let (row, columns) = Self.parted(fields, header.columns) {
      defer { setHeader(columns, shape) }
      return try read(LogRow(try cells(row), header), record)
    }
    guard let header, !(fields.map(isHeader) ?? false) else {
      setHeader(fields ?? [], shape)
      return .header(problem: problem(ofHeader: fields ?? [], delimiter))
    }
    return try read(LogRow(try cells(fields), header), record)
  }

  /// The last row of a table without a line break at its end, and the header of the table that was put after it; nil
  /// for any other row.
  private static func parted(_ fields: [String], _ columns: [String]) -> (row: [String], columns: [String])? {
    guard let first = columns.first, fields.count > columns.count, fields[columns.count - 1].hasSuffix(first) else {
      return nil
    }
    let last = String(fields[columns.count - 1].dropLast(first.count))
    return (fields[..<(columns.count - 1)] + [last], [first] + fields[columns.count...])
  }

  private func read(_ row: LogRow, _ record: RecordSplitter.Record) throws(LineProblem) -> Line {
    guard let reader else { return .blank }
    switch try reader.line(row) {
    case .event(let fields):
      return .event(Event(fields: fields, names: header?.columns ?? fields.propertyNames, bytes: record.bytes))
    case .link(let ids): return .call(ids: ids, isLink: true)
    case .other(let ids): return .call(ids: ids, isLink: false)
    }
  }

  private static let tooLong = LineProblem.malformed("the line has more than \(longest) bytes")

  /// The values of a row, as many as the header has columns.
  private func cells(_ fields: [String]?) throws(LineProblem) -> [String] {
    guard let header, reader?.missing == nil else { throw .malformed("no header names the columns") }
    guard var fields else { throw .malformed("a quotation mark is never closed, or is within a field") }
    // Some tools end each row with a delimiter, but not the header.
    while fields.count > header.columns.count, fields.last == "" { fields.removeLast() }
    guard fields.count == header.columns.count else {
      throw .malformed("expected \(header.columns.count) columns as in the header; found \(fields.count)")
    }
    return fields
  }

  /// The values of a record.
  private func row(_ record: RecordSplitter.Record, _ shape: LogShape) throws(LineProblem) -> LogRow {
    guard !record.isTooLong else { throw Self.tooLong }
    guard case .table(let delimiter, let isQuoted) = shape.mode, let header else {
      return LogRow(try Self.object(record.bytes))
    }
    return LogRow(
      try cells(CSVRow(record.bytes, delimiter: delimiter, isQuoted: isQuoted)?.fields), header)
  }

  private static func object(_ bytes: [UInt8]) throws(LineProblem) -> JSONNode {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes: bytes)
    } catch {
      throw .malformed("no JSON: column \(error.column): \(error.message)")
    }
    guard let members = root.members else { throw .malformed("expected an object; found \(root.described)") }
    for (index, member) in members.enumerated() where members[..<index].contains(where: { $0.key == member.key }) {
      throw .malformed("the key `\(member.key)` occurs twice")
    }
    return root
  }

  /// An explanation, in words, of how a record other than the header was read.
  func explanation(_ record: RecordSplitter.Record) -> String? {
    guard let shape, let reader else { return nil }
    do throws(LineProblem) {
      let row = try row(record, shape)
      switch try reader.line(row) {
      case .link(let ids): return "says that \(ids.map { $0.text.onOneLine }.joined(separator: ", ")) are one person"
      case .other: return "a call that is no event"
      case .event(let fields):
        let time = Timestamp(milliseconds: try fields.instant().value).iso8601
        let name = "\(fields.name.onOneLine) (\(reader.namePlace(row))) at \(time)"
        return "\(name): \(reader.explanation(row).onOneLine)"
      }
    } catch {
      return "not used: \(error.advice)"
    }
  }
}
