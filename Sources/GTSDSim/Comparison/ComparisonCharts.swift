import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The charts of a comparison.
extension ComparisonSection {
  /// A chart of relative changes around zero. Very large changes, which would squeeze all others, are only in the
  /// table.
  func forest(_ contrast: Contrast) -> (chart: IntervalChart?, note: String) {
    let measured = contrast.rows.filter { $0.liftInterval != nil }
    let drawn = measured.filter { row in
      row.liftInterval.map { $0.low > -1.001 && $0.high < 1.001 } ?? false
    }
    guard !drawn.isEmpty else { return (nil, "") }
    let left = measured.count - drawn.count
    let main = drawn.filter { $0.id == kpi } + drawn.filter { $0.id != kpi }
    let chart = IntervalChart(
      title: "Relative change against \(contrast.baseline)",
      summary: contrast.rows.first { $0.id == kpi }?.finding(contrast) ?? "Relative changes with their intervals",
      axis: Axis("Relative change", .change),
      rows: main.map { .init($0.title, $0.lift, low: $0.liftInterval?.low, high: $0.liftInterval?.high) },
      reference: ReferenceLine(0, "no change"))
    let note = "The chart shows relative changes, without adjustment."
    return (chart, left == 0 ? note : "\(note) \(left) with intervals beyond 100% are in the table alone.")
  }

  /// The curves of all sides, the baseline first.
  var curves: LineChart? {
    let series = sides.compactMap { side in
      side.curve.flatMap { LineChart.Series(acknowledgment: $0, side.name) }
    }
    guard series.count > 1, let last = series[0].points.last else { return nil }
    let ends = series.compactMap { line in line.points.last.map { "\(line.name) \(Wording.percent($0.y))" } }
    return LineChart(
      title: "Acknowledgment",
      summary: "Acknowledged \(Wording.seconds(last.x)) after onboarding: \(ends.joined(separator: ", ")).",
      x: Axis("Time since onboarding", .seconds), y: .wholeShare("Acknowledged"), series: series)
  }
}

extension ExperimentPlan {
  /// A chart of the share of experiments that find each arm, by scale of the effects.
  var powerChart: LineChart? {
    guard powerCurve.count > 1, let first = powerCurve.first else { return nil }
    func rejected(_ row: Power.Rejections) -> Share { row.redrawn ?? row.worlds }
    // An arm without a shown effect has no power to draw.
    let names = first.arms.map(\.arm).filter { name in
      powerCurve.allSatisfy { $0.arms.contains { $0.arm == name } }
    }
    guard !names.isEmpty else { return nil }
    let series = names.map { name in
      let rows = powerCurve.compactMap { power in
        power.arms.first { $0.arm == name }.map { (power.scale, rejected($0)) }
      }
      return LineChart.Series(
        name, rows.map { .init($0.0, $0.1.value ?? 0) },
        bands: [
          .init("95% interval", rows.map { .init($0.0, $0.1.interval?.low ?? 0, $0.1.interval?.high ?? 1) })
        ])
    }
    let assumed = powerCurve.first { $0.scale == 1 }?.arms.map { "\($0.arm) \(rejected($0).text)" } ?? []
    return LineChart(
      title: "Simulated power",
      summary: "Found with the effects as assumed: \(assumed.joined(separator: ", ")).",
      x: Axis("Scale of the assumed effects", .number), y: .wholeShare("Experiments that find it"), series: series,
      horizontals: [ReferenceLine(0.8, "80%"), ReferenceLine(alpha, Wording.percent(alpha))])
  }
}
