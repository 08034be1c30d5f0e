extension ForecastSection.Rollout {
  var json: ReportJSON {
    .object([
      "arm": .string(arm), "stages": .rows(stages), "replications": .int(replications),
      "triggers": .array(triggers.map(\.json)), "assumptions": .array(assumptions.map(ReportJSON.string)),
    ])
  }
}

extension ForecastSection.Rollout.Trigger {
  fileprivate var json: ReportJSON {
    .object([
      "id": .string(id), "title": .string(title), "unit": .string(unit), "rule": .string(rule),
      "limit": .number(limit), "longRunValue": .optional(longRunValue),
      "dueStage": dueStage.map(ReportJSON.int) ?? .null, "fires": .int(fires),
      "firesInterval": .optional(firesInterval), "firesWrongly": .int(firesWrongly),
      "firesWronglyInterval": .optional(firesWronglyInterval), "firesLate": .int(firesLate),
      "firesLateInterval": .optional(firesLateInterval), "neverFires": .int(neverFires), "firesAt": .rows(firesAt),
      "firesInStage": .array(firesInStage.map(ReportJSON.int)), "controlFires": .int(controlFires),
      "controlValue": .optional(controlValue), "rates": .rows(rates),
    ])
  }
}
