import GTSDFields
import GTSDModel

/// The layout of a log file and the service that writes such files, guessed from its beginning.
struct LogShape: Sendable {
  /// The rule by which records are separated.
  var mode: RecordSplitter.Mode
  /// The number of bytes before the first record.
  var start = 0
  /// Whether the first record names the columns.
  var hasHeader = false
  /// The columns, if no line of the file names them.
  var columns: [String]?
  var export: EventExport
  /// The reason why the file cannot be read, with the remedy; nil if it can.
  var problem: String?

  /// The number of bytes from which the format of a file is recognised.
  static let enough = 1 << 16
  /// The number of records that are examined to guess the layout.
  private static let samples = 20
  /// The keys under which replies of web APIs have their events.
  private static let wrappers: Set<String> = [
    "results", "events", "data", "batch", "rows", "records", "items", "hits", "logs",
  ]
  /// Keys of arrays of events that no event itself has as a key.
  private static let batches: Set<String> = ["batch", "events"]

  /// Recognises the format of a file with this beginning.
  ///
  /// - Parameter map: with the format, where it was named.
  init(_ beginning: [UInt8], _ map: EventMap) {
    let known = map.export
    let first = beginning.first { !$0.isBlank }
    let lines = beginning.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: true)
    let second = lines.dropFirst().first { $0.contains { !$0.isBlank } }
    let isJSON =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      || second?.first == UInt8(ascii: "{") && known.map { $0 != .table } ?? true
    if !isJSON {
      self = Self.table(beginning, map)
      return
    }
    (mode, start) = Self.layout(beginning, first, lines)
    problem = Self.remedy(beginning, (mode, start))
    export = .specification
    export = known ?? EventExport(samples: Self.roots(beginning, self))
  }

  private init(mode: RecordSplitter.Mode, start: Int, columns: [String]?, export: EventExport) {
    (self.mode, self.start, self.columns, self.export) = (mode, start, columns, export)
    hasHeader = columns == nil
  }

  // MARK: JSON

  private static func layout(
    _ beginning: [UInt8], _ first: UInt8?, _ lines: [ArraySlice<UInt8>]
  ) -> (RecordSplitter.Mode, start: Int) {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let line = lines.first else { return (.lines, 0) }
    if let array = array(in: beginning) { return (.values(wrapper: array.key), array.start) }
    if first == UInt8(ascii: "[") { return (.values(wrapper: nil), 0) }
    if (try? JSONReader.read(bytes: Array(line))) != nil { return (.lines, 0) }
    // Either objects that extend over several lines, or a damaged first line in a file of one object per line.
    let next = lines.dropFirst().first
    let isSpread = next.map { $0.first != UInt8(ascii: "{") } ?? true
    return (isSpread ? .values(wrapper: nil) : .lines, 0)
  }

  /// The array of events in the first object, under a key that is known for it. Nil if the object is itself an event;
  /// an object around a batch may have some keys of an event.
  private static func array(in bytes: [UInt8]) -> (key: String, start: Int)? {
    // Objects in an array may themselves contain arrays of objects.
    var index = bytes.firstIndex { $0 == UInt8(ascii: "{") } ?? bytes.count
    var depth = 0
    var (key, text) = ("", [UInt8]())
    var found: (key: String, start: Int)?
    var isEvent = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        text = []
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\") { index += 1 }
          if index < bytes.count { text.append(bytes[index]) }
          index += 1
        }
      } else if byte == UInt8(ascii: ":"), depth == 1 {
        key = String(decoding: text, as: UTF8.self)
        isEvent = isEvent || EventExport.isEnvelope(key)
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if byte == UInt8(ascii: "["), depth == 1, found == nil, wrappers.contains(key) {
          let inner = bytes[(index + 1)...].first { !$0.isBlank }
          if inner == UInt8(ascii: "{") || inner == UInt8(ascii: "[") { found = (key, index) }
        }
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { break }
      }
      index += 1
    }
    return found.flatMap { isEvent && !batches.contains($0.key) ? nil : $0 }
  }

  /// The remedy for lists of values whose names are in another place, as query interfaces return them; nil for any
  /// other file.
  private static func remedy(_ bytes: [UInt8], _ layout: (mode: RecordSplitter.Mode, start: Int)) -> String? {
    guard case .values(let key?) = layout.mode,
      bytes[(layout.start + 1)...].first(where: { !$0.isBlank }) == UInt8(ascii: "[")
    else { return nil }
    return "the file has lists of values under `\(key)` and their names elsewhere, which is not read; "
      + "jq -c '.columns as $c | .\(key)[] | [$c, .] | transpose | map({key: .[0], value: .[1]}) | from_entries' FILE "
      + "| gtsd-sim calibrate - reads it, if the names stand under `columns`"
  }

  private static func roots(_ beginning: [UInt8], _ shape: LogShape) -> [JSONNode] {
    var splitter = RecordSplitter()
    splitter.mode = shape.mode
    var (place, roots) = (shape.start, [JSONNode]())
    while roots.count < samples, let record = splitter.take(beginning, from: &place) {
      if let root = try? JSONReader.read(bytes: record.bytes), root.members != nil { roots.append(root) }
    }
    if roots.count < samples, let record = splitter.finish(), let root = try? JSONReader.read(bytes: record.bytes),
      root.members != nil
    {
      roots.append(root)
    }
    return roots
  }

  // MARK: Tables

  private static func table(_ beginning: [UInt8], _ map: EventMap) -> LogShape {
    let known = map.export
    var start = 0
    var line = firstLine(beginning[...])
    var named: UInt8?
    // Some spreadsheets write a line before the header that names the delimiter.
    if line.count == 5, line.starts(with: Array("sep=".utf8)) {
      named = line.last
      start = line.endIndex + 1
      line = firstLine(beginning.dropFirst(start))
    }
    let tabs = line.count { $0 == UInt8(ascii: "\t") }
    if known == .snowplow && tabs > 20 || tabs + 1 >= SnowplowColumns.all.count,
      !line.starts(with: Array("app_id".utf8))
    {
      return LogShape(
        mode: .table(delimiter: UInt8(ascii: "\t"), isQuoted: false), start: start, columns: SnowplowColumns.all,
        export: .snowplow)
    }
    let first = header(line, named, map)
    var (best, place) = (first, start)
    // A report's title may be before the header.
    for _ in 0..<titles where best.isMissing {
      guard let end = beginning[place...].firstIndex(of: UInt8(ascii: "\n")), end + 1 < beginning.count else { break }
      place = end + 1
      best = header(firstLine(beginning[place...]), named, map)
    }
    if best.isMissing { best = first } else { start = place }
    return LogShape(
      mode: .table(delimiter: best.delimiter, isQuoted: true), start: start, columns: nil, export: best.export)
  }

  /// The largest number of lines before a header that are skipped.
  private static let titles = 10

  private static func header(
    _ line: ArraySlice<UInt8>, _ named: UInt8?, _ map: EventMap
  ) -> (delimiter: UInt8, export: EventExport, isMissing: Bool) {
    let candidates = ([",", ";", "\t", "|"] as [Unicode.Scalar]).map { UInt8(ascii: $0) }
    let delimiter = named ?? candidates.max { fields(line, $0) < fields(line, $1) } ?? UInt8(ascii: ",")
    let columns = CSVRow(Array(line), delimiter: delimiter)?.fields ?? []
    let export = map.export ?? EventExport(columns: columns)
    let header = TableHeader(columns, mapped: Array(map.fields.values))
    return (delimiter, export, LineReader(export, map, header: header).missing != nil)
  }

  private static func fields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> Int {
    CSVRow(Array(line), delimiter: delimiter)?.fields.count ?? 0
  }

  private static func firstLine(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}

extension UInt8 {
  /// Whether the byte separates words.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
