import Documents
import GTSDModel
import GTSDStudies
import GTSDWorld
import Statistics

/// The finds of a search on a page: a tab for each, with its timeline.
enum ExplorationPage {
  /// The number of bytes up to which finds are shown with timelines. Later finds are shown without.
  private static let room = 800_000

  /// The finds of a search, in a tab each.
  static func finds(_ section: ExplorationSection, of report: Report) -> String {
    var used = 0
    var panels: [String] = []
    for (index, find) in section.finds.enumerated() {
      let replay = report.replay(find.token) ?? ""
      var panel = article(find, section, replay, number: index + 1, isDrawn: used < room)
      if used + panel.utf8.count > room { panel = article(find, section, replay, number: index + 1, isDrawn: false) }
      used += panel.utf8.count
      panels.append(panel)
    }
    let tabs = section.finds.enumerated().map { index, find in
      let (tab, chosen) = ("tab-\(index + 1)", index == 0 ? " checked" : "")
      return """
        <input type="radio" name="find" id="\(tab)" class="\(tab)"\(chosen)>\
        <label for="\(tab)">\(index + 1). \(escaped(find.hazard ?? "unclassified"))<small>\(escaped(find.oracle))</small></label>
        """
    }
    return section.finds.count == 1
      ? panels[0] : "<div class=\"tabs\">\(tabs.joined())<div class=\"panels\">\(panels.joined())</div></div>"
  }

  /// A style sheet that shows the panel of the chosen tab without a script.
  static func tabStyle(_ section: ExplorationSection) -> String {
    let shown = section.finds.indices.map { ".tab-\($0 + 1):checked ~ .panels > .find-\($0 + 1)" }
    return ".panels > .find { display: none; }\n\(shown.joined(separator: ", ")) { display: block; }\n"
      + "@media print { .panels > .find { display: block; } .tabs > input, .tabs > label { display: none; } }"
  }

  /// The facts that explain a find. The page shows them at once, and all others after a click.
  private static let firstFacts = ["Cause", "Order", Find.orderHeading, "Expectation"]

  private static func article(
    _ find: Find, _ section: ExplorationSection, _ replay: String, number: Int, isDrawn: Bool
  ) -> String {
    // The observed failure is the article's first paragraph.
    let facts = find.facts(of: section).filter { $0.name != "Observed" }
    func list(_ facts: [(name: String, lines: [String])]) -> String {
      let items = facts.map { name, lines in
        "<dt>\(escaped(name))</dt><dd>\(lines.map { "<p>\(PageRenderer.prose($0))</p>" }.joined())</dd>"
      }
      return "<dl class=\"facts\">\(items.joined())</dl>"
    }
    let first = facts.filter { Self.firstFacts.contains($0.name) }
    let others = facts.filter { !Self.firstFacts.contains($0.name) }
    let key = "<p class=\"meta\">Key <code>\(escaped(find.key))</code></p>"
    return """
      <article class="find find-\(number)"><header><h3>\(escaped(find.oracle))</h3>
      <code>\(escaped(find.hazard ?? "unclassified"))</code>
      <span>\(section.count(of: find))</span></header>
      <p class="observed">\(escaped(find.observed))</p>
      \(list(first))
      \(code(find))
      <details class="more aside"><summary>All other information</summary>\(list(others))\(key)</details>
      \(PageRenderer.copyable(replay))
      \(isDrawn ? pictures(find) : "<p class=\"note\">The page leaves its picture out; replay shows it.</p>")
      </article>
      """
  }

  /// The line of the simulated app that caused the find, with the lines around it; empty for a line of other code.
  private static func code(_ find: Find) -> String {
    guard let source = find.cause?.source, let excerpt = SimulatedCode.excerpt(at: source) else { return "" }
    let lines = excerpt.lines.enumerated().map { index, text in
      let number = excerpt.first + index
      let line = escaped("\(number)  \(text)")
      return number == excerpt.line ? "<mark>\(line)</mark>" : line
    }
    let whose = excerpt.isOfServer ? "simulated server" : "simulated client"
    return """
      <figure class="code"><figcaption>Code of the \(whose), not of your app: \
      <code>\(escaped(excerpt.path)):\(excerpt.line)</code></figcaption>
      <pre>\(lines.joined(separator: "\n"))</pre></figure>
      """
  }

  private static func pictures(_ find: Find) -> String {
    var panels = [
      TimelineChart.Panel(
        title: "What happens", timeline: find.timeline, constraints: find.constraints,
        divergence: find.twin?.firstDivergence)
    ]
    if let twin = find.twin {
      panels.append(
        TimelineChart.Panel(
          title: "The same schedule with \(twin.strategy)", timeline: twin.timeline, divergence: twin.firstDivergence))
    }
    let likelihood =
      LineChart(likelihoodOf: find).map { chart in
        """
        <details class="more aside"><summary>When the failure became certain</summary><p class="meta">Share of \
        \(Wording.whole(find.continuations)) random continuations that fail, after each step, with 95% \
        intervals.</p>\(chart.html)</details>
        """
      } ?? ""
    return """
      \(picture(panels))
      \(likelihood)
      """
  }

  /// Timelines side by side, with their legend, and below each as a table.
  static func picture(_ panels: [TimelineChart.Panel]) -> String {
    """
    \(legend)
    <div class="chart"><div class="scroll pair">\(TimelineChart(panels).html)</div>
    <p class="detail" aria-live="polite">Point at a mark, or move to it with the tab key, to read its state before and \
    after.</p></div>
    \(panels.map(table).joined())
    """
  }

  private static let legend = """
    <ul class="chips legend" aria-label="Signs">
    <li><svg aria-hidden="true" width="16" height="14"><g class="mark tap"><path d="M2 1.5h12l-6 11Z"/></g></svg>tap</li>
    <li><svg aria-hidden="true" width="16" height="14"><g class="mark state"><circle cx="8" cy="7" r="5.5"/></g></svg>\
    state change</li>
    <li><svg aria-hidden="true" width="16" height="14"><g class="mark applied"><path d="M8 0l7 7l-7 7l-7 -7Z"/></g></svg>\
    reply applied</li>
    <li><svg aria-hidden="true" width="16" height="14"><g class="mark commit"><rect x="2.5" y="1.5" width="11" \
    height="11" rx="1.5"/></g></svg>commit</li>
    <li><svg aria-hidden="true" width="24" height="20"><g class="mark violation"><path d="M12 0L22.5 19H1.5Z"/>\
    <text x="12" y="17" text-anchor="middle">!</text></g></svg>broken here</li>
    <li><svg aria-hidden="true" width="30" height="14"><g class="order"><path d="M2 12C6 0 22 0 25 8"/>\
    <path class="tip" d="M20.5 6L29.5 6L25 14Z"/></g></svg>an order that is enough</li>
    </ul>
    """

  /// The timeline as a table, for screen readers and for searching.
  private static func table(_ panel: TimelineChart.Panel) -> String {
    let timeline = panel.timeline
    var rows: [[Table.Cell]] = []
    for step in -1..<timeline.arrivals.count {
      let happenings = timeline.happenings(of: step)
      if step < 0, happenings.isEmpty { continue }
      let arrival = step < 0 ? nil : timeline.arrivals[step]
      let what = happenings.map { happening -> [RichText.Span] in
        let text = "\(happening.row): \(happening.text)"
        return [happening.kind == .violation ? .strong(text) : .plain(text)]
      }
      let time = arrival.map { Wording.seconds(Nanoseconds.seconds($0.time)) } ?? ""
      let first: [RichText.Span] = panel.divergence == step ? [.plain(" "), .small("first difference")] : []
      rows.append([
        .init(step < 0 ? "" : "\(step + 1)"), .init(time, style: "dim"),
        .init(RichText([.plain(arrival?.label ?? "before")] + first)),
        .init(RichText(Array(what.joined(separator: [.lineBreak])))),
      ])
    }
    let table = Table(
      [.number("Step"), .number("Time"), .head("What arrives"), .text("What follows")], style: "steps", rows)
    return PageRenderer.body([.folded("\(panel.title), as a table", [.table(table)])])
  }
}
