/// A value whose JSON is an object, described once: a line a key. Writing, reading, the JSON Schema and the checks of what
/// was read all go through these lines.
protocol JSONRecord {
  /// What reading begins with. Every key replaces its part, so that none of it shows.
  static var blank: Self { get }
  /// What the schema calls it, where it is written at several places; nil to write it out where it stands.
  static var definition: String? { get }
  /// One call a key; then what no value can have that was measured.
  mutating func describe(_ json: inout RecordCoder)
}

extension JSONRecord {
  static var definition: String? { nil }

  /// The object's keys and values.
  var members: [String: ReportJSON] {
    var copy = self
    var coder = RecordCoder(.writing)
    copy.describe(&coder)
    return coder.members
  }

  /// The object.
  var json: ReportJSON { .object(members) }

  /// The schema of the object, or a reference to it.
  static var schema: ReportJSON { definition.map(JSONSchema.reference) ?? written }

  /// The schema of the object, written out.
  static var written: ReportJSON {
    var blank = blank
    var coder = RecordCoder(.schema)
    blank.describe(&coder)
    return JSONSchema.object(coder.members, optional: coder.optional)
  }
}

/// A record on its way in.
struct RecordReading<Value: JSONRecord>: Decodable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = .blank
    var coder = RecordCoder(.reading(try decoder.container(keyedBy: RecordKey.self)))
    value.describe(&coder)
    if let error = coder.error { throw error }
  }
}

/// A key by its name, or an index of a list.
struct RecordKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }
  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }
  init(stringLiteral name: String) { self.init(name) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}

/// What a text of the right shape says that no run can have counted, measured or named.
struct ImpossibleValue: Error {
  /// Keys and indices from the document down to it.
  var path: [any CodingKey]
  var reason: String
}
