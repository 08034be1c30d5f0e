import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// `RECORD_SNAPSHOTS=1 swift test --filter ComparisonReportTests` writes the files again.
struct ComparisonReportTests {
  @Test(arguments: ["report.json", "report.md", "report.html", "kpis.csv", "junit.xml", "summary.txt", "narrow.txt"])
  func rendersAPairAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleComparison.pair, name), named: "comparison-\(name)")
  }

  @Test(arguments: ["report.md", "report.html", "junit.xml", "summary.txt"])
  func rendersAnExperimentAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleComparison.experiment, name), named: "comparison-experiment-\(name)")
  }

  private func text(_ report: Report, _ name: String) -> String {
    switch name {
    case "report.json": report.json
    case "report.md": report.markdown
    case "report.html": report.html
    case "kpis.csv": report.csv
    case "junit.xml": report.junit
    case "summary.txt": TerminalSummary(report, width: 100).text
    default: TerminalSummary(report, width: 60, isPlain: true).text
    }
  }

  @Test(arguments: [48, 60, 80, 100, 140])
  func terminalLinesFitTheWidth(width: Int) {
    for report in [SampleComparison.pair, SampleComparison.experiment] {
      for line in TerminalSummary(report, width: width).text.split(separator: "\n") {
        #expect(line.count <= min(100, width), "\(line)")
      }
    }
  }

  @Test func leadStatesTheDifferenceAndItsCertainty() throws {
    let text = TerminalSummary(SampleComparison.pair, width: 100).text
    // Differences 42, 39, 43, 35 and 46 of 800: mean 5.125 points, t(4) = 2.776; below, the skewness of -0.3 widens.
    #expect(text.contains("acknowledged within 24 h: 5.1 points more (+4.3 to +5.8)"))
    #expect(text.contains("times narrower than independent"))
  }

  @Test func anArmThatMissesADemandOnItsChangeFailsAndSaysSo() throws {
    let report = SampleComparison.experiment
    #expect(report.exitCode == 10)
    #expect(report.junit.contains("<failure type=\"missed\""))
    let section = try #require(report.comparison)
    #expect(section.contrasts[0].rows.first { $0.id == section.kpi }?.misses == false)
    #expect(section.contrasts[1].rows.first { $0.id == section.kpi }?.misses == true)
  }

  @Test("The lead gives the verdict on each criterion against control, met or missed")
  func leadAnswersCriteriaAgainstControl() throws {
    let sentences = try #require(SampleComparison.experiment.comparison).sentences.map(\.text)
    let demand = "The criterion ≥ +2% vs control is"
    #expect(sentences.contains { $0.hasPrefix("B, ") && $0.hasSuffix("\(demand) met.") })
    #expect(sentences.contains { $0.hasPrefix("C <script>, ") && $0.hasSuffix("\(demand) missed.") })
  }

  @Test("A difference between several arms is better, worse or not shown; only a target is met")
  func chipsOfArms() throws {
    let report = SampleComparison.experiment
    let winner = try #require(report.document.findings.first)
    #expect(winner.finding.hasPrefix("B wins against A") && winner.verdict == .met && winner.word == "better")
    for finding in report.document.findings where finding.demand.isEmpty && finding.verdict != .none {
      #expect(finding.word.map { !["met", "missed", "undecided"].contains($0) } == true, "\(finding.finding)")
    }
    #expect(report.html.contains(#"<span class="verdict met"><i aria-hidden="true">✓</i>better</span>"#))
  }

  @Test("An indicator whose target decides is told once, with both values")
  func toldOnce() throws {
    let section = try #require(SampleComparison.experiment.comparison)
    let row = try #require(section.contrasts[0].rows.first { !$0.targets.isEmpty })
    let told = section.sentences.filter { $0.finding.contains(row.title) && !$0.demand.isEmpty }
    #expect(told.count == 2 && told[0].finding.contains("\(row.valueText) against \(row.baselineText)"))
  }

  /// The names of arms are text, never markup.
  @Test func namesAreEscaped() {
    #expect(!SampleComparison.experiment.html.contains("C <script>"))
    #expect(SampleComparison.experiment.html.contains("C &lt;script&gt;"))
  }
}
