import Documents
import GTSDModel
import GTSDStudies

/// The report of a comparison, section by section.
struct ComparisonDocument {
  let section: ComparisonSection

  func add(to document: inout Document) {
    let warnings = Document.Section(
      "warnings", "Warnings", untitled: .terminal,
      section.warnings.isEmpty ? [] : [.list(section.warnings, .finding)])
    document.sections += [warnings] + section.contrasts.enumerated().map(contrast)
    document.sections += [curves, section.timeTable?.section("time")].compactMap(\.self)
    document.sections += (section.plan?.tables ?? []).enumerated().map { index, table in
      table.section(
        "plan-\(index + 1)", above: table.title == "Simulated power" ? [.chart(section.plan?.powerChart)] : [])
    }
    document.sections += [section.differsTable?.section("differences")].compactMap(\.self)
    document.sections.append(section.sideTable.section("sides", on: .written))
  }

  /// The indicators of a side against the baseline. Terminals leave out those without a difference.
  private func contrast(_ index: Int, _ contrast: ComparisonSection.Contrast) -> Document.Section {
    let table = section.differenceTable(contrast)
    let (chart, note) = section.forest(contrast)
    let shown = section.differenceTable(contrast, complete: false)
    return table.section(
      "contrast-\(index + 1)", on: .written, above: [.note(note), .chart(chart)],
      below: [shown.rows.isEmpty ? nil : .table(shown.table(), on: .terminal)])
  }

  private var curves: Document.Section? {
    section.curves.map { chart in
      Document.Section(
        "curves", "Acknowledgment over 24 hours",
        [
          .note(
            "Share of onboarded users who have acknowledged, all replications together: Kaplan-Meier with its pointwise "
              + "95% band."), .chart(chart),
        ])
    }
  }
}
