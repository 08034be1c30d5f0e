import Documents
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies

/// The opening of a report: the answer, its certainty, and what would change it.
struct HeadlineTests {
  private static func reports() throws -> [Report] {
    let scenario = try Scenario.parse(
      #"{"horizon": "30h", "population": {"size": 12, "arrival": {"uniform": {"over": "90m"}}}}"#)
    return [
      Simulation(scenario, jobs: 1).run(), try Forecast(scenario, replications: 4, jobs: 1).run().report,
    ]
  }

  @Test("The answer comes first, then its certainty and what would change it, in text, Markdown and HTML")
  func threeLines() throws {
    for report in try Self.reports() {
      let findings = report.document.findings
      #expect(findings.prefix(3).map(\.label) == [nil, .certainty, .change], "\(report.kind)")
      #expect(findings.dropFirst(3).allSatisfy { $0.label == nil }, "\(report.kind)")
      let unsourced = report.assumptions.count(where: \.isUnsourced)
      #expect(findings[1].finding.contains("\(unsourced) have no source"), "\(report.kind)")
      #expect(report.markdown.contains(" How sure: ") && report.markdown.contains(" What would change it: "))
      #expect(report.html.contains("<b>How sure:</b>") && report.html.contains("<b>What would change it:</b>"))
      #expect(TerminalSummary(report).text.contains("How sure: "), "\(report.kind)")
    }
  }

  @Test("The studio, which has buttons, leaves out sentences that only name commands")
  func pointers() throws {
    for report in try Self.reports() {
      #expect(report.document.findings.contains { $0.isPointer }, "\(report.kind)")
      #expect(!ReportParts(report).sentences.contains { $0.text.contains("--sensitivity") }, "\(report.kind)")
    }
  }

  @Test("A run says that it carries a roll-out out to its end, and names the command that stops it")
  func rollOut() throws {
    func findings(_ rollback: String) throws -> [Statement] {
      let scenario = try Scenario.parse(
        #"""
        {"horizon": "30h", "population": {"size": 12, "arrival": {"uniform": {"over": "90m"}}},
        "experiment": {"name": "stages", "arms": [{"name": "off"}, {"name": "on", \#(rollback) "stages": [{"from": "0s", "share": 0.5}]}]}}
        """#)
      return Simulation(scenario, jobs: 1).run().document.findings
    }
    let whole = try findings("")
    #expect(whole[1].label == .certainty && whole[1].finding.contains("to its end here, whatever it breaks"))
    #expect(whole.contains { $0.isPointer && $0.finding.contains("how often and when the roll-out is stopped") })
    let stopped = try findings(#""rollback": "1h","#)
    #expect(!stopped.contains { $0.finding.contains("whatever it breaks") })
    #expect(stopped.contains { $0.isPointer && $0.finding.contains("`gtsd-sim compare`") })
  }

  @Test("A shard has no such lines, because it has no verdict")
  func shard() throws {
    var report = try Self.reports()[0]
    report.shard = .init(index: 1, of: 2)
    #expect(!report.document.findings.contains { $0.isPointer })
    #expect(report.document.qualification == "A shard is a part of the users, so nothing is judged.")
  }
}
