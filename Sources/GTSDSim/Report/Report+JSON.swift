import GTSDModel

extension Report {
  /// The report as a JSON document: sorted keys, at most nine significant digits, equal bytes for equal reports.
  public var json: String {
    var members: [String: ReportJSON] = [
      "formatVersion": .int(formatVersion),
      "kind": .string(kind.rawValue),
      "complete": .bool(complete),
      "tool": .object(["name": .string(tool.name), "version": .string(tool.version)]),
      "scenario": scenario.json,
      "kpis": .array(kpis.map(\.json)),
      "distributions": .array(distributions.map(\.json)),
      "survival": .array(survival.map(\.json)),
      "funnel": .array(funnel.map { .object(["step": .string($0.step), "users": .int($0.users)]) }),
      "violations": .array(violations.map(\.json)),
      "requests": .array(requests.map(\.json)),
      "analytics": .object(["total": .int(analytics.total), "byName": .counts(analytics.byName)]),
      "assumptions": .array(assumptions.map(\.json)),
      "checks": .array(checks.map(\.json)),
      "notes": .array(notes.map(ReportJSON.string)),
      "digest": .string(digest),
    ]
    if let command { members["command"] = .string(command) }
    if let exploration { members["exploration"] = exploration.json }
    if let forecast { members["forecast"] = forecast.json }
    if let calibration { members["calibration"] = calibration.json }
    if let comparison { members["comparison"] = comparison.json }
    if let load { members["load"] = load.json }
    if let arms { members["arms"] = .array(arms.map(\.json)) }
    if let shard { members["shard"] = shard.json }
    return ReportJSON.object(members).text
  }
}

extension ScenarioSummary {
  var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "name": .string(name),
      "digest": .string(digest),
      "seed": .unsigned(seed),
      "generation": .string(generation),
      "users": .int(users),
      "replications": .int(replications),
      "horizonSeconds": .number(horizonSeconds),
    ]
    if let description { members["description"] = .string(description) }
    if let resolved { members["resolved"] = .string(resolved) }
    return .object(members)
  }
}

extension Interval {
  var json: ReportJSON {
    .object(["level": .number(level), "low": .number(low), "high": .number(high), "method": .string(method)])
  }
}

extension KPITarget.Value {
  var json: ReportJSON {
    switch self {
    case .number(let number): .number(number)
    case .range(let low, let high): .array([.number(low), .number(high)])
    }
  }
}

extension KPITarget {
  /// The keys of this target in reports and in `list kpis --json`.
  package var members: [String: ReportJSON] {
    [
      "level": .string(level.rawValue), "comparison": .string(comparison.rawValue), "value": value.json,
      "versus": .string(versus.rawValue), "source": .string(source),
    ]
  }
}

extension KPIResult {
  var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "id": .string(id),
      "title": .string(title),
      "unit": .string(unit),
      "value": .optional(value),
      "numerator": numerator.map(ReportJSON.int) ?? .null,
      "denominator": denominator.map(ReportJSON.int) ?? .null,
      "interval": interval?.json ?? .null,
      "censored": .int(censored),
      "targets": .array(
        targets.map { target in
          .object(target.demand.members.merging(["verdict": .string(target.verdict.rawValue)]) { $1 })
        }),
      "verdict": .string(verdict.rawValue),
    ]
    if let change { members["change"] = .number(change) }
    if let changeInterval { members["changeInterval"] = changeInterval.json }
    return .object(members)
  }
}

extension DistributionSummary {
  var json: ReportJSON {
    .object([
      "id": .string(id), "unit": .string(unit), "count": .int(count), "mean": .optional(mean), "min": .optional(min),
      "p50": .optional(p50), "p90": .optional(p90), "p95": .optional(p95), "p99": .optional(p99),
      "p999": .optional(p999), "max": .optional(max),
      "buckets": .array(buckets.map { .array($0.map(ReportJSON.number)) }),
    ])
  }
}

extension SurvivalCurve {
  var json: ReportJSON {
    .object([
      "id": .string(id), "unit": .string(unit), "censored": .int(censored), "count": .int(count),
      "points": .array(points.map { .array($0.map(ReportJSON.number)) }),
    ])
  }
}

extension Violation {
  var json: ReportJSON {
    .object([
      "invariant": .string(invariant), "hazard": hazard.map(ReportJSON.string) ?? .null, "count": .int(count),
      "users": .int(users), "key": .string(key),
      "examples": .array(
        examples.map {
          .object([
            "user": .int($0.user), "atSeconds": .number($0.atSeconds), "summary": .string($0.summary),
            "replay": .string($0.replay),
          ])
        }),
    ])
  }
}

extension RequestRow {
  var json: ReportJSON {
    .object([
      "endpoint": .string(endpoint), "count": .int(count), "errorsByStatus": .counts(errorsByStatus),
      "latency": latency.json,
    ])
  }
}

extension Assumption {
  var json: ReportJSON {
    .object(["path": .string(path), "value": .string(value), "source": .string(source)])
  }
}

extension InvariantCheck {
  var json: ReportJSON {
    .object(["invariant": .string(invariant), "evaluated": .int(evaluated), "vacuous": .int(vacuous)])
  }
}

extension ArmResult {
  var json: ReportJSON {
    .object([
      "name": .string(name), "control": .bool(control), "users": .int(users), "kpis": .array(kpis.map(\.json)),
    ])
  }
}
