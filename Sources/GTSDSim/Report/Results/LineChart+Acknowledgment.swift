extension LineChart {
  /// How the share that has acknowledged grows over the first day; nil without a curve.
  init?(acknowledgment curve: SurvivalCurve, goal: Double?) {
    // Of those that have not had the event, low and high: the share that has is one less it, and its ends change places.
    let rows = curve.points.filter { $0.count == 4 && $0[0] <= 86_400 }
    guard rows.count > 1, let last = rows.last else { return nil }
    let ends = Axis.Unit.share.text(1 - last[3], 1 - last[2])
    let hours = (1...24).map { Double($0) * 3_600 }
    self.init(
      title: "Acknowledgment over 24 hours",
      summary: "\(Wording.percent(1 - last[1])) have acknowledged after \(Wording.seconds(last[0])), interval \(ends).",
      x: Axis("Time since onboarding", .seconds, holds: [0, 86_400]), y: .wholeShare("Share acknowledged"),
      series: [
        Series(
          "Acknowledged", rows.map { Point($0[0], 1 - $0[1]) },
          bands: [Band("95% interval", rows.map { Band.Point($0[0], 1 - $0[3], 1 - $0[2]) })], style: .steps)
      ],
      horizontals: goal.map { [ReferenceLine($0, "target \(Wording.short($0 * 100, 1))%")] } ?? [],
      readings: hours, readingNames: hours.indices.map { "after \($0 + 1) h" })
  }
}
