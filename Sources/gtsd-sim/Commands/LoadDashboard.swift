import Documents
import GTSDSim

/// The page of a run that goes on: browsers load it anew every two seconds.
enum LoadDashboard {
  /// Seconds that its curves show.
  static let window: Double = 120

  /// A report's page on which what was opened stays open, and the place that is read stays where it is.
  static func page(_ report: Report) -> String {
    report.html.replacing(
      "</body>", with: "<script>\n\(PageFile.dashboardScript.text)</script>\n</body>", maxReplacements: 1)
  }
}
