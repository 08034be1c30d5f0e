import GTSDModel

extension ComparisonSection {
  var json: ReportJSON {
    .object([
      "kpi": .string(kpi), "level": .number(level), "design": .string(design.rawValue),
      "sides": .array(sides.map(\.json)), "contrasts": .array(contrasts.map(\.json)),
      "differences": .array(
        differences.map {
          .object(["path": .string($0.path), "values": .array($0.values.map { .optional($0) })])
        }),
      "plan": plan?.json ?? .null, "warnings": .array(warnings.map(ReportJSON.string)),
    ])
  }
}

extension ComparisonSection.Side {
  var json: ReportJSON {
    .object([
      "name": .string(name), "source": .string(source), "generation": .string(generation), "digest": .string(digest),
      "seed": .unsigned(seed), "users": .int(users), "replications": .int(replications),
      "horizonSeconds": .number(horizonSeconds),
      "broken": broken.map { rows in
        .array(rows.map { .object(["invariant": .string($0.invariant), "episodes": .int($0.episodes)]) })
      } ?? .null,
      "curve": curve?.json ?? .null, "resolved": .optional(resolved),
    ])
  }
}

extension ComparisonSection.Contrast {
  var json: ReportJSON {
    .object([
      "side": .string(side), "baseline": .string(baseline), "rows": .array(rows.map(\.json)),
      "timeToEvent": .array(timeToEvent.map(\.json)),
    ])
  }
}

extension ComparisonSection.Row {
  var json: ReportJSON {
    .object([
      "id": .string(id), "title": .string(title), "unit": .string(unit), "direction": .string(direction.rawValue),
      "baseline": .optional(baseline), "value": .optional(value), "pairs": .optional(pairs),
      "difference": .optional(difference), "interval": interval?.json ?? .null, "lift": .optional(lift),
      "liftInterval": liftInterval?.json ?? .null, "p": .optional(p), "adjustedP": .optional(adjustedP),
      "narrowing": .optional(narrowing), "verdict": .string(verdict.rawValue),
      "targets": .array(
        targets.map { target in
          .object(target.demand.members.merging(["verdict": .string(target.verdict.rawValue)]) { $1 })
        }),
      "isBinding": .bool(isBinding), "saysNothing": .bool(saysNothing), "needed": .optional(needed),
    ])
  }
}

extension ComparisonSection.TimeToEvent {
  var json: ReportJSON {
    .object([
      "id": .string(id), "horizonSeconds": .number(horizonSeconds), "baseline": .number(baseline),
      "value": .number(value), "difference": .number(difference), "interval": interval.json, "p": .number(p),
      "logRank": .object([
        "chiSquare": .number(logRank.chiSquare), "p": .number(logRank.p),
        "hazardRatio": .optional(logRank.hazardRatio),
        "hazardRatioInterval": logRank.hazardRatioInterval?.json ?? .null,
      ]),
    ])
  }
}

extension ExperimentPlan {
  var json: ReportJSON {
    .object([
      "experiment": .optional(experiment), "kpi": .string(kpi), "alpha": .number(alpha),
      "comparisons": .int(comparisons), "baseline": baseline.json, "outcomesPerUser": .number(outcomesPerUser),
      "arrivalsPerDay": .optional(arrivalsPerDay),
      "arms": .array(
        arms.map {
          .object([
            "name": .string($0.name), "control": .bool($0.control), "users": .int($0.users),
            "outcomes": .number($0.outcomes), "assumed": .optional($0.assumed),
            "assumedLift": .optional($0.assumedLift), "power": .optional($0.power),
            "detectableLift": .optional($0.detectableLift), "detectableDrop": .optional($0.detectableDrop),
          ])
        }),
      "sampleSizes": .array(
        sampleSizes.map {
          .object([
            "lift": .number($0.lift), "source": .string($0.source), "power": .number($0.power),
            "share": .optional($0.share), "controlOutcomes": .optional($0.controlOutcomes),
            "controlUsers": .optional($0.controlUsers), "users": .optional($0.users), "days": .optional($0.days),
          ])
        }),
      "powerCurve": .array(
        powerCurve.map {
          .object([
            "scale": .number($0.scale), "arms": .array($0.arms.map(\.json)), "any": $0.any.json,
          ])
        }),
      "peeking": .array(
        peeking.map {
          .object([
            "scale": .number($0.scale), "test": .string($0.test.rawValue), "worlds": $0.worlds.json,
            "redrawn": $0.redrawn.json, "medianDay": .optional($0.medianDay),
          ])
        }),
    ])
  }
}

extension ExperimentPlan.Share {
  var json: ReportJSON {
    .object([
      "successes": .int(successes), "trials": .int(trials), "value": .optional(value),
      "interval": interval?.json ?? .null,
    ])
  }
}

extension ExperimentPlan.Power.Rejections {
  var json: ReportJSON {
    .object([
      "arm": .string(arm), "share": .optional(share), "worlds": worlds.json, "redrawn": redrawn?.json ?? .null,
      "approximate": .optional(approximate),
    ])
  }
}
