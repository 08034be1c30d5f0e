/// A document as Markdown (GitHub's dialect), for a pull request or a chat.
package enum MarkdownRenderer {
  package static func text(_ document: Document) -> String {
    var blocks = ["# \(inline(document.question ?? document.title))"]
    if let description = document.description { blocks.append(inline(description)) }
    blocks += [inline(document.subtitle), document.qualification].filter { !$0.isEmpty }
    blocks.append(document.findings.map { "- \($0.verdict.glyph) \(inline($0.text))" }.joined(separator: "\n"))
    blocks += document.sections(in: .markdown).flatMap(Self.blocks)
    let imprint = document.imprint
    let own = imprint.digest.map { "Digest \(code($0)), scenario" } ?? "Scenario"
    blocks.append("\(own) \(code(imprint.scenarioDigest)), \(inline(imprint.tool)).")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func blocks(_ section: Document.Section) -> [String] {
    let blocks = section.blocks(in: .markdown).flatMap(blocks)
    return section.untitled.contains(.markdown) ? blocks : ["## \(inline(section.textTitle ?? section.title))"] + blocks
  }

  private static func blocks(_ block: DocumentBlock) -> [String] {
    switch block.content {
    case .note(let text), .paragraph(let text, _): return [inline(text)].filter { !$0.isEmpty }
    case .statements(let groups): return [groups.joined().map { "- \(inline($0))" }.joined(separator: "\n")]
    case .list(let items, _): return [items.map { "- \(inline($0))" }.joined(separator: "\n")]
    case .table(let table): return [Self.table(table)]
    case .folded(_, let blocks, _): return blocks.flatMap(Self.blocks)
    case .article(let article): return [Self.article(article)]
    case .part(let title, let text, let blocks):
      return ["### \(inline(title))", inline(text)].filter { !$0.isEmpty } + blocks.flatMap(Self.blocks)
    case .command(let command): return [fenced(command, "sh")]
    case .code(let text): return [fenced(text)]
    case .markup(let markup): return [markup]
    case .chart, .lines: return []
    }
  }

  private static func article(_ article: DocumentBlock.Article) -> String {
    var lines = ["### \(inline(article.title)): \(inline(article.label))", ""]
    if let meaning = article.meaning { lines += [meaning, ""] }
    lines.append("\(article.counts.joined(separator: ", ")), key \(code(article.key)).")
    if !article.examples.isEmpty { lines.append("") }
    for example in article.examples {
      lines.append("- \(inline(example.text))" + (example.command.map { "  \n  \(code($0))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private static func table(_ table: Table) -> String {
    let (columns, rows) = table.cells(in: .markdown)
    let lines =
      [columns.map { $0.textName.map(inline) ?? inline($0.name) }, columns.map { $0.isNumber ? "---:" : "---" }]
      + rows.map { $0.map { inline($0.text, inTable: true) } }
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  package static func inline(_ text: RichText, inTable: Bool = false) -> String {
    text.spans.map { span in
      switch span {
      case .plain(let text), .prose(let text), .strong(let text), .dim(let text), .small(let text),
        .explained(let text, _):
        inline(text)
      // Splits cells before code is recognised.
      case .code(let text): inTable ? code(text).replacing("|", with: #"\|"#) : code(text)
      case .lineBreak: "<br>"
      case .verdict(let verdict, let word): "\(verdict.glyph) \(word)"
      case .on(let forms, let text): forms.contains(.markdown) ? inline(text) : ""
      case .fine, .markup: ""
      }
    }.joined()
  }

  /// The text as inline code. The fence has more backticks than any run of backticks in the text.
  private static func code(_ text: String) -> String {
    let text = text.replacing("\n", with: " ")
    let ticks = String(repeating: "`", count: backticks(in: text) + 1)
    let gap = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return ticks + gap + text + gap + ticks
  }

  private static func fenced(_ text: String, _ language: String = "") -> String {
    let ticks = String(repeating: "`", count: max(3, backticks(in: text) + 1))
    return "\(ticks)\(language)\n\(text)\n\(ticks)"
  }

  /// The most backticks in a row.
  private static func backticks(in text: String) -> Int {
    text.split { $0 != "`" }.map(\.count).max() ?? 0
  }

  /// Text in which Markdown's special characters are escaped.
  package static func inline(_ text: String) -> String {
    let text = Array(text.replacing("\n", with: " "))
    var result = ""
    for (index, character) in text.enumerated() {
      let opensTag = character == "<" && index + 1 < text.count && text[index + 1] != " "
      if opensTag || #"\`*_|[]"#.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
