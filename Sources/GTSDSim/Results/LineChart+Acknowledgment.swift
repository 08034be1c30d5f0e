import Documents
import GTSDWorld
import Statistics

extension LineChart {
  /// Creates a chart of the share that has acknowledged over the first day; nil without a curve.
  init?(acknowledgment curve: SurvivalCurve, goal: Double?) {
    guard let acknowledged = Series(acknowledgment: curve, "Acknowledged"), let last = acknowledged.points.last,
      let interval = acknowledged.bands.last?.points.last
    else { return nil }
    let ends = Axis.Unit.share.text(interval.low, interval.high)
    let hours = (1...24).map { Double($0) * 3_600 }
    self.init(
      title: "Acknowledgment over 24 hours",
      summary: "\(Wording.percent(last.y)) have acknowledged after \(Wording.seconds(last.x)), interval \(ends).",
      x: Axis("Time since onboarding", .seconds, holds: [0, 86_400]), y: .wholeShare("Share acknowledged"),
      series: [acknowledged],
      horizontals: goal.map { [ReferenceLine($0, "target \(Wording.short($0 * 100, 1))%")] } ?? [],
      readings: hours, readingNames: hours.indices.map { "after \($0 + 1) h" })
  }
}

extension LineChart.Series {
  /// Creates a chart of the share that has acknowledged over the first day; nil without a curve.
  ///
  /// - Parameter curve: the share that has not acknowledged, with its interval. The chart shows 1 minus these values.
  init?(acknowledgment curve: SurvivalCurve, _ name: String) {
    let rows = curve.points.filter { $0.count == 4 && $0[0] <= 86_400 }
    guard rows.count > 1 else { return nil }
    self.init(
      name, rows.map { LineChart.Point($0[0], 1 - $0[1]) },
      bands: [LineChart.Band("95% interval", rows.map { LineChart.Band.Point($0[0], 1 - $0[3], 1 - $0[2]) })],
      style: .steps)
  }
}
