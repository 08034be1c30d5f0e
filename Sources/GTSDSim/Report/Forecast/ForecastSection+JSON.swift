extension ForecastSection {
  var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "kpi": .string(kpi), "replications": .int(replications), "stopping": stopping.json,
      "indicators": .array(indicators.map(\.json)), "replicationsWithViolations": .int(replicationsWithViolations),
    ]
    if let parameters { members["parameters"] = parameters.json }
    if let fan { members["fan"] = fan.json }
    if let sensitivity { members["sensitivity"] = sensitivity.json }
    if let solution { members["solution"] = solution.json }
    if let rollout { members["rollout"] = rollout.json }
    return .object(members)
  }
}

extension ReportJSON {
  static func numbers(_ values: [Double]) -> ReportJSON { .array(values.map(ReportJSON.number)) }
  static func rows(_ rows: [[Double]]) -> ReportJSON { .array(rows.map(numbers)) }
  static func optional(_ interval: Interval?) -> ReportJSON { interval?.json ?? .null }
}

extension ForecastSection.Stopping {
  fileprivate var json: ReportJSON {
    .object([
      "rule": .string(rule), "precision": .optional(precision), "most": .int(most), "reached": .bool(isReached),
    ])
  }
}

extension ForecastSection.Parameters {
  fileprivate var json: ReportJSON {
    .object([
      "values": .array(values.map { .object(["path": .string($0.path), "uncertainty": .string($0.uncertainty)]) }),
      "draws": .int(draws), "replicationsPerDraw": .int(replicationsPerDraw), "sampling": .string(sampling),
      "blocks": .int(blocks), "varianceReduction": .optional(varianceReduction),
    ])
  }
}

extension ForecastSection.Indicator {
  fileprivate var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "id": .string(id), "title": .string(title), "unit": .string(unit), "replications": .int(replications),
      "mean": .optional(mean), "deviation": .optional(deviation), "interval": .optional(interval),
      "quantiles": .rows(quantiles), "targets": .array(targets.map(\.json)),
    ]
    if let parameterShare { members["parameterShare"] = .number(parameterShare) }
    if let parameterShareInterval { members["parameterShareInterval"] = parameterShareInterval.json }
    if let values { members["values"] = .numbers(values) }
    return .object(members)
  }
}

extension ForecastSection.Target {
  fileprivate var json: ReportJSON {
    .object(
      demand.members.merging([
        "met": .int(met), "replications": .int(replications), "probability": .optional(probability),
        "interval": .optional(interval),
      ]) { $1 })
  }
}

extension ForecastSection.Fan {
  fileprivate var json: ReportJSON {
    .object(["id": .string(id), "shares": .numbers(shares), "points": .rows(points)])
  }
}

extension ForecastSection.Sensitivity {
  fileprivate var json: ReportJSON {
    .object([
      "users": .int(users), "trials": .int(trials), "baseline": .number(baseline),
      "tornado": .array(
        tornado.map {
          .object([
            "factor": $0.factor.json, "low": .number($0.low), "high": .number($0.high),
            "lowInterval": .optional($0.lowInterval), "highInterval": .optional($0.highInterval),
          ])
        }),
      "correlations": .array(
        correlations.map {
          .object([
            "path": .string($0.path), "value": .number($0.value), "interval": .optional($0.interval),
            "pValue": .number($0.pValue),
          ])
        }),
      "correlationTrials": .int(correlationTrials),
      "indices": .array(
        indices.map {
          .object([
            "path": .string($0.path), "first": .number($0.first), "firstInterval": .optional($0.firstInterval),
            "total": .number($0.total), "totalInterval": .optional($0.totalInterval),
          ])
        }),
      "indexRows": .int(indexRows),
      "map": map.map { map in
        .object([
          "x": map.x.json, "y": map.y.json, "xs": .numbers(map.xs), "ys": .numbers(map.ys), "values": .rows(map.values),
        ])
      } ?? .null,
    ])
  }
}

extension ForecastSection.Sensitivity.Factor {
  fileprivate var json: ReportJSON {
    .object([
      "path": .string(path), "low": .numbers(low), "base": .numbers(base), "high": .numbers(high),
      "source": .string(source),
    ])
  }
}

extension ForecastSection.Solution {
  fileprivate var json: ReportJSON {
    .object([
      "path": .string(path), "kpi": .string(kpi), "target": .number(target), "low": .number(low), "high": .number(high),
      "value": .optional(value), "interval": .optional(interval), "evaluations": .rows(evaluations),
      "replications": .int(replications),
    ])
  }
}
