import GTSDModel

/// The JSON Schema (2020-12) of reports, as `gtsd-sim schema report` prints it.
///
/// Unknown keys are allowed: adding keys keeps a format version, renaming one begins another.
public enum ReportSchema {
  /// The schema as a JSON document.
  public static var json: String {
    var root = members(
      object(
        [
          "formatVersion": .object(["const": .int(Report.currentFormatVersion)]),
          "kind": choice(["simulation", "exploration", "forecast", "comparison", "calibration", "load"]),
          "complete": type("boolean", "false where the run was interrupted"),
          "tool": object(["name": text(), "version": text()]),
          "command": text("makes it again, but for where its output goes"),
          "scenario": scenario,
          "kpis": list(reference("kpi")),
          "distributions": list(reference("distribution")),
          "survival": list(survival),
          "funnel": list(object(["step": text(), "users": count()])),
          "violations": list(violation),
          "requests": list(requests),
          "analytics": object(["total": count(), "byName": counts("events by name")]),
          "assumptions": list(object(["path": text(), "value": text(), "source": text()])),
          "checks": list(object(["invariant": text(), "evaluated": count(), "vacuous": count()])),
          "notes": list(text()),
          "arms": list(
            object([
              "name": text(), "control": type("boolean"), "users": count(), "kpis": list(reference("kpi")),
            ])),
          "shard": shard,
          "exploration": exploration,
          "calibration": calibration,
          "comparison": comparison,
          "forecast": forecast,
          "load": load,
          "digest": text("a hash over the ordered event stream; empty for load"),
        ], optional: ["command", "arms", "shard", "exploration", "calibration", "comparison", "forecast", "load"]))
    root["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    root["title"] = .string("gtsd-sim report, format version \(Report.currentFormatVersion)")
    root["$defs"] = .object([
      "kpi": kpi, "interval": interval, "target": target, "distribution": distribution, "find": find,
      "timeline": timeline, "histogram": histogram, "forecastIndicator": forecastIndicator,
    ])
    return ReportJSON.object(root).text
  }

  private static let scenario = object(
    [
      "name": text(), "description": text(), "digest": text("hash of the resolved scenario, with its algorithm"),
      "seed": count(), "generation": text(), "users": count(), "replications": count(),
      "horizonSeconds": type("number"), "resolved": text("the resolved scenario, as JSON text"),
    ], optional: ["description", "resolved"])

  private static let kpi = object(
    [
      "id": text(KPI.allCases.map(\.id).joined(separator: ", ")), "title": text(),
      "unit": choice(["share", "s", "count"]), "value": nullable("number"), "numerator": nullable("integer"),
      "denominator": nullable("integer"), "interval": either(reference("interval")), "censored": count(),
      "change": type("number", "relative change against the control arm"), "changeInterval": reference("interval"),
      "targets": list(reference("target")), "verdict": choice(Verdict.allCases.map(\.rawValue)),
    ], optional: ["change", "changeInterval"])

  private static let interval = object([
    "level": type("number"), "low": nullable("number"), "high": nullable("number"), "method": text(),
  ])

  private static let target = object(demand.merging(["verdict": choice(Verdict.allCases.map(\.rawValue))]) { $1 })

  /// The keys of a demand.
  static let demand: [String: ReportJSON] = [
    "level": choice(KPITarget.Level.allCases.map(\.rawValue)),
    "comparison": choice(KPITarget.Comparison.allCases.map(\.rawValue)),
    "value": .object([
      "oneOf": .array([
        type("number"),
        .object([
          "type": .string("array"), "items": type("number"), "minItems": .whole(2), "maxItems": .whole(2),
        ]),
      ])
    ]),
    "versus": choice(KPITarget.Versus.allCases.map(\.rawValue)), "source": text(),
  ]

  private static let distribution: ReportJSON = {
    var properties = ["id": text(), "unit": choice(["s", "count"]), "count": count()]
    for figure in ["mean", "min", "p50", "p90", "p95", "p99", "p999", "max"] { properties[figure] = nullable("number") }
    properties["buckets"] = tuples("[from, to, count]; to is exclusive", 3)
    return object(properties)
  }()

  private static let survival = object([
    "id": text(), "unit": choice(["s"]), "censored": count(), "count": count(),
    "points": tuples("[time, share without the event, low, high]", 4),
  ])

  private static let violation = object([
    "invariant": text(), "hazard": nullable("string"), "count": count("episodes"), "users": count(), "key": text(),
    "examples": list(
      object(["user": count(), "atSeconds": type("number"), "summary": text(), "replay": text()])),
  ])

  private static let requests = object([
    "endpoint": text(), "count": count(), "errorsByStatus": counts("failures by status or kind"),
    "latency": reference("distribution"),
  ])

  // MARK: Pieces

  static func members(_ schema: ReportJSON) -> [String: ReportJSON] {
    if case .object(let members) = schema { members } else { [:] }
  }

  static func described(_ members: [String: ReportJSON], _ description: String) -> ReportJSON {
    .object(description.isEmpty ? members : members.merging(["description": .string(description)]) { $1 })
  }

  static func type(_ name: String, _ description: String = "") -> ReportJSON {
    described(["type": .string(name)], description)
  }

  static func text(_ description: String = "") -> ReportJSON { type("string", description) }

  static func count(_ description: String = "") -> ReportJSON {
    described(["type": .string("integer"), "minimum": .whole(0)], description)
  }

  static func nullable(_ name: String) -> ReportJSON {
    .object(["type": .array([.string(name), .string("null")])])
  }

  static func either(_ schema: ReportJSON) -> ReportJSON {
    .object(["oneOf": .array([schema, type("null")])])
  }

  static func choice(_ values: [String]) -> ReportJSON {
    .object(["enum": .array(values.map(ReportJSON.string))])
  }

  static func reference(_ name: String) -> ReportJSON { .object(["$ref": .string("#/$defs/\(name)")]) }

  static func list(_ items: ReportJSON) -> ReportJSON {
    .object(["type": .string("array"), "items": items])
  }

  static func tuples(_ description: String, _ length: Int64) -> ReportJSON {
    let item = ReportJSON.object([
      "type": .string("array"), "items": type("number"), "minItems": .whole(length), "maxItems": .whole(length),
    ])
    return described(["type": .string("array"), "items": item], description)
  }

  static func counts(_ description: String) -> ReportJSON {
    described(["type": .string("object"), "additionalProperties": count()], description)
  }

  static func object(_ properties: [String: ReportJSON], optional: [String] = []) -> ReportJSON {
    let required = properties.keys.filter { !optional.contains($0) }.sorted()
    return .object([
      "type": .string("object"), "properties": .object(properties),
      "required": .array(required.map(ReportJSON.string)),
    ])
  }
}
