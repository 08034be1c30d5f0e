import GTSDLogs
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The texts of a forecast's figures.
extension Wording {
  /// A mean, which may have decimals even if the values are whole: `1,204`, `3.4`; shares and times as usual.
  static func mean(_ mean: Double, unit: String) -> String {
    guard unit != "share", unit != "s" else { return value(mean, unit: unit) }
    return abs(mean) >= 100 && abs(mean) < 1e15 ? whole(Int(mean.rounded())) : short(mean, abs(mean) < 1 ? 2 : 1)
  }

  /// Both ends of the interval of a mean, limited to possible values, since Student's interval can exceed them.
  static func meanInterval(_ ends: Interval, unit: String, of centre: Double? = nil) -> String {
    var ends = ends
    if ends.low.isFinite { ends.low = max(0, ends.low) }
    if unit == "share", ends.high.isFinite { ends.high = min(1, ends.high) }
    guard unit != "share", unit != "s", ends.low.isFinite, ends.high.isFinite else {
      return interval(ends, unit: unit, of: centre)
    }
    return "\(mean(ends.low, unit: unit))–\(mean(ends.high, unit: unit))"
  }

  /// A value as the user would type it: `85%`, `2 min`.
  static func goal(_ value: Double, unit: String) -> String {
    unit == "share" ? "\(short(value * 100, 3))%" : mean(value, unit: unit)
  }

  /// A distance between two values, without a sign: `0.3 points`, `12 s`.
  static func distance(_ distance: Double, unit: String) -> String {
    guard unit == "share" else { return mean(abs(distance), unit: unit) }
    let points = abs(distance) * 100
    return "\(short(points, points < 0.1 ? 3 : points < 1 ? 2 : 1)) points"
  }

  /// A change with its interval, in one unit: `+1.2 points (−0.3 to +2.7)`.
  static func change(_ change: Double, _ interval: Interval?, unit: String) -> String {
    let ends = interval.map { " (\(differenceInterval($0, unit: unit, of: change)))" } ?? ""
    return difference(change, unit: unit, beside: interval) + ends
  }

  /// A value of a scenario in words: a probability as `62.5%`, a time as `4.5 s`, others with three digits.
  static func parameter(_ value: Double, path: String) -> String {
    if ScenarioPath.isDuration(path) { return seconds(value) }
    let size = abs(value)
    if Scenario.isProbability(at: path) { return "\(short(value * 100, size >= 0.01 ? 1 : 2))%" }
    return short(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 3 : 4)
  }

  /// The values of a parameter in several personas: the common value, or the smallest and the greatest.
  static func parameters(_ values: [Double], path: String) -> String {
    guard let low = values.min(), let high = values.max() else { return "" }
    return parameters(low, high, path: path)
  }

  /// Two values of a parameter as a range, such as `26.4–50%`, or one value if their texts are equal.
  static func parameters(_ low: Double, _ high: Double, path: String) -> String {
    let (low, high) = (parameter(low, path: path), parameter(high, path: path))
    if low == high { return low }
    return "\(low.hasSuffix("%") ? low.dropLast() : low[...])–\(high)"
  }
}

// MARK: Indicators

extension ForecastSection {
  /// The indicator that the forecast is about.
  var subject: Indicator? { indicators.first { $0.id == kpi } }

  /// The direction in which the indicator gets better.
  var direction: KPIDirection { KPIDirection(subject?.targets.map(\.demand) ?? []) }
}

extension ForecastSection.Indicator {
  /// The mean, or the median of a median of times. Where half of these lie beyond the data, there are data all the
  /// same, and targets are judged by them.
  var centreText: String {
    centre.map { Wording.mean($0, unit: unit) }
      ?? (interval != nil || targets.contains { $0.replications > 0 } ? "not reached" : "no data")
  }
  /// `mean 76.6%`, `median 2.7 min` or `no data`.
  var namedCentreText: String { centre == nil ? centreText : "\(centreName) \(centreText)" }
  /// `mean` or `median`.
  var centreName: String { mean == nil ? "median" : "mean" }
  var intervalText: String { interval.map { Wording.meanInterval($0, unit: unit, of: centre) } ?? "" }

  /// A quantile over replications.
  func quantile(_ share: Double) -> Double? {
    quantiles.first { $0.count == 2 && abs($0[0] - share) < 1e-9 }?[1]
  }

  /// The range that contains 90 % of the replications; empty for fewer than two.
  var spreadText: String {
    guard replications > 1, let low = quantile(0.05), let high = quantile(0.95) else { return "" }
    if unit == "count" { return "\(Self.wholeText(low, .down))–\(Self.wholeText(high, .up))" }
    return Wording.meanInterval(Interval(level: 0.9, low: low, high: high, method: "quantiles"), unit: unit, of: centre)
  }

  /// The range of the replications' values, in a clause; nil for fewer than two. Fewer than 20 replications give
  /// their lowest and highest value, more their percentiles.
  var spreadClause: String? {
    let isMany = replications >= 20
    guard replications > 1, let low = quantile(isMany ? 0.05 : 0), let high = quantile(isMany ? 0.95 : 1) else {
      return nil
    }
    let ends =
      unit == "count"
      ? [Self.wholeText(low, .down), Self.wholeText(high, .up)] : [low, high].map { Wording.mean($0, unit: unit) }
    let name = "“\(title.prefix(1).lowercased() + title.dropFirst())”"
    if low == high { return "in \(isMany ? "90% of replications" : "all replications"), \(name) is \(ends[0])" }
    return isMany
      ? "in 90% of replications, \(name) is between \(ends[0]) and \(ends[1])"
      : "\(name) ranges from \(ends[0]) to \(ends[1]) among replications"
  }

  /// A count of one replication. A quantile between two counts has decimals, which no count has.
  private static func wholeText(_ count: Double, _ rule: FloatingPointRoundingRule) -> String {
    abs(count) < 1e15 ? Wording.whole(Int(count.rounded(rule))) : Wording.short(count, 0)
  }

  /// The targets that decide the verdict.
  var decidingTargets: [ForecastSection.Target] { targets.deciding(by: \.demand.level) }
}

extension Wording {
  /// A probability as text. It was estimated from a few dozen sets of values, which cannot distinguish probabilities
  /// below one in a hundred.
  static func probability(_ value: Double) -> String {
    value < 0.01 ? "under 1%" : value > 0.99 ? "over 99%" : percent(value)
  }

  /// The interval of a probability; only its inner end if both would be printed alike.
  static func interval(ofProbability interval: Interval) -> String {
    if interval.low >= 0.9995 { return "at least 99.9%" }
    if interval.high <= 0.0005 { return "at most 0.1%" }
    return Self.interval(interval, unit: "share")
  }
}

extension ForecastSection.Target {
  /// The name of the target, such as `target ≥ 80%`.
  func name(unit: String) -> String { "\(demand.level.rawValue) \(Wording.bound(demand, unit: unit))" }

  /// The count of replications, such as `3 of 100`.
  var countText: String { "\(Wording.whole(met)) of \(Wording.whole(replications))" }

  /// The probability with its interval, such as `3.0% (0.62–8.52%)`; empty if nothing could be judged.
  var probabilityText: String {
    guard probability != nil else { return "" }
    if isUnknown { return "unknown" }
    return shareText + (intervalText.isEmpty ? "" : " (\(intervalText))")
  }

  /// The probability alone.
  var shareText: String {
    guard let probability else { return "" }
    if isUnknown { return "unknown" }
    return Wording.probability(probability)
  }

  var intervalText: String { interval.map { Wording.interval(ofProbability: $0) } ?? "" }

  /// The text for the largest place on a page: the probability, or its interval if that is wider than a half.
  var headlineText: String {
    if let interval, !isUnknown, interval.high - interval.low > 0.5 { return intervalText }
    return shareText
  }

  /// Whether the interval covers 0 to 1, so that the replications do not determine the probability.
  var isUnknown: Bool { interval.map { $0.low <= 0 && $0.high >= 1 } ?? false }

  /// `probability 3.0% (0.62–8.52%), met in 3 of 100 replications`, the replications being `all` of the forecast.
  func likelihood(of all: Int) -> String {
    guard probability != nil else { return "it can be judged in no replication" }
    let judged =
      replications == all
      ? Wording.count(all, "replication")
      : "the \(Wording.count(replications, "replication")) in which it can be judged"
    if isUnknown {
      return "met in \(Wording.whole(met)) of \(judged); the probability for the people that the scenario describes is "
        + "unknown"
    }
    return "probability \(probabilityText)"
      + (expected == nil
        ? ", met in \(Wording.whole(met)) of \(judged)" : " for the people that the scenario describes")
  }
}

extension Report {
  /// The verdict on a target, from the probability that it is met.
  func verdict(_ target: ForecastSection.Target, of indicator: ForecastSection.Indicator) -> Verdict {
    kpis.first { $0.id == indicator.id }?.targets.first { $0.demand == target.demand }?.verdict ?? .none
  }
}

// MARK: Sentences

extension ForecastSection {
  /// The result of an indicator with all its targets.
  func finding(_ indicator: Indicator, verdict: (Target) -> Verdict) -> String {
    guard replications > 0 else { return "\(indicator.title): no replication ended." }
    guard indicator.replications > 0 else {
      return "\(indicator.title): no value in any of \(Wording.count(replications, "replication"))."
    }
    let demands = indicator.decidingTargets.map { target in
      let name = target.name(unit: indicator.unit)
      let word = verdict(target)
      return "\(name.prefix(1).uppercased())\(name.dropFirst()): "
        + "\(word == .none ? "" : "\(word.word), ")\(target.likelihood(of: replications))."
    }
    let none = indicator.targets.isEmpty ? ["No target is set for this indicator."] : []
    let name = indicator.centreName.prefix(1).uppercased() + indicator.centreName.dropFirst()
    let centre = "\(name) \(indicator.centreText) (\(precision(of: indicator)))."
    return (["\(indicator.title)."] + demands + none + [centre]).joined(separator: " ")
  }

  /// The interval and the replications behind it: `73.8–79.0% over 20 replications`.
  private func precision(of indicator: Indicator) -> String {
    let ends = indicator.intervalText
    let all = Wording.count(replications, "replication")
    guard indicator.replications < replications else { return ends.isEmpty ? "over \(all)" : "\(ends) over \(all)" }
    let part = "\(Wording.whole(indicator.replications)) of \(all)"
    if indicator.mean == nil { return "\(ends.isEmpty ? "" : "\(ends), ")reached in \(part)" }
    return "\(ends.isEmpty ? "" : "\(ends) ")over the \(part) with a value"
  }

  /// The smallest number of replications with which a mean has an interval.
  var minReplications: Int { (DrawnMeans.minSets - 1) * (parameters?.replicationsPerDraw ?? 1) + 1 }

  /// The size of a replication, and the differences between replications.
  func replicationText(users: Int) -> String {
    let spread = subject?.spreadClause.map { "; \($0)" } ?? ""
    return "A replication is \(Wording.count(users, "user")) with chances of their own\(spread)."
  }

  /// The sources of the differences between replications.
  var uncertaintyText: String {
    guard let parameters else {
      return "Replications differ by chance alone: no value was drawn."
    }
    let values = Wording.count(parameters.values.count, "value")
    guard let subject, let share = subject.parameterShare else {
      return "\(Wording.count(replications, "replication")) cannot show how much of the variance between replications "
        + "comes from not knowing \(values) of the scenario, and how much is chance."
        + (subject?.neededReplications?.text(users: information?.users, ran: replications) ?? "")
    }
    let interval = subject.parameterShareInterval.map { " (\(Wording.interval($0, unit: "share")))" } ?? ""
    let people =
      information.map { "the \(Wording.count($0.users, "user"))" } ?? "the people"
    return "For \(people) that the scenario describes, \(Wording.percent(share))\(interval) of the variance of "
      + "“\(subject.title)” comes from not knowing \(values) of the scenario, the rest is chance."
  }

  /// The text on how uncertain values were drawn and with which effect; nil if none is uncertain.
  var samplingText: String? {
    guard let parameters else { return nil }
    let one = parameters.values.count == 1
    let each = "\(Wording.count(parameters.replicationsPerDraw, "replication")) each"
    var text = "\(one ? "It was" : "They were") drawn \(Wording.count(parameters.draws, "time")), \(each), "
    switch parameters.sampling {
    case "latin-hypercube": text += "in \(Wording.count(parameters.blocks, "Latin hypercube"))"
    default: text += "independently of each other"
    }
    guard let reduction = parameters.varianceReduction else { return text + "." }
    let against = "than under independent draws, by an estimate from \(Wording.count(parameters.blocks, "hypercube"))"
    return reduction >= 1.05
      ? "\(text): the variance of the mean is \(Wording.short(reduction, 1)) times smaller \(against)."
      : "\(text): the variance of the mean is no smaller \(against)."
  }

  /// A sentence, after a space, that says how many replications are needed before means have intervals; empty if there
  /// are enough.
  private var leftOutText: String {
    guard replications > 0, replications < minReplications else { return "" }
    return " An interval of the mean needs at least \(minReplications), so none is given."
  }

  /// A sentence on the rule that decided the number of replications.
  var stoppingText: String {
    let ran = Wording.count(replications, "replication")
    guard stopping.rule == "precision", let precision = stopping.precision, let subject else {
      return replications < stopping.most
        ? "\(ran) of \(Wording.whole(stopping.most)) ended." : "\(ran); the number was fixed beforehand.\(leftOutText)"
    }
    let wanted = "±\(Wording.distance(precision, unit: subject.unit))"
    if stopping.isReached {
      return "Stopped after \(ran), with the precision of \(wanted) that was asked for "
        + "(at most \(Wording.whole(stopping.most)))."
    }
    let half = subject.interval.map { ($0.high - $0.low) / 2 }.flatMap { $0.isFinite ? $0 : nil }
    let reached = half.map { "the interval is ±\(Wording.distance($0, unit: subject.unit))" } ?? "there is no interval"
    return "The precision of \(wanted) was not reached within \(ran) of at most \(Wording.whole(stopping.most)): "
      + "\(reached)."
  }

  /// The numbers of targets met and missed; nil if fewer than two can be judged.
  var targetsText: String? {
    let verdicts = indicators.flatMap { indicator in
      indicator.targets.map { target in
        indicator.id == KPI.stateViolations.id && replicationsWithViolations > 0 ? Verdict.missed : target.verdict
      }
    }.filter { $0 != .none }
    guard verdicts.count > 1 else { return nil }
    func number(_ verdict: Verdict) -> String {
      let count = verdicts.count { $0 == verdict }
      return "\(count == 0 ? "none" : Wording.whole(count)) \(verdict.word)"
    }
    return "Of \(Wording.whole(verdicts.count)) targets on all indicators: \(number(.met)), \(number(.missed)), "
      + "\(number(.undecided))."
  }

  /// The number of replications with state violations, in words.
  var violationsText: String {
    switch replicationsWithViolations {
    case 0: "The app's state was wrong in none of \(Wording.count(replications, "replication"))."
    case 1 where replications == 1: "The app's state was wrong in the only replication."
    default:
      "The app's state was wrong in \(Wording.whole(replicationsWithViolations)) of "
        + "\(Wording.count(replications, "replication"))."
    }
  }
}
