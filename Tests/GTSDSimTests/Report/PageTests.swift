import Foundation
import GTSDSim
import Testing

struct PageTests {
  @Test(arguments: SampleReport.Name.allCases)
  func pageNeedsNoOtherFile(name: SampleReport.Name) {
    let page = SampleReport.named(name).html
    #expect(PageCheck.foreign(in: page) == [])
  }

  @Test func pageOfACompleteRunShowsItsCommand() {
    var report = SampleReport.full
    report.command = "gtsd-sim run 'a & b.json'"
    #expect(report.html.contains("<code>gtsd-sim run &#39;a &amp; b.json&#39;</code>"))
    #expect(report.markdown.contains("```sh\ngtsd-sim run 'a & b.json'\n```"))
    report.shard = Report.Shard(index: 1, of: 2)
    #expect(!report.html.contains("Run it again") && !report.markdown.contains("## Again"))
    report = SampleReport.full
    report.command = nil
    #expect(!report.html.contains("Run it again") && !report.markdown.contains("## Again"))
  }

  @Test func everySvgIsDescribedOrHidden() {
    for part in SampleReport.experiment.html.components(separatedBy: "<svg").dropFirst() {
      let tag = part.prefix { $0 != ">" }
      #expect(tag.contains("aria-label=") || tag.contains("aria-hidden="))
    }
  }

  @Test func elementsAreBalanced() throws {
    var open: [String] = []
    let void: Set = ["meta", "br", "rect", "line", "circle", "path"]
    var rest = Substring(
      SampleReport.experiment.html.components(separatedBy: "</head>")[1]
        .components(separatedBy: "<script>")[0])
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
      if void.contains(name), tag.hasSuffix("/") || name == "br" { continue }
      if tag.hasPrefix("/") { #expect(open.popLast() == name) } else { open.append(name) }
    }
    #expect(open == ["body"])
  }

  @Test func textCannotBecomeMarkup() {
    var report = SampleReport.full
    report.scenario.name = "<script>alert(1)</script>"
    report.violations[0].examples[0].replay = "\"><img onerror=x>"
    let page = report.html
    #expect(!page.contains("<script>alert") && !page.contains("<img"))
    #expect(!report.junit.contains("<script>") && !report.junit.contains("<img"))
  }

  @Test(arguments: [40, 48, 60, 75, 80, 100, 200])
  func summaryLinesFit(width: Int) {
    for report in [SampleReport.full, SampleReport.empty, SampleReport.experiment] {
      for line in TerminalSummary(report, width: width).text.split(separator: "\n") where !line.contains("token") {
        #expect(line.count <= min(100, max(48, width)), "\(line)")
      }
    }
  }

  @Test func anInterruptedRunStatesNoExitOfItsOwn() {
    var report = SampleReport.full
    #expect(TerminalSummary(report).text.contains("(exit 11)"))
    report.complete = false
    #expect(TerminalSummary(report).text.contains("– interrupted: a state-race violation was found\n"))
  }

  @Test func colourAddsNothingButColour() {
    let plain = TerminalSummary(SampleReport.full).text
    let coloured = TerminalSummary(SampleReport.full, color: true).text
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
  }
}
