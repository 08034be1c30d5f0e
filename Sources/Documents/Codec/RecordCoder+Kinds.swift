import GTSDFields

/// A value from a fixed set, each with a text in JSON.
package typealias Choice = CaseIterable & RawRepresentable<String>

/// A value from a fixed set that is being decoded.
private struct ReadingChoice<Value: Choice>: Decodable {
  var value: Value

  init(value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    guard let value = Value(rawValue: try decoder.singleValueContainer().decode(String.self)) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected one of \(names)"))
    }
    self.value = value
  }
}

/// Functions that code one key each, by the kind of its value.
extension RecordCoder {
  // MARK: Texts

  package mutating func text(_ name: String, _ value: inout String, _ doc: String = "") {
    self.value(name, &value, check: { Self.problem($0) }, json: JSONNode.string, schema: JSONSchema.text(doc))
  }

  /// Codes a text that can be null. With `omitted`, the key is left out for nil.
  package mutating func text(_ name: String, _ value: inout String?, omitted: Bool = false, _ doc: String = "") {
    self.value(
      name, &value, omitted: omitted, check: { Self.problem($0) }, json: JSONNode.string,
      schema: omitted ? JSONSchema.text(doc) : JSONSchema.nullable("string", doc))
  }

  package mutating func texts(_ name: String, _ value: inout [String], _ doc: String = "") {
    self.value(
      name, &value, json: { .array($0.map(JSONNode.string)) }, schema: JSONSchema.list(JSONSchema.text(doc)))
    refuse(name, value) { Self.problem($0) }
  }

  /// Codes a list of texts. The key is left out if the list is empty.
  package mutating func texts(_ name: String, omitted value: inout [String], _ doc: String = "") {
    var reading = value.isEmpty ? nil : value
    self.value(
      name, &reading, omitted: true, json: { .array($0.map(JSONNode.string)) },
      schema: JSONSchema.list(JSONSchema.text(doc)))
    value = reading ?? []
    refuse(name, value) { Self.problem($0) }
  }

  /// Codes a list of texts, some of which may be null.
  package mutating func texts(_ name: String, _ value: inout [String?]) {
    self.value(
      name, &value, json: { .array($0.map { $0.map(JSONNode.string) ?? .null }) },
      schema: JSONSchema.list(JSONSchema.nullable("string")))
    refuse(name, value) { $0.flatMap { Self.problem($0) } }
  }

  /// Codes a text from a fixed set.
  package mutating func choice(_ name: String, _ value: inout String, _ choices: [String]) {
    self.value(
      name, &value, check: { Self.problem($0) }, json: JSONNode.string, schema: JSONSchema.choice(choices))
  }

  /// Codes a value from a fixed set.
  package mutating func choice<Value: Choice>(_ name: String, _ value: inout Value) {
    var reading = ReadingChoice(value: value)
    self.value(
      name, &reading, json: { .string($0.value.rawValue) },
      schema: JSONSchema.choice(Value.allCases.map(\.rawValue)))
    value = reading.value
  }

  /// Codes a value from a fixed set. The key is left out for nil.
  package mutating func choice<Value: Choice>(_ name: String, _ value: inout Value?, _ doc: String = "") {
    var reading = value.map { ReadingChoice(value: $0) }
    self.value(
      name, &reading, omitted: true, json: { .string($0.value.rawValue) },
      schema: JSONSchema.choice(Value.allCases.map(\.rawValue), doc))
    value = reading?.value
  }

  // MARK: Numbers

  package mutating func flag(_ name: String, _ value: inout Bool, _ doc: String = "") {
    self.value(name, &value, json: JSONNode.bool, schema: JSONSchema.type("boolean", doc))
  }

  /// Codes a measured number.
  package mutating func number(_ name: String, _ value: inout Double, _ doc: String = "") {
    self.value(
      name, &value, check: { Self.problem($0) }, json: { .measured($0) }, schema: JSONSchema.type("number", doc))
    if isRounding { value = NineDigits.rounded(value) }
  }

  package mutating func number(_ name: String, _ value: inout Double?, omitted: Bool = false, _ doc: String = "") {
    self.value(
      name, &value, omitted: omitted, check: { Self.problem($0) }, json: { .measured($0) },
      schema: omitted ? JSONSchema.type("number", doc) : JSONSchema.nullable("number", doc))
    if isRounding { value = value.flatMap { $0.isFinite ? NineDigits.rounded($0) : nil } }
  }

  /// Codes a whole number, 0 or more.
  package mutating func count<Value: FixedWidthInteger & Decodable>(
    _ name: String, _ value: inout Value, _ doc: String = ""
  ) {
    self.value(
      name, &value, check: { Self.problem($0) }, json: { .int($0) }, schema: JSONSchema.count(doc))
  }

  package mutating func count(_ name: String, _ value: inout Int?, omitted: Bool = false, _ doc: String = "") {
    self.value(
      name, &value, omitted: omitted, check: { Self.problem($0) }, json: { .int($0) },
      schema: omitted ? JSONSchema.count(doc) : JSONSchema.nullable("integer", doc))
  }

  /// Codes a seed of random draws: any 64 bits.
  package mutating func seed(_ name: String, _ value: inout UInt64) {
    self.value(name, &value, json: { .int($0) }, schema: JSONSchema.count())
  }

  // MARK: Lists

  package mutating func numbers(_ name: String, _ value: inout [Double], _ doc: String = "") {
    self.value(name, &value, json: JSONNode.numbers, schema: JSONSchema.numbers(doc))
    refuse(name, value) { Self.problem($0) }
    if isRounding { value = value.map { NineDigits.rounded($0) } }
  }

  package mutating func numbers(_ name: String, _ value: inout [Double]?, omitted: Bool, _ doc: String = "") {
    self.value(name, &value, omitted: omitted, json: JSONNode.numbers, schema: JSONSchema.numbers(doc))
    refuse(name, value ?? []) { Self.problem($0) }
    if isRounding { value = value.map { $0.map { NineDigits.rounded($0) } } }
  }

  package mutating func counts(_ name: String, _ value: inout [Int]) {
    self.value(
      name, &value, json: { .array($0.map { .int($0) }) }, schema: JSONSchema.list(JSONSchema.count()))
    refuse(name, value) { Self.problem($0) }
  }

  /// Codes a list of whole numbers, 0 or more, on one line.
  package mutating func wholes(_ name: String, _ value: inout [Int], _ doc: String) {
    self.value(
      name, &value, json: { .wholes($0) },
      schema: JSONSchema.described(["type": .string("array"), "items": JSONSchema.count()], doc))
    refuse(name, value) { Self.problem($0) }
  }

  /// Codes a list of whole numbers, 0 or more, on one line. The key is left out for nil.
  package mutating func wholes(_ name: String, _ value: inout [Int]?, _ doc: String) {
    self.value(
      name, &value, omitted: true, json: { .wholes($0) },
      schema: JSONSchema.described(["type": .string("array"), "items": JSONSchema.count()], doc))
    refuse(name, value ?? []) { Self.problem($0) }
  }

  /// Codes rows with a fixed number of numbers each.
  package mutating func rows(_ name: String, _ value: inout [[Double]], columns: Int, _ doc: String) {
    rows(name, &value, schema: JSONSchema.tuples(doc, Int64(columns)))
    expect(columns: columns, value, name)
  }

  /// Codes rows of numbers.
  package mutating func rows(_ name: String, _ value: inout [[Double]], _ doc: String) {
    rows(name, &value, schema: JSONSchema.rows(doc))
  }

  package mutating func rows(_ name: String, _ value: inout [[Double]]?, omitted: Bool, _ doc: String = "") {
    self.value(name, &value, omitted: omitted, json: JSONNode.rows, schema: JSONSchema.rows(doc))
    refuse(name, value ?? []) { row in row.lazy.compactMap { Self.problem($0) }.first }
    if isRounding { value = value.map { $0.map { $0.map { NineDigits.rounded($0) } } } }
  }

  private mutating func rows(_ name: String, _ value: inout [[Double]], schema: JSONNode) {
    self.value(name, &value, json: JSONNode.rows, schema: schema)
    refuse(name, value) { row in row.lazy.compactMap { Self.problem($0) }.first }
    if isRounding { value = value.map { $0.map { NineDigits.rounded($0) } } }
  }

  /// Codes counts by name.
  package mutating func counts(_ name: String, _ value: inout [String: Int], _ doc: String) {
    self.value(name, &value, json: JSONNode.counts, schema: JSONSchema.counts(doc))
    refuse(name, value)
  }

  // MARK: Records

  /// Codes a record.
  ///
  /// - Parameter isCompact: whether the record is written on one line, since programs rather than people read it.
  package mutating func record<Value: JSONRecord>(
    _ name: String, _ value: inout Value, isCompact: Bool = false, _ doc: String = ""
  ) {
    if isRounding { return value.round() }
    var reading = RecordReading(value)
    self.value(
      name, &reading, json: { isCompact ? $0.value.json.compact : $0.value.json },
      schema: JSONSchema.described(Value.schema, doc))
    value = reading.value
  }

  /// Codes a record that can be null. With `omitted`, the key is left out for nil.
  package mutating func record<Value: JSONRecord>(_ name: String, _ value: inout Value?, omitted: Bool = false) {
    if isRounding {
      value?.round()
      return
    }
    var reading = value.map { RecordReading($0) }
    self.value(
      name, &reading, omitted: omitted, json: { $0.value.json },
      schema: omitted ? Value.schema : JSONSchema.either(Value.schema))
    value = reading?.value
  }

  /// Codes a list of records.
  ///
  /// - Parameter isCompact: whether each record is written on one line, for lists that can have hundreds.
  package mutating func records<Value: JSONRecord>(_ name: String, _ value: inout [Value], isCompact: Bool = false) {
    if isRounding { return value.round() }
    var reading = value.map { RecordReading($0) }
    self.value(
      name, &reading, json: { .array($0.map { isCompact ? $0.value.json.compact : $0.value.json }) },
      schema: JSONSchema.list(Value.schema))
    value = reading.map(\.value)
  }

  package mutating func records<Value: JSONRecord>(_ name: String, _ value: inout [Value]?, omitted: Bool = false) {
    if isRounding {
      value?.round()
      return
    }
    var reading = value.map { $0.map { RecordReading($0) } }
    let list = JSONSchema.list(Value.schema)
    self.value(
      name, &reading, omitted: omitted, json: { .array($0.map(\.value.json)) },
      schema: omitted ? list : JSONSchema.either(list))
    value = reading.map { $0.map(\.value) }
  }
}
