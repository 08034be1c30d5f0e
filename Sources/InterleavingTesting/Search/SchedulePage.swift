/// A find as one self-contained HTML page. It has a table for each schedule, with a row for each step and a column for
/// each lane, in the order in which lanes are first used.
enum SchedulePage {
  /// One schedule of the page.
  struct Panel {
    var title: String
    var schedule: ScheduleText
    /// The identities of the arrivals whose order decides.
    var marked: Set<UInt64> = []
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - title: the failure in one line.
  ///   - facts: lines by name; a name without lines is left out.
  ///   - replay: the command that reproduces the find.
  ///   - panels: the schedule that fails, and one that passes.
  static func html(
    title: String, facts: [(name: String, lines: [String])], replay: String?, panels: [Panel]
  ) -> String {
    let facts = facts.filter { !$0.lines.isEmpty }.map { name, lines in
      "<dt>\(escaped(name))</dt><dd>\(lines.map { "<p>\(escaped($0))</p>" }.joined())</dd>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <header><p class="eyebrow">A find in your own code</p><h1>\(escaped(title))</h1></header>
      <main>
      <dl>\(facts.joined())</dl>
      \(replay.map { "<pre class=\"replay\">\(escaped($0))</pre>" } ?? "")
      \(panels.map(table).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private static func table(_ panel: Panel) -> String {
    var lanes: [String] = []
    for line in panel.schedule.lines where !lanes.contains(line.lane) && line.id != nil { lanes.append(line.lane) }
    var lane = 0
    let rows = panel.schedule.lines.map { line -> String in
      // A line without a step happens within the step above it.
      if line.id != nil { lane = lanes.firstIndex(of: line.lane) ?? 0 }
      let isMarked = line.id.map(panel.marked.contains) ?? false
      let text = line.id == nil ? "<span class=\"within\">\(escaped(line.text))</span>" : escaped(line.text)
      let task = line.task.isEmpty ? "" : "<span class=\"task\">\(escaped(line.task))</span>"
      let cells = lanes.indices.map { $0 == lane ? "<td class=\"here\">\(task)\(text)</td>" : "<td></td>" }
      return """
        <tr\(isMarked ? " class=\"marked\"" : "")><th scope="row">\(line.step)</th><td class="time">\(line.time)</td>\
        \(cells.joined())</tr>
        """
    }
    let heads = lanes.map { "<th scope=\"col\">\($0 == "-" ? "no actor" : escaped($0))</th>" }
    return """
      <section><h2>\(escaped(panel.title))</h2><div class="scroll"><table>
      <thead><tr><th scope="col">Step</th><th scope="col">Time</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div></section>
      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.5rem; margin: 0 0 1rem; } h2 { font-size: 1.1rem; }
    .eyebrow { margin: 0; opacity: .7; }
    dt { font-weight: 600; } dd { margin: 0 0 .75rem; } dd p { margin: 0; }
    .replay { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid #8886; border-radius: 6px; }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; font-size: 13px; }
    th, td { text-align: left; vertical-align: top; padding: .25rem .6rem; border-left: 1px solid #8884; }
    thead th { border-bottom: 1px solid #888a; white-space: nowrap; }
    .time { white-space: nowrap; opacity: .7; }
    .here { min-width: 11rem; background: #0a91; }
    .task { display: block; font-size: 11px; opacity: .7; }
    .within { padding-left: 1rem; opacity: .85; }
    .marked .here { background: #d912; outline: 2px solid #c60; outline-offset: -2px; }
    """
}
