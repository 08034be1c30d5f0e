import GTSDModel
import GTSDStudies
import Statistics

extension ComparisonVerdict {
  /// The verdict in a few words.
  var word: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .higher: "higher"
    case .lower: "lower"
    case .noDifference: "no difference shown"
    case .notMeasured: "not measured"
    }
  }

  /// The comparison's verdict in terms of a target: met or missed.
  var verdict: Verdict {
    switch self {
    case .better: .met
    case .worse: .missed
    case .noDifference: .undecided
    case .higher, .lower, .notMeasured: .none
    }
  }
}

extension Wording {
  /// A difference with its sign: `+3.1 points`, `-4.2 min`, `+12.3`.
  ///
  /// - Parameter interval: the interval beside it, whose unit and decimals it then has.
  static func difference(_ difference: Double, unit: String, beside interval: Interval? = nil) -> String {
    "\(difference > 0 ? "+" : "")\(amount(difference, unit: unit, beside: interval))"
  }

  /// A difference without a plus: `3.1 points`.
  static func amount(_ difference: Double, unit: String, beside interval: Interval? = nil) -> String {
    let scale = DifferenceScale([difference] + (interval.map { [$0.low, $0.high] } ?? []), unit: unit)
    return scale.text(difference) + scale.suffix
  }

  /// Both ends of a difference's interval, with signs: `+2.8 to +3.4`, and the unit if it is one of time. If one end is
  /// infinite, `above +2.8` or `below +3.4`.
  ///
  /// - Parameters:
  ///   - difference: the difference beside it, which then has the same unit and decimals.
  ///   - isSigned: whether positive ends have a sign.
  static func differenceInterval(
    _ interval: Interval, unit: String, of difference: Double? = nil, isSigned: Bool = true
  ) -> String {
    let scale = DifferenceScale([interval.low, interval.high] + (difference.map { [$0] } ?? []), unit: unit)
    let suffix = unit == "s" ? scale.suffix : ""
    func text(_ end: Double) -> String { (end > 0 && isSigned ? "+" : "") + scale.text(end) }
    return switch (interval.low.isFinite, interval.high.isFinite) {
    case (true, true): "\(text(interval.low)) to \(text(interval.high))\(suffix)"
    case (true, false): "above \(text(interval.low))\(suffix)"
    case (false, true): "below \(text(interval.high))\(suffix)"
    case (false, false): "unknown"
    }
  }

  /// A p-value as text, such as `p = 0.031` or `p < 0.0001`.
  static func p(_ p: Double) -> String {
    p < 0.0001 ? "p < 0.0001" : "p = \(short(p, p < 0.001 ? 4 : 3))"
  }

  /// The gain from pairing: `4.2 times narrower than`, or wider if pairing did harm.
  static func narrowing(_ factor: Double) -> String {
    let (more, less) = (short(factor, 1), short(1 / factor, 1))
    if more == "1" || less == "1" { return "as wide as" }
    return factor > 1 ? "\(more) times narrower than" : "\(less) times wider than"
  }
}

extension ComparisonSection.Row {
  /// The title, with the unit where figures do not show it.
  var name: String { unit == "share" || unit == "s" ? title : "\(title) \(unit)" }
  var baselineText: String { baseline.map { text($0) } ?? missing }
  var valueText: String { value.map { text($0) } ?? missing }
  var differenceText: String { difference.map { Wording.difference($0, unit: unit, beside: interval) } ?? "" }
  var intervalText: String {
    interval.map { Wording.differenceInterval($0, unit: unit, of: difference) } ?? ""
  }
  /// The difference, or its interval where only that is known.
  var shiftText: String { difference == nil ? intervalText : differenceText }
  /// The difference with its interval.
  var changeText: String { difference == nil || interval == nil ? shiftText : "\(differenceText) (\(intervalText))" }
  var liftText: String {
    let ends = liftInterval.map { interval in
      interval.high.isFinite
        ? "\(Wording.change(interval.low)) to \(Wording.change(interval.high))"
        : "above \(Wording.change(interval.low))"
    }
    guard let lift else { return ends ?? "" }
    return Wording.change(lift) + (ends.map { " (\($0))" } ?? "")
  }

  /// The text for a missing value. The median of a time is missing if half of the replications do not get there.
  private var missing: String {
    isMeasured && KPI(rawValue: id)?.isMedianOverReplications == true ? "not reached" : "no data"
  }

  private func text(_ value: Double) -> String {
    Wording.value(value, unit: unit)
  }

  /// The side compared with the baseline, in a sentence without its full stop.
  func finding(_ contrast: ComparisonSection.Contrast) -> String {
    let subject = "\(contrast.side), \(name.prefix(1).lowercased() + name.dropFirst())"
    guard let shift else { return "\(subject): not measured in both sides" }
    let sides = "\(valueText) against \(baselineText)"
    guard let interval else { return "\(subject): \(differenceText) without an interval, \(sides)" }
    if interval.low == 0, interval.high == 0 {
      return "\(subject): the same as \(contrast.baseline) in every replication, \(valueText)"
    }
    if verdict == .noDifference {
      return "\(subject): no difference from \(contrast.baseline) is shown, \(changeText), \(sides)"
    }
    let way = shift > 0 ? "more" : "less"
    let amount = Wording.amount(abs(shift), unit: unit, beside: interval)
    let size = difference == nil ? "at least \(amount) \(way)" : "\(amount) \(way) (\(intervalText))"
    return "\(subject): \(size) than \(contrast.baseline), \(sides): \(verdict.word)"
  }
}

extension ComparisonSection {
  /// Notes on how to read the numbers.
  package var readingNotes: [String] {
    var notes: [String] = []
    switch design {
    case .paired:
      notes.append(
        "Each replication runs all sides with the same people and draws (common random numbers); intervals are Student's "
          + "over the differences of replications, wider where these are skewed (Hall).")
    case .arms:
      notes.append(
        "Each replication runs everybody in each arm with the same draws; intervals are Student's over the differences of "
          + "replications, wider where these are skewed (Hall). Only the power is that of experiments with each person in one arm."
      )
    case .loads:
      notes.append(
        "Neighbouring requests depend on each other, so intervals and p-values come from resampling blocks of neighbouring "
          + "seconds (block bootstrap). All rows, intervals included, are adjusted for their "
          + "number (Bonferroni), and any that is worse decides. Percentiles are of the answers to all endpoints within the planned time after "
          + "the warm-up, without those that people did not wait for.")
      return notes
    case .unpaired:
      notes.append(
        "Only the counts of the reports are known: shares are compared by the two-proportion z test with "
          + "Newcombe's interval, other values by their intervals.")
    }
    if contrasts.contains(where: { !$0.timeToEvent.isEmpty }) {
      notes.append(
        "Times to an event are among the questions that are adjusted for."
          + (design == .unpaired
            ? "" : " The log-rank test is left out: it takes the sides for different people, and they have the same."))
    }
    if !contrasts.isEmpty {
      notes.append(
        "The main indicator answers the question\(contrasts.count > 1 ? ", adjusted for the number of arms" : ""); "
          + "the intervals and p-values of all others are adjusted for their number (Bonferroni). Each "
          + "verdict is that of its interval. Counts are for 1,000 users.")
    }
    if plan != nil {
      notes.append(
        "Sizes and powers are those of the two-sided two-proportion test at \(Wording.percent(plan?.alpha ?? 0.05)), "
          + "divided by the number of comparisons (Bonferroni); Holm's adjustment needs no more.")
    }
    return notes
  }
}
