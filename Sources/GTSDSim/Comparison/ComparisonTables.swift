import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The tables of a comparison, the same in every form.
extension ComparisonSection {
  /// The table of a contrast's indicators: the main one first, then those that differ between the sides.
  func differenceTable(_ contrast: Contrast, complete: Bool = true) -> TextTable {
    let main = contrast.rows.filter { $0.id == kpi }
    let rest = contrast.rows.filter { $0.id != kpi }
    let differing = rest.filter { ![.noDifference, .notMeasured].contains($0.verdict) }
    let silent = rest.filter { $0.verdict == .noDifference }
    let none = rest.filter { $0.verdict == .notMeasured }
    let rows = main + differing + (complete ? silent + none : [])
    var columns = [
      TextTable.Column(name: "Indicator"), .init(name: contrast.baseline, isNumber: true, leaves: 4),
      .init(name: contrast.side, isNumber: true, leaves: 2), .init(name: "Difference", isNumber: true),
      .init(name: "Adjusted CI", isNumber: true, leaves: 1),
      .init(name: "Relative", isNumber: true, leaves: 6), .init(name: "p adjusted", isNumber: true, leaves: 5),
    ]
    if design == .paired { columns.append(.init(name: "Narrower", isNumber: true, leaves: 3)) }
    columns.append(.init(name: "Verdict"))
    return TextTable(
      title: "\(contrast.side) against \(contrast.baseline)",
      note: design == .paired
        ? "Narrower: how many times narrower the interval is than independent seeds would make it."
          + medians(contrast) : "",
      columns: columns,
      rows: rows.map { row in
        [row.name, row.baselineText, row.valueText, row.differenceText, row.intervalText, row.liftText]
          + [row.adjustedP.map { String(Wording.p($0).dropFirst(2).replacing("= ", with: "")) } ?? ""]
          + (design == .paired ? [row.narrowing.map { "\(Wording.short($0, 1))x" } ?? ""] : [])
          + [row.verdictText]
      })
  }

  /// A sentence, after a space, on the rows that have medians over pairs; empty if there are none.
  private func medians(_ contrast: Contrast) -> String {
    let titles = contrast.rows.filter { row in
      row.isMeasured && KPI(rawValue: row.id)?.isMedianOverReplications == true
    }.map { "“\($0.title)”" }
    guard !titles.isEmpty else { return "" }
    return " \(titles.joined(separator: " and ")): the medians of both sides and the median difference over pairs, "
      + "which need not be their difference."
  }

  var timeTable: TextTable? {
    // The log-rank test takes the sides for different people. Where they are the same, its p-value and the hazard ratio
    // would contradict the interval beside them, so only the data have them.
    let hasTest = design == .unpaired
    let rows = contrasts.flatMap { contrast in
      contrast.timeToEvent.map { time in
        [
          contrast.side, time.event, Wording.seconds(time.baseline), Wording.seconds(time.value),
          Wording.difference(time.difference, unit: "s", beside: time.interval),
          Wording.differenceInterval(time.interval, unit: "s", of: time.difference),
        ] + (hasTest ? [time.ratioText, Wording.p(time.logRank.adjustedP ?? time.logRank.p)] : [])
      }
    }
    guard !rows.isEmpty else { return nil }
    let test =
      hasTest
      ? ", and the log-rank test over the whole run; a hazard ratio above 1 means sooner than the baseline." : "."
    let columns: [TextTable.Column] = [
      .init(name: "Side"), .init(name: "Time"), .init(name: "Baseline", isNumber: true, leaves: 2),
      .init(name: "Mean", isNumber: true, leaves: 1), .init(name: "Difference", isNumber: true),
      .init(name: "Adjusted CI", isNumber: true),
    ]
    return TextTable(
      title: "Time to event",
      note: "Mean time without the event up to 24 hours (profile: 7 days) or the horizon\(test)",
      columns: columns
        + (hasTest
          ? [.init(name: "Hazard ratio", isNumber: true, leaves: 3), .init(name: "Log-rank", isNumber: true)] : []),
      rows: rows)
  }

  var differsTable: TextTable? {
    guard !differences.isEmpty else { return nil }
    let names = differences[0].values.count == sides.count ? sides.map(\.name) : ["A", "B"]
    return TextTable(
      title: "What differs", note: "Every value of the scenarios in which the sides differ.",
      columns: [.init(name: "Value")] + names.map { .init(name: $0) },
      rows: zip(differences, ScenarioPath.names(differences.map(\.path))).map { difference, name in
        [name] + difference.values.map { $0.map(Wording.assumption) ?? "–" }
      })
  }

  var sideTable: TextTable {
    if design == .loads { return loadSideTable }
    return TextTable(
      title: "Sides",
      columns: [
        .init(name: "Side"), .init(name: "Kind"), .init(name: "Generation"), .init(name: "Users", isNumber: true),
        .init(name: "Replications", isNumber: true), .init(name: "Seed", isNumber: true, leaves: 3),
        .init(name: "Broken invariants", leaves: 1), .init(name: "Scenario digest", leaves: 2),
      ],
      rows: sides.map { side in
        let broken = side.broken.map { rows in
          rows.isEmpty ? "none" : rows.map { "\($0.invariant) \(Wording.whole($0.episodes))" }.joined(separator: ", ")
        }
        return [
          side.name, side.source, side.generation, Wording.whole(side.users), Wording.whole(side.replications),
          "\(side.seed)", broken ?? "–", side.digest,
        ]
      })
  }
}

extension ComparisonSection {
  /// The table of the sides of load runs, which have no people and replications to show.
  fileprivate var loadSideTable: TextTable {
    TextTable(
      title: "Sides",
      columns: [
        .init(name: "Side"), .init(name: "Seconds", isNumber: true), .init(name: "Seed", isNumber: true, leaves: 2),
        .init(name: "Broken invariants"), .init(name: "Scenario digest", leaves: 1),
      ],
      rows: sides.map { side in
        let broken = (side.broken ?? []).map { "\($0.invariant) \(Wording.whole($0.episodes))" }
        return [
          side.name, Wording.short(side.horizonSeconds, 1), "\(side.seed)",
          broken.isEmpty ? "none" : broken.joined(separator: ", "), side.digest,
        ]
      })
  }
}

extension ComparisonSection.Row {
  /// The verdict for a column.
  var verdictText: String {
    "\(verdict.verdict.glyph) \(verdict == .noDifference ? "none shown" : verdict.word)"
  }
}

extension ComparisonSection.TimeToEvent {
  /// The hazard ratio with its interval.
  fileprivate var ratioText: String {
    guard let ratio = logRank.hazardRatio else { return "" }
    let interval = logRank.hazardRatioInterval.map {
      " (\(Wording.short($0.low, 3))–\(Wording.short($0.high, 3)))"
    }
    return Wording.short(ratio, 3) + (interval ?? "")
  }
}

extension ExperimentPlan {
  var tables: [TextTable] {
    [armTable, sizeTable] + (powerCurve.isEmpty ? [] : [powerTable]) + (peeking.isEmpty ? [] : [peekingTable])
  }

  private var armTable: TextTable {
    TextTable(
      title: "Planned sample",
      note: "What an experiment with the scenario's people can detect. Power and smallest changes apply to each arm "
        + "against the control.",
      columns: [
        .init(name: "Arm"), .init(name: "Users", isNumber: true), .init(name: "Outcomes", isNumber: true, leaves: 2),
        .init(name: "Assumed", isNumber: true, leaves: 1), .init(name: "Assumed change", isNumber: true),
        .init(name: "Power", isNumber: true), .init(name: "Found with 80%", isNumber: true),
      ],
      rows: arms.map { arm in
        let found = [arm.detectableLift, arm.detectableDrop].compactMap { $0.map(Wording.change) }
        return [
          arm.name + (arm.control ? " (control)" : ""), Wording.whole(arm.users),
          Wording.whole(Int(arm.outcomes.rounded())),
          (arm.control ? baseline.value : arm.assumed).map(Wording.percent) ?? "",
          arm.assumedLift.map(Wording.change) ?? "", arm.power.map(Wording.percent) ?? "",
          found.joined(separator: " or "),
        ]
      })
  }

  private var sizeTable: TextTable {
    TextTable(
      title: "Sample sizes", note: "People it takes to find a change, and how long they take to sign up.",
      columns: [
        .init(name: "Change", isNumber: true), .init(name: "From"), .init(name: "Power", isNumber: true),
        .init(name: "Share", isNumber: true, leaves: 3), .init(name: "Outcomes, control", isNumber: true, leaves: 2),
        .init(name: "Users, control", isNumber: true, leaves: 1), .init(name: "Users in all", isNumber: true),
        .init(name: "Days", isNumber: true),
      ],
      rows: sampleSizes.map { size in
        [
          Wording.change(size.lift), size.reason, Wording.short(size.power * 100, 1) + "%",
          size.share.map(Wording.percent) ?? "beyond 100%", size.controlOutcomes.map(Wording.whole) ?? "–",
          size.controlUsers.map(Wording.whole) ?? "–", size.users.map(Wording.whole) ?? "–",
          size.wholeDays.map(Wording.whole) ?? "–",
        ]
      })
  }

  private var powerTable: TextTable {
    let rows = powerCurve.flatMap { power -> [[String]] in
      (power.arms + [power.any]).map { row -> [String] in
        [
          Wording.short(power.scale, 2), row.arm.isEmpty ? "any" : row.arm, row.share.map(Wording.percent) ?? "",
          "\(row.worlds.successes) of \(row.worlds.trials)", row.worlds.text, row.redrawn?.text ?? "",
          row.approximate.map(Wording.percent) ?? "",
        ]
      }
    }
    return TextTable(
      title: "Simulated power",
      note: "Share of simulated experiments in which the test with Holm's adjustment finds a difference, by scale of "
        + "the assumed effects; at 0 there is none, so that is the rate of false alarms. Redrawn: experiments drawn from the "
        + "replications' daily outcomes.",
      columns: [
        .init(name: "Scale", isNumber: true), .init(name: "Arm"), .init(name: "Share", isNumber: true, leaves: 2),
        .init(name: "Replications", isNumber: true, leaves: 3), .init(name: "of them", isNumber: true),
        .init(name: "Redrawn", isNumber: true), .init(name: "Approximation", isNumber: true, leaves: 1),
      ], rows: rows)
  }

  private var peekingTable: TextTable {
    TextTable(
      title: "Looking every day",
      note: "Share of experiments that find any arm to differ when somebody looks at the end of every day and stops at "
        + "the first significant look.",
      columns: [
        .init(name: "Test"), .init(name: "Scale", isNumber: true),
        .init(name: "Replications", isNumber: true, leaves: 2),
        .init(name: "Redrawn", isNumber: true), .init(name: "Median day", isNumber: true),
      ],
      rows: peeking.map { row in
        let name =
          switch row.test {
          case .once: "once, at the end"
          case .naive: "plain test, every day"
          case .alwaysValid: "always-valid test, every day"
          }
        return [
          name, Wording.short(row.scale, 2), row.worlds.text, row.redrawn.text,
          row.medianDay.map { Wording.grouped($0, 1) } ?? "–",
        ]
      })
  }
}

extension ExperimentPlan.SampleSize {
  /// The reason why the table has this change.
  fileprivate var reason: String {
    switch source {
    case "table": "for comparison"
    case "--lift": "asked for"
    default: "assumed for \(source)"
    }
  }
}
