import Documents
import GTSDModel
import GTSDWorld
import Statistics

extension ResultsDocument {
  /// The number of users who reached each step.
  var funnel: Document.Section? {
    guard let first = report.funnel.first?.users else { return nil }
    let table = Table(
      [
        .head("Step"), .text("", style: "bar", on: .page), .number("Users"), .number("Of all"),
        .number("Lost here", style: "dim", on: .page),
      ], style: "funnel",
      report.funnel.enumerated().map { index, row in
        let share = first > 0 ? Double(row.users) / Double(first) : nil
        let before = index > 0 ? report.funnel[index - 1].users : 0
        let lost = before > row.users ? "−\(Wording.percent(Double(before - row.users) / Double(before)))" : ""
        return [
          .init(row.title), .init(RichText([.markup(PageDrawing.shareBar(share ?? 0))])),
          .init(Wording.whole(row.users), style: "value"), .init(share.map(Wording.percent) ?? ""), .init(lost),
        ]
      })
    return Document.Section(
      "funnel", "Funnel",
      [
        .table(table, on: first > 0 ? .written : .markdown),
        first > 0 && report.isOfRun ? .lines { funnelLines(Double(first), $0) } : nil,
      ])
  }

  private func funnelLines(_ first: Double, _ layout: TerminalLayout) -> [String] {
    // Full names, if they leave room for a short bar.
    let longest = report.funnel.map { layout.written($0.title).count }.max() ?? 0
    let name = min(max(22, longest), max(22, layout.width - 9 - 9 - 6))
    let bar = max(0, layout.width - name - 9 - 9)
    return report.funnel.map { row in
      let share = Double(row.users) / first
      let filled = Int((min(1, share) * Double(bar)).rounded())
      return layout.fit(row.title, name) + layout.right(Wording.whole(row.users), 8) + " "
        + layout.accent(String(repeating: "█", count: filled))
        + layout.dim(String(repeating: "·", count: bar - filled)) + layout.right(Wording.percent(share), 8)
    }
  }
}

extension FunnelRow {
  /// The step's name for people.
  fileprivate var title: String { FunnelStep(rawValue: step)?.title ?? step }
}
