package import Statistics

/// The layout of lines on a terminal: columns, line breaks, and colour, which only repeats symbols and words.
package struct TerminalLayout {
  /// The number of columns of a line.
  package let width: Int
  package let color: Bool
  /// Whether the layout uses only ASCII characters.
  package let isPlain: Bool

  package init(
    width: Int, color: Bool, isPlain: Bool
  ) {
    self.width = width
    self.color = color
    self.isPlain = isPlain
  }

  /// Whether there is room for every column.
  package var isWide: Bool { width >= 76 }

  /// A line across all columns.
  package var rule: String { dim(String(repeating: "─", count: width)) }

  /// The text in its written form, whose width is measured: some characters take more columns in ASCII.
  package func written(_ text: String) -> String { isPlain ? PlainText.ascii(text) : text }

  package func fit(_ text: String, _ columns: Int) -> String {
    let (text, mark) = (written(text), written("…"))
    if text.count > columns { return text.prefix(max(0, columns - mark.count)) + mark }
    return text + String(repeating: " ", count: columns - text.count)
  }

  /// The lines of a row that begins with a label of at most so many columns. A longer label goes on below, indented.
  package func row(_ label: String, _ columns: Int, _ rest: String) -> [String] {
    let label = written(label)
    guard label.count > columns else { return [fit(label, columns) + rest] }
    let margin = label.prefix { $0 == " " }
    let lines = TextLines.wrap(label, indent: margin.count + 2, width: columns)
    let first = margin + String(lines[0].dropFirst(margin.count + 2))
    return [fit(String(first), columns) + rest] + lines.dropFirst()
  }

  package func right(_ text: String, _ columns: Int) -> String {
    let text = written(text)
    return String(repeating: " ", count: max(0, columns - text.count)) + text
  }

  package func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  package func wrap(_ text: String, indent: Int) -> [String] {
    TextLines.wrap(written(text), indent: indent, width: width)
  }

  private func style(_ text: String, _ code: String) -> String { color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
  package func bold(_ text: String) -> String { style(text, "1") }
  package func dim(_ text: String) -> String { style(text, "2") }
  package func accent(_ text: String) -> String { style(text, "36") }

  package func paint(_ text: String, _ verdict: Verdict) -> String {
    switch verdict {
    case .met: style(text, "32")
    case .missed: style(text, "31")
    case .undecided: style(text, "33")
    case .none: dim(text)
    }
  }
}
