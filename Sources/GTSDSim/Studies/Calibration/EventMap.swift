package import Foundation
import GTSDModel

/// How another log names what the specifications' envelope has: read from a file of `--map`.
package struct EventMap: Sendable, Equatable {
  /// Our name by theirs; what is not there keeps its own.
  package var events: [String: String] = [:]
  /// Where name, time, user, session, id and properties stand, as paths with dots; nil for what the format says.
  package var fields: [String: String] = [:]
  /// Their name of a property by ours.
  package var properties: [String: String] = [:]
  /// The zone of times that name none.
  package var zone: TimeZone = .gmt

  package init() {}

  /// What is wrong with a map.
  package struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    package var description: String
  }

  private static let known = ["name", "time", "user", "session", "id", "properties"]

  /// Reads a map: JSON with comments.
  package init(json bytes: [UInt8]) throws(Problem) {
    let root: JSONNode
    do {
      root = try JSONReader.read(bytes: bytes)
    } catch {
      throw Problem(description: "\(error.line):\(error.column): \(error.message)")
    }
    guard let members = root.members else { throw Problem(description: "expected an object; found \(root.described)") }
    for member in members {
      switch member.key {
      case "events": events = try Self.texts(member.node, "events")
      case "properties": properties = try Self.texts(member.node, "properties")
      case "fields":
        fields = try Self.texts(member.node, "fields")
        for key in fields.keys.sorted() where !Self.known.contains(key) {
          throw Problem(description: "$.fields.\(key): unknown; one of \(Self.known.joined(separator: ", "))")
        }
      case "zone":
        guard let name = member.node.string, let zone = Self.zone(name) else {
          throw Problem(
            description: "$.zone: expected a zone such as UTC, +02:00 or Europe/Berlin; found \(member.node.described)")
        }
        self.zone = zone
      default:
        throw Problem(description: "$.\(member.key): unknown key; events, fields, properties or zone")
      }
    }
  }

  private static func texts(_ node: JSONNode, _ key: String) throws(Problem) -> [String: String] {
    guard let members = node.members else { throw Problem(description: "$.\(key): expected an object of texts") }
    var result: [String: String] = [:]
    for member in members {
      guard let text = member.node.string, !text.isEmpty else {
        throw Problem(description: "$.\(key).\(member.key): expected a text; found \(member.node.described)")
      }
      result[member.key] = text
    }
    return result
  }

  private static func zone(_ name: String) -> TimeZone? {
    if name == "UTC" || name == "Z" { return .gmt }
    if let first = name.first, first == "+" || first == "-" {
      let parts = name.dropFirst().split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2, parts[0] <= 14, parts[1] < 60 else { return nil }
      return TimeZone(secondsFromGMT: (first == "-" ? -1 : 1) * (parts[0] * 3_600 + parts[1] * 60))
    }
    return TimeZone(identifier: name)
  }
}
