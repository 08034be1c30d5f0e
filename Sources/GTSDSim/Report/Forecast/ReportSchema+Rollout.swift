extension ReportSchema {
  /// What the triggers of a staged roll-out do.
  static var rollout: ReportJSON {
    let trigger = object([
      "id": text("of the indicator"), "title": text(), "unit": choice(["share", "count"]), "rule": text(),
      "limit": type("number"), "longRunValue": nullable("number"),
      "dueStage": described(
        ["type": .array([.string("integer"), .string("null")])],
        "the first stage, from 1, in which it should fire; null for an arm within the limit"),
      "fires": count("replications in which it fires"), "firesInterval": either(reference("interval")),
      "firesWrongly": count(), "firesWronglyInterval": either(reference("interval")),
      "firesLate": count("replications in which it fires too late or never"),
      "firesLateInterval": either(reference("interval")), "neverFires": count("of those"),
      "firesAt": tuples("[share, seconds] over the replications in which it fires", 2), "firesInStage": list(count()),
      "controlFires": count("replications in which the control arm would make it fire"),
      "controlValue": nullable("number"), "rates": tuples("[seconds, 5 %, 50 %, 95 %] over replications", 4),
    ])
    return object([
      "arm": text(), "stages": tuples("[from seconds, share]", 2), "replications": count("that were watched"),
      "triggers": list(trigger), "assumptions": list(text()),
    ])
  }
}
