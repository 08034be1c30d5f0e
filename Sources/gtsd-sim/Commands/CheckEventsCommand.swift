import Foundation
import GTSDModel
import GTSDSim

/// `gtsd-sim check-events FILE`
enum CheckEventsCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    var check = EventCheck(map: try Inputs.eventMap(arguments))
    let path = arguments.operands[0]
    try Inputs.readPieces(path, console) { check.read($0) }
    check.finish()
    if arguments[flag: .json] {
      console.out(json(check, path).prettyText + "\n")
    } else {
      console.sayFitted(table(check))
    }
    return check.problems.isEmpty ? .success : ExitCode.targetMissed.forgiven(noFail: arguments[flag: .noFail])
  }

  private static func json(_ check: EventCheck, _ path: String) -> JSONNode {
    .object([
      "events": .int(check.events), "lines": .int(check.lines), "format": .string(check.format),
      "byName": .object(check.counts.ordered { $0.key < $1.key }.map { ($0.key, JSONNode.int($0.value)) }),
      "problems": .array(
        check.problems.map { problem in
          .object([
            "kind": .string(problem.kind), "event": .string(problem.event), "property": .string(problem.property),
            "text": .string(problem.text), "count": .int(problem.count), "line": .int(problem.line),
          ])
        }),
    ])
  }

  private static func table(_ check: EventCheck) -> String {
    var text =
      "\(check.lines) lines of \(check.format), \(check.events) defined events of \(check.counts.count) kinds\n"
    guard !check.problems.isEmpty else { return text + "no problem found\n" }
    let rows =
      [["lines", "first", "problem", "event", "property", ""]]
      + check.problems.map { problem in
        [
          "\(problem.count)", "\(problem.line)", problem.kind, PlainText.visible(problem.event.onOneLine),
          PlainText.visible(problem.property.onOneLine), PlainText.visible(problem.text.onOneLine),
        ]
      }
    let widths = (0..<5).map { column in min(44, rows.map { $0[column].count }.max() ?? 0) }
    for row in rows {
      let cells = widths.enumerated().map { index, width in
        index < 2
          ? String(repeating: " ", count: max(0, width - row[index].count)) + row[index]
          : row[index] + String(repeating: " ", count: max(0, width - row[index].count))
      }
      text += (cells + [row[5]]).joined(separator: "  ") + "\n"
    }
    return text
  }
}
