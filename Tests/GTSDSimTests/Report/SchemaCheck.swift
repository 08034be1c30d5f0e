import Foundation

/// Checks a JSON document against a JSON Schema, as far as the report's schema needs; returns the errors.
struct SchemaCheck {
  private let root: [String: Any]

  init(_ schema: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any] ?? [:]
  }

  func problems(in document: String) throws -> [String] {
    problems(try JSONSerialization.jsonObject(with: Data(document.utf8)), root, "$")
  }

  private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let definitions = root["$defs"] as? [String: Any]
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let target = definitions?[name] as? [String: Any] else { return ["\(path): no definition \(reference)"] }
      return problems(value, target, path)
    }
    var found: [String] = []
    if let options = schema["oneOf"] as? [[String: Any]] {
      let fitting = options.count { problems(value, $0, path).isEmpty }
      if fitting != 1 { found.append("\(path): fits \(fitting) of \(options.count) forms") }
    }
    if let choices = schema["enum"] as? [String], !choices.contains(value as? String ?? "") {
      found.append("\(path): \(value) is none of \(choices)")
    }
    if let constant = schema["const"] as? Int, value as? Int != constant { found.append("\(path): not \(constant)") }
    let types = schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.fits(value, $0) }) {
      return found + ["\(path): \(value) is no \(types)"]
    }
    if let minimum = schema["minimum"] as? Double, let number = value as? Double, number < minimum {
      found.append("\(path): \(number) is below \(minimum)")
    }
    if let items = value as? [Any] {
      if let least = schema["minItems"] as? Int, items.count < least { found.append("\(path): too few items") }
      if let schema = schema["items"] as? [String: Any] {
        for (index, item) in items.enumerated() { found += problems(item, schema, "\(path)[\(index)]") }
      }
    }
    if let members = value as? [String: Any] {
      let properties = schema["properties"] as? [String: Any] ?? [:]
      for key in schema["required"] as? [String] ?? [] where members[key] == nil {
        found.append("\(path): \(key) is missing")
      }
      for (key, member) in members {
        if let schema = properties[key] as? [String: Any] {
          found += problems(member, schema, "\(path).\(key)")
        } else if let schema = schema["additionalProperties"] as? [String: Any] {
          found += problems(member, schema, "\(path).\(key)")
        } else if !properties.isEmpty {
          // Readers may meet unknown keys; all keys that this program writes are listed.
          found.append("\(path): \(key) is in no property")
        }
      }
    }
    return found
  }

  private static func fits(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "null": return value is NSNull
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    default:
      guard let number = value as? NSNumber else { return false }
      let isBoolean = String(cString: number.objCType) == "c"
      switch type {
      case "boolean": return isBoolean
      case "integer": return !isBoolean && number.doubleValue == number.doubleValue.rounded()
      default: return !isBoolean
      }
    }
  }
}
