import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct ForecastReportTests {
  @Test(arguments: [
    "report.json", "report.md", "report.html", "kpis.csv", "junit.xml", "summary.txt", "summary-80.txt",
    "summary-narrow.txt",
  ])
  func rendersAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleForecast.report, name), named: "forecast-\(name)")
  }

  private func text(_ report: Report, _ name: String) -> String {
    switch name {
    case "report.json": report.json
    case "report.md": report.markdown
    case "report.html": report.html
    case "kpis.csv": report.csv
    case "junit.xml": report.junit
    case "summary.txt": TerminalSummary(report, width: 120).text
    case "summary-80.txt": TerminalSummary(report, width: 80).text
    default: TerminalSummary(report, width: 60, isPlain: true).text
    }
  }

  private var variants: [Report] {
    var bare = SampleForecast.plain
    bare.solution = SampleForecast.unreachable
    var interrupted = SampleForecast.report(
      ForecastSection(
        kpi: "dismissal-rate", replications: 0,
        stopping: .init(
          rule: "precision", precision: 0.01, most: 100, isReached: false)))
    interrupted.complete = false
    return [
      SampleForecast.report, SampleForecast.report(bare), SampleForecast.report(SampleForecast.nothing), interrupted,
    ]
  }

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
    let json = SampleForecast.report.json
    for (part, other) in [
      ("\"rule\": \"fixed\"", "\"rule\": \"flexible\""), ("\"indexRows\": 128", "\"indexRows\": -1"),
      ("\"sampling\": \"latin-hypercube\"", "\"sampling\": \"cube\""), ("\"baseline\": 0.783", "\"baseline\": \"x\""),
    ] {
      #expect(json.contains(part))
      #expect(try !check.problems(in: json.replacing(part, with: other)).isEmpty, "\(other)")
    }
  }

  @Test(arguments: [60, 72, 76, 80, 96, 100, 120])
  func terminalLinesFitTheWidth(width: Int) {
    for report in variants {
      for line in TerminalSummary(report, width: width).text.split(separator: "\n") {
        #expect(line.count <= min(100, width), "\(line)")
      }
      for line in TerminalSummary(report, width: width, isPlain: true).text.split(separator: "\n") {
        #expect(line.count <= min(100, width), "\(line)")
      }
    }
  }

  @Test func plainTextIsASCIIAndColourAddsNothing() {
    for report in variants {
      let plain = TerminalSummary(report, isPlain: true).text
      #expect(plain.allSatisfy { $0.isASCII } && !plain.contains("?"))
      let coloured = TerminalSummary(report, color: true).text
      #expect(coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "") == TerminalSummary(report).text)
    }
  }

  @Test func aMissedDemandFailsItsCaseAndNoOther() throws {
    let cases = SampleForecast.report.junit.components(separatedBy: "<testcase ").dropFirst()
    let acknowledged = cases.filter { $0.contains("acknowledgment-rate-24h &gt;= 0.8") }
    try #require(acknowledged.count == 1)
    #expect(acknowledged[0].contains("<failure type=\"missed\""))
    #expect(acknowledged[0].contains("mean 78.4% (78.2–78.6%) against ≥ 80%"))
    #expect(acknowledged[0].contains("probability 4.0% (1.1–9.9%), met in 4 of 100 replications"))
    let errors = cases.filter { $0.contains("metrics-load-error-rate &lt;") }
    try #require(errors.count == 1)
    #expect(!errors[0].contains("<failure") && errors[0].contains("of 100 replications"))
  }

  @Test func everyRowOfTheTableHasAsManyFields() throws {
    for report in variants {
      let rows = report.csv.components(separatedBy: "\r\n").dropLast().filter { !$0.contains("\"") }
      let columns = ForecastSection.csvHeader.count
      #expect(rows.count > 0 && rows.allSatisfy { $0.components(separatedBy: ",").count == columns })
    }
    let csv = SampleForecast.report.csv
    let demands = SampleForecast.section.indicators.reduce(0) { $0 + max(1, $1.targets.count) }
    #expect(csv.components(separatedBy: "\r\nindicator,").count - 1 == demands)
    #expect(csv.components(separatedBy: "\r\nmap,").count - 1 == 35)
    #expect(csv.contains("\r\nsolution,population.personas.*.decisions.followCard,,,,0.618,0.593,0.646,inverse band"))
  }

  @Test func thePageShowsEveryPartAndItsData() {
    let page = SampleForecast.report.html
    for title in [
      "Replications", "Acknowledgment over time", "Indicators and targets", "What moves it", "What reaches 85%",
      "Assumptions", "Run it again",
    ] {
      #expect(page.contains(">\(title)</h2>"), "\(title)")
    }
    // Histogram, fan, tornado, correlations, indices, map, goal.
    #expect(page.components(separatedBy: "as a table</summary>").count - 1 == 7)
    #expect(page.contains("meets ≥ 80%"))
    #expect(page.utf8.count < 1_000_000)
    let bare = SampleForecast.report(SampleForecast.nothing).html
    // Only the curve of all people together.
    #expect(bare.components(separatedBy: "<figure").count - 1 == 1 && bare.contains("id=\"acknowledgment\""))
    #expect(!bare.contains("NaN") && !bare.contains("nan%"))
  }
}
