import Documents
import GTSDModel
import GTSDStudies

extension ForecastDocument {
  /// Two lines for each change: its effect, and the result that it leads to.
  func reachLines(_ changes: [ForecastSection.Reach.Change], _ layout: TerminalLayout) -> [String] {
    changes.flatMap { change in
      let effect = change.effectText(unit: unit)
      let room = max(8, layout.width - 4 - effect.count)
      return layout.row("  " + change.name, room + 2, "  " + effect)
        + layout.wrap(change.resultText(unit: unit), indent: 4).map(layout.dim)
    }
  }
}
