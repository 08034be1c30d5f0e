package import GTSDModel
package import GTSDWorld
package import Statistics

/// Two variants or more, each against the first: format of the report's `comparison`.
package struct ComparisonSection: Equatable, Sendable {
  /// Id of the indicator that decides; the others answer further questions.
  package var kpi: String
  /// The level of all intervals.
  package var level: Double
  /// How the sides belong together.
  package var design: Design
  /// The baseline, then what is compared with it.
  package var sides: [Side]
  /// One for each side but the baseline.
  package var contrasts: [Contrast]
  /// Values in which the sides' scenarios differ.
  package var differences: [ScenarioDifference]
  /// What the experiment can tell; nil without one.
  package var plan: ExperimentPlan?
  /// What to mind before believing the numbers.
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

  /// How the sides belong together.
  package enum Design: String, CaseIterable, Hashable, Sendable, Codable {
    /// Replication r of every side has the same seed and the same people: common random numbers.
    case paired
    /// Arms of an experiment: the people of a replication are assigned to one each.
    case arms
    /// Reports, or a report and a scenario: nothing but counts is known.
    case unpaired
    /// Two load runs, by the clock: slices of time are known.
    case loads
  }

  /// What is compared.
  package struct Side: Equatable, Sendable {
    /// Unique in a comparison.
    package var name: String
    /// Scenario, report or arm, as people call it.
    package var source: String
    package var generation: String
    package var digest: String
    package var seed: UInt64
    /// People in one replication, in this side alone.
    package var users: Int
    package var replications: Int
    package var horizonSeconds: Double
    /// Invariants that were broken; nil where a side alone cannot say.
    package var broken: [Broken]?
    /// The share that has not acknowledged, over all replications.
    package var curve: SurvivalCurve?
    /// The resolved scenario as JSON text, where it is known.
    package var resolved: String?

    package struct Broken: Equatable, Sendable {
      package var invariant: String
      package var episodes: Int
    }
  }

  /// One side against the baseline.
  package struct Contrast: Equatable, Sendable {
    package var side: String
    package var baseline: String
    /// In the order of ``KPI``.
    package var rows: [Row]
    package var timeToEvent: [TimeToEvent]
  }

  /// One indicator of two sides.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var title: String
    /// `share`, `s`, `per s` or `per 1,000 users`.
    package var unit: String
    package var direction: KPIDirection
    package var baseline: Double?
    package var value: Double?
    /// Replications in which both sides have a value; nil where the sides are not paired.
    package var pairs: Int?
    /// The side less the baseline.
    package var difference: Double?
    package var interval: Interval?
    /// The relative change against the baseline.
    package var lift: Double?
    package var liftInterval: Interval?
    package var p: Double?
    /// Adjusted for the number of questions, by Holm.
    package var adjustedP: Double?
    /// How many times narrower the interval is than independent seeds would make it.
    package var narrowing: Double?
    package var verdict: ComparisonVerdict
    /// Demands on the relative change.
    package var targets: [KPIResult.Target]
    /// Whether these demands decide the exit.
    package var isBinding: Bool
    /// The interval holds zero, and differences as large as would matter.
    package var saysNothing: Bool
    /// What it takes to find a difference as large as the observed one in four cases of five; nil where that is no
    /// question.
    package var needed: Int?

    package var isMeasured: Bool { difference != nil }
  }

  /// When something happens, in two sides.
  package struct TimeToEvent: Equatable, Sendable {
    package var id: String
    /// Up to where means count.
    package var horizonSeconds: Double
    /// Mean seconds without the event, up to the horizon.
    package var baseline: Double
    package var value: Double
    package var difference: Double
    package var interval: Interval
    package var p: Double
    /// The log-rank test over the whole run.
    package var logRank: LogRank

    package struct LogRank: Equatable, Sendable {
      package var chiSquare: Double
      package var p: Double
      /// How much faster events come than in the baseline.
      package var hazardRatio: Double?
      package var hazardRatioInterval: Interval?
    }
  }
}

extension ComparisonSection {
  /// The indicator that decides.
  package var mainKPI: KPI? { KPI(rawValue: kpi) }

  /// Whether sides ran, so that there is something to compare.
  package var isPlanOnly: Bool { contrasts.isEmpty }

  /// Invariants that a side breaks and the baseline does not.
  package func newlyBroken(_ contrast: Contrast) -> [String] {
    guard let own = sides.first(where: { $0.name == contrast.side })?.broken,
      let before = sides.first?.broken
    else { return [] }
    return own.map(\.invariant).filter { invariant in !before.contains { $0.invariant == invariant } }
  }

  /// 11 where a side breaks an invariant that the baseline keeps; otherwise 10 where the main indicator is worse (of load
  /// runs any: a server that fails fast is no faster) or a binding demand on a change is missed; otherwise 0.
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
  /// Whether the demands that decide are missed: criteria if there are any, otherwise aims.
  package var misses: Bool {
    targets.deciding(by: \.demand.level).contains { $0.verdict == .missed }
  }
}

extension ComparisonSection.TimeToEvent.LogRank {
  /// What is read goes into it.
  package static var blank: Self { Self(chiSquare: 0, p: 0) }
}

extension ComparisonSection.Side {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      name: "", source: "", generation: "", digest: "", seed: 0, users: 0, replications: 0, horizonSeconds: 0)
  }
}

extension ComparisonSection.Side.Broken {
  /// What is read goes into it.
  package static var blank: Self { Self(invariant: "", episodes: 0) }
}

extension ComparisonSection.Contrast {
  /// What is read goes into it.
  package static var blank: Self { Self(side: "", baseline: "", rows: [], timeToEvent: []) }
}

extension ComparisonSection.Row {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      id: "", title: "", unit: "", direction: .higherIsBetter, verdict: .notMeasured, targets: [], isBinding: false,
      saysNothing: false)
  }
}

extension ComparisonSection.TimeToEvent {
  /// What is read goes into it.
  package static var blank: Self {
    Self(
      id: "", horizonSeconds: 0, baseline: 0, value: 0, difference: 0,
      interval: Interval(level: 0, low: 0, high: 0, method: ""), p: 0, logRank: .blank)
  }
}
