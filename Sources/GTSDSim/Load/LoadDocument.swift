import Documents
import GTSDLoad
import GTSDWorld
import Statistics

/// The report of a load run, section by section.
struct LoadDocument {
  let section: LoadSection

  func add(to document: inout Document) {
    document.hero = hero(document.findings)
    document.sections += sections
    document.firstInTexts = ["thresholds", "latency", "parts", "starts", "endpoints", "outcomes"]
  }

  /// The 95th percentile, and the results of all thresholds.
  private func hero(_ findings: [Statement]) -> Document.Hero {
    let sent = section.total.serviceTime.p95.map { ", \(Wording.seconds($0)) from the actual send" } ?? ""
    return .init(
      big: section.total.responseTime.p95.map(Wording.seconds) ?? "no data",
      lead: [
        .paragraph("95th percentile from \(section.startName)\(sent)."),
        .paragraph(
          "\(Wording.short(section.rate(of: section.total), 1)) replies per second, "
            + "\(section.total.errorShare.map(Wording.percent) ?? "none") failed", .caption),
      ], findings: findings)
  }

  private var sections: [Document.Section] {
    [
      section.thresholdTable.flatMap { table("thresholds", $0) },
      plot(
        "latency-over-time", "Latency over time",
        "From \(section.startName), by when requests ended: percentiles of each slice, and how many requests took how long.",
        [section.latencyChart, section.heatMap]),
      table("latency", section.latencyTable, isExplained: true),
      section.partTable.flatMap { table("parts", $0) },
      plot(
        "rates", "Offered and achieved",
        "The starts that were due per second, those that were made, and the replies of the server.",
        [section.startChart, section.requestChart]),
      plot("errors", "Errors over time", "Requests that failed, by when they ended.", [section.errorChart]),
      plot("in-flight", "In progress", "At the end of each slice.", [section.inFlightChart]),
      table("starts", section.startTable, on: .markdown), table("endpoints", section.endpointTable),
      table("outcomes", section.outcomeTable, isExplained: true),
    ].compactMap(\.self)
  }

  /// A table. On terminals, an explanation follows where the table needs one.
  private func table(
    _ id: String, _ table: TextTable, on forms: DocumentForms = .all, isExplained: Bool = false
  ) -> Document.Section? {
    table.rows.isEmpty
      ? nil
      : Document.Section(
        id, table.title,
        [
          .note(table.note, on: .written.intersection(forms)), .table(table.table(inTerminal: 16), on: forms),
          isExplained ? DocumentBlock.paragraph(table.note, .remark).on(.terminal) : nil,
        ])
  }

  private func plot(_ id: String, _ title: String, _ note: String, _ charts: [(any Chart)?]) -> Document.Section? {
    let shown = charts.compactMap { DocumentBlock.chart($0) }
    guard !shown.isEmpty else { return nil }
    let space = DocumentBlock.markup("<div style=\"margin-top: 2.4rem\"></div>")
    return Document.Section(id, title, [.note(note)] + Array(shown.map { [$0] }.joined(separator: [space])))
  }
}
