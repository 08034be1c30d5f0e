extension ReportSchema {
  /// The section of a fit.
  static let calibration = object([
    "source": text("the file of events"), "format": text(), "lines": count(), "events": count("events used"),
    "rejected": count("lines with something wrong"),
    "rejections": list(object(["line": count("from 1"), "reason": text()])), "rejectedByKind": list(tally),
    "unknown": count("well-formed lines of events that the specifications do not have"), "unknownByName": list(tally),
    "outOfOrder": count("events that stood after a later one of their user"), "users": count(), "sessions": count(),
    "first": text("ISO 8601"), "last": text("ISO 8601"), "spanSeconds": type("number"),
    "base": text("the scenario that gives what was not fitted"), "isPooled": type("boolean"),
    "parameters": list(
      object([
        "path": text("below a persona"), "status": choice(CalibratedParameter.Status.allCases.map(\.rawValue)),
        "unit": choice(["share", "s", "number"]), "estimate": nullable("number"), "standardError": nullable("number"),
        "interval": either(reference("interval")), "events": nullable("integer"), "occasions": nullable("integer"),
        "censored": nullable("integer"), "before": nullable("number"),
        "note": text("where it comes from, or why there is none"),
      ])),
    "arrivals": list(
      object([
        "process": text(), "seconds": type("number"), "logLikelihood": type("number"),
        "distance": type("number", "between the distribution functions, Kolmogorov and Smirnov"),
      ])),
    "signUpsPerDay": list(count()), "replications": count("simulated populations behind each check"),
    "simulatedUsers": count("in each of them"), "checks": list(check),
    "backTest": either(
      object([
        "cutSeconds": type("number", "after the first midnight"), "users": count(), "eventsBefore": count(),
        "fitted": count(), "coverage": nullable("number"), "checks": list(check),
      ])),
    "overlay": text("the fitted scenario as a file, with comments"),
  ])

  private static let tally = object(["name": text(), "count": count()])

  private static let check = object([
    "id": choice(EventStatistic.allCases.map(\.rawValue)), "title": text(),
    "unit": choice(["share", "s", "number"]), "observed": type("number"), "simulated": list(type("number")),
    "interval": reference("interval"), "p": type("number"), "isInside": type("boolean"),
  ])
}
