import Documents

/// Wraps texts, which are written for wide terminals, for narrower ones.
package enum FittedText {
  /// Wraps a text at a width in columns. An entry continues below its own text. Paragraphs with lines that are too long
  /// are wrapped again. Examples and other indented lines are not changed.
  package static func fit(_ text: String, width: Int) -> String {
    let width = max(20, width - 1)
    var result: [String] = []
    var paragraph: [Substring] = []
    func close() {
      let isTooLong = paragraph.contains { $0.count > width }
      result +=
        isTooLong
        ? TextLines.wrap(paragraph.joined(separator: " "), indent: 0, width: width) : paragraph.map(String.init)
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard isProse(line) else {
        close()
        result += line.count > width ? entry(line, width: width) : [String(line)]
        continue
      }
      paragraph.append(line)
    }
    close()
    return result.joined(separator: "\n")
  }

  /// Wraps each line of a text by itself between words. Lines that begin with a space or have a word that is too long,
  /// and texts that redraw a terminal, are not changed.
  package static func fitLines(_ text: String, width: Int) -> String {
    guard !text.contains(where: { $0 == "\u{1B}" || $0 == "\r" }) else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let isWrapped =
        line.count > width && !line.hasPrefix(" ") && line.split(separator: " ").allSatisfy { $0.count < width }
      return isWrapped ? TextLines.wrap(String(line), indent: 0, width: width - 1) : [String(line)]
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a line belongs to a paragraph: neither indented, nor empty, nor in columns.
  private static func isProse(_ line: Substring) -> Bool {
    !line.isEmpty && !line.hasPrefix(" ") && !line.contains("  ")
  }

  /// The lines of an entry that is too long. The following lines are aligned with the entry's text.
  private static func entry(_ line: Substring, width: Int) -> [String] {
    let label = line.prefix { $0 == " " }
    let rest = line[label.endIndex...]
    let gap = rest.firstRange(of: "  ")
    let text = gap.map { rest[$0.lowerBound...].drop { $0 == " " } } ?? rest
    // If the label leaves little space beside it, the text begins below it.
    var indent = line.distance(from: line.startIndex, to: text.startIndex)
    guard indent > 0, gap != nil, indent < width - 24 else {
      indent = min(label.count + 2, 8)
      guard gap != nil else { return TextLines.wrap(String(rest), indent: label.count, width: width) }
      return [String(line[..<text.startIndex]).trimmingSuffix()]
        + TextLines.wrap(String(text), indent: indent, width: width)
    }
    var lines = TextLines.wrap(String(text), indent: indent, width: width)
    lines[0] = String(line[..<text.startIndex] + lines[0].dropFirst(indent))
    return lines
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate func trimmingSuffix() -> String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
