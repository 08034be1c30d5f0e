package import Documents
import GTSDFields
package import GTSDLogs
import GTSDStudies

/// The keys of a fit.
extension CalibrationSection: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("source", &source, "the file of events")
    json.text("format", &format)
    json.count("lines", &lines)
    json.count("events", &events, "events used")
    json.count("rejected", &rejected, "lines with something wrong")
    json.records("rejections", &rejections)
    json.records("rejectedByKind", &rejectedByKind)
    json.count("unknown", &unknown, "well-formed lines of events that the specifications do not have")
    json.records("unknownByName", &unknownByName)
    json.count("outOfOrder", &outOfOrder, "events that stood after a later one of their user")
    json.count("users", &users)
    json.count("sessions", &sessions)
    json.text("first", &first, "ISO 8601")
    json.text("last", &last, "ISO 8601")
    json.number("spanSeconds", &spanSeconds)
    json.text("base", &base, "the scenario that gives what was not fitted")
    json.flag("isPooled", &isPooled)
    json.records("parameters", &parameters)
    json.records("arrivals", &arrivals)
    json.counts("signUpsPerDay", &signUpsPerDay)
    json.count("replications", &replications, "simulated populations behind each check")
    json.count("simulatedUsers", &simulatedUsers, "in each of them")
    json.records("checks", &checks)
    json.record("backTest", &backTest)
    json.record("joint", &joint, omitted: true)
    json.records("kinds", &kinds, omitted: true)
    json.count("resent", &resent, omitted: true, "events left out since they were sent again")
    json.count("quarantined", &quarantined, omitted: true, "events left out since their clock is far off all others")
    json.count("zoneless", &zoneless, omitted: true, "times that named no zone")
    json.count("exposures", &exposures, omitted: true, "lines used for nothing but the arm of an experiment")
    json.record("noIDs", &noIDs, omitted: true)
    json.record("identities", &identities, omitted: true)
    json.records("findings", &findings, omitted: true)
    json.count("links", &links, omitted: true, "lines that say which ids are one person")
    json.count("calls", &calls, omitted: true, "lines that are no events, such as page views")
    json.records("experiments", &experiments, omitted: true)
    json.text("overlay", &overlay, "the fitted scenario as a file, with comments")
  }
}

extension CalibrationSection.Kind: JSONRecord {
  package static var blank: Self { Self(number: 0, weight: 0, values: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("number", &number, "from 1: the persona `kind-1` of the overlay")
    json.number("weight", &weight, "its share of all people")
    json.records("values", &values)
  }
}

extension CalibrationSection.Kind.Value: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path, "below a persona")
    json.number("estimate", &estimate)
    json.number("pooled", &pooled, "that of everybody together")
  }
}

extension JointCheck: JSONRecord {
  package static var blank: Self { Self(observed: [:], simulated: [], users: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("verdict", &verdict)
    json.number("p", &p)
    json.number("distance", &distance, "of the figure farthest off, in standard deviations")
    json.text("figure", &figure)
    json.number("falseAlarms", &falseAlarms, "how often a fit that is right is called wrong, at most")
  }
}

extension LogFinding: JSONRecord {
  package static var blank: Self { Self(.dropped, "", isFault: false) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("kind", &kind)
    json.text("text", &text)
    json.flag("isFault", &isFault, "whether values are wrong by it, so that the command exits with 10")
    json.texts("paths", &paths, "of the values that are doubtful by it")
  }
}

extension IdentityCounts: JSONRecord {
  package static var blank: Self { Self() }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("ids", &ids, "different ids")
    json.count("people", &people)
    json.count("anonymous", &anonymous, "people who never sign up and name no account")
    json.count("sharedDevices", &sharedDevices, "phones on which several accounts signed in")
  }
}

extension EventReader.Rejection: JSONRecord {
  package static var blank: Self { Self(line: 0, reason: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("line", &line, "from 1")
    json.text("reason", &reason)
  }
}

extension EventReader.NoIDs: JSONRecord {
  package static var blank: Self { Self(values: 0, lines: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("values", &values, "different values in the place of an id, which repeat over people or other content")
    json.count("lines", &lines, "lines that have one")
  }
}

extension EventReader.Tally: JSONRecord {
  package static var blank: Self { Self(name: "", count: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.count("count", &count)
  }
}

extension CalibratedParameter: JSONRecord {
  package static var blank: Self { Self(path: "", note: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path, "below a persona")
    json.choice("status", &status)
    json.choice("unit", &unit, ["share", "s", "number"])
    json.number("estimate", &estimate)
    json.number("standardError", &standardError)
    json.record("interval", &interval)
    json.count("events", &events)
    json.count("occasions", &occasions)
    json.count("censored", &censored)
    json.number("before", &before)
    json.text("note", &note, "where it comes from, or why there is none")
    json.text("doubt", &doubt, omitted: true, "why the estimate is not to be trusted")
  }
}

extension ArrivalFit.Candidate: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("process", &process)
    json.number("seconds", &seconds)
    json.number("logLikelihood", &logLikelihood)
    json.number("distance", &distance, "between the distribution functions, Kolmogorov and Smirnov")
  }
}

extension PredictiveCheck: JSONRecord {
  package static var blank: Self {
    Self(id: "", title: "", unit: "", observed: 0, simulated: [], interval: .blank, p: 0)
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("id", &id, EventStatistic.allCases.map(\.rawValue))
    json.text("title", &title)
    json.choice("unit", &unit, ["share", "s", "number"])
    json.number("observed", &observed)
    json.numbers("simulated", &simulated)
    json.record("interval", &interval)
    json.number("p", &p)
    json.computed("isInside", .bool(isInside), schema: JSONSchema.type("boolean"))
  }
}

extension CalibrationSection.BackTest: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("cutSeconds", &cutSeconds, "after the first midnight")
    json.count("users", &users)
    json.count("eventsBefore", &eventsBefore)
    json.count("fitted", &fitted)
    json.computed("coverage", .measured(coverage), schema: JSONSchema.nullable("number"))
    json.records("checks", &checks)
    json.records("plain", &plain, omitted: true)
  }
}

extension PlainForecast: JSONRecord {
  package static var blank: Self {
    Self(id: "", title: "", observed: 0, fitted: 0, fittedScore: 0, plain: 0, plainScore: 0, isInside: false)
  }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("id", &id, EventStatistic.allCases.map(\.rawValue))
    json.text("title", &title)
    json.number("observed", &observed)
    json.number("fitted", &fitted, "the mean of the fitted scenario's populations")
    json.number("fittedScore", &fittedScore, "continuous ranked probability score, less is better")
    json.number("plain", &plain, "the mean of the Kaplan-Meier extrapolation")
    json.number("plainScore", &plainScore)
    json.flag("isInside", &isInside, "whether the plain extrapolation's 95 % hold the observed figure")
  }
}
