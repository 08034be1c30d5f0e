package import Documents
import GTSDFields
import GTSDModel
import GTSDStudies
package import GTSDWorld

/// The keys of a search.
extension ExplorationSection: JSONRecord {
  package static var blank: Self {
    Self(
      subject: "", strategy: "", seed: 0, schedules: 0, windowSeconds: 0, meanArrivals: 0, meanJobs: 0, classes: 0,
      classesMetOnce: 0, isExhausted: false, finds: [])
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("subject", &subject, "The scenario that was searched.")
    json.text("hazard", &hazard)
    json.text("strategy", &strategy)
    json.seed("seed", &seed)
    json.count("schedules", &schedules, "The number of schedules that ran.")
    json.number(
      "windowSeconds", &windowSeconds,
      "The longest time by which a message or timer could be delayed after the first due one.")
    json.count("steps", &steps, "The number of steps of the story; 0 for a population.")
    json.number("meanArrivalsPerSchedule", &meanArrivals)
    json.number("meanJobsPerSchedule", &meanJobs)
    json.count("classes", &classes, "The number of different partial-order classes.")
    json.count("classesMetOnce", &classesMetOnce)
    json.flag(
      "exhausted", &isExhausted,
      "Whether every order within the window has run, with every choice of faults and optional steps.")
    json.computed(
      "unseenMass",
      .keyed([
        "value": .measured(unseenMass), "high": .measured(unseenMassHigh), "level": .measured(0.95),
        "method": .string(isExhausted ? "exhausted" : "good-turing, mcallester-schapire"),
      ]),
      schema: JSONSchema.object([
        "value": JSONSchema.type("number", "The estimated probability that the next schedule is of a new class."),
        "high": JSONSchema.type("number"), "level": JSONSchema.type("number"), "method": JSONSchema.text(),
      ]))
    json.records("finds", &finds)
    json.texts("errors", &errors, "Errors of the search itself, never finds.")
    let schedules = schedules
    json.expect(classesMetOnce, outOf: schedules, "classesMetOnce")
    json.each("finds", finds) { $0.expect($1.schedules, outOf: schedules, "schedules") }
  }
}

extension Find: JSONRecord {
  package static var definition: String? { "find" }
  package static var blank: Self {
    Self(
      key: "", oracle: "", statement: "", hazard: nil, summary: "", schedules: 0, first: 0,
      passesWithoutConstraints: false, shrinkReplays: 0, isMinimal: false, token: "", timeline: Timeline())
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("key", &key, "The defect's key: oracle, hazard and site. It does not depend on seed and order.")
    json.text("oracle", &oracle)
    json.text("statement", &statement)
    json.text("hazard", &hazard)
    json.texts("also", &furtherSignatures)
    json.text("summary", &summary)
    json.count("schedules", &schedules, "The number of schedules with this find.")
    json.count("first", &first, "The number of the first schedule with this find.")
    json.record("cause", &cause, omitted: true)
    json.text("contradiction", &contradiction)
    json.records("sites", &sites)
    json.records("constraints", &constraints)
    json.flag("passesWithoutConstraints", &passesWithoutConstraints)
    json.choice("order", &order, "The required order, in addition to faults and steps.")
    json.texts(
      "failsInNaturalOrder", omitted: &failsInNaturalOrder,
      "For an expectation: the generations that fail it in natural order too.")
    json.choice("soundApp", &soundApp, "For an expectation: the result of the same steps in the correct app.")
    json.texts("faults", &faults)
    json.texts("steps", &steps)
    json.numbers(
      "likelihood", &likelihood, "The share of random continuations that fail: before any arrival, then after each.")
    json.count("continuations", &continuations, "The number of continuations for each share.")
    json.count("shrinkReplays", &shrinkReplays)
    json.flag("isMinimal", &isMinimal, "Whether shrinking was completed within its number of replays.")
    json.text("token", &token, "The token for `replay`.")
    json.record("twin", &twin)
    json.record("timeline", &timeline)
    json.expect(likelihood.allSatisfy { (0...1).contains($0) }, "likelihood", "expected shares from 0 to 1")
    let arrivals = timeline.arrivals.count
    json.each("constraints", constraints) { json, constraint in
      json.expect(constraint.beforeStep, indexes: arrivals, "beforeStep")
      json.expect(constraint.afterStep, indexes: arrivals, "afterStep")
    }
  }
}

extension Find.Explanation: JSONRecord {
  package static var blank: Self {
    Self(variable: "", text: "", source: nil, task: nil, strategies: [], oracles: [], chain: [])
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("variable", &variable, "The wrong variable.")
    json.text("text", &text, "The event that started the failure.")
    json.text("source", &source)
    json.text("task", &task)
    json.texts("strategies", &strategies, "Choices, as `path=value`, with which the same schedule passes.")
    json.texts("alternatives", &alternatives, "Choices, as `path=value`, each of which alone also makes it pass.")
    json.texts("oracles", &oracles, "All oracles that report the failure.")
    json.records("chain", &chain)
  }
}

extension Find.Explanation.Link: JSONRecord {
  package static var blank: Self { Self(text: "", step: nil, source: nil) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("text", &text)
    json.count("step", &step)
    json.text("source", &source)
  }
}

extension Find.Site: JSONRecord {
  package static var blank: Self { Self(text: "", source: nil, task: nil) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("text", &text)
    json.text("source", &source)
    json.text("task", &task)
  }
}

extension Find.Constraint: JSONRecord {
  package static var blank: Self { Self(before: "", after: "", beforeStep: nil, afterStep: nil) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("before", &before)
    json.text("after", &after)
    json.count("beforeStep", &beforeStep)
    json.count("afterStep", &afterStep)
    json.choice(
      "role", &role, "Whether exchanging only these two makes the story pass, or the order only causes a delay.")
    json.text("state", &state, omitted: true, "The state that depends on the order of the two.")
  }
}

extension Find.Twin: JSONRecord {
  package static var blank: Self {
    Self(strategy: "", schedules: 0, failures: 0, timeline: Timeline(), firstDivergence: nil)
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("strategy", &strategy, "The choice, as `path=value`.")
    json.count("schedules", &schedules)
    json.count("failures", &failures)
    json.record("timeline", &timeline)
    json.count("firstDivergence", &firstDivergence)
    json.expect(failures, outOf: schedules, "failures")
  }
}

// MARK: A schedule as a picture

extension Timeline: JSONRecord {
  package static var definition: String? { "timeline" }
  package static var blank: Self { Self() }

  package mutating func describe(_ json: inout RecordCoder) {
    json.records("rows", &rows)
    json.records("bars", &bars)
    json.records("marks", &marks)
    json.records("arrivals", &arrivals)
    json.count("places", &places, "The number of all events.")
    let (rows, places) = (rows.count, places)
    json.expect(places, in: 0...10_000_000, "places")
    json.expect(rows > 0 || places == 0, "rows", "there are events, and no row that they can be in")
    json.each("bars", bars) { json, bar in
      json.expect(bar.row, indexes: rows, "row")
      json.expect(bar.from, indexes: places, "from")
      json.expect(bar.to, in: bar.from...max(bar.from, places - 1), "to")
    }
    json.each("marks", marks) { json, mark in
      json.expect(mark.row, indexes: rows, "row")
      json.expect(mark.place, indexes: places, "place")
    }
    var last = 0
    json.each("arrivals", arrivals) { json, arrival in
      // An arrival without events is drawn where the next one is, or at the end.
      json.expect(arrival.place, in: last...max(last, places), "place")
      last = max(last, arrival.place)
    }
  }
}

extension Timeline.Row: JSONRecord {
  package static var blank: Self { Self(kind: .user, label: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("kind", &kind)
    json.text("label", &label)
  }
}

extension Timeline.Bar: JSONRecord {
  package static var blank: Self { Self(row: 0, from: 0, to: nil, label: "", outcome: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("row", &row)
    json.count("from", &from)
    json.count("to", &to)
    json.text("label", &label)
    json.text("outcome", &outcome)
  }
}

extension Timeline.Mark: JSONRecord {
  package static var blank: Self { Self(kind: .note, row: 0, place: 0, text: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("kind", &kind)
    json.count("row", &row)
    json.count("place", &place)
    json.text("text", &text)
    // Left out rather than null: most marks have none of these, and there are many marks.
    json.text("variable", &variable, omitted: true)
    json.text("before", &before, omitted: true)
    json.text("after", &after, omitted: true)
    json.value(
      "revision", &revision, omitted: true, json: { .int($0) }, schema: JSONSchema.type("integer"))
    json.text("source", &source, omitted: true, "file:line")
  }
}

extension Timeline.Arrival: JSONRecord {
  package static var blank: Self { Self(label: "", time: 0, place: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("label", &label)
    json.value(
      "nanoseconds", &time, check: { RecordCoder.problem($0) }, json: { .int($0) },
      schema: JSONSchema.type("integer", "virtual time since the search began"))
    json.count("place", &place)
    json.text("task", &task)
  }
}
