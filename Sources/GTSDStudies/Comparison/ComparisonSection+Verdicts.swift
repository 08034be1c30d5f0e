import GTSDLogs
package import GTSDModel
import GTSDWorld
import Statistics

/// The first values of a row and its verdict, for paired and unpaired sides.
extension ComparisonSection.Row {
  /// Creates the row of an indicator that has not been measured yet.
  init(_ kpi: KPI, targets: [TargetOverride]) {
    let definition = kpi.definition
    let demands = kpi.targets(overriddenBy: targets)
    self.init(
      id: kpi.id, title: definition.title, unit: definition.comparedUnit, direction: KPIDirection(demands),
      verdict: .notMeasured, targets: [], isBinding: false, isInconclusive: false)
  }

  /// Creates a row without numbers.
  init(
    id: String, title: String, unit: String, direction: KPIDirection, verdict: ComparisonVerdict,
    targets: [KPIResult.Target], isBinding: Bool, isInconclusive: Bool
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.direction = direction
    self.verdict = verdict
    self.targets = targets
    self.isBinding = isBinding
    self.isInconclusive = isInconclusive
  }

  /// Compares the relative change with targets for changes, and decides whether the interval is informative.
  mutating func judge(_ overrides: [TargetOverride], contrasts: Set<KPIContrast>) {
    guard let kpi = KPI(rawValue: id) else { return }
    let demands = kpi.targets(overriddenBy: overrides, contrasts: contrasts).filter { $0.versus == .control }
    // There is no relative change from 0, so the difference decides.
    let decisive = baseline == 0 ? interval : liftInterval
    targets = demands.map { demand in
      KPIResult.Target(
        demand, verdict: decisive.map { demand.verdict(low: $0.low, high: $0.high) } ?? .none)
    }
    isBinding = overrides.contains { $0.kpi == id && $0.versus == .control }
    isInconclusive = blur.map { $0 > matters(demands) } ?? false
  }

  /// The half-width of the interval relative to the baseline, if the interval contains zero; otherwise nil.
  private var blur: Double? {
    guard let interval, interval.low <= 0, interval.high >= 0, let baseline else { return nil }
    let reach = max(-interval.low, interval.high)
    return baseline == 0 ? (reach == 0 ? 0 : .infinity) : reach / abs(baseline)
  }

  /// The smallest relative change that matters: that of the target, or 10 % without a target.
  private func matters(_ demands: [KPITarget]) -> Double {
    let bounds = demands.compactMap { demand in
      if case .number(let bound) = demand.value, bound != 0 { abs(bound) } else { nil }
    }
    return bounds.min() ?? 0.1
  }
}

extension [ComparisonSection.Contrast] {
  /// The place of a p-value in a contrast: an indicator's row, a time to an event, or its log-rank test.
  private enum Place {
    case row(Int)
    case time(Int)
    case logRank(Int)
  }

  private struct Question {
    var contrast: Int
    var place: Place
    var p: Double
  }

  /// The main indicator over its contrasts, and all other questions, times to events among them.
  private func families(main: KPI) -> [[Question]] {
    var families: [[Question]] = [[], []]
    for (index, contrast) in enumerated() {
      for (place, row) in contrast.rows.enumerated() {
        guard let p = row.p else { continue }
        families[row.id == main.id ? 0 : 1].append(Question(contrast: index, place: .row(place), p: p))
      }
      for (place, time) in contrast.timeToEvent.enumerated() {
        families[1].append(Question(contrast: index, place: .time(place), p: time.p))
        families[1].append(Question(contrast: index, place: .logRank(place), p: time.logRank.p))
      }
    }
    return families
  }

  /// Adjusts p-values and intervals by Bonferroni's method and sets the verdicts. The main indicator is adjusted over
  /// its contrasts, and all other questions together. Verdicts use the printed intervals, so that no verdict contradicts
  /// its interval.
  ///
  /// - Parameters:
  ///   - row: a contrast's row of an indicator at another level; nil if its interval cannot be computed again.
  ///   - time: a contrast's time to an event at another level.
  package mutating func adjust(
    main: KPI, alpha: Double = 0.05,
    row: (_ contrast: Int, _ kpi: KPI, _ level: Double) -> ComparisonSection.Row? = { _, _, _ in nil },
    time: (_ contrast: Int, _ id: SurvivalID, _ level: Double) -> ComparisonSection.TimeToEvent? = { _, _, _ in nil }
  ) {
    for family in families(main: main) {
      let level = MultipleComparisons.bonferroniLevel(of: family.count, alpha: alpha)
      for (question, adjusted) in zip(family, MultipleComparisons.bonferroni(family.map(\.p))) {
        switch question.place {
        case .row(let place):
          let kpi = KPI(rawValue: self[question.contrast].rows[place].id)
          let again = kpi.flatMap { row(question.contrast, $0, level) }
          self[question.contrast].rows[place].adjust(adjusted, alpha: alpha, again: again)
        case .time(let place):
          self[question.contrast].timeToEvent[place].adjustedP = adjusted
          guard let id = SurvivalID(rawValue: self[question.contrast].timeToEvent[place].id),
            let again = time(question.contrast, id, level)
          else { continue }
          self[question.contrast].timeToEvent[place].interval = again.interval
        case .logRank(let place):
          self[question.contrast].timeToEvent[place].logRank.adjustedP = adjusted
        }
      }
    }
  }
}

extension ComparisonSection.Row {
  /// Stores the adjusted p-value, and takes interval and verdict from the row at the adjusted level.
  fileprivate mutating func adjust(_ adjusted: Double, alpha: Double, again: Self?) {
    adjustedP = adjusted
    var isAnswered = adjusted <= alpha
    if let again {
      (interval, liftInterval, targets) = (again.interval, again.liftInterval, again.targets)
      (isInconclusive, needed) = (again.isInconclusive, again.needed)
      if let interval { isAnswered = interval.low > 0 || interval.high < 0 }
    }
    verdict = ComparisonVerdict(difference: shift ?? 0, isSignificant: isAnswered, direction: direction)
  }
}
