package import GTSDModel
package import GTSDWorld
package import Statistics

/// The report's data on a comparison of two or more variants with the first.
package struct ComparisonSection: Equatable, Sendable {
  /// The id of the indicator that decides; the others answer further questions.
  package var kpi: String
  /// The level of all intervals.
  package var level: Double
  /// The relation between the sides.
  package var design: Design
  /// The sides, the baseline first.
  package var sides: [Side]
  /// The contrasts, one for each side but the baseline.
  package var contrasts: [Contrast]
  /// The values in which the sides' scenarios differ.
  package var differences: [ScenarioDifference]
  /// The power and sample sizes of the experiment; nil if there is no experiment.
  package var plan: ExperimentPlan?
  /// Warnings about the numbers, in sentences.
  package var warnings: [String]

  package init(kpi: String, level: Double = 0.95, design: Design) {
    self.kpi = kpi
    self.level = level
    self.design = design
    sides = []
    contrasts = []
    differences = []
    warnings = []
  }

  /// The relation between the sides.
  package enum Design: String, CaseIterable, Hashable, Sendable, Codable {
    /// Paired sides: replication r of every side has the same seed and the same people (common random numbers).
    case paired
    /// Arms of an experiment: each person of a replication is assigned to one of them.
    case arms
    /// The sides are reports, or a report and a scenario, so only counts are known.
    case unpaired
    /// The sides are load runs in real time, of which slices of time are known.
    case loads
  }

  /// A side of the comparison.
  package struct Side: Equatable, Sendable {
    /// The name, unique in a comparison.
    package var name: String
    /// The kind: scenario, report or arm.
    package var source: String
    package var generation: String
    package var digest: String
    package var seed: UInt64
    /// The number of people in one replication of this side.
    package var users: Int
    package var replications: Int
    package var horizonSeconds: Double
    /// The broken invariants; nil if they cannot be attributed to one side.
    package var broken: [Broken]?
    /// The share of people who have not acknowledged, over time, from all replications.
    package var curve: SurvivalCurve?
    /// The resolved scenario as JSON text; nil if it is not known.
    package var resolved: String?

    package struct Broken: Equatable, Sendable {
      package var invariant: String
      package var episodes: Int
    }
  }

  /// A side against the baseline.
  package struct Contrast: Equatable, Sendable {
    package var side: String
    package var baseline: String
    /// The rows, in the order of ``KPI``.
    package var rows: [Row]
    package var timeToEvent: [TimeToEvent]
  }

  /// An indicator of two sides.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var title: String
    /// The unit: `share`, `s`, `per s` or `per 1,000 users`.
    package var unit: String
    package var direction: KPIDirection
    package var baseline: Double?
    package var value: Double?
    /// The number of replications in which both sides have a value; nil if the sides are not paired.
    package var pairs: Int?
    /// The side's value less the baseline's; nil without data, or if a time that was not reached leaves it open.
    package var difference: Double?
    package var interval: Interval?
    /// The relative change against the baseline.
    package var lift: Double?
    package var liftInterval: Interval?
    package var p: Double?
    /// The p-value, adjusted for the number of questions by Bonferroni's method.
    package var adjustedP: Double?
    /// The factor by which the interval is narrower than with independent seeds.
    package var narrowing: Double?
    package var verdict: ComparisonVerdict
    /// The targets for the relative change.
    package var targets: [KPIResult.Target]
    /// Whether these targets decide the exit code.
    package var isBinding: Bool
    /// Whether the result is uninformative: the interval contains zero as well as differences that would matter.
    package var isInconclusive: Bool
    /// The sample size that finds a difference of the observed size in four cases out of five; nil if the question
    /// makes no sense.
    package var needed: Int?

    package var isMeasured: Bool { shift != nil }

    /// The difference, or the end of its interval that is nearest to zero where only that is known.
    package var shift: Double? {
      difference ?? interval.map { $0.low > 0 ? $0.low : $0.high < 0 ? $0.high : 0 }
    }
  }

  /// The times to an event in two sides.
  package struct TimeToEvent: Equatable, Sendable {
    package var id: String
    /// The end of the time over which means are taken.
    package var horizonSeconds: Double
    /// The mean seconds without the event, up to the horizon.
    package var baseline: Double
    package var value: Double
    package var difference: Double
    /// The interval of the difference, adjusted for the number of questions.
    package var interval: Interval
    package var p: Double
    /// The p-value, adjusted for the number of questions by Bonferroni's method.
    package var adjustedP: Double?
    /// The log-rank test over the whole run.
    package var logRank: LogRank

    package struct LogRank: Equatable, Sendable {
      package var chiSquare: Double
      package var p: Double
      /// The p-value, adjusted for the number of questions by Bonferroni's method.
      package var adjustedP: Double?
      /// The hazard ratio: the factor by which events come faster than in the baseline.
      package var hazardRatio: Double?
      package var hazardRatioInterval: Interval?
    }
  }
}

extension ComparisonSection {
  /// The indicator that decides.
  package var mainKPI: KPI? { KPI(rawValue: kpi) }

  /// Whether the section has only a plan, without sides to compare.
  package var isPlanOnly: Bool { contrasts.isEmpty }

  /// The invariants that a side breaks and the baseline does not.
  package func newlyBroken(_ contrast: Contrast) -> [String] {
    guard let own = sides.first(where: { $0.name == contrast.side })?.broken,
      let before = sides.first?.broken
    else { return [] }
    return own.map(\.invariant).filter { invariant in !before.contains { $0.invariant == invariant } }
  }

  /// The exit code: 11 if a side breaks an invariant that the baseline keeps; otherwise 10 if the main indicator is
  /// worse (in load runs any indicator, since a server that fails fast is not faster) or a binding target is missed;
  /// otherwise 0.
  package var exitCode: Int32 {
    if contrasts.contains(where: { !newlyBroken($0).isEmpty }) { return 11 }
    let missed = contrasts.contains { contrast in
      contrast.rows.contains { row in
        ((row.id == kpi || design == .loads) && row.verdict == .worse) || (row.isBinding && row.misses)
      }
    }
    return missed ? 10 : 0
  }
}

extension ComparisonSection.Row {
  /// Whether a deciding target is missed: a criterion if there is one, otherwise a target.
  package var misses: Bool {
    targets.deciding(by: \.demand.level).contains { $0.verdict == .missed }
  }
}

extension ComparisonSection.TimeToEvent.LogRank {
  package static var blank: Self { Self(chiSquare: 0, p: 0) }
}

extension ComparisonSection.Side {
  package static var blank: Self {
    Self(
      name: "", source: "", generation: "", digest: "", seed: 0, users: 0, replications: 0, horizonSeconds: 0)
  }
}

extension ComparisonSection.Side.Broken {
  package static var blank: Self { Self(invariant: "", episodes: 0) }
}

extension ComparisonSection.Contrast {
  package static var blank: Self { Self(side: "", baseline: "", rows: [], timeToEvent: []) }
}

extension ComparisonSection.Row {
  package static var blank: Self {
    Self(
      id: "", title: "", unit: "", direction: .higherIsBetter, verdict: .notMeasured, targets: [], isBinding: false,
      isInconclusive: false)
  }
}

extension ComparisonSection.TimeToEvent {
  package static var blank: Self {
    Self(
      id: "", horizonSeconds: 0, baseline: 0, value: 0, difference: 0,
      interval: Interval(level: 0, low: 0, high: 0, method: ""), p: 0, logRank: .blank)
  }
}
