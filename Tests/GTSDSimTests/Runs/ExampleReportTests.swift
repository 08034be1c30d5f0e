import Foundation
import GTSDModel
import Testing

@testable import GTSDSim

/// The committed examples under `reports/` are still what the command produces.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter ExampleReportTests` writes them anew.
struct ExampleReportTests {
  /// Name of the scenario and how many users the example has, so that a debug build makes it in seconds.
  static let examples = [("first-day", 400), ("first-day-fixed", 400), ("card-copy", 400)]

  @Test(arguments: examples)
  func examplesAreUpToDate(name: String, users: Int) throws {
    var simulation = Simulation(try library(name, users: users), jobs: 2)
    simulation.overrides = ScenarioOverrides(users: users).assignments
    let report = simulation.run()
    let folder = SourceLintTests.root.appending(path: "reports/\(name)")
    for format in Report.Format.allCases {
      let file = folder.appending(path: format.fileName)
      let made = Data(report.rendered(as: format).utf8)
      if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try made.write(to: file)
      } else {
        #expect(try Data(contentsOf: file) == made, "\(name)/\(format.fileName) is out of date")
      }
    }
  }
}
