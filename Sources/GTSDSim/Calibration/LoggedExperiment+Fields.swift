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
    json.flag("isControlStated", &isControlStated, "Whether a map names the control arm. Otherwise its own name does.")
    json.flag(
      "areSharesStated", &areSharesStated, "Whether a map states the planned shares. Otherwise they are equal.")
    json.count("mixed", &mixed, "The number of people in several arms. They are left out.")
    json.count("unplanned", &unplanned, "The number of people in arms that the map does not name. They are left out.")
    json.count("outside", &outside, "The number of people in no arm.")
    json.number("chiSquare", &chiSquare)
    json.number("ratioP", &ratioP, "The p-value of the check of the arms' shares. Below 0.001 no effect is stated.")
    json.number(
      "balanceP", &balanceP, "The p-value of the check of earlier behaviour. Below 0.001 no effect is stated.")
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
    json.count("people", &people, "The number of people in only this arm.")
    json.number("planned", &planned, "The planned share of people.")
    json.count("idle", &idle, "The number of people without any defined event.")
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
    json.count("censored", &censored, "The number of people whose time to the outcome is not over.")
    json.count("late", &late, "The number of people who were assigned after their outcome was decided.")
    json.record("interval", &interval)
    json.number("difference", &difference, "The difference from control, adjusted for earlier behaviour.")
    json.record("alwaysValid", &alwaysValid)
    json.number("p", &p, "The p-value of the always-valid test.")
    json.record("planned", &planned)
    json.number("best", &best, "The probability that the arm has the best share, with uniform priors.")
    json.choice("verdict", &verdict)
  }
}

extension LoggedExperiment.Unmeasured: JSONRecord {
  package static var blank: Self { Self(id: "", title: "", missing: []) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("id", &id, LoggedIndicator.all.map(\.kpi.rawValue))
    json.text("title", &title)
    json.texts("missing", &missing, "The events that the log lacks.")
  }
}
