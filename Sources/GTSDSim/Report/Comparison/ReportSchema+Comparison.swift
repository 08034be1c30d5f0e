import GTSDModel

extension ReportSchema {
  /// The section of a comparison.
  static let comparison = object([
    "kpi": text("id of the indicator that decides"), "level": type("number"),
    "design": choice(ComparisonSection.Design.allCases.map(\.rawValue)),
    "sides": list(
      object([
        "name": text(), "source": choice(["scenario", "arm", "report"]), "generation": text(), "digest": text(),
        "seed": count(), "users": count("in one replication"), "replications": count(),
        "horizonSeconds": type("number"),
        "broken": either(list(object(["invariant": text(), "episodes": count()]))),
        "curve": either(curve), "resolved": nullable("string"),
      ])),
    "contrasts": list(
      object([
        "side": text(), "baseline": text(), "rows": list(contrastRow), "timeToEvent": list(timeToEvent),
      ])),
    "differences": list(object(["path": text(), "values": list(nullable("string"))])),
    "plan": either(plan), "warnings": list(text()),
  ])

  private static let curve = object([
    "id": text(), "unit": choice(["s"]), "censored": count(), "count": count(),
    "points": tuples("[time, share without the event, low, high]", 4),
  ])

  private static let contrastRow = object([
    "id": text(), "title": text(), "unit": choice(["share", "s", "per 1,000 users"]),
    "direction": choice(KPIDirection.allCases.map(\.rawValue)), "baseline": nullable("number"),
    "value": nullable("number"), "pairs": nullable("integer"), "difference": nullable("number"),
    "interval": either(reference("interval")), "lift": nullable("number"),
    "liftInterval": either(reference("interval")), "p": nullable("number"), "adjustedP": nullable("number"),
    "narrowing": described(
      ["type": .array([.string("number"), .string("null")])],
      "how many times narrower the interval is than independent seeds would make it"),
    "verdict": choice(ComparisonVerdict.allCases.map(\.rawValue)), "targets": list(reference("target")),
    "isBinding": type("boolean"), "saysNothing": type("boolean"), "needed": nullable("integer"),
  ])

  private static let timeToEvent = object([
    "id": text(), "horizonSeconds": type("number"), "baseline": type("number"), "value": type("number"),
    "difference": type("number"), "interval": reference("interval"), "p": type("number"),
    "logRank": object([
      "chiSquare": type("number"), "p": type("number"), "hazardRatio": nullable("number"),
      "hazardRatioInterval": either(reference("interval")),
    ]),
  ])

  private static let share = object([
    "successes": count(), "trials": count(), "value": nullable("number"), "interval": either(reference("interval")),
  ])

  private static let rejections = object([
    "arm": text("empty for any"), "share": nullable("number"), "worlds": share, "redrawn": either(share),
    "approximate": nullable("number"),
  ])

  private static let plan = object([
    "experiment": nullable("string"), "kpi": text(), "alpha": type("number"), "comparisons": count(),
    "baseline": share, "outcomesPerUser": type("number"), "arrivalsPerDay": nullable("number"),
    "arms": list(
      object([
        "name": text(), "control": type("boolean"), "users": count(), "outcomes": type("number"),
        "assumed": nullable("number"), "assumedLift": nullable("number"), "power": nullable("number"),
        "detectableLift": nullable("number"), "detectableDrop": nullable("number"),
      ])),
    "sampleSizes": list(
      object([
        "lift": type("number"), "source": text(), "power": type("number"), "share": nullable("number"),
        "controlOutcomes": nullable("integer"), "controlUsers": nullable("integer"), "users": nullable("integer"),
        "days": nullable("number"),
      ])),
    "powerCurve": list(object(["scale": type("number"), "arms": list(rejections), "any": rejections])),
    "peeking": list(
      object([
        "scale": type("number"), "test": choice(ExperimentPlan.Peeking.Test.allCases.map(\.rawValue)),
        "worlds": share, "redrawn": share, "medianDay": nullable("number"),
      ])),
  ])
}
