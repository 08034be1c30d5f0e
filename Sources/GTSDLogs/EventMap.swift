package import Foundation
import GTSDFields
import GTSDModel

/// The names that another log uses for the fields of the specifications' envelope, read from the file of `--map`.
package struct EventMap: Sendable, Equatable {
  /// This package's event names, by the log's names. A name without an entry stays as it is.
  package var events: [String: String] = [:]
  /// The paths, with dots, of name, time, user, session, id, properties, experiment and variant; nil for the path that
  /// the format defines.
  package var fields: [String: String] = [:]
  /// The log's property names, by this package's names.
  package var properties: [String: String] = [:]
  /// The zone for times without one, and whether the map gives it.
  package var zone: TimeZone = .gmt
  package var isZoneGiven = false
  /// The format of times; nil for ISO 8601, formats like it, and numbers counted from 1970.
  package var timeForm: TimeForm?
  /// The format; nil to recognise it from the first lines.
  package var export: EventExport?

  /// The plan of each experiment, by its name.
  package var experiments: [String: LogExposures.Plan] = [:]
  /// The name of an experiment whose arms have a field but which has no name field itself.
  package static let unnamedExperiment = "experiment"

  package init() {}

  /// The definitions' name for an event of the log: the map's name if it has one, otherwise a defined name with another
  /// spelling, otherwise the log's own name.
  package func event(_ name: String) -> String {
    // Called for every line, and most logs need no map.
    (events.isEmpty ? nil : events[name]) ?? EventNames.spelled(name)
  }

  /// A log's name of this package's property. A name without an entry stays as it is.
  package func property(_ name: String) -> String {
    // Called several times for every line, and most logs need no map.
    properties.isEmpty ? name : properties[name] ?? name
  }

  /// A problem of a map.
  package struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    package var description: String
  }

  private static let known = [
    "name", "time", "user", "anonymous", "person", "device", "session", "id", "properties", "received", "type",
    "experiment", "variant",
  ]

  /// Reads a map, as JSON with comments.
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
          throw Self.unknown(key, "$.fields", Self.known)
        }
      case "zone":
        guard let name = member.node.string, let zone = Self.zone(name) else {
          throw Problem(
            description: "$.zone: expected a zone such as UTC, +02:00 or Europe/Berlin; found \(member.node.described)")
        }
        (self.zone, isZoneGiven) = (zone, true)
      case "timeForm":
        guard let text = member.node.string, let form = TimeForm(text) else {
          throw Problem(
            description: "$.timeForm: expected a form with year, month and day, such as MM/dd/yyyy hh:mm:ss a; found "
              + member.node.described)
        }
        timeForm = form
      case "from":
        guard let export = member.node.string.flatMap(EventExport.init) else {
          throw Problem(
            description:
              "$.from: expected one of \(EventExport.allCases.map(\.rawValue).joined(separator: ", ")); found "
              + member.node.described)
        }
        self.export = export
      case "experiments": experiments = try Self.plans(member.node)
      default:
        throw Self.unknown(
          member.key, "$", ["events", "fields", "properties", "experiments", "from", "timeForm", "zone"])
      }
    }
  }

  /// The problem of an unknown key, with the nearest known one, or else all of them.
  private static func unknown(_ key: String, _ path: String, _ known: [String]) -> Problem {
    let remedy =
      NearestName.of(key, in: known).map { "did you mean `\($0)`?" } ?? "one of \(known.joined(separator: ", "))"
    return Problem(description: "\(path).\(key): unknown key; \(remedy)")
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

  private static func plans(_ node: JSONNode) throws(Problem) -> [String: LogExposures.Plan] {
    guard let members = node.members else {
      throw Problem(description: "$.experiments: expected an object of experiments by name; found \(node.described)")
    }
    var plans: [String: LogExposures.Plan] = [:]
    for member in members {
      let path = "$.experiments.\(member.key)"
      guard let keys = member.node.members else {
        throw Problem(description: "\(path): expected an object; found \(member.node.described)")
      }
      var plan = LogExposures.Plan()
      for key in keys {
        switch key.key {
        case "control":
          guard let control = ArmKeys.text(key.node) else {
            throw Problem(description: "\(path).control: expected the name of an arm; found \(key.node.described)")
          }
          plan.control = control
        case "shares": plan.shares = try shares(key.node, "\(path).shares")
        default: throw unknown(key.key, path, ["control", "shares"])
        }
      }
      if let control = plan.control, !plan.shares.isEmpty, plan.shares[control] == nil {
        throw Problem(description: "\(path).control: `\(control)` is none of its shares")
      }
      plans[member.key] = plan
    }
    return plans
  }

  private static func shares(_ node: JSONNode, _ path: String) throws(Problem) -> [String: Double] {
    guard let members = node.members, members.count >= 2 else {
      throw Problem(description: "\(path): expected an object of two arms or more, such as {\"A\": 1, \"B\": 1}")
    }
    var shares: [String: Double] = [:]
    for member in members {
      guard let share = member.node.number, share > 0, share <= 1e6 else {
        throw Problem(
          description: "\(path).\(member.key): expected a number above 0; found \(member.node.described)")
      }
      shares[member.key] = share
    }
    guard shares.count <= LogExposures.maxArms else {
      throw Problem(description: "\(path): expected at most \(LogExposures.maxArms) arms")
    }
    return shares
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
