/// A value whose JSON is an object, described once: a line a key. Writing, reading, the JSON Schema and the checks of what
/// was read all go through these lines.
package protocol JSONRecord {
  /// What reading begins with. Every key replaces its part, so that none of it shows.
  static var blank: Self { get }
  /// What the schema calls it, where it is written at several places; nil to write it out where it stands.
  static var definition: String? { get }
  /// One call a key; then what no value can have that was measured.
  mutating func describe(_ json: inout RecordCoder)
}

extension JSONRecord {
  package static var definition: String? { nil }

  /// The object's keys and values.
  package var members: [String: ReportJSON] {
    var copy = self
    var coder = RecordCoder(.writing)
    copy.describe(&coder)
    return coder.members
  }

  /// The object.
  package var json: ReportJSON { .object(members) }

  /// The schema of the object, or a reference to it.
  package static var schema: ReportJSON { definition.map(JSONSchema.reference) ?? written }

  /// The schema of the object, written out.
  package static var written: ReportJSON {
    var blank = blank
    var coder = RecordCoder(.schema)
    blank.describe(&coder)
    return JSONSchema.object(coder.members, optional: coder.optional)
  }
}
