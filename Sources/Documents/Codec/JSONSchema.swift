package import GTSDFields

/// Pieces of JSON Schemas (2020-12).
package enum JSONSchema {
  package static func described(_ members: [String: JSONNode], _ description: String) -> JSONNode {
    .keyed(description.isEmpty ? members : members.merging(["description": .string(description)]) { $1 })
  }

  package static func described(_ schema: JSONNode, _ description: String) -> JSONNode {
    description.isEmpty ? schema : schema.adding(["description": .string(description)])
  }

  package static func type(_ name: String, _ description: String = "") -> JSONNode {
    described(["type": .string(name)], description)
  }

  package static func text(_ description: String = "") -> JSONNode { type("string", description) }

  package static func count(_ description: String = "") -> JSONNode {
    described(["type": .string("integer"), "minimum": .int(0)], description)
  }

  package static func nullable(_ name: String, _ description: String = "") -> JSONNode {
    described(["type": .array([.string(name), .string("null")])], description)
  }

  package static func either(_ schema: JSONNode) -> JSONNode {
    .keyed(["oneOf": .array([schema, type("null")])])
  }

  package static func choice(_ values: [String], _ description: String = "") -> JSONNode {
    described(["enum": .array(values.map(JSONNode.string))], description)
  }

  package static func reference(_ name: String) -> JSONNode { .keyed(["$ref": .string("#/$defs/\(name)")]) }

  package static func list(_ items: JSONNode, _ description: String = "") -> JSONNode {
    described(["type": .string("array"), "items": items], description)
  }

  package static func numbers(_ description: String = "") -> JSONNode { list(type("number"), description) }

  package static func rows(_ description: String) -> JSONNode { list(numbers(), description) }

  package static func wholes(_ description: String) -> JSONNode { list(type("integer"), description) }

  /// The schema of lists with a given number of numbers each.
  package static func tuples(_ description: String, _ length: Int64) -> JSONNode {
    list(
      .keyed([
        "type": .string("array"), "items": type("number"), "minItems": .int(length), "maxItems": .int(length),
      ]), description)
  }

  /// The schema of an object with arbitrary keys whose values are all of one kind.
  package static func dictionary(of values: JSONNode, _ description: String = "") -> JSONNode {
    described(["type": .string("object"), "additionalProperties": values], description)
  }

  package static func counts(_ description: String) -> JSONNode { dictionary(of: count(), description) }

  package static func object(_ properties: [String: JSONNode], optional: [String] = []) -> JSONNode {
    let required = properties.keys.filter { !optional.contains($0) }.sorted()
    return .keyed([
      "type": .string("object"), "properties": .keyed(properties),
      "required": .array(required.map(JSONNode.string)),
    ])
  }
}
