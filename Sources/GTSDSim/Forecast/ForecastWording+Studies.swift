import GTSDModel
import GTSDStudies
import Statistics

/// A row of the tables of influences.
struct DriverRow: Equatable {
  var path: String
  var name: String
  var bar: ForecastSection.Sensitivity.Bar?
  var correlation: ForecastSection.Sensitivity.Correlation?
  var index: ForecastSection.Sensitivity.Index?
}

extension ForecastSection.Sensitivity {
  /// The rows of all factors in the order of the tornado, then those that only other methods have.
  var rows: [DriverRow] {
    var paths = tornado.map(\.factor.path)
    for path in correlations.map(\.path) + indices.map(\.path) where !paths.contains(path) { paths.append(path) }
    return zip(paths, ScenarioPath.names(paths)).map { path, name in
      DriverRow(
        path: path, name: name, bar: tornado.first { $0.factor.path == path },
        correlation: correlations.first { $0.path == path }, index: indices.first { $0.path == path })
    }
  }

  /// The rows with any effect; if none has one, the first row.
  var moving: [DriverRow] {
    let moving = rows.filter { row in row.bar.map { $0.low != 0 || $0.high != 0 } == true }
    return moving.isEmpty ? Array(rows.filter { $0.bar != nil }.prefix(1)) : moving
  }

  /// A sentence on the factors that the chart does not show; empty if it shows all.
  func remainingFactorsText(shown: Int) -> String {
    let still = tornado.count { $0.low == 0 && $0.high == 0 }
    let more = moving.count - shown
    var texts: [String] = []
    if more > 0 { texts.append("\(Wording.whole(more)) more with smaller swings are in the report's JSON.") }
    if still > 0 {
      texts.append("\(Wording.count(still, "parameter")) \(still == 1 ? "changes" : "change") nothing in these trials.")
    }
    if let ranked, ranked > tornado.count {
      texts.append("\(Wording.whole(ranked - tornado.count)) others ranked lower and were not moved by themselves.")
    }
    return texts.joined(separator: " ")
  }

  /// The design of the study: parameters, trials and users.
  func methodText(unit: String) -> String {
    let users = Wording.count(users, "user")
    let base = "with \(Wording.mean(baseline, unit: unit)) if all have the scenario's values"
    let areJoined = (tornado.map(\.factor.path) + correlations.map(\.path)).contains { $0.contains("personas.*") }
    let joined = areJoined ? " A value that each persona has moves for all of them and counts as one parameter." : ""
    guard let ranked else {
      let factors = Wording.count(tornado.count, "parameter")
      return "\(factors), \(Wording.count(trials, "trial")) of \(users), \(base).\(joined)"
    }
    let all = Wording.count(ranked, "parameter")
    guard tornado.count < ranked else {
      return "\(all), each moved by itself: \(Wording.count(trials, "trial")) of \(users), \(base).\(joined)"
    }
    return
      "\(all), ranked by correlation over \(Wording.count(correlationTrials, "trial")) of \(users) in which all move "
      + "at once. The \(Wording.whole(tornado.count)) that lead were then moved one by one, \(base): "
      + "\(Wording.count(trials, "trial")) in all.\(joined)"
  }

  /// The leading parameters of a study that ranked all parameters and varied none of them separately.
  package var rankingText: String {
    let all = "\(Wording.count(ranked ?? 0, "parameter")) over \(Wording.count(correlationTrials, "trial"))"
    guard let first = correlations.first else {
      return "So far, no parameter has an effect beyond chance in a ranking of \(all)."
    }
    let name = first.name ?? ScenarioPath.names([first.path])[0]
    return "So far, “\(name)” leads a ranking of \(all), with a partial rank correlation of \(first.measuredText)."
  }

  /// A sentence on the parameter with the greatest effect in the tornado chart; nil if there is no such chart.
  func strongestText(unit: String) -> String? {
    guard let widest = rows.first, widest.bar != nil else { return nil }
    let shown = rows.first { row in row.bar.map(\.isShown) ?? false }
    guard let row = shown, let bar = row.bar else {
      let leader = correlations.first.map { first in
        let name = rows.first { $0.path == first.path }?.name ?? first.path
        return " In the ranking, “\(name)” leads, with a partial rank correlation of \(first.measuredText)."
      }
      return "\(Wording.count(trials, "trial")) of \(Wording.count(users, "user")) cannot show which parameter moves "
        + "it most.\(leader ?? "")"
    }
    let path = bar.factor.path
    let among = ranked.map { " of \(Wording.count($0, "parameter"))" } ?? ""
    return "“\(row.name.prefix(1).uppercased() + row.name.dropFirst())” moves it most\(among): "
      + "\(Wording.change(bar.low, bar.lowInterval, unit: unit)) at \(Wording.parameters(bar.factor.low, path: path)), "
      + "\(Wording.change(bar.high, bar.highInterval, unit: unit)) at \(Wording.parameters(bar.factor.high, path: path))."
  }

  /// The sources of the factors' ranges, each once, in the order of the tornado.
  var sources: [String] {
    tornado.map(\.factor.source).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension ForecastSection.Sensitivity.Correlation {
  var text: String { Wording.fixed(value, 2) }
  /// The correlation with its interval: `0.46 (0.32 to 0.57)`.
  var measuredText: String { intervalText.isEmpty ? text : "\(text) (\(intervalText))" }
  var intervalText: String {
    interval.map { "\(Wording.fixed($0.low, 2)) to \(Wording.fixed($0.high, 2))" } ?? ""
  }
  var chanceText: String { pValue < 0.001 ? "p < 0.001" : "p = \(Wording.fixed(pValue, 3))" }
}

extension ForecastSection.Sensitivity.Index {
  var firstText: String { Wording.fixed(first, 2) }
  var totalText: String { Wording.fixed(total, 2) }
  var firstIntervalText: String { Self.text(firstInterval) }
  var totalIntervalText: String { Self.text(totalInterval) }

  private static func text(_ interval: Interval?) -> String {
    interval.map { "\(Wording.fixed($0.low, 2)) to \(Wording.fixed($0.high, 2))" } ?? ""
  }
}

extension ForecastSection.Solution {
  /// The result of the search in a sentence.
  ///
  /// - Parameters:
  ///   - unit: the indicator's.
  ///   - direction: the direction in which the indicator gets better. Means beyond the target are no failure.
  func text(unit: String, direction: KPIDirection) -> String {
    let wanted = Wording.goal(target, unit: unit)
    let range = "\(number(low)) to \(number(high))"
    if let value {
      return "“\(name)” at \(number(value))\(intervalText) reaches a mean of \(wanted)."
    }
    guard let best else {
      return "Which value of “\(name)” reaches \(wanted) is not known: the search has no values to go by."
    }
    let band = Interval(level: 0.95, low: best[2], high: best[3], method: "student-t")
    // If all replications have one value, they do not show how far others may differ.
    let ends =
      best[2] < best[3]
      ? "(\(Wording.meanInterval(band, unit: unit, of: best[1])))"
      : "in each of \(Wording.count(replications, "replication"))"
    let doubt =
      best[2] <= target && target <= best[3] ? " That interval contains \(wanted): more replications may decide." : ""
    let mean = "with a mean of \(Wording.mean(best[1], unit: unit)) \(ends).\(doubt)"
    let tried = Wording.whole(evaluations.count)
    let isBeyond = evaluations.allSatisfy { point in
      switch direction {
      case .higherIsBetter: point.count == 4 && point[1] > target
      case .lowerIsBetter: point.count == 4 && point[1] < target
      case .none: false
      }
    }
    if isBeyond {
      let side = direction == .lowerIsBetter ? "below" : "above"
      return
        "Every tried value of “\(name)” from \(range) keeps the mean \(side) \(wanted): the nearest of \(tried) is "
        + "\(number(best[0])), \(mean)"
    }
    return "No value of “\(name)” from \(range) reaches \(wanted): the best of \(tried) tried is "
      + "\(number(best[0])), \(mean)"
  }

  /// The parameter in plain words.
  var name: String { ScenarioPath.names([path])[0] }

  func number(_ value: Double) -> String { Wording.parameter(value, path: path) }

  /// The interval after a space, such as ` (0.59–0.65)`; if only one end is known, that end.
  private var intervalText: String {
    guard let interval else { return "" }
    switch (interval.low.isFinite, interval.high.isFinite) {
    case (true, true): return " (\(Wording.parameters(interval.low, interval.high, path: path)))"
    case (true, false): return " (\(number(interval.low)) or more)"
    case (false, true): return " (\(number(interval.high)) or less)"
    case (false, false): return ""
    }
  }

  /// The tried value whose mean is nearest to the target; nil before both ends of the range were tried.
  var best: [Double]? {
    let tried = evaluations.filter { $0.count == 4 }
    guard tried.count > 1 else { return nil }
    return tried.min { abs($0[1] - target) < abs($1[1] - target) }
  }

  /// The method of the search.
  var methodText: String {
    "\(Wording.count(evaluations.count, "value")) tried, \(Wording.count(replications, "replication")) each with the same "
      + (value == nil
        ? "people."
        : "people: the interval is of the values at which the 95% interval of the mean contains the target.")
  }
}

extension ForecastSection.Sensitivity {
  /// An explanation of the methods that vary all parameters at once; empty if none ran.
  var methodsText: String {
    var texts: [String] = []
    if !correlations.isEmpty {
      texts.append(
        "PRCC: partial rank correlation with the indicator, -1 to 1, over a Latin hypercube of "
          + "\(Wording.whole(correlationTrials)) points.")
    }
    if !indices.isEmpty {
      texts.append(
        "Sobol indices: the share of the variance that a parameter explains alone (first-order) and together with "
          + "others (total), \(Wording.whole(indexRows)) rows.")
    }
    return texts.joined(separator: " ")
  }
}
