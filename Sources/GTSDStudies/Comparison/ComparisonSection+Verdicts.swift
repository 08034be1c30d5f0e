import GTSDLogs
package import GTSDModel
import GTSDWorld
import Statistics

/// The initial values and the verdict of a row, with or without paired sides.
extension ComparisonSection.Row {
  /// An indicator that has not been measured yet.
  init(_ kpi: KPI, targets: [TargetOverride]) {
    let definition = kpi.definition
    let demands = kpi.targets(overriddenBy: targets)
    self.init(
      id: kpi.id, title: definition.title, unit: definition.comparedUnit, direction: KPIDirection(demands),
      verdict: .notMeasured, targets: [], isBinding: false, saysNothing: false)
  }

  /// A row without its numbers.
  init(
    id: String, title: String, unit: String, direction: KPIDirection, verdict: ComparisonVerdict,
    targets: [KPIResult.Target], isBinding: Bool, saysNothing: Bool
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.direction = direction
    self.verdict = verdict
    self.targets = targets
    self.isBinding = isBinding
    self.saysNothing = saysNothing
  }

  /// Judges the relative change against demands on it, and whether the interval says anything.
  mutating func judge(_ overrides: [TargetOverride], contrasts: Set<KPIContrast>) {
    guard let kpi = KPI(rawValue: id) else { return }
    let demands = kpi.targets(overriddenBy: overrides, contrasts: contrasts).filter { $0.versus == .control }
    // Nothing is relative to 0: there the difference decides.
    let decisive = baseline == 0 ? interval : liftInterval
    targets = demands.map { demand in
      KPIResult.Target(
        demand, verdict: decisive.map { demand.verdict(low: $0.low, high: $0.high) } ?? .none)
    }
    isBinding = overrides.contains { $0.kpi == id && $0.versus == .control }
    saysNothing = blur.map { $0 > matters(demands) } ?? false
  }

  /// The width to either side, relative to the baseline, of an interval that contains zero; nil for one that does
  /// not.
  private var blur: Double? {
    guard let interval, interval.low <= 0, interval.high >= 0, let baseline else { return nil }
    let reach = max(-interval.low, interval.high)
    return baseline == 0 ? (reach == 0 ? 0 : .infinity) : reach / abs(baseline)
  }

  /// The smallest relevant relative change: the target's, or else a tenth.
  private func matters(_ demands: [KPITarget]) -> Double {
    let bounds = demands.compactMap { demand in
      if case .number(let bound) = demand.value, bound != 0 { abs(bound) } else { nil }
    }
    return bounds.min() ?? 0.1
  }
}

extension [ComparisonSection.Contrast] {
  /// Adjusts p-values and intervals by Holm's method, the main indicator over its contrasts and all other questions
  /// together, and sets the verdicts from the printed intervals, so that none contradicts its own.
  ///
  /// - Parameter row: a contrast's row of an indicator at another level; nil where its interval cannot be made again.
  package mutating func adjust(
    main: KPI, alpha: Double = 0.05,
    row: (_ contrast: Int, _ kpi: KPI, _ level: Double) -> ComparisonSection.Row? = { _, _, _ in nil }
  ) {
    var families: [[(contrast: Int, row: Int, p: Double)]] = [[], []]
    for (contrast, rows) in map(\.rows).enumerated() {
      for (row, content) in rows.enumerated() {
        guard let p = content.p else { continue }
        families[content.id == main.id ? 0 : 1].append((contrast, row, p))
      }
    }
    for family in families {
      let levels = MultipleComparisons.holmLevels(family.map(\.p), alpha: alpha)
      for (place, adjusted) in MultipleComparisons.holm(family.map(\.p)).enumerated() {
        let question = family[place]
        var own = self[question.contrast].rows[question.row]
        own.adjustedP = adjusted
        var isAnswered = adjusted <= alpha
        if let kpi = KPI(rawValue: own.id), let again = row(question.contrast, kpi, 1 - levels[place]) {
          (own.interval, own.liftInterval, own.targets) = (again.interval, again.liftInterval, again.targets)
          (own.saysNothing, own.needed) = (again.saysNothing, again.needed)
          if let interval = own.interval { isAnswered = interval.low > 0 || interval.high < 0 }
        }
        own.verdict = ComparisonVerdict(
          difference: own.difference ?? 0, isSignificant: isAnswered, direction: own.direction)
        self[question.contrast].rows[question.row] = own
      }
    }
  }
}
