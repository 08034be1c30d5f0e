import GTSDModel

extension Report {
  /// The report as one self-contained page: no script, style, font or picture from anywhere else.
  public var html: String { HTMLPage(self).text }
}

/// The page; each section is in a file of its own.
struct HTMLPage {
  let report: Report
  let headline: Headline

  init(_ report: Report) {
    self.report = report
    headline = Headline(report)
  }

  /// A part of the page that the navigation leads to.
  struct Section {
    var id: String
    var title: String
    var note: String = ""
    var body: String
    var rendered: String?
  }

  var text: String {
    let common = [
      finds, search, report.isOfRun || report.load != nil ? indicators : nil, arms,
      report.forecast?.fan == nil ? acknowledgment : nil, funnel, requests,
      report.showsViolations ? violations : nil, distributions, checks, assumptions, again,
    ].compactMap { $0 }
    let own = report.document.sections(in: .page).map { section in
      Section(id: section.id, title: section.title, body: "", rendered: PageRenderer.section(section))
    }
    let sections = own + comparison + calibrationSections + loadSections + common
    let links = sections.map { "<li><a href=\"#\($0.id)\">\(escaped($0.title))</a></li>" }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="\(escaped(report.tool.name)) \(escaped(report.tool.version))">
      <title>\(escaped(report.scenario.name)) · gtsd-sim</title>
      <style>
      \(HTMLStyle.css)
      \(HTMLStyle.charts)\(extraStyle)\(tabStyle)
      </style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the findings</a>
      <header>
      <p class="eyebrow">gtsd-sim \(escaped(report.kind.rawValue))</p>
      <h1>\(escaped(report.scenario.name))</h1>
      \(report.scenario.description.map { "<p class=\"lede\">\(prose($0))</p>" } ?? "")
      <p class="meta">\(prose(report.subtitle))</p>
      </header>
      <nav aria-label="Sections"><ul>\(links.joined())</ul></nav>
      <main id="main">
      \(hero)
      \(sections.map(render).joined(separator: "\n"))
      </main>
      \(footer)
      <script>
      \(HTMLStyle.script)\(report.exploration == nil ? "" : "\n" + HTMLStyle.explorationScript)
      </script>
      </body>
      </html>

      """
  }

  private var extraStyle: String {
    if report.exploration != nil { return "\n" + HTMLStyle.exploration }
    return report.forecast == nil ? "" : "\n" + HTMLStyle.forecast
  }

  private func render(_ section: Section) -> String {
    if let rendered = section.rendered { return rendered }
    let note = section.note.isEmpty ? "" : "<p class=\"note\">\(prose(section.note))</p>"
    // What scrolls sideways on a small screen must be reachable by keyboard, and have a name.
    let scroll = "class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"\(section.id)-title\""
    let body = section.body.replacing("class=\"scroll\"", with: scroll)
      .replacing("class=\"scroll pair\"", with: scroll.replacing("scroll", with: "scroll pair", maxReplacements: 1))
    return """
      <section id="\(section.id)" aria-labelledby="\(section.id)-title">
      <h2 id="\(section.id)-title">\(escaped(section.title))</h2>
      \(note)
      <div class="card">\(body)</div>
      </section>
      """
  }

  /// The main finding in large type, the others beside it.
  private var hero: String {
    if let section = report.exploration { return explorationHero(section) }
    if let section = report.calibration { return calibrationHero(section) }
    if let section = report.forecast { return forecastHero(section) }
    if let section = report.load { return loadHero(section) }
    let main = report.kpi(.acknowledgmentRate24h).flatMap { $0.value == nil ? nil : $0 }
    let findings = headline.sentences.dropFirst(main == nil ? 0 : 1).map { sentence in
      let demand =
        sentence.demand.isEmpty ? "" : " <span class=\"dim\">\(escaped(Self.capitalized(sentence.demand))).</span>"
      return "<li><span>\(prose(sentence.finding))\(demand)</span>\(Self.chip(sentence.verdict))</li>"
    }
    let list = "<ul class=\"findings\">\(findings.joined())</ul>"
    guard let main else {
      return """
        <div class="card" style="margin-top: 2.6rem"><p class="note">\(qualification)</p>\(list)</div>
        """
    }
    let deciding = main.decidingTargets.filter { $0.verdict != .none }
    let demand = deciding.isEmpty ? "" : " · \(main.bounds(deciding)) wanted"
    return """
      <div class="card hero">
      <p class="note">\(qualification)</p>
      <div>
      <p class="big">\(escaped(main.valueText))</p>
      <p>of onboarded users acknowledge their metrics within 24 hours.</p>
      \(IntervalBar(main, width: 320, full: true).svg)
      <p class="meta" style="margin: .7rem 0 0">\(escaped(main.intervalText))\(escaped(demand))
      &nbsp;\(Self.chip(main.verdict))</p>
      </div>
      <div>\(list)</div>
      </div>
      """
  }

  private var footer: String {
    let notes = report.notes.map { "<p>\(prose($0))</p>" }.joined()
    let digests =
      report.load == nil
      ? """
      <p>Run digest <code>\(escaped(report.digest))</code>, scenario <code>\(escaped(report.scenario.digest))</code>.
      Equal digests mean equal runs.</p>
      """ : "<p>Scenario <code>\(escaped(report.scenario.digest))</code>.</p>"
    return """
      <footer>
      \(notes)
      \(digests)
      <p>\(escaped(report.tool.name)) \(escaped(report.tool.version)), report format \(report.formatVersion),
      \(escaped(report.outcome)) (exit \(report.exitCode)).</p>
      </footer>
      """
  }

  var qualification: String {
    let text = escaped(headline.qualification)
    guard !report.assumptions.isEmpty else { return text }
    return text.replacing("assumptions", with: "<a href=\"#assumptions\">assumptions</a>", maxReplacements: 1)
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A verdict as a glyph and a word; the colour only repeats them.
  static func chip(_ verdict: Verdict, suffix: String = "") -> String {
    let word = verdict.word + suffix
    return #"<span class="verdict \#(verdict.rawValue)"><i aria-hidden="true">\#(verdict.glyph)</i>\#(word)</span>"#
  }

  /// A coordinate with at most two decimals.
  static func at(_ coordinate: Double) -> String { Wording.short(coordinate, 2) }
}

func prose(_ text: String) -> String { PageRenderer.prose(text) }
