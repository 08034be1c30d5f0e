package import GTSDModel
import GTSDWorld
import Statistics

/// Makes the plan of an experiment from simulated people.
package struct ExperimentPlanner: Sendable {
  package var scenario: Scenario
  package var kpi: KPI
  package var alpha = 0.05
  /// The relative changes in the table of sample sizes, in addition to the experiment's own.
  package var lifts: [Double] = [0.02, 0.05, 0.1, 0.2]
  /// The relative changes for which the user wants sample sizes.
  package var wishedLifts: [Double] = []
  /// The number of resampled experiments at each scale.
  package var redraws = 2_000

  package init(scenario: Scenario, kpi: KPI) {
    self.scenario = scenario
    self.kpi = kpi
  }

  /// The arms; two of equal weight in a scenario without an experiment.
  private var arms: [Arm] { scenario.experiment?.arms ?? [Arm(name: "control"), Arm(name: "treated")] }

  /// The number of people in each arm of the planned sample: by weight, or as drawn in a roll-out. The sample has as
  /// many people as the scenario describes, even if fewer are simulated.
  private var users: [Int] {
    let size = scenario.population.describedSize
    if arms.contains(where: { !$0.stages.isEmpty || $0.opens > .zero }) {
      let roster = PopulationRoster(scenario: scenario, replication: 0)
      let drawn = min(size, scenario.population.size)
      let counts = (0..<drawn).reduce(into: Array(repeating: 0, count: arms.count)) { counts, user in
        counts[roster.member(UInt32(user)).arm] += 1
      }
      return counts.map { Int((Double($0) * Double(size) / Double(drawn)).rounded()) }
    }
    let total = arms.reduce(0) { $0 + $1.weight }
    return arms.map { Int((Double(size) * $0.weight / total).rounded()) }
  }

  private var arrivalsPerDay: Double? {
    switch scenario.population.arrival {
    case .uniform(let span), .daily(let span):
      span > .zero ? Double(scenario.population.describedSize) / (span.seconds / 86_400) : nil
    case .launch, .together: nil
    }
  }

  /// Makes a plan from the results of each arm; those of the control alone are enough.
  ///
  /// - Parameter folds: by arm, control first: the results of the same simulated people in each arm.
  package func plan(_ folds: [ComparisonFold]) -> ExperimentPlan? {
    guard let control = folds.first, let base = share(control), let baseline = base.value else { return nil }
    let perUser = control.total.users > 0 ? Double(base.trials) / Double(control.total.users) : 0
    let effects = effects(folds)
    let users = users
    let comparisons = arms.count - 1
    var plan = ExperimentPlan(
      experiment: scenario.experiment?.name, kpi: kpi.id, alpha: alpha, comparisons: comparisons, baseline: base,
      outcomesPerUser: perUser, arrivalsPerDay: arrivalsPerDay, arms: [], sampleSizes: [], powerCurve: [], peeking: [])
    plan.simulatedUsers = control.total.users
    plan.designEffect = designEffect(control)
    // Sample sizes are in outcomes that carry independent information.
    let independent = perUser / (plan.designEffect ?? 1)
    plan.arms = arms.enumerated().map { index, arm in
      planned(
        arm, index, users: users, perUser: perUser, independent: independent, baseline: baseline,
        effect: effects[index],
        comparisons: comparisons)
    }
    plan.sampleSizes = sampleSizes(plan, perUser: independent)
    return plan
  }

  /// The effect of an arm that the plan assumes. It is simulated with the same people in the arm and in the control.
  private struct Effect {
    var share: Double
    var lift: Double?
    var interval: Interval?
    var isShown: Bool
  }

  /// The effects by arm, adjusted for the number of arms as those of a comparison are; nil if none was simulated.
  private func effects(_ folds: [ComparisonFold]) -> [Effect?] {
    let treated = arms.indices.dropFirst().filter { $0 < folds.count }
    func row(_ arm: Int, level: Double) -> ComparisonSection.Row {
      PairedComparison(kpi: kpi, targets: scenario.targets, level: level).row(kpi, of: folds[arm], against: folds[0])
    }
    var contrasts = treated.map { arm in
      ComparisonSection.Contrast(
        side: arms[arm].name, baseline: arms[0].name, rows: [row(arm, level: 1 - alpha)], timeToEvent: [])
    }
    contrasts.adjust(main: kpi, alpha: alpha) { contrast, _, level in row(treated[contrast], level: level) }
    return arms.indices.map { arm in
      guard let place = treated.firstIndex(of: arm) else { return nil }
      let row = contrasts[place].rows[0]
      guard let share = row.value else { return nil }
      let isShown = row.interval.map { $0.low > 0 || $0.high < 0 } ?? false
      guard let base = row.baseline, base > 0, let difference = row.difference else {
        return Effect(share: share, lift: nil, interval: nil, isShown: isShown)
      }
      // The printed interval decides, here relative to the control.
      let interval = row.interval.map {
        Interval(level: $0.level, low: $0.low / base, high: $0.high / base, method: "difference-over-baseline")
      }
      return Effect(share: share, lift: difference / base, interval: interval, isShown: isShown)
    }
  }

  /// The ratio of the share's variance to that of independent outcomes; nil if each person has one outcome, or if
  /// people do not differ more than by chance.
  private func designEffect(_ fold: ComparisonFold) -> Double? {
    guard case .rate(let successes, let trials, _, let clusters?) = fold.total.measurement(of: kpi),
      successes > 0, successes < trials, let variance = ClusteredRatio(clusters.people)?.variance
    else { return nil }
    let share = Double(successes) / Double(trials)
    let effect = variance * Double(trials) / (share * (1 - share))
    return effect > 1.005 ? effect : nil
  }

  private func share(_ fold: ComparisonFold) -> ExperimentPlan.Share? {
    let measurement = fold.total.measurement(of: kpi)
    guard case .rate(let successes, let trials, _, _) = measurement, trials > 0 else { return nil }
    var share = ExperimentPlan.Share(successes: successes, trials: trials)
    share.interval = KPIResult(kpi, measurement, targets: []).interval
    return share
  }

  private func planned(
    _ arm: Arm, _ index: Int, users: [Int], perUser: Double, independent: Double, baseline: Double, effect: Effect?,
    comparisons: Int
  ) -> ExperimentPlan.PlannedArm {
    let outcomes = Double(users[index]) * perUser
    var result = ExperimentPlan.PlannedArm(
      name: arm.name, control: index == 0, users: users[index], outcomes: outcomes)
    guard index > 0, users[0] > 0, users[index] > 0, perUser > 0 else { return result }
    let test = TwoProportionPower(
      alpha: alpha / Double(comparisons), ratio: Double(users[index]) / Double(users[0]))
    let control = Double(users[0]) * independent
    result.assumed = effect?.share
    result.assumedLift = effect?.lift
    result.assumedLiftInterval = effect?.interval
    if let effect, effect.isShown {
      result.power = test.power(controlUnits: control, control: baseline, treated: effect.share)
    }
    guard baseline > 0 else { return result }
    result.detectableLift = test.detectable(controlUnits: control, control: baseline).map { $0 / baseline - 1 }
    result.detectableDrop = test.detectable(controlUnits: control, control: baseline, below: true)
      .map { $0 / baseline - 1 }
    return result
  }

  private func sampleSizes(
    _ plan: ExperimentPlan, perUser: Double
  ) -> [ExperimentPlan.SampleSize] {
    var wishes = lifts.filter { !wishedLifts.contains($0) }.map { (lift: $0, source: "table") }
    wishes += wishedLifts.map { (lift: $0, source: "--lift") }
    wishes = wishes.ordered { $0.lift < $1.lift }
    wishes += plan.arms.filter { $0.power != nil }.compactMap { arm in arm.assumedLift.map { ($0, arm.name) } }
    // The other arms divide the rest. For sample sizes, each is taken as large as the scenario's mean arm.
    let weights = arms.map(\.weight)
    let others = weights.dropFirst().reduce(0, +)
    let ratio = weights[0] > 0 && others > 0 ? others / Double(arms.count - 1) / weights[0] : 1
    let test = TwoProportionPower(alpha: alpha / Double(plan.comparisons), ratio: ratio)
    /// The outcomes and people of the control, and all people.
    func sizes(
      _ baseline: Double, _ lift: Double, _ power: Double
    ) -> (outcomes: Double, control: Double, all: Double)? {
      let share = baseline * (1 + lift)
      guard perUser > 0, share >= 0, share <= 1,
        let units = test.requiredUnits(control: baseline, treated: share, power: power)
      else { return nil }
      let control = (Double(units.control) / perUser).rounded(.up)
      let all = control + (control * ratio).rounded(.up) * Double(plan.comparisons)
      return all < 1e15 ? (Double(units.control) * (plan.designEffect ?? 1), control, all) : nil
    }
    return wishes.flatMap { wish in
      [0.8, 0.9].map { power in
        var size = ExperimentPlan.SampleSize(lift: wish.lift, source: wish.source, power: power)
        guard let baseline = plan.baseline.value, (0...1).contains(baseline * (1 + wish.lift)) else { return size }
        size.share = baseline * (1 + wish.lift)
        guard let (outcomes, control, all) = sizes(baseline, wish.lift, power) else { return size }
        size.controlOutcomes = Int(outcomes.rounded(.up))
        size.controlUsers = Int(control)
        size.users = Int(all)
        size.days = plan.arrivalsPerDay.map { all / $0 }
        if let ends = plan.baseline.interval {
          let both = [ends.low, ends.high].map { sizes($0, wish.lift, power)?.all ?? .infinity }
          size.usersInterval = Interval(
            level: ends.level, low: min(all, both[0], both[1]), high: max(all, both[0], both[1]), method: ends.method)
        }
        return size
      }
    }
  }
}

extension ExperimentPlanner {
  /// Adds the results of simulated experiments with effects at one scale.
  ///
  /// - Parameter folds: by arm, control first. Each replication is a whole experiment.
  package func add(_ folds: [ComparisonFold], scale: Double, to plan: inout ExperimentPlan) {
    let worlds = Self.outcomes(folds, kpi: kpi)
    guard let first = worlds.first else { return }
    let redraw = ExperimentRedraw(worlds, areAlike: scale == 0, seed: scenario.seed)
    let stream = UInt32(plan.powerCurve.count)
    let redrawn = redraw.map { redraw in (0..<UInt32(redraws)).map { redraw.experiment($0, stream: stream) } } ?? []
    let found = worlds.map { $0.rejections(alpha: alpha) }
    let foundRedrawn = redrawn.map { $0.rejections(alpha: alpha) }
    // Assumed effects come from the same people in each arm; other figures come from these experiments alone.
    let shares =
      scale == 1 ? [plan.baseline.value] + plan.arms.dropFirst().map(\.assumed) : folds.map { share($0)?.value }
    let arms = (1...first.comparisons).map { arm in
      ExperimentPlan.Power.Rejections(
        arm: plan.arms[arm].name, share: shares[arm],
        worlds: .init(successes: found.count { $0[arm - 1] }, trials: worlds.count),
        redrawn: .init(successes: foundRedrawn.count { $0[arm - 1] }, trials: redrawn.count),
        approximate: scale == 0
          ? alpha / Double(plan.comparisons)
          : approximate(plan, arm, control: shares[0], treated: shares[arm]))
    }
    let any = ExperimentPlan.Power.Rejections(
      arm: "", worlds: .init(successes: found.count { $0.contains(true) }, trials: worlds.count),
      redrawn: .init(successes: foundRedrawn.count { $0.contains(true) }, trials: redrawn.count))
    plan.powerCurve.append(.init(scale: scale, arms: arms, any: any))
    guard scale == 0 || scale == 1 else { return }
    plan.peeking += ExperimentPlan.Peeking.Test.allCases.map { test in
      peeking(test, scale: scale, worlds, redrawn, detectable: detectable(plan))
    }
  }

  private static func outcomes(_ folds: [ComparisonFold], kpi: KPI) -> [ExperimentOutcomes] {
    guard let count = folds.map(\.replications).min() else { return [] }
    return (0..<count).compactMap { replication in
      ExperimentOutcomes(folds.map { $0.daily[replication] }, kpi: kpi)
    }
  }

  private func approximate(_ plan: ExperimentPlan, _ arm: Int, control: Double?, treated: Double?) -> Double? {
    guard let control, let treated, plan.arms[0].outcomes > 0, plan.arms[arm].outcomes > 0 else { return nil }
    return TwoProportionPower(
      alpha: alpha / Double(plan.comparisons), ratio: plan.arms[arm].outcomes / plan.arms[0].outcomes
    ).power(controlUnits: plan.arms[0].outcomes, control: control, treated: treated)
  }

  /// The difference for which the always-valid test is tuned: the smallest that the planned sample can find.
  private func detectable(_ plan: ExperimentPlan) -> Double {
    let lifts = plan.arms.compactMap { $0.detectableLift ?? $0.detectableDrop.map(abs) }
    return max(1e-3, (lifts.min() ?? 0.1) * (plan.baseline.value ?? 0.5))
  }

  private func peeking(
    _ test: ExperimentPlan.Peeking.Test, scale: Double, _ worlds: [ExperimentOutcomes],
    _ redrawn: [ExperimentOutcomes], detectable: Double
  ) -> ExperimentPlan.Peeking {
    func stop(_ experiment: ExperimentOutcomes) -> Int? {
      switch test {
      case .once: experiment.rejections(alpha: alpha).contains(true) ? experiment.looks.last : nil
      case .naive: experiment.naiveStop(alpha: alpha)
      case .alwaysValid: experiment.alwaysValidStop(alpha: alpha, detectable: detectable)
      }
    }
    let stops = redrawn.compactMap(stop).sorted()
    return ExperimentPlan.Peeking(
      scale: scale, test: test, worlds: .init(successes: worlds.count { stop($0) != nil }, trials: worlds.count),
      redrawn: .init(successes: stops.count, trials: redrawn.count),
      medianDay: stops.isEmpty ? nil : Double(stops[stops.count / 2] + 1))
  }
}
