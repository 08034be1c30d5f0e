package import Documents
package import GTSDLogs
import GTSDModel
import Statistics

/// The keys of an experiment in a log.
extension LoggedExperiment: JSONRecord {
  package static var blank: Self { Self(name: "") }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.records("arms", &arms)
    json.flag("isControlStated", &isControlStated, "whether a map says which arm is the control, rather than its name")
    json.flag(
      "areSharesStated", &areSharesStated, "whether a map says what shares were planned, rather than equal ones")
    json.count("mixed", &mixed, "people who were named in several arms: left out")
    json.count("unplanned", &unplanned, "people of arms that the map does not state: left out")
    json.count("outside", &outside, "people of the log in no arm")
    json.number("chiSquare", &chiSquare)
    json.number("ratioP", &ratioP, "of the arms' shares; below 0.001 no effect is stated")
    json.number("balanceP", &balanceP, "of what people did before they were in an arm; below 0.001 no effect is stated")
    json.choice("effect", &effect)
    json.records("rows", &rows)
    json.records("untold", &unmeasured)
    json.expect(rows.allSatisfy { $0.arms.count == arms.count }, "rows", "expected an outcome of each arm")
  }
}

extension LoggedExperiment.Arm: JSONRecord {
  package static var blank: Self { Self(name: "", people: 0, planned: 0, idle: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name)
    json.count("people", &people, "named in this arm alone")
    json.number("planned", &planned, "the share of people who were to fall to it")
    json.count("idle", &idle, "of the people, those without any event of the definitions")
  }
}

extension LoggedExperiment.Row: JSONRecord {
  package static var blank: Self { Self(id: "", title: "", arms: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("id", &id, LoggedIndicator.all.map(\.kpi.rawValue))
    json.text("title", &title)
    json.records("arms", &arms)
    json.number("reduction", &reduction)
  }
}

extension LoggedExperiment.Outcome: JSONRecord {
  package static var blank: Self { Self(arm: "", successes: 0, trials: 0, censored: 0, late: 0, verdict: .notMeasured) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("arm", &arm)
    json.count("successes", &successes)
    json.count("trials", &trials)
    json.count("censored", &censored, "people whose time is not over")
    json.count("late", &late, "people who were named in the arm only when it was decided")
    json.record("interval", &interval)
    json.number("difference", &difference, "to the control, adjusted by what people did before")
    json.record("alwaysValid", &alwaysValid)
    json.number("p", &p, "of the always-valid test")
    json.record("planned", &planned)
    json.number("best", &best, "the probability of the best share, each having a uniform prior")
    json.choice("verdict", &verdict)
  }
}

extension LoggedExperiment.Unmeasured: JSONRecord {
  package static var blank: Self { Self(id: "", title: "", missing: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("id", &id, LoggedIndicator.all.map(\.kpi.rawValue))
    json.text("title", &title)
    json.texts("missing", &missing, "events that are not in the log")
  }
}
