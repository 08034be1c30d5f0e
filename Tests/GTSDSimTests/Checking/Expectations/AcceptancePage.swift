@testable import GTSDModel

/// The tables of the page on acceptance.
struct AcceptancePage {
  let cases: AcceptanceCases
  let trace: SpecificationTrace

  var text: String { ([matrix, reasons, requirements].joined(separator: "\n\n")) + "\n" }

  private func red(_ preset: Generation.Preset) -> Int {
    guard let column = AcceptanceCases.presets.firstIndex(of: preset) else { return 0 }
    return cases.cases.count { if case .fails = $0.cells[column] { true } else { false } }
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private var matrix: String {
    let rows = cases.cases.map { [$0.name, "`\($0.alone)`"] + $0.cells.map(\.words) }
    return """
      ## Which generation passes which case?

      Of \(cases.cases.count) cases `correct` passes all; `seed-current` breaks \(red(.seedCurrent)), `seed-fixed` \
      \(red(.seedFixed)) and `head` \(red(.head)), searched in \(AcceptanceCases.schedules) schedules each. The second \
      column names a strategy that breaks
      the case when it is set alone in `correct`: so the case can fail. A red cell of `seed-current` and `seed-fixed` names
      its reason: a choice of that generation which breaks the case by itself. Many cells of `head` are red because its
      summary has no place to appear after onboarding, with which most cases begin.

      \(table(["Case", "Broken by"] + AcceptanceCases.presets.map(\.rawValue), rows))
      """
  }

  private var reasons: String {
    var used: [(strategy: String, preset: Generation.Preset)] = []
    for item in cases.cases {
      for (preset, cell) in zip(AcceptanceCases.presets, item.cells) {
        if case .fails(let strategy?) = cell, !used.contains(where: { $0.strategy == strategy }) {
          used.append((strategy, preset))
        }
      }
    }
    let rows = used.sorted { $0.strategy < $1.strategy }.map { strategy, preset -> [String] in
      let citation = Citation.of(strategy, in: preset)
      let line = citation.map { $0.document.isQuoted ? "“\(escaped($0.line))”" : escaped($0.line) } ?? ""
      let reading = citation?.reading.map { " \(escaped($0))" } ?? ""
      return ["`\(strategy)`", (citation?.document.title ?? ""), line + reading]
    }
    return """
      ## What does each reason stand for?

      `gtsd-sim list generations --json` cites a line for each choice of each generation. Those of the red cells:

      \(table(["Strategy", "Document", "Line"], rows))
      """
  }

  private var requirements: String {
    let documents = SpecificationDocument.allCases.filter(\.isQuoted)
    let counts = documents.map { document in
      let own = trace.lines.filter { $0.document == document }
      func held(_ isHeld: (SpecificationTrace.Holder) -> Bool) -> Int {
        own.count { $0.held.first.map(isHeld) ?? false }
      }
      let byCases = held { if case .expectation = $0 { true } else { false } }
      let exempt = own.count { $0.exemption != nil }
      return [
        document.title, "\(own.count)", "\(byCases)", "\(own.count - byCases - exempt)", "\(exempt)",
      ]
    }
    let exempt = trace.lines.count { $0.exemption != nil }
    let sections = documents.map { document in
      let rows = trace.lines.filter { $0.document == document }.map { line in
        [
          escaped(line.part), escaped(line.quote),
          line.exemption.map { "– \(escaped($0))" } ?? line.held.map { escaped($0.words) }.joined(separator: "<br>"),
        ]
      }
      return "### \(document.title)\n\n\(table(["Part", "Line", "Held by"], rows))"
    }
    return """
      ## What holds each line of the specifications?

      Expected results, lines to verify, error scenarios and success criteria: \(trace.lines.count) lines, of which \
      \(trace.lines.count - exempt) are
      held and \(exempt) are not, with the reason. A line is held by expectations of acceptance cases, or by an indicator with
      the target, an event, a scenario or a test.

      \(table(["Document", "Lines", "By cases", "Otherwise", "Not held"], counts))

      \(sections.joined(separator: "\n\n"))
      """
  }

  /// Text that a table cell shows as it is.
  private func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
