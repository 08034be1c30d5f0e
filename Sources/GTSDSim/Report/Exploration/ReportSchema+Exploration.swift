extension ReportSchema {
  /// The section of a search.
  static let exploration = object(
    [
      "subject": text("the scenario that was searched"), "hazard": nullable("string"), "strategy": text(),
      "seed": count(), "schedules": count("schedules that ran"),
      "windowSeconds": type("number", "how late a message or timer could come against what was due first"),
      "steps": count("steps of the story; 0 for a population"), "meanArrivalsPerSchedule": type("number"),
      "meanJobsPerSchedule": type("number"), "classes": count("partial-order classes met"),
      "classesMetOnce": count(), "exhausted": type("boolean", "every order within the window has run"),
      "unseenMass": object([
        "value": type("number", "estimated chance that the next schedule is of a class not met so far"),
        "high": type("number"), "level": type("number"), "method": text(),
      ]),
      "finds": list(reference("find")), "errors": list(text("what went wrong in the search itself, never a find")),
    ])

  /// One defect.
  static let find = object([
    "key": text("what it is grouped by: never a seed"), "oracle": text(), "statement": text(),
    "hazard": nullable("string"), "also": list(text()), "summary": text(),
    "schedules": count("schedules that showed it"), "first": count("the lowest number among them"),
    "contradiction": nullable("string"),
    "sites": list(object(["text": text(), "source": nullable("string"), "task": nullable("string")])),
    "constraints": list(
      object([
        "before": text(), "after": text(), "beforeStep": nullable("integer"), "afterStep": nullable("integer"),
      ])),
    "passesWithoutConstraints": type("boolean"), "faults": list(text()), "steps": list(text()),
    "likelihood": .object([
      "type": .string("array"), "items": type("number"),
      "description": .string("share of random continuations that fail: before any arrival, then after each"),
    ]),
    "continuations": count("behind each share"), "shrinkReplays": count(), "isMinimal": type("boolean"),
    "token": text("what `replay` takes"),
    "twin": either(
      object([
        "strategy": text("path=value"), "schedules": count(), "failures": count(), "timeline": reference("timeline"),
        "firstDivergence": nullable("integer"),
      ])),
    "timeline": reference("timeline"),
  ])

  /// One schedule as a picture.
  static let timeline = object([
    "rows": list(object(["kind": choice(["user", "view", "device", "backend"]), "label": text()])),
    "bars": list(
      object(["row": count(), "from": count(), "to": nullable("integer"), "label": text(), "outcome": text()])),
    "marks": list(
      object(
        [
          "kind": choice(["tap", "commit", "state", "applied", "violation", "note"]), "row": count(),
          "place": count(), "text": text(), "variable": text(), "before": text(), "after": text(),
          "revision": type("integer"), "source": text("file:line"),
        ], optional: ["variable", "before", "after", "revision", "source"])),
    "arrivals": list(
      object([
        "label": text(), "nanoseconds": type("integer", "virtual time since the search began"), "place": count(),
        "task": nullable("string"),
      ])),
    "places": count("events in all"),
  ])
}
