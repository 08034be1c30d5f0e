import Foundation
import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

struct ExplorationReportTests {
  @Test func theSchemaRefusesWhatItDoesNotName() throws {
    let check = try SchemaCheck(ReportSchema.json)
    let json = SampleExploration.report.json
    for (part, other) in [
      ("\"schedules\": 35", "\"schedules\": -1"), ("\"isMinimal\": true", "\"isMinimal\": 1"),
      ("\"kind\": \"applied\"", "\"kind\": \"apple\""), ("\"token\"", "\"taken\""),
    ] {
      #expect(json.contains(part))
      #expect(try !check.problems(in: json.replacing(part, with: other)).isEmpty, "\(other)")
    }
  }

  @Test func readersOfRunReportsSeeTheViolationsOfASearch() {
    let report = SampleExploration.report
    #expect(report.violations.map(\.count) == [480, 35])
    #expect(report.violations[1].examples[0].replay == "gtsd3-c3RhbGUtZ2V0LTEy")
    #expect(report.violations[1].examples[0].atSeconds == 0.35)
    #expect(report.exitCode == 11 && SampleExploration.nothing.exitCode == 1)
  }

  @Test(arguments: [
    "report.json", "report.md", "report.html", "finds.csv", "junit.xml", "summary.txt", "summary-narrow.txt",
    "replay.txt",
  ])
  func rendersAsRecorded(name: String) throws {
    try Snapshot.expect(text(SampleExploration.report, name), named: "exploration-\(name)")
  }

  private func text(_ report: Report, _ name: String) -> String {
    switch name {
    case "report.json": report.json
    case "report.md": report.markdown
    case "report.html": report.html
    case "finds.csv": report.csv
    case "junit.xml": report.junit
    case "summary.txt": TerminalSummary(report, width: 100).text
    case "summary-narrow.txt": TerminalSummary(report, width: 60, isPlain: true).text
    default: TimelineText(SampleExploration.staleGet, width: 80).text
    }
  }

  /// A search without finds has proved nothing, and no form of its report says otherwise.
  @Test(arguments: ["report.md", "report.html", "junit.xml", "summary.txt"])
  func nothingFoundIsNoVerdict(name: String) throws {
    let text = self.text(SampleExploration.nothing, name)
    #expect(text.contains("Nothing was found in 500 schedules."))
    #expect(text.contains("Exhausted: 112 classes of orders within 500 ms of natural time"))
    for claim in ["is correct", "no violation", "never wrong", "proves", "free of", "✓"] {
      #expect(!text.contains(claim), "\(claim)")
    }
  }

  /// Schedules are counted before shrinking, so finds that differ only in their cause share a count, and say so.
  @Test func findsThatShareACountSaySo() throws {
    let note = "counted for the 2 finds of this oracle, hazard and site together"
    var report = SampleExploration.report
    for text in [report.markdown, report.html, report.junit, TerminalSummary(report, width: 100).text] {
      #expect(!text.contains(note))
    }
    var section = SampleExploration.section
    var other = SampleExploration.staleGet
    other.key += "; replies.apply=revision"
    section.finds.append(other)
    report.take(section)
    for text in [report.markdown, report.html, report.junit, TerminalSummary(report, width: 60).text] {
      #expect(text.replacing(/\s+/, with: " ").components(separatedBy: note).count == 3)
    }
    #expect(report.html.components(separatedBy: "35 of 500 schedules, 2 finds together</span>").count == 3)
  }

  @Test func unseenMassIsGoodAndTurings() {
    var section = SampleExploration.section
    #expect(section.unseenMass == 3.0 / 500)
    #expect(section.unseenMassHigh > section.unseenMass && section.unseenMassHigh < 0.43)
    section.schedules = 1_000_000
    #expect(section.unseenMassHigh < 0.01)
    section.isExhausted = true
    #expect(section.unseenMass == 0 && section.unseenMassHigh == 0)
    section.isExhausted = false
    section.schedules = 0
    #expect(section.unseenMass == 1 && section.unseenMassHigh == 1)
  }

  @Test func theDecisiveStepIsTheGreatestRise() throws {
    let decisive = try #require(SampleExploration.staleGet.decisive)
    #expect(decisive.step == 5 && decisive.before == 0.62 && decisive.after == 1)
    #expect(SampleExploration.doubleTap.decisive == nil)
  }

  @Test(arguments: [60, 72, 80, 100, 140])
  func terminalLinesFitTheWidth(width: Int) {
    for report in [SampleExploration.report, SampleExploration.nothing] {
      for line in TerminalSummary(report, width: width).text.split(separator: "\n") where !line.contains("gtsd3-") {
        #expect(line.count <= min(100, width), "\(line)")
      }
    }
    for find in SampleExploration.section.finds {
      for line in TimelineText(find, width: width).lines { #expect(line.count <= width, "\(line)") }
    }
  }

  /// Days into a person's life, the number of a step and its time are still separated, and events are in their column.
  @Test func longTimesStayApartFromTheirSteps() {
    var timeline = SampleExploration.staleGet.timeline
    for step in timeline.arrivals.indices { timeline.arrivals[step].time += 1_000_000 * Nanoseconds.second }
    let lines = TimelineText(timeline, width: 120).lines
    let first = lines.first { $0.hasSuffix(timeline.arrivals[0].label) }
    #expect(first?.hasPrefix("       1 1000000.") == true, "\(first ?? "")")
    #expect(lines.contains { $0.hasPrefix(String(repeating: " ", count: 23)) })
    for line in TimelineText(timeline, width: 60).lines { #expect(line.count <= 60, "\(line)") }
  }

  @Test func plainTextIsASCIIAndColourAddsNothing() {
    let report = SampleExploration.report
    #expect(TerminalSummary(report, isPlain: true).text.allSatisfy { $0.isASCII })
    #expect(TimelineText(SampleExploration.staleGet, isPlain: true).text.allSatisfy { $0.isASCII })
    let coloured = TerminalSummary(report, color: true).text
    #expect(coloured.contains("\u{1B}") && !TerminalSummary(report).text.contains("\u{1B}"))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]+m/, with: "") == TerminalSummary(report).text)
    let timeline = TimelineText(SampleExploration.staleGet, color: true).text
    #expect(timeline.replacing(/\u{1B}\[[0-9;]+m/, with: "") == TimelineText(SampleExploration.staleGet).text)
  }

  @Test func everyMarkOfThePageIsReachableAndReadable() {
    let page = SampleExploration.report.html
    let marks = page.components(separatedBy: "<g class=\"mark ").dropFirst().filter {
      $0.prefix { $0 != ">" }.contains("tabindex")
    }
    let expected = [SampleExploration.staleGet, SampleExploration.doubleTap].reduce(0) {
      $0 + $1.timeline.marks.count + ($1.twin?.timeline.marks.count ?? 0)
    }
    #expect(marks.count == expected)
    #expect(marks.allSatisfy { $0.contains("tabindex=\"0\"") && $0.contains("<title>") })
    #expect(page.contains("homeNeed before: no, after: yes"))
    #expect(page.contains("first difference"))
    // Three timelines and a likelihood curve.
    #expect(page.components(separatedBy: "as a table</summary>").count == 5)
  }

  @Test func aPageOfManyFindsStaysSmall() {
    var section = SampleExploration.section
    section.finds = (0..<60).map { number in
      var find = SampleExploration.staleGet
      find.key += "-\(number)"
      return find
    }
    var report = SampleExploration.report
    report.take(section)
    let page = report.html
    #expect(page.utf8.count < 1_000_000)
    #expect(page.contains("find-60") && page.contains("replay shows it"))
  }

  @Test func anEmptyTimelineHasAPicture() {
    var find = SampleExploration.doubleTap
    find.timeline = Timeline()
    var report = SampleExploration.report
    var section = SampleExploration.section
    section.finds = [find]
    report.take(section)
    #expect(report.html.contains("0 arrivals on 0 rows"))
    #expect(TimelineText(find).lines.isEmpty)
  }
}
