package import GTSDFields

/// A value whose JSON is an object. Its keys are described once, one per line, and writing, reading, the JSON Schema
/// and the checks of input all use that description.
package protocol JSONRecord {
  /// An empty value. Reading replaces all of its fields.
  static var blank: Self { get }
  /// The name of the record in the schema's definitions, if several places refer to it. With nil, the record's schema
  /// is written at each place.
  static var definition: String? { get }
  /// Describes the record's keys, one call for each, and then the conditions that every valid record meets.
  mutating func describe(_ json: inout RecordCoder)
}

extension JSONRecord {
  package static var definition: String? { nil }

  /// The object's keys and values.
  package var members: [String: JSONNode] {
    var copy = self
    var coder = RecordCoder(.writing)
    copy.describe(&coder)
    return coder.members
  }

  /// The record as a JSON object.
  package var json: JSONNode { .keyed(members) }

  /// Rounds every number to the digits that a report contains. The record is then equal to the one that is read back
  /// from the report.
  package mutating func round() {
    var coder = RecordCoder(.rounding)
    describe(&coder)
  }

  /// The schema of the object, or a reference to it.
  package static var schema: JSONNode { definition.map(JSONSchema.reference) ?? written }

  /// The schema of the object, written out.
  package static var written: JSONNode {
    var blank = blank
    var coder = RecordCoder(.schema)
    blank.describe(&coder)
    return JSONSchema.object(coder.members, optional: coder.optional)
  }
}

extension Array where Element: JSONRecord {
  /// Rounds every number of every record.
  package mutating func round() {
    for index in indices { self[index].round() }
  }
}
