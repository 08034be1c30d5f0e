import Foundation
import GTSDModel
import Testing

@testable import GTSDLoad
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct LoadReportTests {
  @Test(arguments: [
    "report.json", "report.md", "report.html", "kpis.csv", "junit.xml", "summary.txt", "summary-80.txt",
  ])
  func rendersAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleLoad.report, name), named: "load-\(name)")
  }

  @Test(arguments: ["report.md", "summary.txt"])
  func rendersSteadyAndEmptyRuns(name: String) throws {
    try Snapshot.expect(text(SampleLoad.steady, name), named: "load-steady-\(name)")
    try Snapshot.expect(text(SampleLoad.nothing, name), named: "load-nothing-\(name)")
  }

  private func text(_ report: Report, _ name: String) -> String {
    switch name {
    case "report.json": report.json
    case "report.md": report.markdown
    case "report.html": report.html
    case "kpis.csv": report.csv
    case "junit.xml": report.junit
    case "summary.txt": TerminalSummary(report, width: 100).text
    default: TerminalSummary(report, width: 80).text
    }
  }

  private var variants: [Report] { [SampleLoad.report, SampleLoad.steady, SampleLoad.nothing] }

  @Test func everyVariantSatisfiesTheSchemaAndSurvivesItsJSON() throws {
    let check = try SchemaCheck(ReportSchema.json)
    for report in variants {
      #expect(try check.problems(in: report.json) == [])
      let again = try Report(json: Data(report.json.utf8))
      for name in ["report.json", "report.md", "report.html", "kpis.csv", "junit.xml", "summary.txt"] {
        #expect(text(again, name) == text(report, name), "\(name)")
      }
    }
  }

  @Test func theSchemaRefusesWhatItDoesNotName() throws {
    let check = try SchemaCheck(ReportSchema.json)
    let json = SampleLoad.report.json
    for (part, other) in [
      ("\"model\": \"open\"", "\"model\": \"ajar\""), ("\"maxDropped\": 0.001", "\"maxDropped\": \"few\""),
      ("\"unit\": \"per s\"", "\"unit\": \"per week\""),
    ] {
      #expect(json.contains(part))
      #expect(try !check.problems(in: json.replacing(part, with: other)).isEmpty, "\(other)")
    }
  }

  @Test(arguments: [48, 60, 76, 80, 100])
  func terminalLinesFitTheWidth(width: Int) {
    for report in variants {
      for isPlain in [false, true] {
        for line in TerminalSummary(report, width: width, isPlain: isPlain).text.split(separator: "\n")
        where !line.contains("gtsd-sim replay") {
          #expect(line.count <= width, "\(line)")
        }
      }
    }
  }

  @Test func plainTextIsASCII() {
    for report in variants {
      let plain = TerminalSummary(report, isPlain: true).text
      #expect(plain.allSatisfy { $0.isASCII } && !plain.contains("?"))
    }
  }

  @Test func demandOnTheServerDecidesTheExit() throws {
    var report = SampleLoad.steady
    #expect(report.exitCode == 0 && report.outcome == "every threshold met")
    // The behaviour of people is for information only.
    report.kpis = SampleReport.full.kpis
    #expect(report.kpis.contains { $0.verdict == .missed })
    #expect(report.exitCode == 0)
    #expect(!report.junit.contains("<failure"))
    report.change(\.load, Report.Content.load) { $0.thresholds[0].verdict = .missed }
    #expect(report.exitCode == 10)
    report.change(\.load, Report.Content.load) {
      $0.thresholds[0].verdict = .met
      $0.starts.verdict = .missed
    }
    #expect(report.exitCode == 10 && report.junit.contains("<failure type=\"missed\""))
    report.violations = SampleReport.full.violations
    #expect(report.exitCode == 11)
    #expect(SampleLoad.nothing.exitCode == 130 && SampleLoad.nothing.codeOfFindings == 10)
  }

  @Test func everyThresholdIsACaseThatFailsWhereItIsMissed() throws {
    let report = SampleLoad.report
    let section = try #require(report.load)
    let cases = report.junit.components(separatedBy: "<testcase ").dropFirst().filter { $0.contains(".threshold\"") }
    #expect(cases.count == section.thresholds.count + 1)
    let failed = cases.count { $0.contains("<failure") }
    #expect(failed == section.thresholds.count { $0.verdict == .missed } + (section.starts.verdict == .missed ? 1 : 0))
    #expect(failed > 0 && failed < cases.count)
  }

  @Test("Errors within a short time are reported with that time") func stormsAreNamed() {
    let lead = Headline(SampleLoad.stormy).sentences.map(\.finding)
    #expect(
      lead.contains { $0.hasSuffix("20 5xx (503); all of them within 2 s, from 8 s on, when 100.0% failed.") },
      "\(lead)")
  }

  @Test func everyRowOfTheTableHasAsManyFields() throws {
    for report in variants {
      let rows = report.csv.components(separatedBy: "\r\n").dropLast()
      #expect(rows.allSatisfy { $0.components(separatedBy: ",").count == LoadSection.csvHeader.count })
      let section = try #require(report.load)
      let expected = 2 + section.endpoints.count + section.series.slices.count + section.thresholds.count
      #expect(rows.count == expected)
    }
  }

  @Test func slicesAndOutcomesAddUpToTheTotal() throws {
    let section = try #require(SampleLoad.steady.load)
    let slices = section.series.slices
    #expect(slices.reduce(0) { $0 + $1.offered } == section.starts.offered)
    #expect(slices.reduce(0) { $0 + $1.latency.reduce(0, +) } == section.total.responseTime.count)
    #expect(section.total.outcomes.values.reduce(0, +) == section.total.count)
    #expect(section.total.ends.values.reduce(0, +) == section.total.count)
    #expect(section.endpoints.reduce(0) { $0 + $1.count } == section.total.count)
    #expect(slices.last?.inFlight == 0 && slices.last?.requestsInFlight == 0)
  }

  /// The headline and the table count the same requests and state the excluded ones. A 404 that is not an error is
  /// explained wherever it is shown, even where there is little room.
  @Test func reportSaysWhatIsNoErrorAndNotCounted() throws {
    let report = SampleLoad.young
    let section = try #require(report.load)
    #expect(section.endpointTable.rows.map { Array($0.prefix(4)) } == [["today-metrics", "9", "2", "0.0%"]])
    for text in [TerminalSummary(report, width: 80).text, report.markdown, report.html] {
      let words = text.replacing(/\s+/, with: " ")
      #expect(words.contains("9 requests in 4.5 s, 2 replies per second, and 1 cancelled;"))
      #expect(words.contains("No request failed. 2 replies with 404 are correct, since the data did not exist yet."))
      #expect(words.contains("in exactly one row, the cancelled too."))
      #expect(words.contains("2 of the replies with 404 are no error, since the data did not exist yet."))
    }
    #expect(
      report.markdown.contains("did not exist yet. 1 request cancelled count in the percentiles as having taken longer")
    )
    #expect(!SampleLoad.steady.markdown.contains("404,"))
  }

  @Test func anInterruptedRunIsAnErrorForJUnitAndNoSuiteIsEmpty() {
    var report = SampleLoad.steady
    #expect(report.junit.contains("errors=\"0\"") && !report.junit.contains("<error"))
    report.complete = false
    #expect(report.junit.contains("failures=\"0\" errors=\"1\" time=\"0\">"))
    #expect(report.junit.contains("<error type=\"interrupted\">interrupted: the run did not finish</error>"))
    for report in [report, SampleLoad.steady, SampleExploration.nothing, SampleReport.full] {
      #expect(!report.junit.contains("tests=\"0\""))
    }
  }

  @Test func thePageShowsEveryPartAndItsData() {
    let page = SampleLoad.report.html
    for title in [
      "Thresholds", "Latency", "Latency over time", "Offered and achieved", "Errors over time", "In progress",
      "Endpoints",
      "Outcomes", "Indicators", "Assumptions",
    ] {
      #expect(page.contains(">\(title)</h2>"), "\(title)")
    }
    #expect(page.components(separatedBy: "as a table</summary>").count - 1 == 6)
    #expect(page.contains("coordinated omission"))
    #expect(!page.contains("NaN") && page.utf8.count < 1_500_000)
    let bare = SampleLoad.nothing.html
    #expect(!bare.contains("<figure") && !bare.contains("NaN") && bare.contains("The run was interrupted."))
  }
}
