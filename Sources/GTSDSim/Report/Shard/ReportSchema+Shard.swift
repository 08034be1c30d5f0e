import GTSDModel

extension ReportSchema {
  /// A part of a sharded run.
  static var shard: ReportJSON {
    object([
      "index": count("from 1"), "of": count(), "overrides": list(text("PATH=VALUE")),
      "units": list(
        object([
          "replication": count("from 0"), "cell": count("from 0"), "digest": text("a hash over the ordered events"),
          "state": shardState, "checksum": text("a hash over the unit's other values"),
        ])),
    ])
  }

  private static var shardState: ReportJSON {
    let requests = object([
      "count": count(), "outcomes": wholes("status and count in turn"), "latency": reference("histogram"),
    ])
    let violation = object([
      "invariant": text(), "hazard": nullable("string"), "site": text(), "detail": wholes("two numbers of the site"),
      "episodes": count(), "users": count(), "examples": wholes("user, time, device and session of each"),
    ])
    let arm = Dictionary(uniqueKeysWithValues: ArmFold.fields.map { ($0.name, schema(of: $0.field)) })
    return described(
      members(
        object(
          [
            "arms": list(object(arm)),
            "funnel": wholes("users by step"), "queueWait": reference("histogram"),
            "requests": .object(["type": .string("object"), "additionalProperties": requests]),
            "analytics": counts("events by name"), "violations": list(violation),
            "checks": .object([
              "type": .string("object"), "additionalProperties": wholes("evaluated, vacuous"),
            ]),
            "triggers": list(wholes("sessions, crashes, requests, failures, complaints of each hour of an arm")),
          ], optional: ["triggers"])),
      "all that a report is rendered from, as integers; readable by the version that wrote it")
  }

  private static func schema(of field: ArmFold.Field) -> ReportJSON {
    switch field {
    case .count: count()
    case .rate: wholes("successes, trials, censored")
    case .histogram: reference("histogram")
    case .survival: object(["events": reference("histogram"), "censored": reference("histogram")])
    }
  }

  /// A mergeable histogram; without members while empty.
  static var histogram: ReportJSON {
    object(
      [
        "buckets": wholes(
          "runs of buckets: the number of the first, how many, their counts; buckets 0 to 255 hold these values, then "
            + "each power of two has 128"),
        "sum": text("exact, in decimal"), "min": count(), "max": count(),
      ], optional: ["buckets", "sum", "min", "max"])
  }

  private static func wholes(_ description: String) -> ReportJSON {
    described(["type": .string("array"), "items": type("integer")], description)
  }
}
