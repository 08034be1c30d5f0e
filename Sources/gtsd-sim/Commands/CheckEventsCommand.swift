import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDLogs
import GTSDModel
import GTSDSim

/// Runs `gtsd-sim check-events FILE`.
enum CheckEventsCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    var check = EventCheck(map: try Inputs.eventMap(arguments), memory: LogMemory())
    let path = arguments.operands[0]
    try Inputs.readPieces(path, console) { data, _, _ in
      check.read(data)
      return check.failure == nil
    }
    check.finish()
    if let failure = check.failure { throw CommandFailure(code: .failure, message: failure) }
    if let unreadable = check.unreadable {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(unreadable)")
    }
    guard check.events > 0 || !check.problems.isEmpty else {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(path): no defined event in \(check.lines == 1 ? "1 line" : "\(check.lines) lines"), so nothing was "
          + "checked; name a log with a line for each event, or map its names with --map")
    }
    if arguments[flag: .json] {
      console.out(json(check, path).prettyText + "\n")
    } else {
      console.writeFitted(table(check))
    }
    return check.problems.isEmpty ? .success : ExitCode.targetMissed.forgiven(noFail: arguments[flag: .noFail])
  }

  private static func json(_ check: EventCheck, _ path: String) -> JSONNode {
    .object([
      "events": .int(check.events), "lines": .int(check.lines), "format": .string(check.format),
      "byName": .object(check.counts.ordered { $0.key < $1.key }.map { ($0.key, JSONNode.int($0.value)) }),
      "properties": .object(
        check.properties.ordered { $0.key < $1.key }.map { name, counts in
          (name, JSONNode.object(counts.ordered { $0.key < $1.key }.map { ($0.key, JSONNode.int($0.value)) }))
        }),
      "calls": .int(check.calls),
      "problems": .array(
        check.problems.map { problem in
          .object([
            "kind": .string(problem.kind), "event": .string(problem.event), "property": .string(problem.property),
            "text": .string(problem.text), "count": .int(problem.count), "line": .int(problem.line),
          ])
        }),
    ])
  }

  /// A list of the number of each event, in total and with each property.
  private static func counts(_ check: EventCheck) -> String {
    check.counts.ordered { ($1.value, $0.key) < ($0.value, $1.key) }.map { name, count in
      let properties = (check.properties[name] ?? [:]).ordered { $0.key < $1.key }
        .map { "\($0.key) \($0.value == count ? "all" : "\($0.value)")" }
      return "\(count)  \(name)" + (properties.isEmpty ? "" : ": \(properties.joined(separator: ", "))") + "\n"
    }.joined()
  }

  private static func table(_ check: EventCheck) -> String {
    var text =
      "\(check.lines) lines of \(check.format), \(check.events) defined events of \(check.counts.count) kinds\n"
    if check.properties.values.contains(where: { !$0.isEmpty }) {
      text += "number of events, name: number of them with each property\n"
    }
    text += counts(check)
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
