/// A value whose JSON is an object, described once with one line per key. These lines are used for writing, reading,
/// the JSON Schema and the checks of input.
package protocol JSONRecord {
  /// A value to begin reading with. Reading replaces every part of it.
  static var blank: Self { get }
  /// The name of the record in the schema's definitions, if several places refer to it. With nil, the record's schema
  /// is written at each place.
  static var definition: String? { get }
  /// Describes one key per call, and then the conditions that every measured value meets.
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
