import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The keys of a forecast.
extension ForecastSection: JSONRecord {
  package static var blank: Self { Self(kpi: "", replications: 0, stopping: .blank) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.text("kpi", &kpi, "The id of the forecast indicator.")
    json.count("replications", &replications, "The number of replications that ran.")
    json.record("stopping", &stopping)
    json.record("parameters", &parameters, omitted: true)
    json.records("indicators", &indicators)
    json.count("replicationsWithViolations", &replicationsWithViolations)
    json.record("fan", &fan, omitted: true)
    json.record("information", &information, omitted: true)
    json.record("alternative", &alternative, omitted: true)
    json.record("sensitivity", &sensitivity, omitted: true)
    json.record("reach", &reach, omitted: true)
    json.record("solution", &solution, omitted: true)
    json.record("rollout", &rollout, omitted: true)
  }
}

extension ForecastSection.Information: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("kpi", &kpi)
    json.text("question", &question)
    json.count("users", &users, "The number of people that the probability applies to.")
    json.number("probability", &probability, "The probability of the answer, over chance and unknown values.")
    json.record("probabilityInterval", &probabilityInterval, omitted: true)
    json.number("ignorance", &ignorance, "The share of the variance from unknown values.")
    json.number("worth", &worth, "How much more often the answer would be right if all unknown values were known.")
    json.record("worthInterval", &worthInterval, omitted: true)
    json.records("values", &values)
    json.count("examined", &examined, "The number of drawn assumptions.")
    json.count("sets", &sets, "The number of sets of drawn values.")
    json.count(
      "seeing", &seeing, omitted: true,
      "The replications that would detect an assumption with a quarter of the variance.")
  }
}

extension ForecastSection.Information.Value: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.text("name", &name, "A plain name.")
    json.number("worth", &worth, "How much more often the answer would be right if this value were known.")
    json.record("interval", &interval, omitted: true)
    json.count(
      "people", &people, omitted: true, "The number of observed people who would provide four fifths of that value.")
  }
}

extension ForecastSection.Stopping: JSONRecord {
  package static var blank: Self { Self(rule: "", most: 0) }

  package mutating func describe(_ json: inout RecordCoder) {
    json.choice("rule", &rule, ["fixed", "precision"])
    json.number("precision", &precision)
    json.count("most", &most)
    json.flag("reached", &isReached, "Whether the half-width was reached; true for a fixed number of replications.")
  }
}

extension ForecastSection.Parameters: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.records("values", &values)
    json.count("draws", &draws, "The number of sets of values.")
    json.count("replicationsPerDraw", &replicationsPerDraw)
    json.choice("sampling", &sampling, ["latin-hypercube", "independent"])
    json.count("blocks", &blocks, "The number of independent hypercubes.")
    json.number("varianceReduction", &varianceReduction)
  }
}

extension ForecastSection.Parameters.Value: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("path", &path)
    json.text("uncertainty", &uncertainty, "The distribution, in the syntax of a scenario file.")
  }
}

extension ForecastSection.Indicator: JSONRecord {
  package static var definition: String? { "forecastIndicator" }
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.text("title", &title)
    json.choice("unit", &unit, ["share", "s", "count"])
    json.count("replications", &replications, "The number of replications with a value.")
    json.number("mean", &mean, "The mean over replications; null for a median of times, which has `median`.")
    json.number("median", &median, omitted: true, "The median over replications, for a median of times alone.")
    json.number("deviation", &deviation)
    json.record("interval", &interval)
    json.rows("quantiles", &quantiles, columns: 2, "[share, value]: quantiles over replications.")
    json.records("targets", &targets)
    json.number(
      "parameterShare", &parameterShare, omitted: true,
      "The share of the variance between replications that comes from uncertain values.")
    json.record("parameterShareInterval", &parameterShareInterval, omitted: true)
    json.record("telling", &neededReplications, omitted: true)
    json.numbers(
      "values", &values, omitted: true, "The value of each replication, for the forecast indicator.")
  }
}

extension ForecastSection.NeededReplications: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.count(
      "replications", &replications, omitted: true,
      "The number of replications of this size that would decide the share.")
    json.count(
      "ofDescribed", &ofDescribed, omitted: true,
      "The number of replications of the described size that would decide the share.")
  }
}

extension ForecastSection.Target: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    demand.describe(&json)
    json.count("met", &met, "The number of replications that meet the target.")
    json.count("replications", &replications, "The number of replications in which the target can be judged.")
    var stated = probability
    json.number(
      "probability", &stated,
      "The probability over chance and unknown values, for the people that the scenario describes.")
    json.record("interval", &interval)
    // The interval's method distinguishes the two cases, which can have the same value.
    expected = interval?.method == BetaDistribution.effectiveMethod ? stated : nil
    json.expect(met, outOf: replications, "met")
  }
}

extension ForecastSection.Alternative: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("assignment", &assignment, "The change of the scenario.")
    json.count(
      "replications", &replications,
      "The number of replications, with the people and drawn values of the scenario's first ones.")
    json.number(
      "change", &change, omitted: true, "The mean change of the forecast indicator over pairs of replications.")
    json.record("changeInterval", &changeInterval, omitted: true)
    json.records("indicators", &indicators)
  }
}

extension ForecastSection.Fan: JSONRecord {
  package mutating func describe(_ json: inout RecordCoder) {
    json.text("id", &id)
    json.numbers("shares", &shares, "The shares of the quantiles in each point.")
    json.rows("points", &points, "[seconds, quantile, …]")
    json.expect(columns: shares.count + 1, points, "points")
    json.expect(times: points, "points")
  }
}

// MARK: Rows of a table

extension ForecastSection {
  /// The columns of a forecast as comma-separated values. A row is an indicator with one of its targets, or a figure of
  /// a study. The `id` of a study's row is the path of a parameter, and `at` has the parameter's values.
  static let csvHeader = [
    "record", "id", "title", "unit", "at", "value", "interval_low", "interval_high", "interval_method", "replications",
    "deviation", "p05", "p50", "p95", "parameter_share", "parameter_share_low", "parameter_share_high", "demand",
    "level", "verdict", "met", "judged", "probability", "probability_low", "probability_high",
  ]

  /// The rows; `verdict` is the verdict on the probability that a target is met.
  func csvRows(verdict: (Indicator, Target) -> Verdict) -> [[String]] {
    let unit = subject?.unit ?? ""
    let kpis = indicators.flatMap { indicator in
      indicator.targets.isEmpty
        ? [indicator.csvFields(nil, .none)] : indicator.targets.map { indicator.csvFields($0, verdict(indicator, $0)) }
    }
    return
      (kpis + (sensitivity?.csvRows(unit: unit) ?? []) + (reach?.csvRows(unit: unit) ?? [])
      + (solution?.csvRows(unit: unit) ?? [])).map { row in
        row + Array(repeating: "", count: Self.csvHeader.count - row.count)
      }
  }

  static func row(
    _ record: String, _ id: String, _ unit: String, at values: [Double] = [], _ value: Double?, _ interval: Interval?
  ) -> [String] {
    [
      record, id, "", unit, values.map { CSV.number($0) }.joined(separator: "; "), CSV.number(value),
      CSV.number(interval?.low),
      CSV.number(interval?.high), interval?.method ?? "",
    ]
  }
}

extension ForecastSection.Indicator {
  fileprivate func csvFields(_ target: ForecastSection.Target?, _ verdict: Verdict) -> [String] {
    let csv = CSV.number
    return [
      "indicator", id, title, unit, "", csv(centre), csv(interval?.low), csv(interval?.high), interval?.method ?? "",
      "\(replications)", csv(deviation), csv(quantile(0.05)), csv(quantile(0.5)), csv(quantile(0.95)),
      csv(parameterShare), csv(parameterShareInterval?.low), csv(parameterShareInterval?.high),
      target?.demand.csvText ?? "", target?.demand.level.rawValue ?? "", target == nil ? "" : verdict.rawValue,
      target.map { "\($0.met)" } ?? "", target.map { "\($0.replications)" } ?? "", csv(target?.probability),
      csv(target?.interval?.low), csv(target?.interval?.high),
    ]
  }
}
