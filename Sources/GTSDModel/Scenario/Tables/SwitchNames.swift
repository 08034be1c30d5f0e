import GTSDFields

/// The names in section 6 of the API contract for switches that have another name in this package.
///
/// They are replaced in a scenario's tree and in the paths of `--set` before anything reads them. A file with both
/// names of one switch is rejected for a duplicate key.
enum SwitchNames {
  /// The path with the switch's name in this package, for a path that may use the contract's name.
  static func canonical(_ path: [Substring], value: JSONNode) -> [Substring] {
    guard let start = path.firstIndex(of: "generation") else { return path }
    let prefix = path[...start]
    switch path[(start + 1)...] {
    case ["photo", "parallelism"]: return prefix + ["photo", "upload"]
    case ["client", "variant"]: return prefix + ["preset"]
    case ["limits"] where value.members == nil: return prefix + ["limits", "mode"]
    default: return path
    }
  }

  /// The schema of generations with other names of switches added, those that the contract uses.
  static func adding(to schema: JSONNode) -> JSONNode {
    var schema = schema
    schema.change("properties") { groups in
      groups.change("photo") { photo in
        photo.change("properties") { switches in
          if let upload = switches["upload"] { switches.append("parallelism", upload.described("Means `upload`.")) }
        }
      }
      let mode = groups["limits"]?["properties"]?["mode"]
      let preset = groups["preset"]
      groups.change("limits") { limits in
        if let mode { limits = .object(["anyOf": .array([limits, mode.described("Means `mode`.")])]) }
      }
      if let preset {
        let variant = JSONNode.object(["variant": preset.described("Means `preset`.")])
        groups.append(
          "client",
          .object([
            "type": "object", "properties": variant, "required": .array(["variant"]),
            "additionalProperties": .bool(false),
          ]))
      }
    }
    return schema
  }
}

extension JSONNode {
  /// Replaces other names of switches in a scenario's tree.
  mutating func useSwitchNames() {
    change("generation") { $0.useSwitchNamesOfGeneration() }
    change("experiment") { experiment in
      experiment.change("arms") { arms in
        guard let elements = arms.elements else { return }
        arms.value = .array(
          elements.map { arm in
            var arm = arm
            arm.change("generation") { $0.useSwitchNamesOfGeneration() }
            return arm
          })
      }
    }
  }

  private mutating func useSwitchNamesOfGeneration() {
    guard let groups = members else { return }
    value = .object(
      groups.map { group in
        var group = group
        switch group.key {
        case "photo":
          let switches = group.node.members?.map { member in
            var member = member
            if member.key == "parallelism" { member.key = "upload" }
            return member
          }
          if let switches { group.node.value = .object(switches) }
        case "limits" where group.node.string != nil:
          let mode = Member(key: "mode", origin: group.node.origin, node: group.node)
          group.node = JSONNode(.object([mode]), origin: group.node.origin)
        case "client":
          if let only = group.node.members, only.count == 1, only[0].key == "variant" {
            group = Member(key: "preset", origin: only[0].origin, node: only[0].node)
          }
        default: break
        }
        return group
      })
  }

  /// Changes the value of every member with this key, if this is an object.
  fileprivate mutating func change(_ key: String, _ change: (inout JSONNode) -> Void) {
    guard let members else { return }
    value = .object(
      members.map { member in
        var member = member
        if member.key == key { change(&member.node) }
        return member
      })
  }

  fileprivate mutating func append(_ key: String, _ node: JSONNode) {
    value = .object((members ?? []) + [Member(key: key, origin: .computed, node: node)])
  }

  /// This schema with another description.
  fileprivate func described(_ text: String) -> JSONNode {
    let others = (members ?? []).filter { $0.key != "description" }.map { ($0.key, $0.node) }
    return .object(others + [("description", .string(text))])
  }
}
