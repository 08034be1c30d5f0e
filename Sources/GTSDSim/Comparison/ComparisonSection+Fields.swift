import Documents
import GTSDStudies

/// The keys of a comparison.
extension ComparisonSection: JSONRecord {
  package static var blank: Self { Self(kpi: "", design: .paired) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("kpi", &kpi, "The id of the deciding indicator.")
    json.number("level", &level)
    json.choice("design", &design)
    json.records("sides", &sides)
    json.records("contrasts", &contrasts)
    json.records("differences", &differences)
    json.record("plan", &plan)
    json.texts("warnings", &warnings)
    json.expect(!sides.isEmpty, "sides", "expected one side or more")
    let (sides, first) = (sides.count, differences.first?.values.count ?? 0)
    json.each("differences", differences) { json, difference in
      let count = difference.values.count
      json.expect(
        count == sides || count == 2, "values", "expected a value for each of \(sides) sides; found \(count)")
      json.expect(count: first, of: count, "values")
    }
  }
}

extension ComparisonSection.Side: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.choice("source", &source, ["scenario", "arm", "report"])
    json.text("generation", &generation)
    json.text("digest", &digest)
    json.seed("seed", &seed)
    json.count("users", &users, "The number of people in one replication.")
    json.count("replications", &replications)
    json.number("horizonSeconds", &horizonSeconds)
    json.records("broken", &broken)
    json.record("curve", &curve)
    json.text("resolved", &resolved)
  }
}

extension ComparisonSection.Side.Broken: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("invariant", &invariant)
    json.count("episodes", &episodes)
  }
}

extension ComparisonSection.Contrast: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("side", &side)
    json.text("baseline", &baseline)
    json.records("rows", &rows)
    json.records("timeToEvent", &timeToEvent)
  }
}

extension ComparisonSection.Row: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.text("title", &title)
    json.choice("unit", &unit, ["share", "s", "per s", "per 1,000 users"])
    json.choice("direction", &direction)
    json.number("baseline", &baseline)
    json.number("value", &value)
    json.count("pairs", &pairs)
    json.number("difference", &difference)
    json.record("interval", &interval)
    json.number("lift", &lift)
    json.record("liftInterval", &liftInterval)
    json.number("p", &p)
    json.number("adjustedP", &adjustedP)
    json.number(
      "narrowing", &narrowing, "The width of an interval from independent seeds, divided by this interval's width.")
    json.choice("verdict", &verdict)
    json.records("targets", &targets)
    json.flag("isBinding", &isBinding)
    json.flag("saysNothing", &isInconclusive)
    json.count("needed", &needed)
  }
}

extension ComparisonSection.TimeToEvent: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.number("horizonSeconds", &horizonSeconds)
    json.number("baseline", &baseline)
    json.number("value", &value)
    json.number("difference", &difference)
    json.record("interval", &interval)
    json.number("p", &p)
    json.number("adjustedP", &adjustedP, omitted: true)
    json.record("logRank", &logRank)
  }
}

extension ComparisonSection.TimeToEvent.LogRank: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("chiSquare", &chiSquare)
    json.number("p", &p)
    json.number("adjustedP", &adjustedP, omitted: true)
    json.number("hazardRatio", &hazardRatio)
    json.record("hazardRatioInterval", &hazardRatioInterval)
  }
}

extension ScenarioDifference: JSONRecord {
  package static var blank: Self { Self(path: "", values: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.texts("values", &values)
  }
}

// MARK: Power of an experiment

extension ExperimentPlan: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("experiment", &experiment)
    json.text("kpi", &kpi)
    json.number("alpha", &alpha)
    json.count("comparisons", &comparisons)
    json.record("baseline", &baseline)
    json.number("outcomesPerUser", &outcomesPerUser)
    json.count("simulatedUsers", &simulatedUsers, omitted: true, "The number of simulated people for the baseline.")
    json.number(
      "designEffect", &designEffect, omitted: true,
      "The number of outcomes with the information of one independent outcome.")
    json.number("arrivalsPerDay", &arrivalsPerDay)
    json.records("arms", &arms)
    json.records("sampleSizes", &sampleSizes)
    json.records("powerCurve", &powerCurve)
    json.records("peeking", &peeking)
  }
}

extension ExperimentPlan.Share: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count("successes", &successes)
    json.count("trials", &trials)
    json.number("value", &value)
    json.record("interval", &interval)
  }
}

extension ExperimentPlan.PlannedArm: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.flag("control", &control)
    json.count("users", &users)
    json.number("outcomes", &outcomes)
    json.number("assumed", &assumed)
    json.number("assumedLift", &assumedLift)
    json.record("assumedLiftInterval", &assumedLiftInterval, omitted: true)
    json.number("power", &power)
    json.number("detectableLift", &detectableLift)
    json.number("detectableDrop", &detectableDrop)
  }
}

extension ExperimentPlan.SampleSize: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("lift", &lift)
    json.text("source", &source)
    json.number("power", &power)
    json.number("share", &share)
    json.count("controlOutcomes", &controlOutcomes)
    json.count("controlUsers", &controlUsers)
    json.count("users", &users)
    json.number("days", &days)
    json.record("usersInterval", &usersInterval, omitted: true)
  }
}

extension ExperimentPlan.Power: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("scale", &scale)
    json.records("arms", &arms)
    json.record("any", &any)
  }
}

extension ExperimentPlan.Power.Rejections: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("arm", &arm, "The arm; empty for any arm.")
    json.number("share", &share)
    json.record("worlds", &worlds)
    json.record("redrawn", &redrawn)
    json.number("approximate", &approximate)
  }
}

extension ExperimentPlan.Peeking: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("scale", &scale)
    json.choice("test", &test)
    json.record("worlds", &worlds)
    json.record("redrawn", &redrawn)
    json.number("medianDay", &medianDay)
  }
}
