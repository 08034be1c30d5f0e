/// The table of fields that sender and receiver share. It has a fixed part (RFC 7541, appendix A), and a part for the
/// latest fields that were sent, up to a size.
struct HPACKTable: Sendable {
  /// The latest fields, the newest last.
  private var fields: [HPACKField] = []
  /// The index of the oldest field that is still in the table.
  private var head = 0
  private var size = 0
  /// The largest allowed size.
  private(set) var limit: Int

  static let standardLimit = 4_096

  init(limit: Int = standardLimit) { self.limit = limit }

  /// The number of entries, the fixed ones included.
  var count: Int { Self.fixed.count + fields.count - head }
  var dynamicSize: Int { size }

  /// The entry at an index, beginning with 1; nil if there is none.
  subscript(index: Int) -> HPACKField? {
    guard index >= 1, index <= count else { return nil }
    return index <= Self.fixed.count ? Self.fixed[index - 1] : fields[fields.count - (index - Self.fixed.count)]
  }

  /// Adds a field, and removes the oldest ones beyond the limit. A field that is larger than the table empties it.
  mutating func add(_ field: HPACKField) {
    evict(until: limit - field.size)
    guard field.size <= limit else { return }
    fields.append(field)
    size += field.size
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    evict(until: limit)
  }

  private mutating func evict(until rest: Int) {
    while size > max(0, rest), head < fields.count {
      size -= fields[head].size
      fields[head] = HPACKField([], [])
      head += 1
    }
    guard head > 32, head > fields.count / 2 else { return }
    fields.removeFirst(head)
    head = 0
  }

  /// The index of the entry with this name and value, or else of an entry with this name.
  func find(_ field: HPACKField) -> (index: Int, isWhole: Bool)? {
    var named: Int?
    for index in Self.fixedByName[field.name] ?? 0..<0 {
      if Self.fixed[index].value == field.value { return (index + 1, true) }
      named = named ?? index + 1
    }
    for index in stride(from: fields.count - 1, through: head, by: -1) where fields[index].name == field.name {
      let number = Self.fixed.count + fields.count - index
      if fields[index].value == field.value { return (number, true) }
      named = named ?? number
    }
    return named.map { ($0, false) }
  }

  /// The ranges of fixed entries with one name, which are consecutive.
  private static let fixedByName: [[UInt8]: Range<Int>] = {
    var ranges: [[UInt8]: Range<Int>] = [:]
    for (index, field) in fixed.enumerated() {
      ranges[field.name] = (ranges[field.name]?.lowerBound ?? index)..<index + 1
    }
    return ranges
  }()

  private static let fixed: [HPACKField] = [
    HPACKField(":authority", ""), HPACKField(":method", "GET"), HPACKField(":method", "POST"), HPACKField(":path", "/"),
    HPACKField(":path", "/index.html"), HPACKField(":scheme", "http"), HPACKField(":scheme", "https"),
    HPACKField(":status", "200"), HPACKField(":status", "204"), HPACKField(":status", "206"),
    HPACKField(":status", "304"), HPACKField(":status", "400"), HPACKField(":status", "404"),
    HPACKField(":status", "500"), HPACKField("accept-charset", ""), HPACKField("accept-encoding", "gzip, deflate"),
    HPACKField("accept-language", ""), HPACKField("accept-ranges", ""), HPACKField("accept", ""),
    HPACKField("access-control-allow-origin", ""), HPACKField("age", ""), HPACKField("allow", ""),
    HPACKField("authorization", ""), HPACKField("cache-control", ""), HPACKField("content-disposition", ""),
    HPACKField("content-encoding", ""), HPACKField("content-language", ""), HPACKField("content-length", ""),
    HPACKField("content-location", ""), HPACKField("content-range", ""), HPACKField("content-type", ""),
    HPACKField("cookie", ""), HPACKField("date", ""), HPACKField("etag", ""), HPACKField("expect", ""),
    HPACKField("expires", ""), HPACKField("from", ""), HPACKField("host", ""), HPACKField("if-match", ""),
    HPACKField("if-modified-since", ""), HPACKField("if-none-match", ""), HPACKField("if-range", ""),
    HPACKField("if-unmodified-since", ""), HPACKField("last-modified", ""), HPACKField("link", ""),
    HPACKField("location", ""), HPACKField("max-forwards", ""), HPACKField("proxy-authenticate", ""),
    HPACKField("proxy-authorization", ""), HPACKField("range", ""), HPACKField("referer", ""),
    HPACKField("refresh", ""), HPACKField("retry-after", ""), HPACKField("server", ""), HPACKField("set-cookie", ""),
    HPACKField("strict-transport-security", ""), HPACKField("transfer-encoding", ""), HPACKField("user-agent", ""),
    HPACKField("vary", ""), HPACKField("via", ""), HPACKField("www-authenticate", ""),
  ]
}
