extension ReportSchema {
  /// The section of a forecast.
  static let forecast = object(
    [
      "kpi": text("id of the indicator that the forecast is about"), "replications": count("that ran"),
      "stopping": object([
        "rule": choice(["fixed", "precision"]), "precision": nullable("number"), "most": count(),
        "reached": type("boolean", "whether the half-width was reached; true for a fixed number"),
      ]),
      "parameters": object([
        "values": list(object(["path": text(), "uncertainty": text("as a scenario file writes it")])),
        "draws": count("sets of values"), "replicationsPerDraw": count(),
        "sampling": choice(["latin-hypercube", "independent"]), "blocks": count("independent hypercubes"),
        "varianceReduction": nullable("number"),
      ]),
      "indicators": list(reference("forecastIndicator")), "replicationsWithViolations": count(),
      "fan": object([
        "id": text(), "shares": numbers("the shares whose quantiles follow the time in each point"),
        "points": rows("[seconds, quantile, …]"),
      ]),
      "sensitivity": sensitivity, "solution": solution, "rollout": rollout,
    ], optional: ["parameters", "fan", "sensitivity", "solution", "rollout"])

  /// One indicator over all replications.
  static let forecastIndicator = object(
    [
      "id": text(), "title": text(), "unit": choice(["share", "s", "count"]),
      "replications": count("with a value"), "mean": nullable("number"), "deviation": nullable("number"),
      "interval": either(reference("interval")), "quantiles": tuples("[share, value] over replications", 2),
      "targets": list(forecastTarget),
      "parameterShare": type("number", "of the variance between replications, from uncertain values"),
      "parameterShareInterval": reference("interval"),
      "values": numbers("of each replication, for the indicator that the forecast is about"),
    ], optional: ["parameterShare", "parameterShareInterval", "values"])

  private static let forecastTarget: ReportJSON = {
    var properties = demand
    properties["met"] = count("replications that meet it")
    properties["replications"] = count("of those in which it can be judged")
    properties["probability"] = nullable("number")
    properties["interval"] = either(reference("interval"))
    return object(properties)
  }()

  private static let factor = object([
    "path": text("with * for all of a list"), "low": numbers(), "base": numbers(), "high": numbers(), "source": text(),
  ])

  private static let sensitivity = object([
    "users": count("of each trial"), "trials": count(), "baseline": type("number"),
    "tornado": list(
      object([
        "factor": factor, "low": type("number", "change at the low end"), "high": type("number"),
        "lowInterval": either(reference("interval")), "highInterval": either(reference("interval")),
      ])),
    "correlations": list(
      object([
        "path": text(), "value": type("number"), "interval": either(reference("interval")), "pValue": type("number"),
      ])),
    "correlationTrials": count(),
    "indices": list(
      object([
        "path": text(), "first": type("number"), "firstInterval": either(reference("interval")),
        "total": type("number"), "totalInterval": either(reference("interval")),
      ])),
    "indexRows": count(),
    "map": either(
      object(["x": factor, "y": factor, "xs": numbers(), "ys": numbers(), "values": rows("by y, then by x")])),
  ])

  private static let solution = object([
    "path": text(), "kpi": text(), "target": type("number"), "low": type("number"), "high": type("number"),
    "value": nullable("number"), "interval": either(reference("interval")),
    "evaluations": tuples("[value, mean, low, high]", 4), "replications": count("of each"),
  ])

  private static func numbers(_ description: String = "") -> ReportJSON {
    described(["type": .string("array"), "items": type("number")], description)
  }

  private static func rows(_ description: String) -> ReportJSON {
    described(["type": .string("array"), "items": numbers()], description)
  }
}
