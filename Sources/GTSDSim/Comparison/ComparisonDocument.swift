import Documents
import GTSDModel
import GTSDStudies
import Statistics

/// The report of a comparison, section by section.
struct ComparisonDocument {
  let section: ComparisonSection

  func add(to document: inout Document) {
    if let hero = hero(document.findings) { document.hero = hero }
    let warnings = Document.Section(
      "warnings", "Warnings", untitled: .terminal,
      section.warnings.isEmpty ? [] : [.list(section.warnings, .finding)])
    // The picture comes before the warnings.
    document.sections += [curves, warnings].compactMap(\.self) + section.contrasts.enumerated().map(contrast)
    document.sections += [section.timeTable?.section("time")].compactMap(\.self)
    document.sections += (section.plan?.tables ?? []).enumerated().map { index, table in
      table.section(
        "plan-\(index + 1)", above: table.title == "Simulated power" ? [.chart(section.plan?.powerChart)] : [])
    }
    document.sections += [section.differsTable?.section("differences")].compactMap(\.self)
    document.sections.append(section.sideTable.section("sides", on: .written))
  }

  /// The difference in the main indicator in large type, the winner among several variants, or the size of a
  /// planned experiment; nil if nothing was measured.
  private func hero(_ findings: [Statement]) -> Document.Hero? {
    if section.isPlanAlone, let size = section.plan?.mainSizes.first, let users = size.users {
      return .init(
        big: Wording.count(users, "user"),
        lead: [.paragraph("in all arms together find \(size.changeText(section.plan?.baseline)) with 80% power.")],
        findings: findings, showsEveryVerdict: true)
    }
    guard let first = section.contrasts.first, let row = section.mainRows.first?.row else { return nil }
    guard section.contrasts.count == 1 else {
      let title = "“\(row.title.prefix(1).lowercased() + row.title.dropFirst())”"
      return .init(
        big: section.best.map { "\($0.side) wins" } ?? "No winner yet",
        lead: [.paragraph("by \(title), each against \(first.baseline).")], findings: findings, showsEveryVerdict: true)
    }
    return .init(
      big: row.shiftText,
      lead: [
        .paragraph("\(row.name): \(row.valueText) in \(first.side), \(row.baselineText) in \(first.baseline)."),
        .paragraph(
          RichText([
            .plain(row.difference == nil ? "" : "\(row.intervalText) · "),
            .verdict(row.verdict.verdict, word: row.verdict.word),
          ]), .caption),
      ], findings: Array(findings.dropFirst()), showsEveryVerdict: true)
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
