/// A self-contained page for a find in a user's own code, with the timelines of `explore`'s pages.
package enum OwnCodePage {
  /// A schedule with its title.
  package struct Panel {
    var title: String
    var timeline: Timeline
    var constraints: [Find.Constraint]

    /// - Parameter constraints: what has to come before what.
    package init(title: String, timeline: Timeline, constraints: [Find.Constraint] = []) {
      (self.title, self.timeline, self.constraints) = (title, timeline, constraints)
    }
  }

  /// - Parameters:
  ///   - title: what went wrong, in a line.
  ///   - facts: what is known of it, by name.
  ///   - replay: what brings it back, to be copied.
  ///   - panels: the schedule that shows it, and one that passes.
  package static func html(
    title: String, facts: [(name: String, lines: [String])], replay: String?, panels: [Panel]
  ) -> String {
    let facts = facts.filter { !$0.lines.isEmpty }.map { name, lines in
      "<dt>\(escaped(name))</dt><dd>\(lines.map { "<p>\(escaped($0))</p>" }.joined())</dd>"
    }
    let pictures = panels.map {
      TimelineChart.Panel(title: $0.title, timeline: $0.timeline, constraints: $0.constraints)
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escaped(title)) · gtsd-sim</title>
      <style>
      \([HTMLStyle.css, HTMLStyle.charts, HTMLStyle.exploration].joined(separator: "\n"))
      </style>
      </head>
      <body>
      <header><p class="eyebrow">A find in your own code</p><h1>\(escaped(title))</h1></header>
      <main id="main"><section><div class="card"><article class="find">
      <dl class="facts">\(facts.joined())</dl>
      \(replay.map { PageRenderer.copyable($0) } ?? "")
      \(ExplorationPage.picture(pictures))
      </article></div></section></main>
      <script>
      \([HTMLStyle.script, HTMLStyle.explorationScript].joined(separator: "\n"))
      </script>
      </body>
      </html>

      """
  }
}
