import GTSDFields

extension ValueSpec where Value == Generation {
  /// The preset and all groups of switches.
  static let generationObject = ObjectSpec<Generation>(
    what: "generation", template: Generation.correct, statesDefaults: false, unbuilt: ["kpi"],
    fields: [
      Field("preset", \.preset, .preset, "The preset to start from; without it, the switches of the enclosing value.")
    ] + GenerationTable.groups.map(\.field))

  /// A preset's name, or an object with a preset and the switches that differ from it.
  ///
  /// Without `preset`, the switches change the current generation. Arms have client switches only and use the backend
  /// of their scenario.
  static func generation(clientOnly: Bool) -> ValueSpec {
    let value = generationObject.value
    return ValueSpec(
      expected: "a generation's name, or an object with `preset` and switches",
      schema: .reference("generation"),
      read: { node, path, generation, reading in
        if let preset = node.string.map({ _ in node }) ?? node["preset"] {
          let presetPath = node.string == nil ? JSONPath.appending("preset", to: path) : path
          let problems = reading.problems.count
          var chosen = generation.preset
          ValueSpec<Generation.Preset>.preset.read(preset, presetPath, &chosen, &reading)
          if reading.problems.count == problems {
            let start = Generation.preset(chosen)
            generation = clientOnly ? start.on(backendOf: reading.generation) : start
          }
        }
        if node.string == nil {
          reading.clientSwitchesOnly = clientOnly
          value.read(node, path, &generation, &reading)
          reading.clientSwitchesOnly = false
        }
        if !clientOnly { reading.generation = generation }
      },
      write: { clientOnly ? value.write($0).withoutBackendSwitches : value.write($0) },
      fields: value.fields)
  }
}

extension ValueSpec where Value == Generation.Preset {
  /// The name of a preset.
  static let preset: ValueSpec = {
    let known = Generation.Preset.allCases.map(\.rawValue)
    return ValueSpec(
      expected: "one of \(known.map { "\"\($0)\"" }.joined(separator: ", "))",
      schema: .object(["enum": .array(known.map { .string($0) })]),
      read: { node, path, preset, reading in
        guard let name = node.string else {
          let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
          return reading.report(path, node, "expected one of \(list); found \(node.described)")
        }
        guard let chosen = Generation.Preset(rawValue: name) else {
          return reading.reportUnknown("generation", name, known: known, path: path, origin: node.origin)
        }
        preset = chosen
      },
      write: { .string($0.rawValue) })
  }()
}

extension ValueSpec where Value == Generation.Photo.Upload {
  /// `"sequential"`, `"unboundedParallel"` or `{"bounded": n}`.
  static let upload: ValueSpec = {
    let limit = ValueSpec<Int>.int(1...100)
    let names = ["sequential", "unboundedParallel"]
    return ValueSpec(
      expected: "\"sequential\", \"unboundedParallel\" or {\"bounded\": n}",
      schema: .object([
        "anyOf": .array([
          .object(["enum": .array(names.map { .string($0) })]),
          .object([
            "type": "object", "properties": .object(["bounded": limit.schema]), "required": .array(["bounded"]),
            "additionalProperties": .bool(false),
          ]),
        ]),
        "examples": .array(["sequential", "unboundedParallel", .object(["bounded": .int(3)])]),
      ]),
      read: { node, path, upload, reading in
        switch (node.string, node.members) {
        case ("sequential"?, _): upload = .sequential
        case ("unboundedParallel"?, _): upload = .unboundedParallel
        case (let name?, _):
          reading.reportUnknown("choice", name, known: names, path: path, origin: node.origin)
        case (nil, let members?) where members.count == 1 && members[0].key == "bounded":
          let problems = reading.problems.count
          var count = 1
          limit.read(members[0].node, JSONPath.appending("bounded", to: path), &count, &reading)
          if reading.problems.count == problems { upload = .bounded(count) }
        default:
          reading.report(
            path, node, "expected \"sequential\", \"unboundedParallel\" or {\"bounded\": n}; found \(node.described)")
        }
      },
      write: { upload in
        switch upload {
        case .sequential: "sequential"
        case .unboundedParallel: "unboundedParallel"
        case .bounded(let count): .object(["bounded": .int(count)])
        }
      })
  }()
}

extension JSONNode {
  /// A written generation without the switches of the backend.
  fileprivate var withoutBackendSwitches: JSONNode {
    let clientPaths = Set(Generation.switches.filter { $0.side == .client }.map(\.path))
    let members = (members ?? []).compactMap { member -> (String, JSONNode)? in
      guard let switches = member.node.members else { return (member.key, member.node) }
      let kept = switches.filter { clientPaths.contains("\(member.key).\($0.key)") }
      return kept.isEmpty ? nil : (member.key, .object(kept.map { ($0.key, $0.node) }))
    }
    return .object(members)
  }
}

extension ScenarioReading {
  /// The scenario's own generation, from which an arm's generation is derived.
  var generation: Generation {
    get { left as? Generation ?? .preset(.seedCurrent) }
    set { left = newValue }
  }
}
