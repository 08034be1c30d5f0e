import Randomness

/// Pieces of JSON Schemas (2020-12).
package enum JSONSchema {
  package static func described(_ members: [String: ReportJSON], _ description: String) -> ReportJSON {
    .object(description.isEmpty ? members : members.merging(["description": .string(description)]) { $1 })
  }

  package static func described(_ schema: ReportJSON, _ description: String) -> ReportJSON {
    if case .object(let members) = schema { described(members, description) } else { schema }
  }

  package static func type(_ name: String, _ description: String = "") -> ReportJSON {
    described(["type": .string(name)], description)
  }

  package static func text(_ description: String = "") -> ReportJSON { type("string", description) }

  package static func count(_ description: String = "") -> ReportJSON {
    described(["type": .string("integer"), "minimum": .whole(0)], description)
  }

  package static func nullable(_ name: String, _ description: String = "") -> ReportJSON {
    described(["type": .array([.string(name), .string("null")])], description)
  }

  package static func either(_ schema: ReportJSON) -> ReportJSON {
    .object(["oneOf": .array([schema, type("null")])])
  }

  package static func choice(_ values: [String], _ description: String = "") -> ReportJSON {
    described(["enum": .array(values.map(ReportJSON.string))], description)
  }

  package static func reference(_ name: String) -> ReportJSON { .object(["$ref": .string("#/$defs/\(name)")]) }

  package static func list(_ items: ReportJSON, _ description: String = "") -> ReportJSON {
    described(["type": .string("array"), "items": items], description)
  }

  package static func numbers(_ description: String = "") -> ReportJSON { list(type("number"), description) }

  package static func rows(_ description: String) -> ReportJSON { list(numbers(), description) }

  package static func wholes(_ description: String) -> ReportJSON { list(type("integer"), description) }

  /// Lists with a fixed number of numbers each.
  package static func tuples(_ description: String, _ length: Int64) -> ReportJSON {
    list(
      .object([
        "type": .string("array"), "items": type("number"), "minItems": .whole(length), "maxItems": .whole(length),
      ]), description)
  }

  /// An object with any member names whose values are all of one kind.
  package static func dictionary(of values: ReportJSON, _ description: String = "") -> ReportJSON {
    described(["type": .string("object"), "additionalProperties": values], description)
  }

  package static func counts(_ description: String) -> ReportJSON { dictionary(of: count(), description) }

  package static func object(_ properties: [String: ReportJSON], optional: [String] = []) -> ReportJSON {
    let required = properties.keys.filter { !optional.contains($0) }.sorted()
    return .object([
      "type": .string("object"), "properties": .object(properties),
      "required": .array(required.map(ReportJSON.string)),
    ])
  }
}
