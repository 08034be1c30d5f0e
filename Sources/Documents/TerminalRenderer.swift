import Statistics

/// A document as lines of a terminal, shortened to what can be read in twenty seconds.
package enum TerminalRenderer {
  /// All lines.
  ///
  /// - Parameter exitCode: the exit code of the command.
  package static func text(_ document: Document, _ layout: TerminalLayout, exitCode: Int32) -> [String] {
    var text = [layout.bold(document.title)] + layout.wrap(document.subtitle, indent: 0).map(layout.dim) + [""]
    if !document.qualification.isEmpty { text += layout.wrap(document.qualification, indent: 0) + [""] }
    for finding in document.findings {
      let wrapped = layout.wrap(finding.text, indent: 4)
      text.append(
        "  " + layout.paint(finding.verdict.glyph, finding.verdict) + " " + (wrapped.first ?? "").dropFirst(4))
      text += wrapped.dropFirst()
    }
    let imprint = document.imprint
    let verdict = imprint.isComplete ? imprint.verdict : .none
    return text + [""] + lines(document, layout) + [
      layout.paint("\(verdict.glyph) \(imprint.outcome)", verdict)
        + layout.dim(imprint.isComplete ? " (exit \(exitCode))" : ""),
      layout.dim(imprint.digest.map { "digest \($0)" } ?? "scenario \(imprint.scenarioDigest)"),
    ]
  }

  /// The lines of a document, with an empty line after each section.
  private static func lines(_ document: Document, _ layout: TerminalLayout) -> [String] {
    document.sections(in: .terminal).flatMap { section in
      let title =
        section.untitled.contains(.terminal)
        ? [] : layout.wrap(section.textTitle ?? section.title, indent: 0).map(layout.bold)
      let all = title + section.blocks(in: .terminal).flatMap { lines($0, layout) }
      return all.isEmpty ? [] : all + [""]
    }
  }

  private static func lines(_ block: DocumentBlock, _ layout: TerminalLayout) -> [String] {
    switch block.content {
    case .note(let text): return layout.wrap(text.plain, indent: 2)
    case .paragraph(let text, let look): return lines(text, look, layout)
    case .statements(let groups):
      return groups.filter { !$0.isEmpty }.flatMap { layout.wrap($0.joined(separator: " "), indent: 2) }
    case .list(let items, let look): return items.flatMap { lines($0, look, layout) }
    case .table(let table): return lines(table, layout)
    case .folded(_, let blocks, _): return blocks.flatMap { lines($0, layout) }
    case .part(let title, let text, let blocks):
      return [layout.bold(title)] + layout.wrap(text, indent: 2) + blocks.flatMap { lines($0, layout) }
    // Printed in one piece, so that it can be copied.
    case .command(let command): return ["   \(command)"]
    case .code(let text): return text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }
    case .lines(let lines): return lines(layout)
    case .chart, .article, .markup: return []
    }
  }

  private static func lines(_ text: RichText, _ look: DocumentBlock.Look, _ layout: TerminalLayout) -> [String] {
    let text = text.plain
    switch look {
    case .plain, .answer, .only, .caption, .captionAbove: return layout.wrap(text, indent: 2)
    case .remark, .footnote: return layout.wrap(text, indent: 2).map(layout.dim)
    case .strong: return layout.wrap(text, indent: 2).map(layout.bold)
    case .inner: return layout.wrap(text, indent: 4)
    case .finding:
      let wrapped = layout.wrap(text, indent: 4)
      return ["  " + layout.paint("!", .undecided) + " " + (wrapped.first ?? "").dropFirst(4)] + wrapped.dropFirst()
    }
  }

  /// Fits a table to the width. Optional columns are dropped first, and then texts are wrapped. The report has the rest
  /// of long tables.
  private static func lines(_ table: Table, _ layout: TerminalLayout) -> [String] {
    let (columns, rows) = table.cells(in: .terminal)
    let names = columns.map { layout.written($0.textName ?? $0.name.plain) }
    let texts = rows.map { $0.map { layout.written($0.text.plain) } }
    let printed = texts.prefix(table.mostInTerminal)
    let sizes = columns.indices.map { column in
      max(names[column].count, printed.map { $0[column].count }.max() ?? 0)
    }
    func total(_ columns: [Int], _ rooms: [Int]) -> Int { columns.reduce(0) { $0 + rooms[$1] + 2 } - 2 }
    var shown = Array(columns.indices)
    // The first column may shrink to this width before another column is left out.
    let least = min(sizes.first ?? 0, 24)
    while total(shown, sizes) - (sizes.first ?? 0) + least > layout.width,
      let gone = shown.filter({ columns[$0].leaves > 0 }).max(by: { columns[$0].leaves < columns[$1].leaves })
    {
      shown.removeAll { $0 == gone }
    }
    var rooms = sizes
    while total(shown, rooms) > layout.width,
      let widest = shown.filter({ !columns[$0].isNumber && rooms[$0] > 12 }).max(by: { rooms[$0] < rooms[$1] })
    {
      rooms[widest] -= 1
    }
    /// A line that fits, even if the figures alone are wider than the terminal.
    func cut(_ line: String) -> String {
      let line = layout.trimmed(line)
      return line.count > layout.width ? layout.fit(line, layout.width) : line
    }
    func lines(_ cells: [String]) -> [String] {
      let wrapped = columns.indices.map { column in
        cells[column].count > rooms[column] && !columns[column].isNumber
          ? TextLines.wrap(cells[column], indent: 0, width: rooms[column]) : [cells[column]]
      }
      return (0..<(shown.map { wrapped[$0].count }.max() ?? 0)).map { line in
        cut(
          shown.map { column -> String in
            let cell = line < wrapped[column].count ? wrapped[column][line] : ""
            let space = String(repeating: " ", count: max(0, rooms[column] - cell.count))
            return columns[column].isNumber ? space + cell : cell + space
          }.joined(separator: "  "))
      }
    }
    let more = texts.count - table.mostInTerminal
    return lines(names).map(layout.dim) + printed.flatMap(lines)
      + (more > 0 ? [layout.dim("and \(more) more in the report")] : [])
  }
}
