import GTSDModel

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving
@testable import Statistics

/// Hand-made comparisons for the renderers: counts of a few replications, and figures computed from them.
enum SampleComparison {
  /// Two variants that share their people.
  static let pair: Report = {
    let a = fold(acknowledged: [610, 640, 598, 655, 622])
    let b = fold(acknowledged: [652, 679, 641, 690, 668], fast: true)
    var section = ComparisonSection(kpi: KPI.acknowledgmentRate24h.id, design: .paired)
    section.sides = [side("first-day", "seed-current", a), side("first-day-fixed", "correct", b)]
    section.sides[0].broken = [.init(invariant: "I-VIEWS", episodes: 412), .init(invariant: "I-ONCE", episodes: 9)]
    section.sides[1].broken = []
    section.contrasts = [contrast("first-day-fixed", b, "first-day", a, targets: [])]
    section.differences = [
      .init(path: "generation.metrics.ownership", values: ["perView", "user"]),
      .init(path: "faults.0.until", values: ["4h", nil]),
    ]
    section.finish(main: .acknowledgmentRate24h)
    return report(section, name: "first-day-fixed against first-day", generation: "seed-current and correct")
  }()

  /// An experiment with its plan. The second arm misses a target for its change.
  static let experiment: Report = {
    let folds = [
      fold(acknowledged: [500, 512, 497, 521]), fold(acknowledged: [548, 561, 540, 566]),
      fold(acknowledged: [471, 480, 468, 479]),
    ]
    let names = ["A", "B", "C <script>"]
    var scenario = Scenario(name: "card-copy")
    scenario.population.size = 2_400
    scenario.experiment = Experiment(name: "card-copy", arms: names.map { Arm(name: $0) })
    var section = ComparisonSection(kpi: KPI.acknowledgmentRate24h.id, design: .arms)
    section.sides = zip(names, folds).map { side($0, "correct", $1, source: "arm") }
    let demand = TargetOverride(
      kpi: KPI.acknowledgmentRate24h.id, comparison: ">=", value: [0.02], level: .criterion, versus: .control)
    section.contrasts = [1, 2].map { contrast(names[$0], folds[$0], names[0], folds[0], targets: [demand]) }
    section.differences = [
      .init(path: "experiment.arms.everybody.decisionFactors.followCard", values: [nil, "1.15", "0.95"])
    ]
    var planner = ExperimentPlanner(scenario: scenario, kpi: .acknowledgmentRate24h)
    planner.redraws = 200
    planner.wishedLifts = [0.15]
    section.plan = planner.plan(folds).map { plan in
      var plan = plan
      planner.add([folds[0], folds[0], folds[0]], scale: 0, to: &plan)
      planner.add(folds, scale: 1, to: &plan)
      return plan
    }
    section.finish(main: .acknowledgmentRate24h)
    return report(section, name: "card-copy", generation: "correct")
  }()

  /// A fold of replications in which this many of 800 people acknowledge within two days.
  static func fold(acknowledged: [Int], fast: Bool = false) -> ComparisonFold {
    acknowledged.enumerated().reduce(into: ComparisonFold()) { fold, replication in
      let (index, count) = replication
      var arm = ArmFold()
      arm.users = 800
      arm.acknowledgedWithin24h = .init(successes: count, trials: 800, censored: 0)
      arm.dismissals = .init(successes: 40 + index, trials: 500, censored: 0)
      arm.violations = fast ? 0 : 80 + index
      arm.bannerVisible.record(40_000_000_000, times: 300)
      arm.bannerVisible.record(fast ? 50_000_000_000 : 80_000_000_000 + Int64(index) * 1_000_000_000, times: 100)
      for hour in 1...20 {
        arm.timeToAcknowledge.events.record(
          Int64(hour) * (fast ? 3_000_000_000_000 : 3_600_000_000_000), times: Int64(count / 20))
      }
      arm.timeToAcknowledge.censored.record(172_800_000_000_000, times: Int64(807 - count / 20 * 20))
      var daily = DailyFold()
      for person in 0..<800 {
        let day = Int64(person % 2 + 1)
        daily.count(.acknowledgmentRate24h, person < count, at: day * 86_400_000_000_000)
      }
      fold.add(arm, daily: daily)
    }
  }

  private static func side(
    _ name: String, _ generation: String, _ fold: ComparisonFold, source: String = "scenario"
  ) -> ComparisonSection.Side {
    var side = ComparisonSection.Side(
      name: name, source: source, generation: generation, digest: "xxh64:0123456789abcdef", seed: 7, users: 800,
      replications: fold.replications, horizonSeconds: 172_800, resolved: nil)
    side.curve = .init(
      id: SurvivalID.timeToAcknowledge.rawValue,
      estimate: KaplanMeier(
        events: fold.total.timeToAcknowledge.events, censored: fold.total.timeToAcknowledge.censored),
      horizonSeconds: 86_400)
    return side
  }

  private static func contrast(
    _ name: String, _ fold: ComparisonFold, _ baseline: String, _ base: ComparisonFold, targets: [TargetOverride]
  ) -> ComparisonSection.Contrast {
    .init(
      side: name, baseline: baseline,
      rows: PairedComparison(kpi: .acknowledgmentRate24h, targets: targets).rows(of: fold, against: base),
      timeToEvent: ComparisonSection.TimeToEvent.all(of: fold, against: base, horizonSeconds: 172_800))
  }

  private static func report(_ section: ComparisonSection, name: String, generation: String) -> Report {
    var report = Report(
      .comparison(section), tool: .init(version: "0.1.0"),
      scenario: .init(
        name: name, description: "Two variants & their people.", digest: "xxh64:fedcba9876543210", seed: 7,
        generation: generation, users: 800, replications: section.sides[0].replications, horizonSeconds: 172_800),
      digest: "xxh64:00000000deadbeef")
    report.assumptions = [.init(path: "population.personas.decisions.followCard", value: "0.45")]
    report.notes = section.readingNotes
    report.round()
    return report
  }
}
