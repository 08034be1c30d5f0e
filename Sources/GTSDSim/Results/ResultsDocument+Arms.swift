import Documents
import GTSDModel
import GTSDWorld
import Statistics

extension ResultsDocument {
  /// A chart of each arm's change in the experiment's indicator, around the control; nil if there are none.
  func armChart(_ arms: [ArmResult]) -> IntervalChart? {
    let metric = Headline.metric(report)
    guard let control = arms.first(where: \.control) else { return nil }
    let rows = arms.compactMap { arm -> IntervalChart.Row? in
      guard !arm.control, let own = arm.kpis.first(where: { $0.id == metric.id }), let change = own.change,
        let interval = own.changeInterval
      else { return nil }
      return .init(arm.name, change, low: interval.low, high: interval.high)
    }
    guard !rows.isEmpty else { return nil }
    return IntervalChart(
      title: "Change in “\(metric.definition.title)” against \(control.name)",
      summary: Headline.effects(report).map(\.statement.finding).joined(separator: " "),
      axis: Axis("Relative change against \(control.name)", .change), rows: rows,
      reference: ReferenceLine(0, control.name))
  }
}
