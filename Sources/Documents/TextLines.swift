/// Breaks text into lines.
package enum TextLines {
  /// Wraps a text at a number of columns, with a margin before each line. A word longer than a line is cut, if possible
  /// after a hyphen or similar sign.
  package static func wrap(_ text: String, indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    let words = text.split(separator: " ").flatMap { pieces(of: $0, at: max(8, width - indent)) }
    for word in words {
      if line.count > indent, line.count + 1 + word.count > width {
        lines.append(line)
        line = margin
      }
      line += line.count > indent ? " \(word)" : word
    }
    return lines + [line]
  }

  private static func pieces(of word: Substring, at width: Int) -> [Substring] {
    var pieces: [Substring] = []
    var rest = word
    while rest.count > width {
      let most = rest.prefix(width)
      let divider = most.lastIndex { "/:;,._-".contains($0) }
      let piece = divider.map { most[...$0] }.flatMap { $0.count > width / 2 ? $0 : nil } ?? most
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces + [rest]
  }
}
