/// The definition of a kind of values: how to read, check, write and describe them.
package struct ValueSpec<Value>: Sendable {
  /// The end of the message "expected …".
  package var expected: String
  /// The JSON Schema of the value.
  package var schema: JSONNode
  /// Reads a node into the current value. On an error, reports it and keeps the value.
  package var read: @Sendable (JSONNode, String, inout Value, inout ScenarioReading) -> Void
  /// Writes a value in its canonical form.
  package var write: @Sendable (Value) -> JSONNode
  /// The fields of the value, if it is an object.
  package var fields: [FieldInfo] = []

  package init(
    expected: String, schema: JSONNode,
    read: @escaping @Sendable (JSONNode, String, inout Value, inout ScenarioReading) -> Void,
    write: @escaping @Sendable (Value) -> JSONNode, fields: [FieldInfo] = []
  ) {
    self.expected = expected
    self.schema = schema
    self.read = read
    self.write = write
    self.fields = fields
  }
}

extension ValueSpec {
  /// Creates a kind of value from a pure function that reads a node; the function returns nil for a node that is not of
  /// this kind.
  package static func scalar(
    _ expected: String, schema: JSONNode, parse: @escaping @Sendable (JSONNode) -> Value?,
    write: @escaping @Sendable (Value) -> JSONNode
  ) -> ValueSpec {
    ValueSpec(
      expected: expected, schema: schema,
      read: { node, path, value, reading in
        if let parsed = parse(node) {
          value = parsed
        } else {
          reading.report(path, node, "expected \(expected); found \(node.described)")
        }
      },
      write: write)
  }

  /// A value of this kind, or null for none.
  package func orNone(
    _ meaning: String, from template: @escaping @Sendable (ScenarioReading) -> Value
  ) -> ValueSpec<Value?> where Value: Sendable {
    ValueSpec<Value?>(
      expected: "\(expected), or null for \(meaning)",
      schema: .object(["anyOf": .array([schema, .object(["type": "null", "description": .string(meaning)])])]),
      read: { [read] node, path, value, reading in
        if node.value == .null {
          value = nil
        } else {
          let problems = reading.problems.count
          var some = value ?? template(reading)
          read(node, path, &some, &reading)
          if reading.problems.count == problems { value = some }
        }
      },
      write: { [write] in $0.map(write) ?? .null },
      fields: fields)
  }
}

extension JSONNode: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension ValueSpec where Value == String {
  /// Any text up to a length.
  package static func text(upTo count: Int) -> ValueSpec {
    scalar(
      "a text of at most \(count) characters, none of them a control character",
      schema: .object(["type": "string", "maxLength": .int(count)])
    ) {
      // Terminals and pages that show the text would interpret these characters.
      $0.string.flatMap {
        $0.unicodeScalars.count <= count && !$0.unicodeScalars.contains(where: \.isControl) ? $0 : nil
      }
    } write: {
      .string($0)
    }
  }

  /// A path in the file system: not empty, no NUL.
  package static let path = scalar(
    "a path", schema: .object(["type": "string", "minLength": .int(1), "maxLength": .int(4096)])
  ) { node in
    node.string.flatMap { (1...4096).contains($0.unicodeScalars.count) && !$0.utf8.contains(0) ? $0 : nil }
  } write: {
    .string($0)
  }

  /// A name: 1 to 64 letters, digits, `-` and `_`.
  package static let name = scalar(
    "a name of 1 to 64 letters, digits, `-` or `_`",
    schema: .object(["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"])
  ) { node in
    node.string.flatMap { (1...64).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isNameByte) ? $0 : nil }
  } write: {
    .string($0)
  }
}

extension ValueSpec where Value == String {
  /// Lower-case words and numbers joined by `-`.
  package static let kebabCase = scalar(
    "a name such as \"double-tap\"",
    schema: .object(["type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": .int(64)])
  ) { node in
    guard let text = node.string, (1...64).contains(text.utf8.count) else { return nil }
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(letters.contains) } ? text : nil
  } write: {
    .string($0)
  }
}

extension ValueSpec where Value == Bool {
  /// A value that is `true` or `false`.
  package static let flag = scalar("true or false", schema: .object(["type": "boolean"])) { node in
    if case .bool(let flag) = node.value { flag } else { nil }
  } write: {
    .bool($0)
  }
}

extension ValueSpec where Value == UInt64 {
  /// A seed: any whole number of 64 bits.
  package static let seed = scalar(
    "a whole number from 0 to 18446744073709551615",
    schema: .object(["type": "integer", "minimum": .int(0), "maximum": .int(UInt64.max)])
  ) { node in
    if case .number(let text) = node.value { UInt64(text) } else { nil }
  } write: {
    .int($0)
  }
}

extension ValueSpec where Value == Int {
  /// A whole number in a range; 5e3 is one.
  package static func int(_ range: ClosedRange<Int>, _ unit: String = "") -> ValueSpec {
    scalar(
      "a whole number\(unit.isEmpty ? "" : " of \(unit)") from \(range.lowerBound) to \(range.upperBound)",
      schema: .object([
        "type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
      ])
    ) { node in
      guard let number = node.number, let whole = Int(exactly: number), range.contains(whole) else { return nil }
      return whole
    } write: {
      .int($0)
    }
  }
}

extension ValueSpec where Value == Double {
  /// A number in a range.
  package static func number(_ range: ClosedRange<Double>) -> ValueSpec {
    scalar(
      "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
      schema: .object([
        "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
      ])
    ) { node in
      node.number.flatMap { range.contains($0) ? $0 : nil }
    } write: {
      .number($0)
    }
  }

  /// A weight, relative to the other weights of the same list.
  package static let weight = number(0...1e9)
}

extension ValueSpec where Value == [Double] {
  /// A list with one weight for each label. It may have more weights, for the further labels in their order. At least
  /// one weight must be above 0.
  package static func weights(of labels: [String], further: [String] = []) -> ValueSpec {
    let most = labels.count + further.count
    let number = further.isEmpty ? "\(labels.count)" : "\(labels.count) to \(most)"
    return scalar(
      "a list of \(number) weights, not all 0 (\((labels + further).joined(separator: ", ")))",
      schema: .object([
        "type": "array", "minItems": .int(labels.count), "maxItems": .int(most),
        "items": ValueSpec<Double>.weight.schema,
      ])
    ) { node in
      let weights = node.elements?.compactMap(\.number).filter { (0...1e9).contains($0) } ?? []
      guard (labels.count...most).contains(weights.count), node.elements?.count == weights.count,
        weights.contains(where: { $0 > 0 })
      else { return nil }
      return weights
    } write: {
      .array($0.map { .number($0) })
    }
  }
}

extension ValueSpec where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  /// A choice among the cases of an enum.
  package static func choice() -> ValueSpec {
    .named("choice", Value.allCases.map { ($0.rawValue, $0) }) { $0.rawValue }
  }
}

extension ValueSpec where Value: Sendable {
  /// A choice among named values.
  ///
  /// - Parameters:
  ///   - noun: the word for an unknown name in errors.
  ///   - list: the place where all names are listed; nil if there is none.
  package static func named(
    _ noun: String, _ choices: [(name: String, value: Value)], list place: String? = nil,
    name: @escaping @Sendable (Value) -> String
  ) -> ValueSpec {
    let names = NameChoices(noun: noun, known: choices.map(\.name), place: place)
    return ValueSpec(
      expected: names.expected, schema: names.schema,
      read: { node, path, value, reading in
        if let index = names.index(of: node, path, &reading) { value = choices[index].value }
      },
      write: { .string(name($0)) })
  }
}

/// A set of names, of which a file must contain exactly one.
private struct NameChoices: Sendable {
  var noun: String
  var known: [String]
  var place: String?

  var expected: String { "one of \(known.map { "\"\($0)\"" }.joined(separator: ", "))" }
  var schema: JSONNode { .object(["enum": .array(known.map { .string($0) })]) }

  /// The index of the alternative that matches a node; nil when none does, which is reported.
  func index(of node: JSONNode, _ path: String, _ reading: inout ScenarioReading) -> Int? {
    guard let text = node.string else {
      reading.report(path, node, "expected \(expected); found \(node.described)")
      return nil
    }
    if let index = known.firstIndex(of: text) { return index }
    reading.reportUnknown(noun, text, known: known, list: place, path: path, origin: node.origin)
    return nil
  }
}

extension JSONNode {
  /// A reference to a definition of the schema.
  package static func reference(_ name: String) -> JSONNode { .object(["$ref": .string("#/$defs/\(name)")]) }
}

extension Unicode.Scalar {
  /// Whether this is a control character other than a line break or tab.
  fileprivate var isControl: Bool { properties.generalCategory == .control && value != 0x0A && value != 0x09 }
}
