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
  static func difference(_ difference: Double, unit: String) -> String {
    "\(difference > 0 ? "+" : "")\(amount(difference, unit: unit))"
  }

  /// A difference without a plus: `3.1 points`.
  static func amount(_ difference: Double, unit: String) -> String {
    switch unit {
    case "share": "\(fixed(difference * 100, pointDecimals(difference))) points"
    case "s": seconds(difference)
    default: grouped(difference, abs(difference) < 10 ? 2 : 1)
    }
  }

  /// Both ends of a difference's interval, with signs: `+2.8 to +3.4 points`.
  static func differenceInterval(_ interval: Interval, unit: String) -> String {
    guard interval.low.isFinite, interval.high.isFinite else { return "unknown" }
    let reach = max(abs(interval.low), abs(interval.high))
    func signed(_ text: String, _ value: Double) -> String { value > 0 ? "+\(text)" : text }
    switch unit {
    case "share":
      let decimals = pointDecimals(reach)
      let ends = [interval.low, interval.high].map { signed(fixed($0 * 100, decimals), $0) }
      return "\(ends[0]) to \(ends[1])"
    case "s":
      let (number, name) = scaled(reach)
      let factor = reach == 0 ? 1 : number / reach
      let ends = [interval.low, interval.high].map {
        signed(short($0 * factor, abs(number) < 10 ? 2 : abs(number) < 100 ? 1 : 0), $0)
      }
      return "\(ends[0]) to \(ends[1]) \(name)"
    default:
      return [interval.low, interval.high].map { difference($0, unit: unit) }.joined(separator: " to ")
    }
  }

  private static func pointDecimals(_ share: Double) -> Int { abs(share) < 0.01 && share != 0 ? 2 : 1 }

  /// A p-value as text, such as `p = 0.031` or `p < 0.0001`.
  static func p(_ p: Double) -> String {
    p < 0.0001 ? "p < 0.0001" : "p = \(short(p, p < 0.001 ? 4 : 3))"
  }

  /// The gain from pairing: `4.2 times narrower`, or wider if pairing did harm.
  static func narrowing(_ factor: Double) -> String {
    factor >= 0.95 ? "\(short(factor, 1)) times narrower" : "\(short(1 / factor, 1)) times wider"
  }
}

extension ComparisonSection.Row {
  /// The title, with the unit where figures do not show it.
  var name: String { unit == "share" || unit == "s" ? title : "\(title) \(unit)" }
  var baselineText: String { baseline.map { text($0) } ?? "no data" }
  var valueText: String { value.map { text($0) } ?? "no data" }
  var differenceText: String { difference.map { Wording.difference($0, unit: unit) } ?? "" }
  var intervalText: String { interval.map { Wording.differenceInterval($0, unit: unit) } ?? "" }
  var liftText: String {
    guard let lift else { return "" }
    guard let liftInterval else { return Wording.change(lift) }
    return "\(Wording.change(lift)) (\(Wording.change(liftInterval.low)) to \(Wording.change(liftInterval.high)))"
  }

  private func text(_ value: Double) -> String {
    Wording.value(value, unit: unit)
  }

  /// The side compared with the baseline, in a sentence without its full stop.
  func finding(_ contrast: ComparisonSection.Contrast) -> String {
    let subject = "\(contrast.side), \(name.prefix(1).lowercased() + name.dropFirst())"
    guard let difference, let interval else { return "\(subject): not measured in both sides" }
    let sides = "\(valueText) against \(baselineText)"
    let ends = "(\(Wording.differenceInterval(interval, unit: unit)))"
    if interval.low == 0, interval.high == 0 {
      return "\(subject): the same as \(contrast.baseline) in every replication, \(valueText)"
    }
    if verdict == .noDifference {
      return "\(subject): no difference from \(contrast.baseline) shown, \(differenceText) \(ends), \(sides)"
    }
    let way = difference > 0 ? "more" : "less"
    let amount = Wording.amount(abs(difference), unit: unit)
    return "\(subject): \(amount) \(way) \(ends) than \(contrast.baseline), \(sides): \(verdict.word)"
  }
}

extension ComparisonSection {
  /// Notes on how to read the numbers.
  package var readingNotes: [String] {
    var notes: [String] = []
    switch design {
    case .paired:
      notes.append(
        "Each replication runs all sides with the same people and draws (common random numbers); intervals are "
          + "Student's over the differences of replications.")
    case .arms:
      notes.append(
        "Each replication runs everybody in each arm with the same draws; intervals are Student's over the differences of "
          + "replications. Only the power is that of experiments with each person in one arm.")
    case .loads:
      notes.append(
        "Requests depend on those around them, so that their number says little: intervals and p-values come from drawing "
          + "the runs' seconds again in blocks of neighbours (block bootstrap). All rows, intervals included, are adjusted for their "
          + "number (Holm), and any that is worse decides. Percentiles are of the answers to all endpoints within the planned time after "
          + "the warm-up, without those that people did not wait for.")
      return notes
    case .unpaired:
      notes.append(
        "Only the counts of the reports are known: shares are compared by the two-proportion z test with "
          + "Newcombe's interval, other values by their intervals.")
    }
    if contrasts.contains(where: { !$0.timeToEvent.isEmpty }) {
      notes.append(
        "Times to an event are among the questions that are adjusted for. The log-rank test assumes that the sides "
          + "have different people. They have the same, so its p-values are larger than necessary.")
    }
    if !contrasts.isEmpty {
      notes.append(
        "The main indicator answers the question\(contrasts.count > 1 ? ", adjusted for the number of arms" : ""); "
          + "the intervals and p-values of all others are adjusted for their number (Holm), and each verdict is that of its "
          + "interval. Counts are for 1,000 users.")
    }
    if plan != nil {
      notes.append(
        "Sizes and powers are those of the two-sided two-proportion test at \(Wording.percent(plan?.alpha ?? 0.05)), "
          + "divided by the number of comparisons (Bonferroni); Holm's adjustment needs no more.")
    }
    return notes
  }
}
