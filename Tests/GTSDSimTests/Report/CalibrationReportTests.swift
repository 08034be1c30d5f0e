import Foundation
import Testing

@testable import GTSDLogs
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct CalibrationReportTests {
  @Test(arguments: [
    "report.json", "report.md", "report.html", "values.csv", "junit.xml", "summary.txt", "summary-narrow.txt",
  ])
  func rendersAsRecorded(name: String) throws {
    let report = SampleCalibration.report
    let text =
      switch name {
      case "report.json": report.json
      case "report.md": report.markdown
      case "report.html": report.html
      case "values.csv": report.csv
      case "junit.xml": report.junit
      case "summary.txt": TerminalSummary(report, width: 100).text
      default: TerminalSummary(report, width: 60, isPlain: true).text
      }
    try Snapshot.expect(text, named: "calibration-\(name)")
  }

  @Test func isReadAgain() throws {
    let report = SampleCalibration.report
    let again = try Report(json: Data(report.json.utf8))
    #expect(again.json == report.json && again.calibration?.parameters == report.calibration?.parameters)
  }

  /// A fit is not a verdict: nothing in it passes or fails, and it exits with 0.
  @Test func calibrationPassesAndFailsNothing() {
    let report = SampleCalibration.report
    #expect(report.exitCode == 0 && !report.junit.contains("<failure"))
    #expect(!TerminalSummary(report).text.contains("✓"))
    #expect(!report.html.contains("never wrong") && !report.markdown.contains("State violations"))
  }

  /// A calibration that exits with 10 is a failed case in JUnit's report.
  @Test func aMisfitFails() throws {
    var report = SampleCalibration.report
    var joint = JointCheck(observed: [:], simulated: [], users: 100)
    report.change(\.calibration, Report.Content.calibration) { $0.joint = joint }
    #expect(report.exitCode == 0 && report.junit.contains("failures=\"0\""))
    #expect(CalibrationResult(report)?.fit == .cannotTell)
    (joint.verdict, joint.p, joint.distance, joint.figure) = (.doesNotFit, 0.0008, 5.2, "Sessions, a user")
    report.change(\.calibration, Report.Content.calibration) { $0.joint = joint }
    #expect(report.exitCode == 10 && CalibrationResult(report)?.fit == .doesNotFit)
    #expect(report.junit.contains("<failure type=\"misfit\" message=\"The fit DOES NOT FIT"))
  }

  @Test("A forecast of the later days that does not hold is marked as missed and exits with 10")
  func aMissedBackTestFails() throws {
    var report = SampleCalibration.report
    let judged = CoverageCheck(verdict: .doesNotFit, outside: 12, p: 1e-12, alike: 0)
    report.change(\.calibration, Report.Content.calibration) { $0.backTest?.judged = judged }
    #expect(report.exitCode == 10 && report.outcome == "the fit does not forecast the log's later days")
    let first = try #require(report.document.findings.first)
    #expect(first.finding.contains("DOES NOT HOLD for its later days") && first.verdict == .missed)
    #expect(report.document.findings.count { $0.finding.contains("later figure") } == 1)
    #expect(report.junit.contains("<failure type=\"misfit\" message=\"A forecast from the log"))
    #expect(StudioQuestion.logs.answer(report).text == first.finding)
    #expect(StudioQuestion.logs.answer(report).verdict == "missed")
    let again = try Report(json: Data(report.json.utf8))
    #expect(again.calibration?.backTest?.judged == judged && again.exitCode == 10)
  }

  @Test(arguments: [48, 60, 80, 100])
  func terminalLinesFitTheWidth(width: Int) {
    for line in TerminalSummary(SampleCalibration.report, width: width).text.split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func valuesOutsideTheirIntervalAreMarked() throws {
    let report = SampleCalibration.report
    let check = try #require(report.calibration?.checks.first { !$0.isInside })
    #expect(check.id == "sessions-per-user")
    #expect(TerminalSummary(report).text.contains("  out"))
    #expect(report.html.contains("<strong>outside</strong>") && report.html.contains("class=\"missed\""))
  }

  @Test("Calibration reports name values in plain words in every format")
  func valuesHavePlainNames() throws {
    let report = SampleCalibration.report
    // The table of assumptions has the paths as well, as places in the scenario file.
    let page = try #require(report.html.components(separatedBy: "id=\"assumptions\"").first)
    let text = try #require(report.markdown.components(separatedBy: "## Assumptions").first)
    for text in [page, text, TerminalSummary(report, width: 100).text] {
      #expect(text.contains("time between two visits") && text.contains("follow the card"))
      for code in ["decisions.", "timings.", "habit."] { #expect(!text.contains(code), "\(code)") }
    }
  }

  @Test func textsOfOthersAreEscaped() {
    let page = SampleCalibration.report.html
    #expect(page.contains("&lt;here&gt;") && !page.contains("<here>"))
  }
}
