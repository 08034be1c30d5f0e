package import Statistics

/// Renders a document as one self-contained page: no script, style, font or picture comes from elsewhere.
package enum PageRenderer {
  /// A title that distinguishes the page from others: the scenario, the kind of document, and its answer.
  private static func title(of document: Document) -> String {
    let subject = "\(document.title) (\(document.imprint.kind))"
    return "\(document.question.map { "\(subject): \($0)" } ?? subject) · gtsd-sim"
  }

  package static func text(_ document: Document) -> String {
    let sections = document.sections(in: .page)
    let links = sections.map { "<li><a href=\"#\($0.id)\">\(escaped($0.title))</a></li>" }
    let imprint = document.imprint
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="\(escaped(imprint.tool))">
      <title>\(escaped(title(of: document)))</title>
      <style>
      \(([PageFile.report.text, PageFile.charts.text] + document.styles).joined(separator: "\n"))
      </style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the findings</a>
      <header>
      <p class="eyebrow">gtsd-sim \(escaped(imprint.kind))\(document.question == nil ? "" : " · \(escaped(document.title))")</p>
      <h1>\(escaped(document.question ?? document.title))</h1>
      \(document.description.map { "<p class=\"lede\">\(prose($0))</p>" } ?? "")
      <p class="meta">\(prose(document.subtitle))</p>
      </header>
      <nav aria-label="Sections"><ul>\(links.joined())</ul></nav>
      <main id="main">
      \(hero(document, linksTo: sections.map(\.id)))
      \(sections.map { section($0, isOpen: isOpen($0, in: document)) }.joined(separator: "\n"))
      </main>
      \(footer(imprint))
      <script>
      \(([PageFile.reportScript.text] + document.scripts).joined(separator: "\n"))
      </script>
      </body>
      </html>

      """
  }

  private static func hero(_ document: Document, linksTo ids: [String]) -> String {
    let hero = document.hero
    func linked(_ text: String) -> String {
      guard ids.contains("assumptions") else { return text }
      return text.replacing("assumptions", with: "<a href=\"#assumptions\">assumptions</a>", maxReplacements: 1)
    }
    let findings = hero.findings.map { finding in
      let demand =
        finding.demand.isEmpty
        ? ""
        : " <span class=\"dim\">\(escaped(finding.demand.prefix(1).uppercased() + finding.demand.dropFirst())).</span>"
      let chip =
        finding.verdict == .none && (finding.label != nil || !hero.showsEveryVerdict)
        ? "" : chip(finding.verdict, finding.word ?? finding.verdict.word)
      let label = finding.label.map { "<b>\(escaped($0.rawValue)):</b> " } ?? ""
      let text = finding.label == nil ? prose(finding.sentence) : linked(prose(finding.sentence))
      return "<li><span>\(label)\(text)\(demand)</span>\(chip)</li>"
    }
    let list = "<ul class=\"findings\">\(findings.joined())</ul>"
    var note = ""
    if hero.isQualified, !document.qualification.isEmpty {
      note = "<p class=\"note\">\(linked(prose(document.qualification)))</p>"
    }
    if hero.big == nil && hero.lead.isEmpty {
      return "<div class=\"card\" style=\"margin-top: 2.6rem\">\(note)\(list)</div>"
    }
    let big = hero.big.map { "<p class=\"big\(hero.isAlert ? " alert" : "")\">\(escaped($0))</p>" } ?? ""
    return """
      <div class="card hero">
      \(note)
      <div>
      \(big)
      \(body(hero.lead))
      </div>
      <div>\(list)</div>
      </div>
      """
  }

  private static func footer(_ imprint: Document.Imprint) -> String {
    let scenario = "<code>\(escaped(imprint.scenarioDigest))</code>."
    let digests =
      imprint.digest.map { digest in
        """
        <p>Run digest <code>\(escaped(digest))</code>, scenario \(scenario)
        Equal digests mean equal runs.</p>
        """
      } ?? "<p>Scenario \(scenario)</p>"
    return """
      <footer>
      \(imprint.notes.map { "<p>\(prose($0))</p>" }.joined())
      \(digests)
      <p>\(escaped(imprint.tool)), report format \(imprint.formatVersion),
      \(escaped(imprint.outcome)) (exit \(imprint.exitCode)).</p>
      </footer>
      """
  }

  /// Whether a section is open at first; nil for one that cannot be folded.
  private static func isOpen(_ section: Document.Section, in document: Document) -> Bool? {
    document.opened.map { $0.contains(section.id) }
  }

  /// A section with its heading, which the navigation links to.
  ///
  /// - Parameter isOpen: whether the section is open at first; nil for one that cannot be folded.
  package static func section(_ section: Document.Section, isOpen: Bool? = nil) -> String {
    let blocks = section.blocks(in: .page)
    let notes = blocks.compactMap { block in if case .note(let text) = block.content { inline(text) } else { nil } }
    let note = notes.allSatisfy(\.isEmpty) ? "" : "<p class=\"note\">\(notes.joined(separator: " "))</p>"
    // A part that scrolls sideways on a small screen must be reachable by keyboard, and must have a name.
    let scroll = "class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"\(section.id)-title\""
    let body = body(blocks).replacing("class=\"scroll\"", with: scroll)
      .replacing("class=\"scroll pair\"", with: scroll.replacing("scroll", with: "scroll pair", maxReplacements: 1))
    let heading = "<h2 id=\"\(section.id)-title\">\(escaped(section.title))</h2>"
    let (begin, end) =
      isOpen.map { isOpen in
        ("<details class=\"fold\"\(isOpen ? " open" : "")><summary>\(heading)</summary>", "\n</details>")
      } ?? (heading, "")
    return """
      <section id="\(section.id)" aria-labelledby="\(section.id)-title">
      \(begin)
      \(note)
      <div class="card">\(body)</div>\(end)
      </section>
      """
  }

  /// All blocks as HTML, except the notes.
  package static func body(_ blocks: [DocumentBlock]) -> String {
    blocks.filter { $0.forms.contains(.page) }.map(markup).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func markup(_ block: DocumentBlock) -> String {
    switch block.content {
    case .note, .lines: return ""
    case .paragraph(let text, let look): return "<p\(attributes(look))>\(inline(text))</p>"
    case .statements(let groups):
      return "<div class=\"texts\">\(groups.joined().map { "<p>\(escaped($0))</p>" }.joined())</div>"
    case .list(let items, .finding):
      return "<ul class=\"findings\">\(items.map { "<li><span>\(inline($0))</span></li>" }.joined())</ul>"
    case .list(let items, _): return "<ul>\(items.map { "<li>\(inline($0))</li>" }.joined())</ul>"
    case .table(let table): return Self.table(table)
    case .chart(let chart): return chart.html
    case .folded(let title, let blocks, let fold): return folded(title, body(blocks), fold)
    case .article(let article): return Self.article(article)
    case .part(let title, let text, let blocks):
      return "<div class=\"part\"><h3>\(escaped(title))</h3><p>\(escaped(text))</p>\(body(blocks))</div>"
    case .command(let command): return copyable(command)
    case .code(let text): return "<div class=\"scroll\"><pre>\(escaped(text))</pre></div>"
    case .markup(let markup): return markup
    }
  }

  private static func attributes(_ look: DocumentBlock.Look) -> String {
    switch look {
    case .plain, .strong, .inner, .finding: ""
    case .only: " style=\"margin: 0\""
    case .answer: " class=\"answer\""
    case .remark: " class=\"meta\""
    case .footnote: " class=\"meta\" style=\"margin: 1rem 0 0\""
    case .caption: " class=\"meta\" style=\"margin: .7rem 0 0\""
    case .captionAbove: " class=\"meta\" style=\"margin: .7rem 0 .9rem\""
    }
  }

  private static func folded(_ title: String, _ body: String, _ fold: DocumentBlock.Fold) -> String {
    let summary = "<summary>\(escaped(title))</summary>"
    let spaced = body.replacing("<div class=\"scroll\">", with: "<div class=\"scroll\" style=\"margin-top: 1rem\">")
    return switch fold {
    case .more: "<details class=\"more\">\(summary)\(body)</details>"
    case .rest: "<details class=\"rest\">\(summary)\(body)</details>"
    case .open: "<details open>\(summary)\(spaced)</details>"
    case .closed: "<details>\(summary)\(spaced)</details>"
    }
  }

  /// The article with its first example visible; the reader opens the others with a click.
  private static func article(_ article: DocumentBlock.Article) -> String {
    let examples = article.examples.map { text, command -> String in
      let text = text.prefix(1).uppercased() + text.dropFirst()
      guard let command = command.map({ escaped($0) }) else { return "<li>\(escaped(text))</li>" }
      return """
        <li>\(escaped(text))
        <div><code>\(command)</code><button type="button" data-copy="\(command)"\
         aria-label="Copy the replay command">Copy</button></div></li>
        """
    }
    let rest = examples.dropFirst().joined()
    let more = """
      <details class="more"><summary>\(examples.count - 1) more</summary><ul class="examples">\(rest)</ul></details>
      """
    let list =
      examples.isEmpty ? "" : "<ul class=\"examples\">\(examples[0])</ul>\(rest.isEmpty ? "" : more)"
    return """
      <article class="violation"><header><h3>\(escaped(article.title))</h3>
      <code>\(escaped(article.label))</code>
      <span>\(article.counts.joined(separator: " · "))</span></header>
      \(article.meaning.map { "<p>\(escaped($0))</p>" } ?? "")
      <p class="meta">Seen as <code>\(escaped(article.key))</code></p>\(list)</article>
      """
  }

  // MARK: Tables

  static func table(_ table: Table) -> String {
    let columns = table.columns.filter { $0.forms.contains(.page) }
    // More columns than a phone is wide: their rows are stacked there.
    let isStacked = columns.count > 3 && !["stacks", "steps", "funnel"].contains { table.style.contains($0) }
    var rows: [String] = []
    let all = table.cells(in: .page).rows
    var next = 0
    for row in table.rows {
      if case .group(let title) = row {
        rows.append(
          "<tr class=\"group\"><th colspan=\"\(columns.count)\" scope=\"rowgroup\">\(escaped(title))</th></tr>")
        continue
      }
      let cells = columns.indices.compactMap { column -> String? in
        let cell = all[next][column]
        guard !cell.isAbove else { return nil }
        let span = 1 + all[(next + 1)...].prefix { $0[column].isAbove }.count
        return markup(cell, columns[column], rows: span, isNamed: isStacked || table.style.hasSuffix("stacks"))
      }
      rows.append("<tr>\(cells.joined(separator: "\n"))</tr>")
      next += 1
    }
    let heads = columns.map { column in
      let name = inline(column.name)
      let style = column.style == "chart" ? "chart" : column.isNumber ? "num" : ""
      return "<th\(name.isEmpty ? "" : " scope=\"col\"")\(style.isEmpty ? "" : " class=\"\(style)\"")>\(name)</th>"
    }
    let styles = [table.style, isStacked ? "rows" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    let look = styles.isEmpty ? "" : " class=\"\(styles)\""
    if table.isBare { return "<table\(look)><tbody>\(rows.joined(separator: "\n"))</tbody></table>" }
    return """
      <div class="scroll"><table\(look)><thead><tr>\(heads.joined())</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      """
  }

  private static func markup(_ cell: Table.Cell, _ column: Table.Column, rows: Int, isNamed: Bool) -> String {
    var span = rows > 1 ? " rowspan=\"\(rows)\"" : ""
    // Where rows are stacked on narrow screens, each cell repeats its column's name.
    if isNamed, !column.isHead { span += " data-head=\"\(escaped(column.name.plain))\"" }
    let text = inline(cell.text)
    let own = cell.style ?? column.style
    var style = own ?? (column.isHead || column.isNumber ? "" : automatic(cell.text))
    if column.isNumber, !(column.isHead && own == nil) { style = style.isEmpty ? "num" : "num \(style)" }
    let look = style.isEmpty && (own != nil || column.isHead) ? "" : " class=\"\(style)\""
    return column.isHead ? "<th scope=\"row\"\(look)\(span)>\(text)</th>" : "<td\(look)\(span)>\(text)</td>"
  }

  /// A cell of automatic width: short texts stay on one line, long ones get a readable width.
  private static func automatic(_ text: RichText) -> String {
    let count = text.plain.count
    return count < 16 ? "short" : count > 60 ? "text" : ""
  }

  // MARK: Texts

  package static func inline(_ text: RichText) -> String {
    text.spans.map { span in
      switch span {
      case .plain(let text): escaped(text)
      case .prose(let text): prose(text)
      case .code(let text): "<code>\(escaped(text))</code>"
      case .strong(let text): "<strong>\(escaped(text))</strong>"
      case .dim(let text): "<span class=\"dim\">\(escaped(text))</span>"
      case .small(let text): "<small>\(escaped(text))</small>"
      case .fine(let text): "<br><small>\(prose(text))</small>"
      case .on(let forms, let text): forms.contains(.page) ? inline(text) : ""
      case .lineBreak: "<br>"
      case .verdict(let verdict, let word): chip(verdict, word)
      case .markup(let markup): markup
      case .explained(_, let markup): markup
      }
    }.joined()
  }

  /// A verdict as a glyph and a word; the colour only repeats them.
  package static func chip(_ verdict: Verdict, _ word: String) -> String {
    #"<span class="verdict \#(verdict.rawValue)"><i aria-hidden="true">\#(verdict.glyph)</i>\#(word)</span>"#
  }

  /// Text as markup; text between backticks is code.
  package static func prose(_ text: String) -> String {
    let parts = escaped(text).split(separator: "`", omittingEmptySubsequences: false)
    // A last backtick without a partner is kept.
    guard parts.count % 2 == 1 else { return escaped(text) }
    return parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : String($1) }.joined()
  }

  /// A command with a button that copies it.
  package static func copyable(_ command: String) -> String {
    // If a line ended within the dashes of an option, the rest would read as another option.
    let words = command.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.hasPrefix("-") ? "<span>\(escaped(String(word)))</span>" : escaped(String(word))
    }
    return """
      <div class="copy"><code>\(words.joined(separator: " "))</code><button type="button" data-copy="\(escaped(command))"\
       aria-label="Copy the command">Copy</button></div>
      """
  }
}
