import Foundation
package import GTSDLoad
package import GTSDStudies
package import GTSDWorld
import Randomness
import Statistics

/// Compares two load runs of one plan: latency, errors, drops and rate, with intervals that allow for the
/// dependence of neighbouring requests.
package struct LoadComparison: Sendable {
  /// A load run of the comparison.
  package struct Side: Sendable {
    package var name: String
    package var scenario: ScenarioSummary
    package var load: LoadSection
    package var violations: [Violation]
    package var complete: Bool

    package init(
      name: String, scenario: ScenarioSummary, load: LoadSection, violations: [Violation], complete: Bool
    ) {
      self.name = name
      self.scenario = scenario
      self.load = load
      self.violations = violations
      self.complete = complete
    }
  }

  /// The reason why two runs cannot be compared.
  package enum Refusal: Error, Equatable, Sendable {
    /// The report comes from a version that kept too little data for each slice.
    case coarse(String)
    /// The run has too few slices after its warm-up.
    case short(String, slices: Int)
  }

  /// The smallest number of slices. Fewer would give too few blocks to estimate their differences.
  package static let fewestSlices = 8
  /// The id of the main figure.
  package static let main = "response-time-p95"

  package var level = 0.95
  package var resamples = 600
  private let sides: [(side: Side, slices: MeasuredSlices)]

  /// Creates the comparison of two load runs.
  ///
  /// - Parameters:
  ///   - a: the baseline.
  ///   - b: the side that is compared with the baseline.
  package init(_ a: Side, _ b: Side) throws(Refusal) {
    var sides: [(Side, MeasuredSlices)] = []
    for side in [a, b] {
      guard let slices = MeasuredSlices(side.load) else { throw .coarse(side.name) }
      guard slices.count >= Self.fewestSlices else { throw .short(side.name, slices: slices.count) }
      sides.append((side, slices))
    }
    self.sides = sides
  }

  /// The comparison as a section of the report.
  package var section: ComparisonSection {
    var section = ComparisonSection(kpi: Self.main, level: level, design: .loads)
    let (a, b) = (sides[0], sides[1])
    let names = a.side.name == b.side.name ? ["\(a.side.name) (A)", "\(b.side.name) (B)"] : [a.side.name, b.side.name]
    section.sides = zip(names, sides).map { name, both in
      let scenario = both.side.scenario
      var side = ComparisonSection.Side.blank
      (side.name, side.source, side.generation, side.digest) = (name, "report", scenario.generation, scenario.digest)
      (side.seed, side.users, side.replications) = (scenario.seed, scenario.users, 1)
      (side.horizonSeconds, side.resolved) = (both.slices.seconds, scenario.resolved)
      side.broken = both.side.violations.brokenInvariants.map { invariant in
        var broken = ComparisonSection.Side.Broken.blank
        broken.invariant = invariant
        broken.episodes = both.side.violations.filter { $0.invariant == invariant }.reduce(0) { $0 + $1.count }
        return broken
      }
      return side
    }
    var contrast = ComparisonSection.Contrast.blank
    (contrast.side, contrast.baseline, contrast.rows) = (names[1], names[0], rows)
    section.contrasts = [contrast]
    let shown = sides.compactMap { $0.side.scenario.resolvedScenario }
    if shown.count == 2 { section.differences = ScenarioDifference.between(shown) }
    section.warnings = warnings(names)
    return section
  }

  private func warnings(_ names: [String]) -> [String] {
    var warnings: [String] = []
    let (a, b) = (sides[0].side.load.plan, sides[1].side.load.plan)
    if a.levels != b.levels || a.model != b.model || a.unit != b.unit || a.request != b.request {
      warnings.append("The two runs had different planned loads, which may cause the differences.")
    }
    if a.loops != b.loops || a.connections != b.connections || a.thinkTimeScale != b.thinkTimeScale {
      warnings.append("The two runs differ in event loops, connections or pauses.")
    }
    for (name, both) in zip(names, sides) {
      if !both.side.complete { warnings.append("\(name) is incomplete: a part of its load was not made.") }
      if both.side.load.isOfGenerator {
        warnings.append("\(name) was at a limit of its generator: its figures say little about the server.")
      } else if !both.side.load.isValid {
        warnings.append("No request of \(name) succeeded, so its figures do not show how fast the server is.")
      }
    }
    return warnings
  }

  // MARK: Rows

  /// The figures that are computed from resampled slices.
  private enum Figure: String, CaseIterable {
    case p50 = "response-time-p50"
    case p95 = "response-time-p95"
    case p99 = "response-time-p99"
    case errors = "error-share"
    case dropped = "dropped-share"
    case rate = "answered-rate"

    var title: String {
      switch self {
      case .p50: "Response time, median"
      case .p95: "Response time, p95"
      case .p99: "Response time, p99"
      case .errors: "Error share"
      case .dropped: "Dropped share"
      case .rate: "Answers"
      }
    }

    var unit: String {
      switch self {
      case .p50, .p95, .p99: "s"
      case .errors, .dropped: "share"
      case .rate: "per s"
      }
    }

    var direction: KPIDirection { self == .rate ? .higherIsBetter : .lowerIsBetter }

    func value(_ sum: MeasuredSlices.Sum) -> Double? {
      switch self {
      case .p50: sum.percentile(0.5)
      case .p95: sum.percentile(0.95)
      case .p99: sum.percentile(0.99)
      case .errors: sum.answered > 0 ? Double(sum.errors) / Double(sum.answered) : nil
      case .dropped: sum.offered > 0 ? Double(sum.dropped) / Double(sum.offered) : nil
      case .rate: sum.seconds > 0 ? Double(sum.answered) / sum.seconds : nil
      }
    }
  }

  private var rows: [ComparisonSection.Row] {
    let figures = Figure.allCases
    let totals = sides.map(\.slices.total)
    let length = sides.map { BlockBootstrap.length(for: $0.slices.logs) }.max() ?? 1
    let draws = resampled(length: length)
    let degrees = Double(sides.map(\.slices.count).min() ?? 0) / Double(length) - 1
    var rows = figures.indices.map { place in
      row(figures[place], totals, draws.map { $0[place] }, degrees: max(1, degrees))
    }
    let judged = rows.indices.filter { rows[$0].p != nil }
    let p = judged.compactMap { rows[$0].p }
    for (place, adjusted) in zip(judged, MultipleComparisons.bonferroni(p)) {
      // The printed interval is the one that decides.
      var wider = self
      wider.level = MultipleComparisons.bonferroniLevel(of: p.count, alpha: 1 - level)
      rows[place] = wider.row(figures[place], totals, draws.map { $0[place] }, degrees: max(1, degrees))
      rows[place].adjustedP = adjusted
      rows[place].verdict = ComparisonVerdict(
        difference: rows[place].difference ?? 0,
        isSignificant: rows[place].interval.map { $0.low > 0 || $0.high < 0 } ?? (adjusted <= 1 - level),
        direction: rows[place].direction)
    }
    return rows
  }

  /// The resampled figures of both sides. If both sides have the same plan, they use the same blocks, so that a common
  /// trend over time does not count as chance.
  private func resampled(length: Int) -> [[(a: Double?, b: Double?)]] {
    let (a, b) = (sides[0].slices, sides[1].slices)
    let isOfOnePlan = sides[0].side.load.plan.levels == sides[1].side.load.plan.levels && a.count == b.count
    let (first, second) = (a.blocks(of: length), b.blocks(of: length))
    var random = SplitMix64(seed: 0x6C6F_6164)
    return (0..<resamples).map { _ in
      let own = BlockBootstrap.starts(count: a.count, length: length, &random)
      let other = isOfOnePlan ? own : BlockBootstrap.starts(count: b.count, length: length, &random)
      let (one, two) = (MeasuredSlices.Sum(own.map { first[$0] }), MeasuredSlices.Sum(other.map { second[$0] }))
      return Figure.allCases.map { ($0.value(one), $0.value(two)) }
    }
  }

  private func row(
    _ figure: Figure, _ totals: [MeasuredSlices.Sum], _ draws: [(a: Double?, b: Double?)], degrees: Double
  ) -> ComparisonSection.Row {
    var row = ComparisonSection.Row.blank
    (row.id, row.title, row.unit, row.direction) = (figure.rawValue, figure.title, figure.unit, figure.direction)
    (row.baseline, row.value) = (figure.value(totals[0]), figure.value(totals[1]))
    guard let base = row.baseline, let value = row.value else { return row }
    let both = draws.compactMap { draw in draw.a.flatMap { a in draw.b.map { (a, $0) } } }
    guard both.count > resamples / 2 else { return row }
    row.difference = value - base
    let error = Self.deviation(both.map { $0.1 - $0.0 })
    let t = StudentDistribution.quantile(1 - (1 - level) / 2, degrees: degrees)
    switch figure {
    case .errors, .dropped:
      shares(figure, totals, error, t, degrees, &row)
    case .p50, .p95, .p99:
      // Latencies are compared by their logarithms: they cannot be negative, and twice is as far as half.
      let spread = max(Self.deviation(both.map { log($0.1 / $0.0) }), Self.resolution)
      test(log(value / base), spread, degrees, &row)
      row.interval = Interval(
        level: level, low: base * (exp(log(value / base) - t * spread) - 1),
        high: base * (exp(log(value / base) + t * spread) - 1), method: Self.method)
      lift(log(value / base), spread, t, &row)
    case .rate:
      // A rate is known only to the nearest reply.
      let spread = max(error, 1 / min(totals[0].seconds, totals[1].seconds))
      test(value - base, spread, degrees, &row)
      row.interval = Interval(
        level: level, low: value - base - t * spread, high: value - base + t * spread, method: Self.method)
      // The same interval, so that both say the same of zero.
      guard base > 0, let interval = row.interval else { return row }
      row.lift = value / base - 1
      row.liftInterval = Interval(
        level: level, low: max(-1, interval.low / base), high: interval.high / base, method: Self.method)
    }
    return row
  }

  private static let method = "block-bootstrap"
  /// The resolution of a percentile. Ranges of times are 1/16 wide, and positions within a range are unknown.
  private static let resolution = 0.005

  /// Compares shares by their counts, reduced by the ratio of the variance between slices to that of independent
  /// requests.
  private func shares(
    _ figure: Figure, _ totals: [MeasuredSlices.Sum], _ error: Double, _ t: Double, _ degrees: Double,
    _ row: inout ComparisonSection.Row
  ) {
    let groups = totals.map { figure == .errors ? ($0.errors, $0.answered) : ($0.dropped, $0.offered) }
    let pooled = Double(groups[0].0 + groups[1].0) / Double(groups[0].1 + groups[1].1)
    let plain = (pooled * (1 - pooled) * (1 / Double(groups[0].1) + 1 / Double(groups[1].1))).squareRoot()
    // With few blocks, the interval is widened by as much as Student's distribution is wider than the normal one.
    let student = t / NormalDistribution.critical(level: level)
    let effect = max(1, plain > 0 ? error * error / (plain * plain) : 1) * student * student
    func thinned(_ group: (Int, Int)) -> TwoProportionTest.Group {
      let trials = max(1, Int((Double(group.1) / effect).rounded()))
      return .init(successes: min(trials, Int((Double(group.0) / effect).rounded())), trials: trials)
    }
    guard let test = TwoProportionTest(treated: thinned(groups[1]), control: thinned(groups[0])) else { return }
    let interval = test.differenceInterval(level: level)
    let difference = row.difference ?? 0
    // The interval is shifted by the amount by which rounding the counts changed the difference.
    let shift = difference - test.difference
    row.interval = Interval(
      level: level, low: interval.low + shift, high: interval.high + shift, method: Self.method)
    row.p = test.p
    if groups[0].0 > 0, groups[1].0 > 0, test.control.successes > 0, test.treated.successes > 0 {
      let lift = test.relativeLift(level: level)
      row.lift = (row.value ?? 0) / (row.baseline ?? 1) - 1
      row.liftInterval = lift.interval
    }
  }

  private func test(_ difference: Double, _ error: Double, _ degrees: Double, _ row: inout ComparisonSection.Row) {
    row.p = 2 * StudentDistribution.cumulative(-abs(difference) / error, degrees: degrees)
  }

  private func lift(_ logRatio: Double, _ spread: Double, _ t: Double, _ row: inout ComparisonSection.Row) {
    row.lift = exp(logRatio) - 1
    row.liftInterval = Interval(
      level: level, low: exp(logRatio - t * spread) - 1, high: exp(logRatio + t * spread) - 1, method: Self.method)
  }

  private static func deviation(_ values: [Double]) -> Double {
    guard values.count > 1 else { return 0 }
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
  }
}
