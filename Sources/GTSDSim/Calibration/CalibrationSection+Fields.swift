package import Documents
import GTSDFields
package import GTSDLogs
import GTSDStudies

/// The keys of a fit.
extension CalibrationSection: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("source", &source, "The file of events.")
    json.text("format", &format)
    json.count("lines", &lines)
    json.count("events", &events, "The number of events used.")
    json.count("rejected", &rejected, "The number of invalid lines.")
    json.records("rejections", &rejections)
    json.records("rejectedByKind", &rejectedByKind)
    json.count("unknown", &unknown, "The number of valid lines with an event that the specifications do not define.")
    json.records("unknownByName", &unknownByName)
    json.count("outOfOrder", &outOfOrder, "The number of events that follow a later event of the same user.")
    json.count("users", &users)
    json.count("sessions", &sessions)
    json.text("first", &first, "The time of the first event, as in ISO 8601.")
    json.text("last", &last, "The time of the last event, as in ISO 8601.")
    json.number("spanSeconds", &spanSeconds)
    json.text("base", &base, "The scenario with the values that were not fitted.")
    json.flag("isPooled", &isPooled)
    json.records("parameters", &parameters)
    json.records("arrivals", &arrivals)
    json.counts("signUpsPerDay", &signUpsPerDay)
    json.count("replications", &replications, "The number of simulated populations for each check.")
    json.count("simulatedUsers", &simulatedUsers, "The number of people in each simulated population.")
    json.records("checks", &checks)
    json.record("backTest", &backTest)
    json.record("joint", &joint, omitted: true)
    json.records("kinds", &kinds, omitted: true)
    json.count("resent", &resent, omitted: true, "The number of events left out because they had been sent before.")
    json.count(
      "quarantined", &quarantined, omitted: true,
      "The number of events left out because their clock differs greatly from all others.")
    json.count("zoneless", &zoneless, omitted: true, "The number of times without a time zone.")
    json.count(
      "exposures", &exposures, omitted: true, "The number of lines that are used only for the arm of an experiment.")
    json.record("noIDs", &noIDs, omitted: true)
    json.record("identities", &identities, omitted: true)
    json.records("findings", &findings, omitted: true)
    json.count("links", &links, omitted: true, "The number of lines that join ids of one person.")
    json.count("calls", &calls, omitted: true, "The number of lines that are no events, such as page views.")
    json.records("experiments", &experiments, omitted: true)
    json.text("overlay", &overlay, "The text of the fitted scenario file, with comments.")
  }
}

extension CalibrationSection.Kind: JSONRecord {
  package static var blank: Self { Self(number: 0, weight: 0, values: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("number", &number, "The number of the kind, from 1. The overlay names the first persona `kind-1`.")
    json.number("weight", &weight, "The kind's share of all people.")
    json.records("values", &values)
  }
}

extension CalibrationSection.Kind.Value: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path, "The path of the value within a persona.")
    json.number("estimate", &estimate)
    json.number("pooled", &pooled, "The estimate for all people together.")
  }
}

extension JointCheck: JSONRecord {
  package static var blank: Self { Self(observed: [:], simulated: [], users: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("verdict", &verdict)
    json.number("p", &p)
    json.number("distance", &distance, "The distance of the least fitting figure, in standard deviations.")
    json.text("figure", &figure)
    json.number("falseAlarms", &falseAlarms, "The greatest probability that a correct fit is rejected.")
  }
}

extension CoverageCheck: JSONRecord {
  package static var blank: Self { Self([], users: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("verdict", &verdict)
    json.count("outside", &outside, "The number of later figures outside their intervals.")
    json.number("p", &p, "The probability that at least as many of independent figures lie outside.")
    json.count("alike", &alike, "The number of simulated populations with at least as many figures outside.")
  }
}

extension LogFinding: JSONRecord {
  package static var blank: Self { Self(.dropped, "", isFault: false) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("kind", &kind)
    json.text("text", &text)
    json.flag("isFault", &isFault, "Whether the finding makes values wrong. The command then exits with 10.")
    json.texts("paths", &paths, "The paths of the values that the finding makes doubtful.")
    json.record("remedy", &remedy, omitted: true)
  }
}

extension LogRemedy: JSONRecord {
  package static var blank: Self { Self(map: "", effect: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("map", &map, "The text of a file of `--map` that corrects the problem.")
    json.text("effect", &effect, "The effect of the file.")
  }
}

extension IdentityCounts: JSONRecord {
  package static var blank: Self { Self() }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("ids", &ids, "The number of different ids.")
    json.count("people", &people)
    json.count("anonymous", &anonymous, "The number of people who never sign up and have no account in the log.")
    json.count("sharedDevices", &sharedDevices, "The number of phones on which several accounts signed in.")
  }
}

extension EventReader.Rejection: JSONRecord {
  package static var blank: Self { Self(line: 0, reason: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("line", &line, "The number of the line, from 1.")
    json.text("reason", &reason)
    json.record("remedy", &remedy, omitted: true)
  }
}

extension EventReader.NoIDs: JSONRecord {
  package static var blank: Self { Self(values: 0, lines: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.count("values", &values, "The number of placeholders in place of an id, which many people or lines share.")
    json.count("lines", &lines, "The number of lines with a placeholder.")
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
    json.text("path", &path, "The path of the value within a persona.")
    json.choice("status", &status)
    json.choice("unit", &unit, ["share", "s", "number"])
    json.number("estimate", &estimate)
    json.number("standardError", &standardError)
    json.record("interval", &interval)
    json.count("events", &events)
    json.count("occasions", &occasions)
    json.count("censored", &censored)
    json.number("before", &before)
    json.text("note", &note, "The source of the estimate, or the reason that there is none.")
    json.text("doubt", &doubt, omitted: true, "The reason that the estimate is doubtful.")
  }
}

extension ArrivalFit.Candidate: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("process", &process)
    json.number("seconds", &seconds)
    json.number("logLikelihood", &logLikelihood)
    json.number("distance", &distance, "The distance of Kolmogorov and Smirnov between the distribution functions.")
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
    json.number("cutSeconds", &cutSeconds, "The end of the fitted part, in seconds after the first midnight.")
    json.count("users", &users)
    json.count("eventsBefore", &eventsBefore)
    json.count("fitted", &fitted)
    json.computed("coverage", .measured(coverage), schema: JSONSchema.nullable("number"))
    json.records("checks", &checks)
    json.records("plain", &plain, omitted: true)
    json.record("judged", &judged, omitted: true)
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
    json.number("fitted", &fitted, "The mean over populations of the fitted scenario.")
    json.number("fittedScore", &fittedScore, "The continuous ranked probability score. Lower is better.")
    json.number("plain", &plain, "The mean of the Kaplan-Meier extrapolation.")
    json.number("plainScore", &plainScore)
    json.flag("isInside", &isInside, "Whether the plain extrapolation's 95% interval contains the observed value.")
  }
}
