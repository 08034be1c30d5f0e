extension HTMLPage {
  /// What went wrong, with what it means and how to see it again.
  var violations: Section? {
    let articles = report.violations.map { violation in
      let meaning = Glossary.meaning(of: violation.invariant).map { "<p>\(escaped($0))</p>" } ?? ""
      let list = examples(violation.examples)
      return """
        <article class="violation"><header><h3>\(escaped(violation.invariant))</h3>
        <code>\(escaped(violation.label))</code>
        <span>\(Wording.count(violation.count, "episode")) · \(Wording.count(violation.users, "user"))</span></header>
        \(meaning)<p class="meta">Seen as <code>\(escaped(violation.key))</code></p>\(list)</article>
        """
    }
    let checked = report.checks.contains { $0.evaluated > 0 }
    let none = checked ? "None: every invariant held wherever it was checked." : "No invariant was checked."
    return Section(
      id: "violations", title: "State violations",
      note: report.violations.isEmpty
        ? "" : "An episode lasts from the moment an invariant breaks until it holds again, per user and key.",
      body: articles.isEmpty ? "<p style=\"margin: 0\">\(none)</p>" : folded(articles))
  }

  /// The most frequent in view, where there are many.
  private func folded(_ articles: [String]) -> String {
    let shown = 10
    guard articles.count > shown + 2 else { return articles.joined() }
    let rest = articles[shown...].joined()
    return articles[..<shown].joined()
      + "<details class=\"rest\"><summary>\(articles.count - shown) more kinds</summary>\(rest)</details>"
  }

  /// The first example in view, the others a click away.
  private func examples(_ all: [Violation.Example]) -> String {
    guard let first = all.first else { return "" }
    let rest = all.dropFirst().map(example).joined()
    let more = """
      <details class="more"><summary>\(all.count - 1) more</summary><ul class="examples">\(rest)</ul></details>
      """
    return "<ul class=\"examples\">\(example(first))</ul>\(rest.isEmpty ? "" : more)"
  }

  private func example(_ example: Violation.Example) -> String {
    let what = "User \(example.user) at \(Wording.seconds(example.atSeconds)): \(escaped(example.summary))"
    guard let command = example.command.map({ escaped($0) }) else { return "<li>\(what)</li>" }
    return """
      <li>\(what)
      <div><code>\(command)</code><button type="button" data-copy="\(command)"\
       aria-label="Copy the replay command">Copy</button></div></li>
      """
  }

  /// How often each invariant was looked at.
  var checks: Section? {
    guard !report.checks.isEmpty else { return nil }
    let broken = report.violations.brokenInvariants
    // A search and a shard only tell what they met.
    let isPart = report.exploration != nil || report.shard != nil
    let held = isPart ? "not seen broken" : "held"
    let rows = report.checks.map { check in
      let verdict: Verdict =
        broken.contains(check.invariant) ? .missed : check.evaluated > 0 && !isPart ? .met : .none
      let word = verdict == .missed ? "broken" : check.evaluated > 0 ? held : "never evaluated"
      return """
        <tr><th scope="row" class="id">\(escaped(check.invariant))</th>
        <td class="dim text">\(escaped(Glossary.meaning(of: check.invariant) ?? ""))</td>
        <td class="num">\(Wording.whole(check.evaluated))</td><td class="num dim">\(Wording.whole(check.vacuous))</td>
        <td><span class="verdict \(verdict.rawValue)"><i aria-hidden="true">\(verdict.glyph)</i>\(word)</span></td></tr>
        """
    }
    return Section(
      id: "checks", title: "Checks",
      note: "Evaluated counts the times an invariant had something to say; vacuous, the times it held by not applying.",
      body: """
        <div class="scroll"><table><thead><tr><th scope="col">Invariant</th><th scope="col">When broken</th>
        <th scope="col" class="num">Evaluated</th><th scope="col" class="num">Vacuous</th><th scope="col">Result</th></tr>
        </thead><tbody>\(rows.joined())</tbody></table></div>
        """)
  }

  /// The defaults that the numbers stand and fall with.
  var assumptions: Section? {
    guard !report.assumptions.isEmpty else { return nil }
    let rows = report.assumptions.map { assumption in
      """
      <tr><th scope="row"><code>\(escaped(assumption.path))</code></th><td><code>\(escaped(assumption.value))</code></td>
      <td class="dim">\(escaped(assumption.source))</td></tr>
      """
    }
    return Section(
      id: "assumptions", title: "Assumptions",
      note: "Defaults that this run used. Change any of them in the scenario file, or with --set PATH=VALUE.",
      body: """
        <details\(rows.count <= 12 ? " open" : "")><summary>\(Wording.count(rows.count, "assumption"))</summary>
        <div class="scroll" style="margin-top: 1rem"><table><thead><tr><th scope="col">Path</th><th scope="col">Value</th>
        <th scope="col">Source</th></tr></thead><tbody>\(rows.joined())</tbody></table></div></details>
        """)
  }
}
