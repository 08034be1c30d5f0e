import CFolders

/// The files of web pages: style sheets, scripts and the studio's page.
///
/// The files are in the folder `pages` and, as bytes, in the program. A page is therefore one file that can be mailed
/// and opened anywhere.
package enum PageFile: String, CaseIterable, Sendable {
  /// The look of every report.
  case report = "report/report.css"
  /// Copying, folding and printing of every report.
  case reportScript = "report/report.js"
  /// The look of charts: the colours of up to six series, each with a contrast of at least 4.5 to 1 on a card, and of
  /// the steps of a heat map. Dashes and markers carry the same information as colours.
  case charts = "report/charts.css"
  /// The styles of forecasts.
  case forecast = "report/forecast.css"
  /// The styles of searches.
  case search = "report/search.css"
  /// A script that shows, below a timeline, the text of the selected mark. It is the same as the mark's tooltip.
  case searchScript = "report/search.js"
  /// The dashboard of a load run. Reloading the page keeps the reader's view.
  case dashboardScript = "report/dashboard.js"
  /// The studio before its scripts have filled it.
  case studio = "studio/index.html"
  /// The icon of the studio.
  case studioIcon = "studio/icon.svg"
  /// The studio's additions to the look of reports.
  case studioStyle = "studio/studio.css"
  /// The styles of people, their days and their visits.
  case watchStyle = "studio/watch.css"
  /// The script for the page's state in its address, for the progress of work, and for code that all tabs share.
  case coreScript = "studio/core.js"
  /// The questions as buttons, and an answer at a time.
  case askScript = "studio/ask.js"
  /// Sliders for assumptions, the change in the answer that follows from them, and variants side by side.
  case assumeScript = "studio/assume.js"
  /// The script that shows people as dots on their way through the funnel, in accelerated time.
  case watchScript = "studio/watch.js"
  /// The script for one person's day, visit by visit, and for a violation to replay.
  case dayScript = "studio/day.js"
  /// Searches, and a find to step through.
  case raceScript = "studio/race.js"
  /// The script for a server under load, with the figures so far.
  case loadScript = "studio/load.js"
  /// Logs, and the start of the page.
  case restScript = "studio/rest.js"

  /// The text of the file, without its last line break.
  package var text: String {
    guard let text = gtsd_page(rawValue) else { preconditionFailure("the program has no page \(rawValue)") }
    return String(String(cString: text).dropLast())
  }
}
