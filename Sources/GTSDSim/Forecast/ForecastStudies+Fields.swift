import Documents
import GTSDStudies
import Statistics

/// The keys of the influences on an indicator, and of the values that would reach a target.
extension ForecastSection.Sensitivity: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count("users", &users, "The number of people in each trial.")
    json.count("trials", &trials)
    json.number("baseline", &baseline)
    json.records("tornado", &tornado)
    json.count("ranked", &ranked, omitted: true, "The number of ranked parameters.")
    json.texts("leaders", omitted: &leaders, "The paths of the leading parameters.")
    json.records("correlations", &correlations)
    json.count("correlationTrials", &correlationTrials)
    json.records("indices", &indices)
    json.count("indexRows", &indexRows)
    json.record("map", &map)
  }
}

extension ForecastSection.Sensitivity.Bar: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.record("factor", &factor)
    json.number("low", &low, "The change at the low end.")
    json.number("high", &high)
    json.record("lowInterval", &lowInterval)
    json.record("highInterval", &highInterval)
  }
}

extension ForecastSection.Sensitivity.Factor: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path, "The path, with * for all elements of a list.")
    json.text("name", &name, omitted: true, "A plain name.")
    json.numbers("low", &low)
    json.numbers("base", &base)
    json.numbers("high", &high)
    json.text("source", &source)
  }
}

extension ForecastSection.Sensitivity.Correlation: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.text("name", &name, omitted: true, "A plain name.")
    json.number("value", &value)
    json.record("interval", &interval)
    json.number("pValue", &pValue)
  }
}

extension ForecastSection.Sensitivity.Index: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.number("first", &first)
    json.record("firstInterval", &firstInterval)
    json.number("total", &total)
    json.record("totalInterval", &totalInterval)
  }
}

extension ForecastSection.Sensitivity.Map: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.record("x", &x)
    json.record("y", &y)
    json.numbers("xs", &xs)
    json.numbers("ys", &ys)
    json.rows("xSpans", &xSpans, omitted: true, "The least and the greatest value over all personas at each of xs.")
    json.rows("ySpans", &ySpans, omitted: true)
    json.expect(count: xs.count, of: xSpans?.count ?? xs.count, "xSpans")
    if let xSpans { json.expect(columns: 2, xSpans, "xSpans") }
    if let ySpans { json.expect(columns: 2, ySpans, "ySpans") }
    json.expect(count: ys.count, of: ySpans?.count ?? ys.count, "ySpans")
    json.rows("values", &values, "The values by y, then by x.")
    json.expect(count: ys.count, of: values.count, "values")
    json.expect(columns: xs.count, values, "values")
  }
}

extension ForecastSection.Reach: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.number("baseline", &baseline, "The mean without any change.")
    json.count("replications", &replications, "The number of replications with each change.")
    json.count("users", &users, "The number of people in each replication.")
    json.records("changes", &changes)
  }
}

extension ForecastSection.Reach.Change: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("name", &name, "A plain name.")
    json.flag("isControlled", &isControlled, "Whether a product team can make the change.")
    json.text("assumed", &assumed, omitted: true, "The assumed effect on people.")
    json.text("option", &option, "The command-line option that makes the change.")
    json.number(
      "difference", &difference, omitted: true, "The difference, with the same people and the same drawn assumptions.")
    json.record("interval", &interval, omitted: true)
    json.number("value", &value, omitted: true, "The mean with the change.")
    json.number("probability", &probability, omitted: true, "The probability that the target is met with the change.")
    json.record("probabilityInterval", &probabilityInterval, omitted: true)
    json.choice("verdict", &verdict)
  }
}

extension ForecastSection.Solution: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.text("kpi", &kpi)
    json.number("target", &target)
    json.number("low", &low)
    json.number("high", &high)
    json.number("value", &value)
    json.record("interval", &interval)
    json.rows("evaluations", &evaluations, columns: 4, "[value, mean, low, high]")
    json.count("replications", &replications, "The number of replications for each value.")
  }
}

// MARK: A staged roll-out

extension ForecastSection.Rollout: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("arm", &arm)
    json.rows("stages", &stages, columns: 2, "[start in seconds, share]")
    json.count("replications", &replications, "The number of replications that were monitored.")
    json.records("triggers", &triggers)
    json.texts("assumptions", &assumptions)
    json.count(
      "stops", &stops, omitted: true, "The number of replications in which any trigger would stop the roll-out.")
    json.record("stopsInterval", &stopsInterval, omitted: true)
    json.number("stopsAt", &stopsAt, omitted: true, "The median time of these stops, in seconds.")
    json.count("exposed", &exposed, omitted: true, "The number of people with the arm at that time, or at the end.")
    json.expect(!stages.isEmpty, "stages", "expected one stage or more")
    let (stages, replications) = (stages.count, replications)
    json.each("triggers", triggers) { json, trigger in
      json.expect(trigger.fires, outOf: replications, "fires")
      json.expect(trigger.firesWrongly, outOf: replications, "firesWrongly")
      json.expect(trigger.firesLate, outOf: replications, "firesLate")
      json.expect(trigger.neverFires, outOf: replications, "neverFires")
      json.expect(trigger.controlFires, outOf: replications, "controlFires")
      json.expect(trigger.dueStage, in: 1...max(1, stages), "dueStage")
      json.expect(count: stages, of: trigger.firesInStage.count, "firesInStage")
    }
  }
}

extension ForecastSection.Rollout.Trigger: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id, "The id of the indicator.")
    json.text("title", &title)
    json.choice("unit", &unit, ["share", "count"])
    json.text("rule", &rule)
    json.number("limit", &limit)
    json.number("longRunValue", &longRunValue)
    json.count(
      "dueStage", &dueStage, "The first stage, from 1, in which it should fire; null for an arm within the limit.")
    json.count("fires", &fires, "The number of replications in which it fires.")
    json.record("firesInterval", &firesInterval)
    json.count("firesWrongly", &firesWrongly)
    json.record("firesWronglyInterval", &firesWronglyInterval)
    json.count("firesLate", &firesLate, "The number of replications in which it fires too late or never.")
    json.record("firesLateInterval", &firesLateInterval)
    json.count("neverFires", &neverFires, "The number of replications in which it never fires.")
    json.rows("firesAt", &firesAt, columns: 2, "[share, seconds]: quantiles over the replications in which it fires.")
    json.counts("firesInStage", &firesInStage)
    json.count("controlFires", &controlFires, "The number of replications in which the control arm would make it fire.")
    json.number("controlValue", &controlValue)
    json.rows("rates", &rates, columns: 4, "[seconds, 5 %, 50 %, 95 %]: quantiles over replications.")
  }
}

// MARK: Rows of a table

extension ForecastSection.Sensitivity {
  func csvRows(unit: String) -> [[String]] {
    func row(
      _ record: String, _ id: String, _ unit: String, at values: [Double] = [], _ value: Double?, _ interval: Interval?
    ) -> [String] { ForecastSection.row(record, id, unit, at: values, value, interval) }
    var rows: [[String]] = []
    for bar in tornado {
      let factor = bar.factor
      rows.append(row("change-at-low", factor.path, unit, at: factor.low, bar.low, bar.lowInterval))
      rows.append(row("change-at-high", factor.path, unit, at: factor.high, bar.high, bar.highInterval))
    }
    for one in correlations { rows.append(row("prcc", one.path, "", one.value, one.interval)) }
    for one in indices {
      rows.append(row("sobol-first", one.path, "share", one.first, one.firstInterval))
      rows.append(row("sobol-total", one.path, "share", one.total, one.totalInterval))
    }
    guard let map else { return rows }
    for (y, line) in zip(map.ys, map.values) {
      for (x, value) in zip(map.xs, line) {
        rows.append(row("map", "\(map.x.path); \(map.y.path)", unit, at: [x, y], value, nil))
      }
    }
    return rows
  }
}

extension ForecastSection.Reach {
  func csvRows(unit: String) -> [[String]] {
    changes.map { change in
      ForecastSection.row(
        change.isControlled ? "change" : "habit", change.name, unit, at: [], change.difference, change.interval)
    }
  }
}

extension ForecastSection.Solution {
  func csvRows(unit: String) -> [[String]] {
    var rows = evaluations.filter { $0.count == 4 }.map { tried in
      ForecastSection.row(
        "tried", path, unit, at: [tried[0]], tried[1],
        Interval(level: 0.95, low: tried[2], high: tried[3], method: "student-t"))
    }
    rows.append(ForecastSection.row("solution", path, "", at: [], value, interval))
    return rows
  }
}
