import Documents
import GTSDStudies
import GTSDWorld
import Statistics

/// The report of a search: a part for each find, then the coverage.
struct ExplorationDocument {
  let report: Report
  let section: ExplorationSection

  func add(to document: inout Document) {
    document.hero = hero
    document.sections += [finds, search, errors]
    document.firstInTexts = ["finds", "search-errors", "search"]
    document.styles = [PageFile.search.text] + (section.finds.count > 1 ? [ExplorationPage.tabStyle(section)] : [])
    document.scripts = [PageFile.searchScript.text]
  }

  /// The number of finds, and the coverage.
  private var hero: Document.Hero {
    let found = section.finds.count
    let noun = found == 1 ? "way to break the app's state" : "ways to break the app's state"
    return .init(
      big: Wording.whole(found), isAlert: found > 0,
      lead: [
        .paragraph(RichText([.markup("\(noun) found in \(Wording.count(section.schedules, "schedule")).")])),
        .paragraph(.prose(Headline(report).qualification), .caption),
      ],
      findings: [section.saturation, section.unseen, section.trouble].compactMap(\.self).map { Statement(finding: $0) },
      isQualified: false)
  }

  // MARK: Finds

  private var finds: Document.Section {
    guard !section.finds.isEmpty else {
      return Document.Section(
        "finds", "Finds", [DocumentBlock.paragraph(section.outcome, .only).on(.written)])
    }
    return Document.Section(
      "finds", "Finds", untitled: .terminal,
      [
        .note(
          "Each was shrunk to its smallest story and replayed. Two finds differ in what broke, where or why, and "
            + "never only in an order or a seed."), .markup(ExplorationPage.finds(section, of: report)),
        .lines(findLines),
      ] + section.finds.flatMap(markdown))
  }

  private func markdown(_ find: Find) -> [DocumentBlock] {
    let facts = find.facts(of: section).map { name, lines in
      let items = lines.map { MarkdownRenderer.inline($0) }
      return items.count == 1
        ? "- **\(name):** \(items[0])"
        : "- **\(name):**\n" + items.map { "  - \($0)" }.joined(separator: "\n")
    }
    let text = TimelineText(find, width: 100).lines.joined(separator: "\n")
    let blocks: [DocumentBlock] = [
      .markup("### \(MarkdownRenderer.inline(find.title))"), .paragraph(RichText([.plain("Key "), .code(find.key)])),
      .markup(facts.joined(separator: "\n")), .command(report.replay(find.token) ?? ""),
      .markup("<details><summary>Timeline</summary>\n\n```text\n\(text)\n```\n\n</details>"),
    ]
    return blocks.map { DocumentBlock($0.content, on: .markdown) }
  }

  private func findLines(_ layout: TerminalLayout) -> [String] {
    let finds = section.finds.enumerated().map { index, find -> [String] in
      var lines = layout.wrap("\(index + 1). \(find.key)", indent: 0).map { layout.paint($0, .missed) }
      for (name, values) in find.facts(of: section) {
        // A heading that is longer than its column is printed above its lines.
        let isAbove = name.count > 13
        if isAbove { lines += layout.wrap(name, indent: 3).map { layout.dim($0) } }
        for (place, value) in values.enumerated() {
          let wrapped = layout.wrap(value, indent: 17)
          let head = place == 0 && !isAbove ? name : ""
          lines.append("   " + layout.dim(layout.fit(head, 14)) + (wrapped.first ?? "").dropFirst(17))
          lines += wrapped.dropFirst()
        }
      }
      // Printed in one piece, so that it can be copied.
      return lines + ["   \(report.replay(find.token) ?? "")"]
    }
    return Array(finds.joined(separator: [""]))
  }

  // MARK: The search

  private var errors: Document.Section {
    Document.Section(
      "search-errors", "Errors of the search",
      section.errors.isEmpty
        ? []
        : [
          DocumentBlock.list(section.errors).on(.markdown),
          .lines { layout in section.errors.flatMap { layout.wrap($0, indent: 3) } },
        ])
  }

  /// The coverage of the search.
  private var search: Document.Section {
    var table = Table(
      [.head("Figure"), .number("Value")], style: "figures", section.figures.map { [.init($0.name), .init($0.value)] })
    table.isBare = true
    let means =
      "\(section.strategy), seed \(section.seed); \(Wording.short(section.meanArrivals, 1)) arrivals and "
      + "\(Wording.short(section.meanJobs, 1)) jobs a schedule."
    return Document.Section(
      "search", "Search",
      [
        section.trouble.map { DocumentBlock.paragraph(RichText([.strong($0)])).on(.page) },
        section.trouble == nil ? nil : DocumentBlock.list(section.errors).on(.page), .table(table),
        .lines { $0.wrap(means, indent: 3) },
      ])
  }
}
