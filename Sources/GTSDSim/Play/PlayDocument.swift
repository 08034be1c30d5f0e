import Documents
import GTSDFields
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The output of `play`: the steps, the failures, and a timeline.
package struct PlayDocument: StandaloneDocument {
  private let result: PlayResult

  package init(_ result: PlayResult) { self.result = result }

  /// The play as JSON, for programs.
  package var json: String {
    JSONNode.object([
      "formatVersion": .int(1), "kind": "play", "scenario": .string(result.summary.name),
      "digest": .string(result.summary.digest), "generation": .string(result.summary.generation),
      "passes": .bool(result.passes), "endSeconds": .number(result.endSeconds),
      "steps": .array(result.steps.map(Self.node)),
      "violations": .array(
        result.findings.map {
          .object([
            "key": .string($0.key), "summary": .string($0.summary), "atSeconds": .number($0.seconds),
          ])
        }),
      "stored": .array(result.storedInTheEnd.map { .array($0.map { .string($0) }) }),
    ]).prettyText + "\n"
  }

  private static func node(_ step: PlayResult.Step) -> JSONNode {
    .object([
      "id": .string(step.id), "phone": .int(step.phone), "atSeconds": .number(step.seconds),
      "action": .string(step.action), "outcome": .string(step.outcome.name),
      "details": .array(step.outcome.details.map { .string($0) }), "screen": .array(step.screen.map { .string($0) }),
    ])
  }

  /// The verdicts as JUnit: one case for each expectation, and one for each finding that no expectation states.
  package var junit: String {
    let expectations = result.steps.compactMap { step -> JUnitCase? in
      var testCase = JUnitCase(name: "\(step.id), phone \(step.phone): \(step.action)")
      switch step.outcome {
      case .holds: testCase.output = step.outcome.sentence
      case .fails: testCase.failure = ("expectation", step.outcome.sentence)
      case .tookEffect, .ignored, .passed: return nil
      }
      return testCase
    }
    let violations = result.findings.filter { !$0.key.hasPrefix("expectation/") }.map { finding in
      var testCase = JUnitCase(name: finding.key)
      testCase.failure = ("violated", finding.summary)
      return testCase
    }
    return JUnitDocument(
      name: result.summary.name, suites: [("expectation", expectations), ("violation", violations)]
    ).text
  }

  /// Lines for a terminal.
  package func text(width: Int = 100, color: Bool = false, isPlain: Bool = false) -> String {
    let layout = TerminalLayout(width: min(140, max(60, width)), color: color, isPlain: isPlain)
    let title = [result.summary.name, result.summary.description ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    var lines = [layout.bold(title), ""]
    for step in result.steps {
      let head = "\(Wording.fixed(step.seconds, 3)) s  \(step.id), phone \(step.phone): \(step.action)"
      lines += layout.wrap(head, indent: 2)
      let outcome = ([step.outcome.sentence] + step.outcome.details).joined(separator: "; ")
      let failed = if case .fails = step.outcome { true } else { false }
      lines += layout.wrap(outcome, indent: 6).map { failed ? layout.paint($0, .missed) : $0 }
      if !step.screen.isEmpty {
        lines += layout.wrap("on screen: \(step.screen.joined(separator: ", "))", indent: 6).map { layout.dim($0) }
      }
    }
    lines += [""] + stored.flatMap { layout.wrap($0, indent: 0) }
    for finding in result.findings {
      lines += layout.wrap("\(finding.key): \(finding.summary)", indent: 0).map { layout.paint($0, .missed) }
    }
    lines += layout.wrap(verdict, indent: 0)
    return (isPlain ? lines.map { PlainText.ascii($0) } : lines).joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    let expected = result.steps.count {
      switch $0.outcome {
      case .holds, .fails: true
      default: false
      }
    }
    let what = expected == 0 ? "nothing was expected" : Wording.count(expected, "expectation")
    return result.passes
      ? "passes: \(what), nothing broken, \(Wording.fixed(result.endSeconds, 1)) s of virtual time"
      : "fails: \(Wording.count(result.findings.count, "violation"))"
  }

  private var stored: [String] {
    result.storedInTheEnd.map { "stored in the end: \($0.joined(separator: ", "))" }
  }

  // MARK: The document

  package var document: Document {
    var document = Document(
      title: result.summary.name, description: result.summary.description,
      subtitle: "A story run once in its natural order, \(result.summary.generation).",
      qualification: "One order of many: `gtsd-sim explore` searches the others.",
      findings: [Statement(finding: verdict, verdict: result.passes ? .met : .missed)],
      hero: .init(
        big: result.passes ? "passes" : "fails", isAlert: !result.passes,
        findings: ([verdict] + stored).map { Statement(finding: $0) }, isQualified: false),
      imprint: .init(
        kind: "play", tool: "gtsd-sim \(GTSDSimVersion.current)", formatVersion: 1, digest: nil,
        scenarioDigest: result.summary.digest, outcome: verdict, exitCode: result.passes ? 0 : 11,
        verdict: result.passes ? .met : .missed, isComplete: true, notes: []))
    document.sections = [steps, broken, picture]
    document.styles = [PageFile.search.text]
    document.scripts = [PageFile.searchScript.text]
    return document
  }

  private var steps: Document.Section {
    let rows = result.steps.map { step -> [Table.Cell] in
      [
        .init("\(Wording.fixed(step.seconds, 3)) s", style: "dim"), .init(step.id), .init("\(step.phone)"),
        .init(step.action), .init(([step.outcome.sentence] + step.outcome.details).joined(separator: "; ")),
        .init(step.screen.joined(separator: ", ")),
      ]
    }
    return Document.Section(
      "steps", "Steps",
      [
        .table(
          Table(
            [
              .number("Time"), .text("Step"), .number("Phone"), .head("Action"), .text("Effect"),
              .text("On screen afterwards"),
            ], style: "steps stacks", rows))
      ])
  }

  private var broken: Document.Section {
    Document.Section(
      "violations", "Violations",
      result.findings.map { finding in
        .paragraph(RichText([.code(finding.key), .plain(" \(finding.summary)")]))
      })
  }

  private var picture: Document.Section {
    let panel = TimelineChart.Panel(title: "What happens", timeline: result.timeline)
    let text = TimelineText(result.timeline, width: 100).lines.joined(separator: "\n")
    return Document.Section(
      "timeline", "Timeline",
      [
        .markup(ExplorationPage.picture([panel])),
        .markup("<details><summary>Timeline</summary>\n\n```text\n\(text)\n```\n\n</details>", on: .markdown),
      ])
  }
}

extension PlayResult.Step.Outcome {
  /// The outcome's name for programs.
  var name: String {
    switch self {
    case .tookEffect: "tookEffect"
    case .ignored: "ignored"
    case .holds: "holds"
    case .fails: "fails"
    case .passed: "passed"
    }
  }

  /// The outcome in a sentence.
  var sentence: String {
    switch self {
    case .tookEffect: "took effect"
    case .ignored(let reason): "ignored: \(reason)"
    case .holds: "holds"
    case .fails(let what): "does not hold: \(what)"
    case .passed: "time passes"
    }
  }

  /// The step's immediate effects.
  var details: [String] {
    if case .tookEffect(let effects) = self { effects } else { [] }
  }
}
