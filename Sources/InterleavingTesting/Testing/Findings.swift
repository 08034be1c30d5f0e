import Synchronization
import Testing

/// Records a search's findings as issues of the test.
enum Findings {
  static func record(
    _ result: ExplorationResult, of test: Test, at sourceLocation: SourceLocation, _ settings: ExplorationSettings
  ) {
    if settings.isReplayedByEnvironment, result.findings.isEmpty {
      print("\(test.name): the order of GTSD_REPLAY passes now: the failure is fixed")
      return
    }
    if settings.token != nil, result.findings.isEmpty {
      Issue.record(
        "the order of the token passes now: the failure is fixed", sourceLocation: sourceLocation)
      return
    }
    if result.findings.isEmpty { print("\(test.name): \(result.summary)") }
    for (index, finding) in result.findings.enumerated() {
      let place = finding.place.map {
        SourceLocation(fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column)
      }
      let number = result.findings.count == 1 ? "" : "-\(index + 1)"
      for (text, kind) in [(finding.timeline, "txt"), (finding.page, "html")] where !text.isEmpty {
        let name = "timeline\(number).\(kind)"
        do {
          let file = test.id.description.map { $0.isLetter || $0.isNumber ? $0 : "-" }
          try ExplorationEnvironment.current().write(text, named: freeName("\(String(file))-timeline\(number)", kind))
        } catch {
          Issue.record("the timeline could not be written: \(error)", sourceLocation: sourceLocation)
        }
        Attachment.record(text, named: name, sourceLocation: place ?? sourceLocation)
      }
      Issue.record("\(text(finding, result))", sourceLocation: place ?? sourceLocation)
    }
  }

  private static let used = Mutex<[String: Int]>([:])

  /// A name that no case of this process has used. The cases of one test with arguments have the same name.
  private static func freeName(_ name: String, _ kind: String) -> String {
    let count = used.withLock { used in
      used["\(name).\(kind)", default: 0] += 1
      return used["\(name).\(kind)", default: 1]
    }
    return count == 1 ? "\(name).\(kind)" : "\(name)-case\(count).\(kind)"
  }

  /// The text of a find, in several lines.
  ///
  /// - Parameter call: the call that runs only the order of a token, without its arguments.
  static func text(
    _ finding: ExplorationFinding, _ result: ExplorationResult, replayedBy call: String = ".explored"
  ) -> String {
    var lines = [finding.message]
    if finding.kind != .escape, finding.kind != .unrepeatable {
      if finding.cause.isEmpty {
        lines.append(
          finding.isByChance
            ? "in the natural order, with the random numbers of this schedule" : "in the natural order already")
      } else {
        lines.append(contentsOf: finding.cause.map { "when \($0)" })
      }
      if result.schedules > 1 {
        lines.append(
          "first in schedule \(finding.schedule); in \(finding.schedules) of "
            + ExplorationResult.grouped(result.schedules, "schedule", "schedules"))
      }
    }
    if !finding.orders.isEmpty { lines.append("\n\(finding.orders)") }
    if let command = finding.command { lines.append("replay it by \(command)") }
    if let token = finding.token {
      lines.append("\(finding.command == nil ? "replay it" : "or") by \(call)(replaying: \"\(token)\")")
    }
    return lines.joined(separator: "\n")
  }
}
