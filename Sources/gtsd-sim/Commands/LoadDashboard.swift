import Documents
import GTSDSim

/// The page of a running load run, which browsers reload every two seconds.
enum LoadDashboard {
  /// The number of seconds that the dashboard's curves show.
  static let window: Double = 120

  /// A report's page that keeps opened sections and the scroll position when it is reloaded.
  static func page(_ report: Report) -> String {
    report.html.replacing(
      "</body>", with: "<script>\n\(PageFile.dashboardScript.text)</script>\n</body>", maxReplacements: 1)
  }
}
