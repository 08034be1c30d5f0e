import Documents

/// The report on a terminal: the facts that a product manager can read in twenty seconds.
///
/// Lines are at most `width` columns. Colour adds no information beyond glyphs and words.
package struct TerminalSummary {
  private let report: Report
  private let layout: TerminalLayout
  private let exitCode: Int32

  /// Creates a summary for a terminal.
  ///
  /// - Parameters:
  ///   - width: the number of columns, at least 48 and at most 100. Below 76 columns some table columns are left out;
  ///     the report has them.
  ///   - exitCode: the command's exit code, if it differs from the report's.
  ///   - isPlain: whether to use ASCII only.
  package init(
    _ report: Report, width: Int = 100, color: Bool = false, exitCode: Int32? = nil, isPlain: Bool = false
  ) {
    self.report = report
    self.exitCode = exitCode ?? report.exitCode
    layout = TerminalLayout(width: min(100, max(48, width)), color: color, isPlain: isPlain)
  }

  /// All lines, ended by a line feed.
  package var text: String {
    let lines = TerminalRenderer.text(report.document, layout, exitCode: exitCode)
    return (layout.isPlain ? lines.map { PlainText.ascii($0) } : lines).joined(separator: "\n") + "\n"
  }
}
