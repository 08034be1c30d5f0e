import GTSDModel

extension HTMLPage {
  /// How many bytes of finds with their pictures a page takes; the rest go without.
  private static let room = 800_000

  /// What a search found, a tab a find.
  var finds: Section? {
    guard let section = report.exploration else { return nil }
    guard !section.finds.isEmpty else {
      return Section(id: "finds", title: "Finds", body: "<p style=\"margin: 0\">\(escaped(section.outcome))</p>")
    }
    var used = 0
    var panels: [String] = []
    for (index, find) in section.finds.enumerated() {
      var panel = article(find, section, number: index + 1, isDrawn: used < Self.room)
      if used + panel.utf8.count > Self.room { panel = article(find, section, number: index + 1, isDrawn: false) }
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
    let body =
      section.finds.count == 1
      ? panels[0] : "<div class=\"tabs\">\(tabs.joined())<div class=\"panels\">\(panels.joined())</div></div>"
    return Section(
      id: "finds", title: "Finds",
      note: "Each was shrunk to its smallest story and replayed. Finds are told apart by what broke, where and in "
        + "which order, never by a seed.", body: body)
  }

  /// Which panel a chosen tab shows: without any script.
  var tabStyle: String {
    guard let count = report.exploration?.finds.count, count > 1 else { return "" }
    let shown = (1...count).map { ".tab-\($0):checked ~ .panels > .find-\($0)" }
    return "\n.panels > .find { display: none; }\n\(shown.joined(separator: ", ")) { display: block; }\n"
      + "@media print { .panels > .find { display: block; } .tabs > input, .tabs > label { display: none; } }"
  }

  private func article(
    _ find: Find, _ section: ExplorationSection, number: Int, isDrawn: Bool
  ) -> String {
    // What was observed is the article's lead.
    let facts = find.facts(of: section).filter { $0.name != "Observed" }.map { name, lines in
      "<dt>\(escaped(name))</dt><dd>\(lines.map { "<p>\(escaped($0))</p>" }.joined())</dd>"
    }
    return """
      <article class="find find-\(number)"><header><h3>\(escaped(find.oracle))</h3>
      <code>\(escaped(find.hazard ?? "unclassified"))</code>
      <span>\(section.count(of: find))</span></header>
      <p class="observed">\(escaped(find.observed))</p>
      <dl class="facts">\(facts.joined())</dl>
      \(Self.copyable(Wording.replay(find.token)))
      \(isDrawn ? pictures(find) : "<p class=\"note\">The page leaves its picture out; replay shows it.</p>")
      <p class="meta">Key <code>\(escaped(find.key))</code></p>
      </article>
      """
  }

  private func pictures(_ find: Find) -> String {
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
        <h4>When it became certain</h4><p class="meta">Share of \(Wording.whole(find.continuations)) random \
        continuations that fail, after each step, with 95% intervals.</p>\(chart.html)
        """
      } ?? ""
    return """
      <h4>Timeline</h4>\(Self.legend)
      <div class="chart"><div class="scroll pair">\(TimelineChart(panels).html)</div>
      <p class="detail" aria-live="polite">Point at a mark, or move to it with the tab key, to read its state before and \
      after.</p></div>
      \(panels.map(table).joined())
      \(likelihood)
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
    <path class="tip" d="M20.5 6L29.5 6L25 14Z"/></g></svg>order that it needs</li>
    </ul>
    """

  /// The picture as a table, for those who cannot see it and for searching.
  private func table(_ panel: TimelineChart.Panel) -> String {
    let timeline = panel.timeline
    var rows: [String] = []
    for step in -1..<timeline.arrivals.count {
      let happenings = timeline.happenings(of: step)
      if step < 0, happenings.isEmpty { continue }
      let arrival = step < 0 ? nil : timeline.arrivals[step]
      let what = happenings.map { happening in
        let text = "\(happening.row): \(happening.text)"
        return happening.kind == .violation ? "<strong>\(escaped(text))</strong>" : escaped(text)
      }
      let time = arrival.map { Wording.seconds(Nanoseconds.seconds($0.time)) } ?? ""
      let isFirst = panel.divergence == step ? " <small>first difference</small>" : ""
      rows.append(
        """
        <tr><td class="num">\(step < 0 ? "" : "\(step + 1)")</td><td class="num dim">\(escaped(time))</td>
        <th scope="row">\(escaped(arrival?.label ?? "before"))\(isFirst)</th><td>\(what.joined(separator: "<br>"))</td></tr>
        """)
    }
    return """
      <details class="more"><summary>\(escaped(panel.title)), as a table</summary><div class="scroll">
      <table class="steps"><thead><tr><th scope="col" class="num">Step</th><th scope="col" class="num">Time</th>
      <th scope="col">What arrives</th><th scope="col">What follows</th></tr></thead>
      <tbody>\(rows.joined())</tbody></table></div></details>
      """
  }

  /// How far the search got.
  var search: Section? {
    guard let section = report.exploration else { return nil }
    let rows = section.figures.map { name, value in
      "<tr><th scope=\"row\">\(escaped(name))</th><td class=\"num\">\(escaped(value))</td></tr>"
    }
    let errors = section.errors.map { "<li>\(escaped($0))</li>" }
    let trouble =
      section.trouble.map { "<p><strong>\(escaped($0))</strong></p><ul>\(errors.joined())</ul>" } ?? ""
    return Section(
      id: "search", title: "Search",
      body: "\(trouble)<table class=\"figures\"><tbody>\(rows.joined())</tbody></table>")
  }

  /// The number of finds in large type, and how far the search reaches beside it.
  func explorationHero(_ section: ExplorationSection) -> String {
    let found = section.finds.count
    let noun = found == 1 ? "way to break the app's state" : "ways to break the app's state"
    let trouble = section.trouble.map { "<li><span>\(escaped($0))</span></li>" } ?? ""
    let part = report.complete ? "" : "The search was interrupted. "
    return """
      <div class="card hero">
      <div>
      <p class="big\(found > 0 ? " alert" : "")">\(Wording.whole(found))</p>
      <p>\(noun) found in \(escaped(Wording.count(section.schedules, "schedule"))).</p>
      <p class="meta" style="margin: .7rem 0 0">\(part)A search shows what it met, not what is left.</p>
      </div>
      <div><ul class="findings"><li><span>\(escaped(section.saturation))</span></li>
      <li><span>\(escaped(section.unseen))</span></li>\(trouble)</ul></div>
      </div>
      """
  }
}

extension HTMLStyle {
  /// What only pages of a search need.
  static let exploration = """
    .big.alert { color: var(--alert); }
    .tabs > input { position: absolute; opacity: 0; pointer-events: none; }
    .tabs { display: flex; flex-wrap: wrap; gap: .4rem; }
    .tabs > label { border: 1px solid var(--line); border-radius: 9px; padding: .4rem .8rem; cursor: pointer;
      font-size: .9rem; line-height: 1.3; }
    .tabs > label small { display: block; color: var(--muted); font-size: .78rem; }
    .tabs > label:hover { border-color: var(--accent); }
    .tabs > input:checked + label { border-color: var(--alert); background: var(--alert-soft); font-weight: 600; }
    .tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
    .panels { flex: 1 0 100%; min-width: 0; padding-top: 1.4rem; }
    .find { min-width: 0; }
    .find > header { display: flex; flex-wrap: wrap; gap: .2rem 1rem; align-items: baseline; padding: 0; margin: 0; }
    .find > header span { margin-left: auto; color: var(--muted); font-size: .9rem; }
    .find h3 { color: var(--alert); }
    .find h4 { font-size: .95rem; font-weight: 600; margin: 2rem 0 .5rem; }
    .observed { font-size: 1.15rem; line-height: 1.45; margin: .5rem 0 1.4rem; }
    .facts { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .5rem 1.2rem; margin: 0 0 1.2rem;
      font-size: .93rem; line-height: 1.5; }
    .facts dt { color: var(--muted); }
    .facts dd { margin: 0; overflow-wrap: anywhere; }
    .facts dd p { margin: 0 0 .2rem; max-width: 46rem; }
    .legend { margin: 0 0 1rem; color: var(--muted); font-size: .84rem; }
    .legend li { display: flex; gap: .4rem; align-items: center; }
    .timeline { margin: 0; width: max-content; padding: 2px; }
    .pair { display: flex; flex-wrap: wrap; gap: 1.6rem 2.4rem; align-items: end; }
    .timeline figcaption { position: sticky; left: 0; width: fit-content; max-width: 80vw; font-size: .86rem;
      font-weight: 600; padding-bottom: .2rem; }
    .timeline .row { fill: var(--ink); }
    .grid.dash { stroke-dasharray: 2 4; }
    .bar rect { fill: var(--track); stroke: var(--line); }
    .bar text { font-size: 10.5px; }
    .bar.open rect { stroke-dasharray: 3 3; stroke: var(--muted); }
    .step circle { fill: var(--card); stroke: var(--muted); }
    .step text { font-size: 10.5px; fill: var(--ink); }
    .step.bound circle { fill: var(--alert); stroke: var(--alert); }
    .step.bound text { fill: var(--card); font-weight: 700; }
    .order path { fill: none; stroke: var(--alert); stroke-width: 2; }
    .order .tip { fill: var(--alert); stroke: none; }
    .mark.state > * { fill: var(--card); stroke: var(--accent); stroke-width: 2; }
    .mark.applied > * { fill: var(--accent); }
    .mark.commit > * { fill: var(--ink); }
    .mark.tap > * { fill: var(--muted); }
    .mark.note > * { fill: var(--muted); }
    .mark.violation path { fill: var(--alert); stroke: var(--card); stroke-width: 1.5; }
    svg .mark.violation text { fill: var(--card); font-size: 13px; font-weight: 800; }
    .mark, .step { cursor: help; }
    .mark:hover > *, .step:hover > circle { stroke: var(--ink); stroke-width: 2.5; }
    .mark:focus-visible, .step:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .timeline line.wrong { stroke: var(--alert); stroke-width: 1.2; opacity: .7; }
    .detail { min-height: 3.2em; margin: .8rem 0 0; padding: .6rem .9rem; background: var(--page); border-radius: 9px;
      font-size: .88rem; line-height: 1.5; color: var(--muted); white-space: pre-line; }
    .detail.read { color: var(--ink); }
    .steps { min-width: 44rem; margin-top: .6rem; }
    .steps td, .steps tbody th { vertical-align: top; font-size: .86rem; line-height: 1.45; }
    .steps strong { color: var(--alert); }
    .steps small { color: var(--accent); display: block; }
    .figures { max-width: 34rem; }
    @media (max-width: 52rem) {
      .facts { grid-template-columns: 1fr; gap: .1rem; }
      .facts dd { margin-bottom: .6rem; }
      .find > header span { margin-left: 0; width: 100%; }
    }
    @media print { .detail, .copy button { display: none; } .timeline svg { max-width: 100%; height: auto; }
      .timeline { width: auto; } }
    """

  /// Shows what a mark tells in the line below its picture: the same text as in its title.
  static let explorationScript = """
    for (const kind of ["focusin", "pointerover"]) document.addEventListener(kind, event => {
      const mark = event.target.closest && event.target.closest(".chart .mark, .chart .step, .chart .bar");
      if (!mark) return;
      const detail = mark.closest(".chart").querySelector(".detail");
      detail.textContent = mark.querySelector("title").textContent;
      detail.classList.add("read");
    });
    """
}
