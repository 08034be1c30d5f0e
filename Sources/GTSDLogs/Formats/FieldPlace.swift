import GTSDFields
import GTSDModel

/// A place in a line: a key or column, or a path of keys with dots. It is split into parts once rather than for every
/// line.
///
/// A star at the end stands for the rest of a name: Snowplow's column names contain the schema of their content.
package struct FieldPlace: Sendable, ExpressibleByStringLiteral {
  package let path: String
  let steps: [String]
  /// The prefixes of the path, the shortest first, without the path itself.
  let beginnings: [String]
  /// The beginning of the name; nil for a whole name.
  let prefix: String?

  package init(_ path: String) {
    self.path = path
    steps = path.contains(".") ? path.split(separator: ".").map(String.init) : []
    let steps = steps
    beginnings = steps.indices.dropFirst().map { steps[..<$0].joined(separator: ".") }
    prefix = path.hasSuffix("*") ? String(path.dropLast()) : nil
  }

  package init(stringLiteral path: String) { self.init(path) }
}

/// A line of JSON or a row of a table, in which values are looked up by place.
struct LogRow {
  private enum Content {
    case object(JSONNode)
    case cells([String], TableHeader, parsed: [Int: JSONNode])
  }

  private let content: Content

  init(_ root: JSONNode) { content = .object(root.inSmallLetters) }

  init(_ cells: [String], _ header: TableHeader) {
    var parsed: [Int: JSONNode] = [:]
    for column in header.containers {
      if let node = JSONNode.read(text: cells[column]) { parsed[column] = node }
    }
    content = .cells(cells, header, parsed: parsed)
  }

  /// The JSON object of a line; nil for a table row.
  var root: JSONNode? { if case .object(let root) = content { root } else { nil } }

  /// The value at a place; nil for nothing, an empty text included.
  func node(at place: FieldPlace) -> JSONNode? {
    let found: JSONNode?
    switch content {
    case .object(let root):
      if let prefix = place.prefix {
        found = root.members?.first { $0.key.hasPrefix(prefix) && !$0.node.isBlank }?.node
      } else {
        found = root[place.path] ?? (place.steps.isEmpty ? nil : root.node(at: place.steps[...]))
      }
    case .cells(let cells, let header, let parsed):
      if let prefix = place.prefix {
        found = header.columns(prefix).first { parsed[$0]?.isBlank == false }.flatMap { parsed[$0] }
      } else if let column = header.column(place.path) {
        found = parsed[column] ?? .string(cells[column])
      } else if let (column, rest) = header.container(of: place), let node = parsed[column] {
        found = node.node(at: rest)
      } else {
        found = nil
      }
    }
    return found.flatMap { $0.isBlank ? nil : $0 }
  }

  /// The names of all columns with something in them; empty for a line of JSON.
  var filledColumns: [String] {
    guard case .cells(let cells, let header, _) = content else { return [] }
    return zip(header.columns, cells).filter { !$0.1.meansNothing }.map(\.0)
  }
}

/// The columns of a table.
package struct TableHeader: Sendable {
  package let columns: [String]
  private let index: [String: Int]
  /// The indices of columns that may contain JSON text.
  let containers: [Int]

  private static let holders: Set<String> = [
    "properties", "event_properties", "event_params", "user_properties", "unstruct_event", "contexts", "context",
    "traits", "data", "props", "params", "attributes", "payload", "metadata", "event_data", "person_properties",
  ]

  /// PostHog's tables of events write `*.` before the fields of an event. Columns with the same names but without it
  /// hold texts for display.
  private static let star = "*."

  package init(_ columns: [String], mapped: [String] = []) {
    let columns = columns.map { $0.trimmingBlanks }
    self.columns = columns
    // Some warehouses write all names in capitals, and tables made for people contain spaces.
    var index: [String: Int] = [:]
    for spelled in [{ $0.lowercased() }, { $0.inSnakeCase }] as [(String) -> String] {
      for (offset, name) in columns.enumerated() where index[spelled(name)] == nil { index[spelled(name)] = offset }
    }
    for (offset, name) in columns.enumerated().reversed() { index[name] = offset }
    for (offset, name) in columns.enumerated() where name.hasPrefix(Self.star) {
      index[String(name.dropFirst(Self.star.count))] = offset
    }
    self.index = index
    containers = columns.indices.filter { column in
      let name = columns[column].inSnakeCase
      return Self.holders.contains(name.hasPrefix(Self.star) ? String(name.dropFirst(Self.star.count)) : name)
        || mapped.contains { $0 == columns[column] || $0.hasPrefix(columns[column] + ".") }
        || ["unstruct_event_", "contexts_"].contains { name.hasPrefix($0) }
    }
  }

  func column(_ name: String) -> Int? { index[name] }

  /// The column whose JSON text contains a place, and the rest of the path in it. The column's name may contain dots.
  func container(of place: FieldPlace) -> (column: Int, rest: ArraySlice<String>)? {
    for (count, name) in place.beginnings.enumerated() {
      if let column = column(name) { return (column, place.steps[(count + 1)...]) }
    }
    return nil
  }

  /// The indices of columns whose names begin with a prefix.
  func columns(_ prefix: String) -> [Int] { containers.filter { columns[$0].lowercased().hasPrefix(prefix) } }

  /// Whether the columns contain a place.
  func has(_ place: FieldPlace) -> Bool {
    if let prefix = place.prefix { return !columns(prefix).isEmpty }
    if column(place.path) != nil { return true }
    return container(of: place).map { containers.contains($0.column) } ?? false
  }
}

extension String {
  /// A name as the definitions spell it: `userId`, `User ID` and `user-id` are `user_id`.
  package var inSnakeCase: String {
    var result = ""
    var previous: Character = "_"
    for letter in self {
      if letter.isUppercase, previous.isLowercase || previous.isNumber { result.append("_") }
      let isBlank = letter == " " || letter == "-" || letter == "_"
      if !isBlank { result.append(contentsOf: letter.lowercased()) } else if result.last != "_" { result.append("_") }
      previous = letter
    }
    return result
  }

  /// The text without surrounding spaces.
  fileprivate var trimmingBlanks: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    return String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension JSONNode {
  /// The object with its keys in small letters, where all are in capitals as some warehouses write them.
  fileprivate var inSmallLetters: JSONNode {
    guard let members, let first = members.first, !first.key.utf8.contains(where: { (0x61...0x7A).contains($0) }),
      members.allSatisfy({ $0.key == $0.key.uppercased() })
    else { return self }
    return .object(members.map { ($0.key.lowercased(), $0.node) })
  }

  /// Whether the value is empty: null, a text without a letter, or a word such as `none`.
  var isBlank: Bool {
    switch value {
    case .null: true
    case .string(let text): text.meansNothing
    case .bool, .number, .array, .object: false
    }
  }

  /// The JSON object or list in a text; nil for any other text.
  static func read(text: String) -> JSONNode? {
    guard let first = text.utf8.first(where: { !$0.isBlank }), first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    return try? JSONReader.read(text)
  }

  /// The same node; a text that contains an object or a list is replaced by its parsed value.
  var unfolded: JSONNode { string.flatMap { JSONNode.read(text: $0) } ?? self }

  /// The number in a text, where BigQuery writes a whole number as one.
  private static func number(_ node: JSONNode, in value: JSONNode?) -> JSONNode? {
    guard let text = node.string, value?["string_value"].map({ $0.value == .null }) ?? true, Double(text) != nil else {
      return nil
    }
    return JSONNode(.number(text))
  }

  /// The node at a path of names. In a list of `{"key", "value": {"…_value"}}`, as in BigQuery, the name is a key; in
  /// any other list, an index from 0. Text that holds a JSON object is parsed.
  func node(at steps: ArraySlice<String>) -> JSONNode? {
    var current = self
    for step in steps {
      let node = current.unfolded
      if let elements = node.elements {
        if let entry = elements.first(where: { $0["key"]?.string == step }) {
          let value = entry["value"]
          let names = ["string_value", "int_value", "float_value", "double_value"]
          guard let found = names.compactMap({ value?[$0] }).first(where: { $0.value != .null }) ?? value else {
            return nil
          }
          current = Self.number(found, in: value) ?? found
        } else if let number = Int(step), elements.indices.contains(number) {
          current = elements[number]
        } else {
          return nil
        }
      } else {
        guard let found = node[step] else { return nil }
        current = found
      }
    }
    return current
  }
}
