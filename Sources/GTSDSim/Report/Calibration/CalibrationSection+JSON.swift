extension CalibrationSection {
  var json: ReportJSON {
    .object([
      "source": .string(source), "format": .string(format), "lines": .int(lines), "events": .int(events),
      "rejected": .int(rejected),
      "rejections": .array(rejections.map { .object(["line": .int($0.line), "reason": .string($0.reason)]) }),
      "rejectedByKind": .array(rejectedByKind.map(\.json)), "unknown": .int(unknown),
      "unknownByName": .array(unknownByName.map(\.json)), "outOfOrder": .int(outOfOrder), "users": .int(users),
      "sessions": .int(sessions), "first": .string(first), "last": .string(last), "spanSeconds": .number(spanSeconds),
      "base": .string(base), "isPooled": .bool(isPooled), "parameters": .array(parameters.map(\.json)),
      "arrivals": .array(
        arrivals.map {
          .object([
            "process": .string($0.process), "seconds": .number($0.seconds), "logLikelihood": .number($0.logLikelihood),
            "distance": .number($0.distance),
          ])
        }),
      "signUpsPerDay": .array(signUpsPerDay.map(ReportJSON.int)), "replications": .int(replications),
      "simulatedUsers": .int(simulatedUsers), "checks": .array(checks.map(\.json)),
      "backTest": backTest?.json ?? .null, "overlay": .string(overlay),
    ])
  }
}

extension EventReader.Tally {
  fileprivate var json: ReportJSON { .object(["name": .string(name), "count": .int(count)]) }
}

extension CalibrationSection.BackTest {
  fileprivate var json: ReportJSON {
    .object([
      "cutSeconds": .number(cutSeconds), "users": .int(users), "eventsBefore": .int(eventsBefore),
      "fitted": .int(fitted), "coverage": .optional(coverage), "checks": .array(checks.map(\.json)),
    ])
  }
}

extension CalibratedParameter {
  fileprivate var json: ReportJSON {
    .object([
      "path": .string(path), "status": .string(status.rawValue), "unit": .string(unit),
      "estimate": .optional(estimate), "standardError": .optional(standardError),
      "interval": interval?.json ?? .null, "events": .optional(events), "occasions": .optional(occasions),
      "censored": .optional(censored), "before": .optional(before), "note": .string(note),
    ])
  }
}

extension PredictiveCheck {
  fileprivate var json: ReportJSON {
    .object([
      "id": .string(id), "title": .string(title), "unit": .string(unit), "observed": .number(observed),
      "simulated": .array(simulated.map(ReportJSON.number)), "interval": interval.json, "p": .number(p),
      "isInside": .bool(isInside),
    ])
  }
}
