import Foundation
import GTSDModel
import GTSDSim
import TestSupport
import Testing

/// Each renderer on the same small report, compared with reviewed files.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter RendererTests` writes them again.
struct RendererTests {
  @Test(arguments: [
    "report.json", "report.md", "kpis.csv", "junit.xml", "summary.txt", "summary-color.txt", "report.html",
  ])
  func rendersAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleReport.full, name), named: "sample-\(name)")
  }

  @Test(arguments: ["report.json", "report.md", "kpis.csv", "junit.xml", "summary.txt", "report.html"])
  func rendersNothingObserved(name: String) throws {
    try Snapshot.expect(text(SampleReport.empty, name), named: "empty-\(name)")
  }

  @Test(arguments: ["report.md", "report.html", "kpis.csv", "summary.txt"])
  func rendersAnExperiment(name: String) throws {
    try Snapshot.expect(text(SampleReport.experiment, name), named: "experiment-\(name)")
  }

  @Test("The funnel shows full step names if the terminal is wide enough", arguments: [50, 60, 80, 100])
  func stepsHaveWholeNames(width: Int) {
    var report = SampleReport.full
    report.funnel = FunnelStep.allCases.map { .init(step: $0.rawValue, users: 7) }
    let lines = TerminalSummary(report, width: width).text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("By ") && $0.count == width - 1 && $0.hasSuffix("  100.0%") } == 5)
    for step in FunnelStep.allCases {
      // What numbers and a bar of six columns leave.
      let room = max(22, width - 24)
      #expect(lines.contains { $0.hasPrefix(step.title + " ") } == (step.title.count <= room), "\(step)")
    }
  }

  private func text(_ report: Report, _ name: String) -> String {
    switch name {
    case "report.json": report.json
    case "report.md": report.markdown
    case "kpis.csv": report.csv
    case "junit.xml": report.junit
    case "report.html": report.html
    case "summary.txt": TerminalSummary(report, width: 100).text
    default: TerminalSummary(report, width: 80, color: true).text
    }
  }
}

/// A recorded text under Fixtures.
enum Snapshot {
  static func expect(
    _ text: String, named name: String, in subfolder: String = "Report",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = Checkout.fixtures.appending(path: subfolder)
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    if recorded == text { return }
    let (old, new) = (recorded.components(separatedBy: "\n"), text.components(separatedBy: "\n"))
    let line = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    let before = line < old.count ? old[line] : ""
    let now = line < new.count ? new[line] : ""
    Issue.record(
      "\(name) differs at line \(line + 1)\nrecorded: \(before)\nnow:      \(now)", sourceLocation: sourceLocation)
  }
}
