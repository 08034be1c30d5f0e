extension Report {
  /// The part of the Markdown report that is about a search.
  func explorationBlocks(_ section: ExplorationSection, inline: (String) -> String) -> [String] {
    var blocks = ["## Finds"]
    if section.finds.isEmpty { blocks.append(inline(section.outcome)) }
    for find in section.finds {
      blocks.append("### \(inline(find.title))")
      blocks.append("Key `\(find.key)`")
      blocks.append(
        find.facts(of: section).map { name, lines in
          lines.count == 1
            ? "- **\(name):** \(inline(lines[0]))"
            : "- **\(name):**\n" + lines.map { "  - \(inline($0))" }.joined(separator: "\n")
        }.joined(separator: "\n"))
      blocks.append("```sh\n\(Wording.replay(find.token))\n```")
      let text = TimelineText(find, width: 100).lines.joined(separator: "\n")
      blocks.append("<details><summary>Timeline</summary>\n\n```text\n\(text)\n```\n\n</details>")
    }
    if !section.errors.isEmpty {
      blocks += ["## Errors of the search", section.errors.map { "- \(inline($0))" }.joined(separator: "\n")]
    }
    blocks.append("## Search")
    let rows = section.figures.map { "| \(inline($0.name)) | \(inline($0.value)) |" }
    blocks.append((["| Figure | Value |", "| --- | ---: |"] + rows).joined(separator: "\n"))
    return blocks
  }
}
