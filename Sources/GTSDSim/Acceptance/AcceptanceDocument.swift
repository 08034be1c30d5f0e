import Documents
import GTSDFields
import GTSDModel
import GTSDStudies
import Statistics

/// A matrix of stories and generations, for people and for programs.
package struct AcceptanceDocument: StandaloneDocument {
  private let result: AcceptanceMatrix.Result

  package init(_ result: AcceptanceMatrix.Result) { self.result = result }

  /// The result of the deciding generation, in a sentence.
  package var verdict: String {
    let failing = failures(of: result.deciding)
    let missing =
      result.isComplete ? "" : "interrupted, \(Wording.count(result.missing, "case")) not searched: "
    let many = "\(Wording.count(result.schedules, "schedule")) each"
    return failing == 0
      ? "\(missing)\(result.deciding.rawValue) keeps all of \(Wording.count(result.rows.count, "case")) in \(many)"
      : "\(missing)\(result.deciding.rawValue) breaks \(failing) of \(Wording.count(result.rows.count, "case"))"
  }

  /// The matrix as JSON, for programs.
  package var json: String {
    JSONNode.object([
      "formatVersion": .int(1), "kind": "acceptance", "complete": .bool(result.isComplete),
      "schedules": .int(result.schedules),
      "deciding": .string(result.deciding.rawValue), "passes": .bool(result.passes),
      "generations": .array(result.generations.map { .string($0.rawValue) }),
      "cases": .array(
        result.rows.map { row in
          .object([
            "id": .string(row.name), "path": .string(row.path), "description": .string(row.description),
            "cells": .object(
              zip(result.generations, row.cells).map { ($0.rawValue, Self.node($1)) }),
          ])
        }),
    ]).prettyText + "\n"
  }

  private static func node(_ cell: AcceptanceMatrix.Cell) -> JSONNode {
    switch cell {
    case .passes: .object(["outcome": "passes"])
    case .notApplicable(let reason): .object(["outcome": "notApplicable", "reason": .string(reason)])
    case .fails(let breakage):
      .object([
        "outcome": "fails", "schedules": .int(breakage.schedules),
        "violations": .array(
          breakage.finds.map { find in
            .object([
              "key": .string(find.key), "summary": .string(find.summary), "schedules": .int(find.schedules),
              "replay": find.token.map { .string($0) } ?? .null,
            ])
          }),
      ])
    }
  }

  /// The verdicts as JUnit: one suite for each generation, and in it one case for each story.
  ///
  /// A case fails exactly if it makes the command fail, which only cases of the deciding generation do.
  package var junit: String {
    let suites = result.generations.enumerated().map { column, generation in
      (
        name: generation.rawValue,
        cases: result.rows.map { row in
          var testCase = JUnitCase(name: row.name)
          let cell = row.cells[column]
          let detail = cell.detail(of: result.schedules) ?? "no violation in \(result.schedules) schedules"
          switch cell {
          case .passes: testCase.output = detail
          case .notApplicable(let reason): testCase.skipped = reason
          case .fails where generation == result.deciding: testCase.failure = ("violated", detail)
          case .fails: testCase.output = "Violated, but \(result.deciding.rawValue) decides: \(detail)"
          }
          return testCase
        }
      )
    }
    return JUnitDocument(name: "matrix", suites: suites).text
  }

  /// The lines for a terminal: the table, then its failures.
  package func text(width: Int = 100, color: Bool = false, isPlain: Bool = false) -> String {
    let layout = TerminalLayout(width: max(60, width), color: color, isPlain: isPlain)
    let names = result.rows.map(\.name.count).max() ?? 0
    let columns = result.generations.map { max(3, $0.rawValue.count) }
    let heads = zip(result.generations, columns).map { layout.fit($0.rawValue, $1) }
    var lines = [layout.bold(layout.fit("", names + 2) + heads.joined(separator: "  "))]
    for row in result.rows {
      let cells = zip(row.cells, columns).map { cell, width -> String in
        let text = layout.fit(cell.sign, width)
        if case .fails = cell { return layout.paint(text, .missed) }
        return text
      }
      lines.append(layout.fit(row.name, names + 2) + cells.joined(separator: "  "))
    }
    lines.append("")
    for row in result.rows {
      for (generation, cell) in zip(result.generations, row.cells) {
        guard let detail = cell.detail(of: result.schedules) else { continue }
        lines += layout.wrap("\(row.name), \(generation.rawValue): \(detail)", indent: 2)
      }
    }
    lines += ["", (result.passes ? "✓ " : "✗ ") + verdict]
    return (isPlain ? lines.map { PlainText.ascii($0) } : lines).joined(separator: "\n") + "\n"
  }

  private func failures(of generation: Generation.Preset) -> Int {
    guard let column = result.generations.firstIndex(of: generation) else { return 0 }
    return result.rows.count { row in
      if case .fails = row.cells[column] { true } else { false }
    }
  }

  // MARK: The document

  package var document: Document {
    var document = Document(
      title: "Acceptance", description: "Test cases, error scenarios and edge cases of the specifications.",
      subtitle: "\(Wording.count(result.rows.count, "case")), \(Wording.count(result.schedules, "schedule")) per cell.",
      qualification: "A search shows only the failures that it met; others may remain.",
      findings: [Statement(finding: verdict, verdict: result.passes ? .met : .missed)],
      hero: .init(
        big: result.passes ? "✓" : "✗", isAlert: !result.passes,
        findings: result.generations.map {
          let red = failures(of: $0)
          return Statement(
            finding: "\($0.rawValue): \(red == 0 ? "passes all cases" : "fails \(red) of \(result.rows.count)")",
            verdict: red == 0 ? .met : .missed)
        }, isQualified: false),
      imprint: .init(
        kind: "acceptance", tool: "gtsd-sim \(GTSDSimVersion.current)", formatVersion: 1, digest: nil,
        scenarioDigest: "of each case", outcome: verdict,
        exitCode: !result.isComplete ? 130 : result.passes ? 0 : 11,
        verdict: result.passes ? .met : .missed, isComplete: result.isComplete, notes: []))
    document.sections = [matrix, details]
    return document
  }

  private var matrix: Document.Section {
    let columns: [Table.Column] = [.head("Case")] + result.generations.map { .text(RichText($0.rawValue)) }
    let rows = result.rows.map { row in [Table.Cell(row.name)] + row.cells.map { Table.Cell($0.label) } }
    return Document.Section("matrix", "Cases and generations", [.table(Table(columns, rows))])
  }

  private var details: Document.Section {
    var items: [String] = []
    for row in result.rows {
      for (generation, cell) in zip(result.generations, row.cells) {
        if let detail = cell.detail(of: result.schedules) {
          items.append("\(row.name), \(generation.rawValue): \(detail)")
        }
      }
    }
    return Document.Section(
      "details", "Failures, and cases that do not apply", items.isEmpty ? [] : [DocumentBlock.list(items).on(.written)])
  }
}

extension AcceptanceMatrix.Cell {
  /// The sign of the cell.
  var sign: String {
    switch self {
    case .passes: "✓"
    case .fails: "✗"
    case .notApplicable: "n/a"
    }
  }

  /// The symbol with the first failure: the hazard's name, or else the expectation or the invariant.
  var label: String {
    guard case .fails(let breakage) = self, let first = breakage.finds.first else { return sign }
    let parts = first.key.split(separator: "/", maxSplits: 2)
    guard parts.count == 3 else { return "✗ \(first.key)" }
    if parts[1] != "unclassified" { return "✗ \(parts[1])" }
    let fact = parts[2].split(separator: ":").last ?? parts[2]
    return parts[0] == "expectation" ? "✗ expected \(fact)" : "✗ \(parts[0])"
  }

  /// The catalogued hazards that were found, each with the number of schedules that show it.
  private var hazards: [String] {
    guard case .fails(let breakage) = self else { return [] }
    var counts: [(hazard: String, schedules: Int)] = []
    for find in breakage.finds {
      let parts = find.key.split(separator: "/", maxSplits: 2)
      guard parts.count == 3, parts[1] != "unclassified" else { continue }
      if let index = counts.firstIndex(where: { $0.hazard == parts[1] }) {
        counts[index].schedules = max(counts[index].schedules, find.schedules)
      } else {
        counts.append((String(parts[1]), find.schedules))
      }
    }
    return counts.ordered { ($1.schedules, $0.hazard) < ($0.schedules, $1.hazard) }.map(\.hazard)
  }

  /// The first failure and the number of schedules that show it, or the reason why the case is left out; nil for a
  /// case that passes.
  func detail(of schedules: Int) -> String? {
    switch self {
    case .passes: return nil
    case .notApplicable(let reason): return "n/a: \(reason)"
    case .fails(let breakage):
      guard let first = breakage.finds.first else { return nil }
      let share = first.schedules > 0 ? " (\(first.schedules) of \(Wording.count(schedules, "schedule")))" : ""
      let others = hazards.filter { !first.key.contains("/\($0)/") }
      let more = others.isEmpty ? "" : "; with \(others.joined(separator: ", "))"
      return "\(first.key): \(first.summary)\(share)\(more)"
    }
  }
}
