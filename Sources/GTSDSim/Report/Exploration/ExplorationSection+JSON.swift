extension ExplorationSection {
  var json: ReportJSON {
    .object([
      "subject": .string(subject), "hazard": .optional(hazard), "strategy": .string(strategy), "seed": .unsigned(seed),
      "schedules": .int(schedules), "windowSeconds": .number(windowSeconds), "steps": .int(steps),
      "meanArrivalsPerSchedule": .number(meanArrivals), "meanJobsPerSchedule": .number(meanJobs),
      "classes": .int(classes), "classesMetOnce": .int(classesMetOnce), "exhausted": .bool(isExhausted),
      "unseenMass": .object([
        "value": .number(unseenMass), "high": .number(unseenMassHigh), "level": .number(0.95),
        "method": .string(isExhausted ? "exhausted" : "good-turing, mcallester-schapire"),
      ]),
      "finds": .array(finds.map(\.json)), "errors": .array(errors.map(ReportJSON.string)),
    ])
  }
}

extension ReportJSON {
  static func optional(_ value: String?) -> ReportJSON { value.map(ReportJSON.string) ?? .null }
  static func optional(_ value: Int?) -> ReportJSON { value.map(ReportJSON.int) ?? .null }
}

extension Find {
  var json: ReportJSON {
    .object([
      "key": .string(key), "oracle": .string(oracle), "statement": .string(statement), "hazard": .optional(hazard),
      "also": .array(also.map(ReportJSON.string)), "summary": .string(summary), "schedules": .int(schedules),
      "first": .int(first), "contradiction": .optional(contradiction),
      "sites": .array(
        sites.map {
          .object(["text": .string($0.text), "source": .optional($0.source), "task": .optional($0.task)])
        }),
      "constraints": .array(
        constraints.map {
          .object([
            "before": .string($0.before), "after": .string($0.after), "beforeStep": .optional($0.beforeStep),
            "afterStep": .optional($0.afterStep),
          ])
        }),
      "passesWithoutConstraints": .bool(passesWithoutConstraints), "faults": .array(faults.map(ReportJSON.string)),
      "steps": .array(steps.map(ReportJSON.string)), "likelihood": .array(likelihood.map(ReportJSON.number)),
      "continuations": .int(continuations), "shrinkReplays": .int(shrinkReplays), "isMinimal": .bool(isMinimal),
      "token": .string(token), "twin": twin?.json ?? .null, "timeline": timeline.json,
    ])
  }
}

extension Find.Twin {
  var json: ReportJSON {
    .object([
      "strategy": .string(strategy), "schedules": .int(schedules), "failures": .int(failures),
      "timeline": timeline.json, "firstDivergence": .optional(firstDivergence),
    ])
  }
}

extension Timeline {
  var json: ReportJSON {
    .object([
      "rows": .array(rows.map { .object(["kind": .string($0.kind.rawValue), "label": .string($0.label)]) }),
      "bars": .array(
        bars.map {
          .object([
            "row": .int($0.row), "from": .int($0.from), "to": .optional($0.to), "label": .string($0.label),
            "outcome": .string($0.outcome),
          ])
        }),
      "marks": .array(marks.map(\.json)),
      "arrivals": .array(
        arrivals.map {
          .object([
            "label": .string($0.label), "nanoseconds": .whole($0.time), "place": .int($0.place),
            "task": .optional($0.task),
          ])
        }),
      "places": .int(places),
    ])
  }
}

extension Timeline.Mark {
  var json: ReportJSON {
    var members: [String: ReportJSON] = [
      "kind": .string(kind.rawValue), "row": .int(row), "place": .int(place), "text": .string(text),
    ]
    // Absent rather than null: most marks have none of these, and there are many marks.
    if let variable { members["variable"] = .string(variable) }
    if let before { members["before"] = .string(before) }
    if let after { members["after"] = .string(after) }
    if let revision { members["revision"] = .int(revision) }
    if let source { members["source"] = .string(source) }
    return .object(members)
  }
}
