/// What a field is called and means, whatever its type.
struct FieldInfo: Sendable {
  var name: String
  /// What it means, one sentence.
  var doc: String
  /// Where its default comes from; nil when it has none or nobody could doubt it.
  var source: String?
  var isRequired: Bool
  /// Who reads it, for switches of a generation.
  var side: Generation.Side?
  var schema: JSONNode
  /// The fields below it; empty for a value.
  var fields: [FieldInfo]
}

/// A member that a field is kept in.
typealias FieldPath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

/// One field of an object: the row of the table from which reading, checking, defaults, schema and documentation come.
struct Field<Root>: Sendable {
  var info: FieldInfo
  var read: @Sendable (JSONNode, String, inout Root, inout ScenarioReading) -> Void
  var write: @Sendable (Root) -> JSONNode

  /// A field kept in a member.
  init<Value>(
    _ name: String, _ keyPath: FieldPath<Root, Value>, _ spec: ValueSpec<Value>, _ doc: String,
    source: String? = nil, required: Bool = false, side: Generation.Side? = nil
  ) {
    info = FieldInfo(
      name: name, doc: doc, source: source, isRequired: required, side: side, schema: spec.schema, fields: spec.fields)
    read = { node, path, root, reading in spec.read(node, path, &root[keyPath: keyPath], &reading) }
    write = { spec.write($0[keyPath: keyPath]) }
  }
}

extension Field {
  /// A field that can be null.
  ///
  /// - Parameters:
  ///   - none: what null means.
  ///   - template: what an object starts from where the value is null so far.
  init<Value: Sendable>(
    _ name: String, _ keyPath: FieldPath<Root, Value?>, _ spec: ValueSpec<Value>, none: String, from template: Value,
    _ doc: String, source: String? = nil
  ) {
    self.init(name, keyPath, spec.orNone(none, from: { _ in template }), doc, source: source)
  }
}

/// The table of an object's fields.
struct ObjectSpec<Root: Sendable>: Sendable {
  /// What such an object is called in messages: "persona".
  var what: String
  /// The values that fields have when not written.
  var template: Root
  /// Whether these are defaults in their own right, rather than decided by something else that is written.
  var statesDefaults: Bool
  /// Names that the contract has for what this version has not, so that nobody looks for a typing error.
  var unbuilt: [String]
  var fields: [Field<Root>]

  /// A table whose fields have one source of their defaults, unless their row says otherwise.
  init(
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

  /// This table as a kind of value. Fields that are not written keep the value there is.
  var value: ValueSpec<Root> {
    ValueSpec(
      expected: "an object (\(what))", schema: schema,
      read: { [self] node, path, root, reading in read(node, path, &root, &reading) },
      write: { [fields] root in .object(fields.map { ($0.info.name, $0.write(root)) }) },
      fields: fields.map(\.info))
  }

  private func read(_ node: JSONNode, _ path: String, _ root: inout Root, _ reading: inout ScenarioReading) {
    guard let members = node.members else {
      return reading.report(path, node, "expected an object (\(what)); found \(node.described)")
    }
    for field in fields {
      let fieldPath = JSONPath.appending(field.info.name, to: path)
      if let member = members.first(where: { $0.key == field.info.name }) {
        if reading.clientSwitchesOnly, field.info.side == .backend {
          reading.report(
            fieldPath, member.origin, "is a switch of the backend, which all arms share",
            remedy: "set it under `generation` of the scenario; arms set switches of the client")
        } else {
          field.read(member.node, fieldPath, &root, &reading)
        }
      } else if field.info.isRequired {
        reading.report(fieldPath, node, "is missing", remedy: "\(what) needs `\(field.info.name)`: \(field.info.doc)")
      }
    }
    let known = fields.map(\.info.name)
    for member in members where !known.contains(member.key) {
      let memberPath = JSONPath.appending(member.key, to: path)
      if unbuilt.contains(member.key) {
        reading.report(memberPath, member.origin, "the switch `\(member.key)` is not built yet", remedy: "leave it out")
      } else {
        reading.reportUnknown("key", member.key, known: known, path: memberPath, origin: member.origin)
      }
    }
  }

  /// The schema with every field's meaning, and its default where that is not an object of its own.
  private var schema: JSONNode {
    let properties = fields.map { field in
      var members = field.info.schema.members ?? []
      func add(_ key: String, _ node: JSONNode) {
        members.append(JSONNode.Member(key: key, origin: .computed, node: node))
      }
      let source = field.info.source.map { " (Default: \($0).)" } ?? ""
      add("description", .string(field.info.doc + source))
      if statesDefaults, field.info.fields.isEmpty, !field.info.isRequired { add("default", field.write(template)) }
      return (field.info.name, JSONNode(.object(members)))
    }
    var result: [(String, JSONNode)] = [
      ("type", "object"), ("properties", .object(properties)), ("additionalProperties", .bool(false)),
    ]
    let required = fields.filter(\.info.isRequired).map { JSONNode.string($0.info.name) }
    if !required.isEmpty { result.append(("required", .array(required))) }
    return .object(result)
  }
}

extension Field {
  /// A field that is an object with a table of its own.
  init<Value>(
    _ name: String, _ keyPath: FieldPath<Root, Value>, _ spec: ObjectSpec<Value>, _ doc: String
  ) {
    self.init(name, keyPath, spec.value, doc)
  }
}

extension ValueSpec {
  /// A list of objects of one table, each starting from the table's template.
  static func list<Element: Sendable>(
    of spec: ObjectSpec<Element>, count range: ClosedRange<Int>
  ) -> ValueSpec where Value == [Element] {
    let value = spec.value
    return list(of: value, template: spec.template, what: spec.what, count: range)
  }

  /// A list of values of one kind.
  static func list<Element: Sendable>(
    of value: ValueSpec<Element>, template: Element, what: String, count range: ClosedRange<Int>
  ) -> ValueSpec where Value == [Element] {
    let expected = "a list of \(range.lowerBound) to \(range.upperBound) entries (\(what))"
    return ValueSpec(
      expected: expected,
      schema: .object([
        "type": "array", "minItems": .int(range.lowerBound), "maxItems": .int(range.upperBound), "items": value.schema,
      ]),
      read: { node, path, list, reading in
        guard let elements = node.elements, range.contains(elements.count) else {
          let found = node.elements.map { $0.isEmpty ? "none" : "\($0.count)" } ?? node.described
          return reading.report(path, node, "expected \(expected); found \(found)")
        }
        list = elements.enumerated().map { index, element in
          var item = template
          value.read(element, "\(path)[\(index)]", &item, &reading)
          return item
        }
      },
      write: { .array($0.map(value.write)) })
  }
}
