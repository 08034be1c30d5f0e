import Documents
import GTSDModel
package import GTSDWorld
import Statistics

/// A timeline for the terminal: the arrivals in order, each followed by its events.
package struct TimelineText {
  private let timeline: Timeline
  private let constraints: [Find.Constraint]
  private let divergence: Int?
  private let width: Int
  private let color: Bool
  private let isPlain: Bool

  /// Creates the timeline of a find.
  ///
  /// - Parameters:
  ///   - width: columns, at least 60.
  ///   - isPlain: ASCII only.
  package init(_ find: Find, width: Int = 100, color: Bool = false, isPlain: Bool = false) {
    self.init(find.timeline, constraints: find.constraints, width: width, color: color, isPlain: isPlain)
  }

  /// Creates the text of one timeline.
  ///
  /// - Parameter divergence: the step to mark as the first that differs from another timeline.
  package init(
    _ timeline: Timeline, constraints: [Find.Constraint] = [], divergence: Int? = nil, width: Int = 100,
    color: Bool = false, isPlain: Bool = false
  ) {
    self.timeline = timeline
    self.constraints = constraints
    self.divergence = divergence
    self.width = max(60, width)
    self.color = color
    self.isPlain = isPlain
  }

  /// All lines, ended by a line feed.
  package var text: String { lines.joined(separator: "\n") + "\n" }

  package var lines: [String] {
    let indent = indent
    var lines = constraints.isEmpty ? [] : wrapped("\(Find.orderHeading):", indent: 0)
    for index in constraints.indices {
      lines += wrapped(
        "\(index + 1)< before \(index + 1)>: \(constraints[index].before), before \(constraints[index].after)",
        indent: 0)
    }
    if !constraints.isEmpty { lines.append("") }
    lines += happenings(of: -1, indent)
    for (step, arrival) in timeline.arrivals.enumerated() {
      let flags = flags(of: step)
      // A gutter of 4 columns, 4 for the number, the time, then the arrival.
      let head = pad(flags, 4) + right("\(step + 1)", 4) + right(Self.text(arrival.time), indent - 10) + "  "
      let body = wrapped(arrival.label, indent: indent)
      let first = head + (body.first ?? "").dropFirst(indent)
      lines.append(flags.isEmpty ? bold(first) : accent(first))
      lines += body.dropFirst()
      lines += happenings(of: step, indent)
    }
    return isPlain ? lines.map { PlainText.ascii($0) } : lines
  }

  private static func text(_ time: Int64) -> String { "\(Wording.fixed(Nanoseconds.seconds(time), 3)) s" }

  /// The indentation of events: 10 columns for the time, and as many as the longest text after a step's number needs.
  private var indent: Int { 10 + max(10, (timeline.arrivals.map { Self.text($0.time).count }.max() ?? 0) + 1) }

  private func flags(of step: Int) -> String {
    var flags = ""
    for (index, constraint) in constraints.enumerated() {
      if constraint.beforeStep == step { flags += "\(index + 1)<" }
      if constraint.afterStep == step { flags += "\(index + 1)>" }
    }
    return flags + (divergence == step ? "!=" : "")
  }

  private func happenings(of step: Int, _ indent: Int) -> [String] {
    let rows = min(22, (timeline.rows.map(\.label.count).max() ?? 0) + 2)
    return timeline.happenings(of: step).flatMap { happening -> [String] in
      let isWrong = happening.kind == .violation
      let lines = wrapped(happening.text, indent: indent + rows)
      let head = pad(isWrong ? "!!" : "", indent) + pad(happening.row, rows)
      let all = [head + (lines.first ?? "").dropFirst(indent + rows)] + lines.dropFirst()
      return isWrong ? all.map(alert) : all
    }
  }

  // MARK: Columns

  private func pad(_ text: String, _ columns: Int) -> String {
    let text = text.count > columns - 1 ? String(text.prefix(columns - 1)) : text
    return text + String(repeating: " ", count: columns - text.count)
  }

  private func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.count)) + text
  }

  private func wrapped(_ text: String, indent: Int) -> [String] { TextLines.wrap(text, indent: indent, width: width) }

  private func style(_ text: String, _ code: String) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
  private func bold(_ text: String) -> String { style(text, "1") }
  private func accent(_ text: String) -> String { style(text, "1;36") }
  private func alert(_ text: String) -> String { style(text, "31") }
}
