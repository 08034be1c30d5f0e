import GTSDFields

extension Scenario {
  /// The JSON Schema (draft 2020-12) of scenario files without their comments and trailing commas.
  ///
  /// The schema describes each field by itself. Only `validate` checks relations between fields (a window's end after
  /// its start, unique names, servers for every cell).
  public static var jsonSchema: String { schemaNode.prettyText + "\n" }

  private static var schemaNode: JSONNode {
    var members: [(String, JSONNode)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", "gtsd-sim-scenario-1.schema.json"),
      ("title", "Scenario of gtsd-sim"),
    ]
    members += (ScenarioTable.scenario.value.schema.members ?? []).map { ($0.key, $0.node) }
    let number = JSONNode.object(["type": "number", "minimum": .int(0)])
    let timing = JSONNode.object(["anyOf": .array([.reference("duration"), number])])
    let share = JSONNode.object(["type": "number", "minimum": .int(0), "maximum": .int(1)])
    let percentage = JSONNode.object([
      "type": "string", "description": "A share such as \"80%\".",
      "pattern": "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$",
    ])
    let uncertain = DistributionKind.schema(bare: [], unit: share, names: DistributionKind.ofProbabilities)
    members.append(
      (
        "$defs",
        .object([
          "duration": .object([
            "type": "string", "description": "A length of time, such as \"1h30m\" or \"300ms\".",
            "pattern": .string(DurationText.pattern),
          ]),
          "timing": DistributionKind.schema(bare: [.reference("duration"), number], unit: timing),
          "amount": DistributionKind.schema(bare: [number], unit: number),
          "probability": .object([
            "anyOf": .array([
              share, percentage,
              .object([
                "type": "object", "description": "A value with what is believed about it.",
                "properties": .object([
                  "value": .object(["anyOf": .array([share, percentage])]),
                  "uncertainty": .object(["anyOf": .array([share, uncertain])]),
                ]),
                "required": .array(["value", "uncertainty"]), "additionalProperties": .bool(false),
              ]),
              .object([
                "type": "object", "description": "A value and the factor within which its odds may lie from the truth.",
                "properties": .object([
                  "value": .object(["anyOf": .array([share, percentage])]),
                  "spread": .object(["type": "number", "minimum": .number(1), "maximum": .number(1_000)]),
                ]),
                "required": .array(["value", "spread"]), "additionalProperties": .bool(false),
              ]),
              uncertain,
            ])
          ]),
          "generation": .object([
            "anyOf": .array([
              ValueSpec<Generation.Preset>.preset.schema,
              SwitchNames.adding(to: ValueSpec<Generation>.generationObject.value.schema),
            ])
          ]),
        ])
      ))
    return .object(members)
  }
}
