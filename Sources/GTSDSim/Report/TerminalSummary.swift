import GTSDModel

/// The report on a terminal: what a product manager can read in twenty seconds.
///
/// Lines are at most `width` columns; colour only underlines what glyphs and words already say.
package struct TerminalSummary {
  let report: Report
  let width: Int
  private let color: Bool
  private let exitCode: Int32
  private let isPlain: Bool

  /// A summary for a terminal of so many columns; fewer than 48 count as 48, more than 100 as 100.
  /// Below 76, columns that the report has too are left out. `exitCode` is the command's where it is not the report's.
  /// `isPlain` leaves out all but ASCII.
  package init(
    _ report: Report, width: Int = 100, color: Bool = false, exitCode: Int32? = nil, isPlain: Bool = false
  ) {
    self.isPlain = isPlain
    self.report = report
    self.exitCode = exitCode ?? report.exitCode
    self.width = min(100, max(48, width))
    self.color = color
  }

  /// Whether there is room for every column.
  var isWide: Bool { width >= 76 }

  /// All lines, ended by a line feed.
  package var text: String {
    var lines = opening
    if let section = report.exploration {
      lines += exploration(section)
    } else if let section = report.calibration {
      lines += calibration(section)
    } else if let section = report.comparison {
      lines += comparison(section, width: width)
    } else if let section = report.load {
      lines += load(section)
      if report.kpis.contains(where: { $0.value != nil }) { lines += indicators }
      lines += violations
    } else if report.forecast != nil {
      lines += TerminalRenderer.lines(
        report.document, TerminalLayout(width: width, color: color, isPlain: isPlain))
      lines += arms
    } else {
      lines += indicators
      lines += arms
      lines += funnel
      lines += violations
    }
    lines += closing
    if isPlain { lines = lines.map { PlainText.ascii($0) } }
    return lines.joined(separator: "\n") + "\n"
  }

  private var opening: [String] {
    let headline = Headline(report)
    var lines = [bold(report.scenario.name)] + wrap(report.subtitle, indent: 0).map(dim) + [""]
    lines += wrap(headline.qualification, indent: 0) + [""]
    for sentence in headline.sentences {
      let wrapped = wrap(sentence.text, indent: 4)
      lines.append("  " + paint(sentence.verdict.glyph, sentence.verdict) + " " + (wrapped.first ?? "").dropFirst(4))
      lines += wrapped.dropFirst()
    }
    return lines + [""]
  }

  private var indicators: [String] {
    let judged = report.kpis.filter { !$0.targets.isEmpty }
    let rest = report.kpis.filter { $0.targets.isEmpty && $0.value != nil }
    let head = ["Indicator", "value", "95% interval", "demand"]
    func cells(_ result: KPIResult) -> [String] {
      [result.title, result.valueText, result.intervalText, result.bounds(result.decidingTargets)]
    }
    // The columns behind the first are as wide as what is in them, which leaves it the rest.
    let all = [head] + (judged + rest).map(cells)
    let widths = head.indices.map { column in all.map { written($0[column]).count }.max() ?? 0 }
    let isJudged = !judged.isEmpty
    let demand = isWide && isJudged ? min(widths[3], 17) + 2 : 0
    let name = width - widths[1] - widths[2] - demand - 4 - (isJudged ? 12 : 0)
    func row(_ cells: [String]) -> String {
      fit(cells[0], name - 1) + " " + right(cells[1], widths[1]) + "  " + right(cells[2], widths[2]) + "  "
        + (demand > 0 ? fit(cells[3], demand) : "")
    }
    var lines = [
      bold(trimmed(row(head) + (isJudged ? "verdict" : ""))),
      dim(String(repeating: "─", count: width)),
    ]
    for result in judged {
      lines.append(row(cells(result)) + paint("\(result.verdict.glyph) \(result.verdict.word)", result.verdict))
    }
    if !rest.isEmpty { lines.append(dim("For information")) }
    for result in rest { lines.append(trimmed(row(cells(result)))) }
    return lines + [""]
  }

  /// The main indicators of each arm, a line an arm, with the change against control.
  private var arms: [String] {
    guard let arms = report.arms, !arms.isEmpty else { return [] }
    let shown = Array(
      [KPI.acknowledgmentRate24h, .profileCompletionRate7d, .summaryCompletionRate, .retentionRate7d, .dismissalRate]
        .filter { kpi in arms.contains { $0.kpis.contains { $0.id == kpi.id && $0.value != nil } } }
        .prefix(isWide ? 2 : 1))
    let name = width - 8 - shown.count * 34
    var lines = [bold("Arms")]
    lines.append(
      dim(fit("Arm", name) + right("users", 8) + shown.map { right($0.definition.title, 34) }.joined()))
    for arm in arms {
      let cells = shown.map { kpi in
        guard let result = arm.kpis.first(where: { $0.id == kpi.id }) else { return right("", 34) }
        let change = result.changeInterval.map { "\(Wording.change($0.low)) to \(Wording.change($0.high))" } ?? ""
        return right(result.valueText, 12) + right(change.isEmpty && arm.control ? "control" : change, 22)
      }
      lines.append(fit(arm.name, name) + right(Wording.whole(arm.users), 8) + cells.joined())
    }
    return lines + [""]
  }

  private var funnel: [String] {
    guard let first = report.funnel.first?.users, first > 0 else { return [] }
    let bar = width - 22 - 9 - 9
    let rows = report.funnel.map { row in
      let share = Double(row.users) / Double(first)
      let filled = Int((min(1, share) * Double(bar)).rounded())
      return fit(row.title, 22) + right(Wording.whole(row.users), 8) + " "
        + accent(String(repeating: "█", count: filled)) + dim(String(repeating: "·", count: bar - filled))
        + right(Wording.percent(share), 8)
    }
    return [bold("Funnel")] + rows + [""]
  }

  private var violations: [String] {
    guard !report.violations.isEmpty else { return [] }
    let shown = report.violations.prefix(5)
    var lines = [bold("State violations")]
    for violation in shown {
      let counts = "\(Wording.count(violation.count, "episode")), \(Wording.count(violation.users, "user"))"
      let label = fit(violation.label, width - 10 - (isWide ? 32 : 0))
      lines.append(
        paint(fit(violation.invariant, 10), .missed) + (isWide ? label + " " + right(counts, 31) : trimmed(label)))
      if !isWide { lines.append("          \(counts)") }
      if let meaning = Glossary.meaning(of: violation.invariant) { lines += wrap(meaning, indent: 10) }
      // Rows of one hazard differ in what was wrong: the last part of their keys.
      let rows = report.violations.count { ($0.invariant, $0.hazard) == (violation.invariant, violation.hazard) }
      if rows > 1, let site = violation.key.split(separator: "/").last { lines += wrap(String(site), indent: 10) }
      // In one piece, so that it can be copied.
      let margin = String(repeating: " ", count: isWide ? 10 : 4)
      if let example = violation.examples.first {
        if let command = example.command {
          lines.append(dim(margin + command))
        } else {
          lines += wrap(example.summary, indent: margin.count)
        }
      }
    }
    let more = report.violations.count - shown.count
    if more > 0 { lines.append(dim("          and \(more) more kinds, which --output DIR writes out")) }
    return lines + [""]
  }

  private var closing: [String] {
    // Nothing found in a search or in a part of the users is no verdict, nor is a fit.
    let isJudged = report.exploration == nil && report.calibration == nil && report.shard == nil
    let passed: Verdict = isJudged ? .met : .none
    let verdict: Verdict = report.complete ? report.exitCode == 0 ? passed : .missed : .none
    return [
      paint("\(verdict.glyph) \(report.outcome)", verdict)
        + dim(report.complete ? " (exit \(exitCode))" : ""),
      dim(report.load == nil ? "digest \(report.digest)" : "scenario \(report.scenario.digest)"),
    ]
  }

  // MARK: Columns

  /// The text as it will be written, so that it is measured so: some signs take more columns in ASCII.
  func written(_ text: String) -> String { isPlain ? PlainText.ascii(text) : text }

  func fit(_ text: String, _ columns: Int) -> String {
    let (text, mark) = (written(text), written("…"))
    if text.count > columns { return text.prefix(max(0, columns - mark.count)) + mark }
    return text + String(repeating: " ", count: columns - text.count)
  }

  func right(_ text: String, _ columns: Int) -> String {
    let text = written(text)
    return String(repeating: " ", count: max(0, columns - text.count)) + text
  }

  func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  func wrap(_ text: String, indent: Int) -> [String] { TextLines.wrap(written(text), indent: indent, width: width) }

  private func style(_ text: String, _ code: String) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
  func bold(_ text: String) -> String { style(text, "1") }
  func dim(_ text: String) -> String { style(text, "2") }
  func accent(_ text: String) -> String { style(text, "36") }

  func paint(_ text: String, _ verdict: Verdict) -> String {
    switch verdict {
    case .met: style(text, "32")
    case .missed: style(text, "31")
    case .undecided: style(text, "33")
    case .none: dim(text)
    }
  }
}
