/// The side that reads a switch: the client or the backend.
package enum SwitchSide: String, Sendable { case client, backend }

/// The name, meaning and schema of a field, independent of its type.
package struct FieldInfo: Sendable {
  package var name: String
  /// The field's meaning, in one sentence.
  package var doc: String
  /// The source of the default; nil for fields without a default or with an obvious one.
  package var source: String?
  package var isRequired: Bool
  /// The side that reads the field, for switches of an app generation.
  package var side: SwitchSide?
  package var schema: JSONNode
  /// The fields of the object; empty for a single value.
  package var fields: [FieldInfo]
}

/// The property that stores a field.
package typealias FieldPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// One field of an object: a row of the table that is used for reading, checking, defaults, schema and documentation.
package struct Field<Root>: Sendable {
  package var info: FieldInfo
  package var read: @Sendable (JSONNode, String, inout Root, inout ScenarioReading) -> Void
  package var write: @Sendable (Root) -> JSONNode

  /// Creates a field stored in a property.
  package init<Value>(
    _ name: String, _ keyPath: FieldPath<Root, Value>, _ spec: ValueSpec<Value>, _ doc: String,
    source: String? = nil, required: Bool = false, side: SwitchSide? = nil
  ) {
    info = FieldInfo(
      name: name, doc: doc, source: source, isRequired: required, side: side, schema: spec.schema, fields: spec.fields)
    read = { node, path, root, reading in spec.read(node, path, &root[keyPath: keyPath], &reading) }
    write = { spec.write($0[keyPath: keyPath]) }
  }
}

extension Field {
  /// Creates a field that can be null.
  ///
  /// - Parameters:
  ///   - none: the meaning of null.
  ///   - template: the start value of an object if the current value is null.
  package init<Value: Sendable>(
    _ name: String, _ keyPath: FieldPath<Root, Value?>, _ spec: ValueSpec<Value>, none: String, from template: Value,
    _ doc: String, source: String? = nil
  ) {
    self.init(name, keyPath, spec.orNone(none, from: { _ in template }), doc, source: source)
  }
}

/// The table of an object's fields.
package struct ObjectSpec<Root: Sendable>: Sendable {
  /// The object's name in messages: "persona".
  package var what: String
  /// The object whose fields have the default values.
  package var template: Root
  /// Whether the template's values are the defaults of the fields. False if the defaults depend on another written
  /// value.
  package var statesDefaults: Bool
  /// Names that the contract defines and this version does not support. Messages say so instead of calling them
  /// misspelt.
  package var unbuilt: [String]
  package var fields: [Field<Root>]

  /// Creates a table whose fields share one source of defaults, unless their row names another.
  package init(
    what: String, template: Root, source: String? = nil, statesDefaults: Bool = true, unbuilt: [String] = [],
    fields: [Field<Root>]
  ) {
    self.what = what
    self.template = template
    self.statesDefaults = statesDefaults
    self.unbuilt = unbuilt
    self.fields = fields.map { field in
      var field = field
      if field.info.fields.isEmpty { field.info.source = field.info.source ?? source }
      return field
    }
  }

  /// This table as a kind of value. Fields that are not written keep their present value.
  package var value: ValueSpec<Root> {
    let table = ObjectTable(what: what, unbuilt: unbuilt, fields: fields.map(\.info))
    return ValueSpec(
      expected: "an object (\(what))",
      schema: table.schema(defaults: statesDefaults ? fields.map { [template] in $0.write(template) } : []),
      read: { [fields] node, path, root, reading in
        guard let members = table.members(of: node, path, &reading) else { return }
        for (index, field) in fields.enumerated() {
          let fieldPath = table.path(of: index, in: path)
          if let member = table.member(index, of: members, in: node, fieldPath, &reading) {
            field.read(member, fieldPath, &root, &reading)
          }
        }
        table.reportUnknownKeys(members, path, &reading)
      },
      write: { [fields] root in .object(fields.map { ($0.info.name, $0.write(root)) }) },
      fields: table.fields)
  }
}

/// The part of an object's table that does not depend on the object's type. The compiler generates it once rather
/// than once per type.
private struct ObjectTable: Sendable {
  var what: String
  var unbuilt: [String]
  var fields: [FieldInfo]

  func path(of index: Int, in path: String) -> String { JSONPath.appending(fields[index].name, to: path) }

  func members(of node: JSONNode, _ path: String, _ reading: inout ScenarioReading) -> [JSONNode.Member]? {
    if let members = node.members { return members }
    reading.report(path, node, "expected an object (\(what)); found \(node.described)")
    return nil
  }

  /// The value to read a field from; nil when the field keeps its default.
  func member(
    _ index: Int, of members: [JSONNode.Member], in node: JSONNode, _ path: String, _ reading: inout ScenarioReading
  ) -> JSONNode? {
    let field = fields[index]
    guard let member = members.first(where: { $0.key == field.name }) else {
      if field.isRequired {
        reading.report(path, node, "is missing", remedy: "\(what) needs `\(field.name)`: \(field.doc)")
      }
      return nil
    }
    guard !reading.clientSwitchesOnly || field.side != .backend else {
      reading.report(
        path, member.origin, "is a switch of the backend, which all arms share",
        remedy: "set it under `generation` of the scenario; arms set switches of the client")
      return nil
    }
    return member.node
  }

  func reportUnknownKeys(_ members: [JSONNode.Member], _ path: String, _ reading: inout ScenarioReading) {
    let known = fields.map(\.name)
    for member in members where !known.contains(member.key) {
      let memberPath = JSONPath.appending(member.key, to: path)
      if unbuilt.contains(member.key) {
        reading.report(memberPath, member.origin, "the switch `\(member.key)` is not built yet", remedy: "leave it out")
      } else {
        reading.reportUnknown("key", member.key, known: known, path: memberPath, origin: member.origin)
      }
    }
  }

  /// The schema of the object: the meaning of every field, and its default unless that is an object with defaults of
  /// its own.
  ///
  /// - Parameter defaults: the default of each field; empty if defaults are decided elsewhere.
  func schema(defaults: [JSONNode]) -> JSONNode {
    let properties = fields.enumerated().map { index, field in
      var members = field.schema.members ?? []
      func add(_ key: String, _ node: JSONNode) {
        members.append(JSONNode.Member(key: key, origin: .computed, node: node))
      }
      let source = field.source.map { " (Default: \($0).)" } ?? ""
      add("description", .string(field.doc + source))
      if !defaults.isEmpty, field.fields.isEmpty, !field.isRequired { add("default", defaults[index]) }
      return (field.name, JSONNode(.object(members)))
    }
    var result: [(String, JSONNode)] = [
      ("type", "object"), ("properties", .object(properties)), ("additionalProperties", .bool(false)),
    ]
    let required = fields.filter(\.isRequired).map { JSONNode.string($0.name) }
    if !required.isEmpty { result.append(("required", .array(required))) }
    return .object(result)
  }
}

extension Field {
  /// Creates a field that is an object with a table of its own.
  package init<Value>(
    _ name: String, _ keyPath: FieldPath<Root, Value>, _ spec: ObjectSpec<Value>, _ doc: String
  ) {
    self.init(name, keyPath, spec.value, doc)
  }
}

extension ValueSpec {
  /// A list of objects of one table, each starting from the table's template.
  package static func list<Element: Sendable>(
    of spec: ObjectSpec<Element>, count range: ClosedRange<Int>
  ) -> ValueSpec where Value == [Element] {
    let value = spec.value
    return list(of: value, template: spec.template, what: spec.what, count: range)
  }

  /// A list of values of one kind.
  package static func list<Element: Sendable>(
    of value: ValueSpec<Element>, template: Element, what: String, count range: ClosedRange<Int>
  ) -> ValueSpec where Value == [Element] {
    let range = ListRange(what: what, range: range)
    return ValueSpec(
      expected: range.expected, schema: range.schema(of: value.schema),
      read: { node, path, list, reading in
        guard let elements = range.elements(of: node, path, &reading) else { return }
        list = elements.enumerated().map { index, element in
          var item = template
          value.read(element, "\(path)[\(index)]", &item, &reading)
          return item
        }
      },
      write: { .array($0.map(value.write)) })
  }
}

/// The allowed number of entries of a list.
private struct ListRange: Sendable {
  var what: String
  var range: ClosedRange<Int>

  var expected: String { "a list of \(range.lowerBound) to \(range.upperBound) entries (\(what))" }

  func schema(of items: JSONNode) -> JSONNode {
    .object([
      "type": "array", "minItems": .int(range.lowerBound), "maxItems": .int(range.upperBound), "items": items,
    ])
  }

  func elements(of node: JSONNode, _ path: String, _ reading: inout ScenarioReading) -> [JSONNode]? {
    if let elements = node.elements, range.contains(elements.count) { return elements }
    let found = node.elements.map { $0.isEmpty ? "none" : "\($0.count)" } ?? node.described
    reading.report(path, node, "expected \(expected); found \(found)")
    return nil
  }
}
