import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import Documents
@testable import GTSDCommandLine
@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld

/// The first look at a report: the answer in large type, then a picture, and no cut names.
struct FirstLookTests {
  @Test("A comparison of two shows its difference and both values in large type")
  func pair() throws {
    let hero = SampleComparison.pair.document.hero
    #expect(hero.big == "+5.1 points")
    #expect(SampleComparison.pair.html.contains("<p class=\"big\">+5.1 points</p>"))
    // The sentence with the same numbers is not repeated beside them.
    #expect(hero.findings.count == SampleComparison.pair.document.findings.count - 1)
  }

  @Test("A comparison of several arms names the winner, or says that there is none yet")
  func arms() throws {
    let hero = SampleComparison.experiment.document.hero
    let big = try #require(hero.big)
    #expect(big.hasSuffix(" wins") || big == "No winner yet")
  }

  @Test("A planned experiment shows its number of people in large type")
  func plan() throws {
    var report = SampleComparison.experiment
    guard case .comparison(var section) = report.content else { return #expect(Bool(false), "no comparison") }
    section.contrasts = []
    report.content = .comparison(section)
    #expect(report.document.hero.big?.hasSuffix(" users") == true)
    #expect(report.question.hasPrefix("How many people does the experiment"))
  }

  @Test("The run of an experiment opens with the changes by arm, not with one curve of all arms")
  func experiment() throws {
    let document = SampleReport.experiment.document
    let opened = try #require(document.opened)
    #expect(opened.contains("arms") && !opened.contains("acknowledgment"))
    let arms = try #require(document.sections.first { $0.id == "arms" })
    let page = PageRenderer.section(arms, isOpen: true)
    #expect(page.contains("Relative change against"))
    #expect(SampleReport.full.document.opened?.contains("acknowledgment") == true)
  }

  @Test("A load report opens with latency over time")
  func load() throws {
    let document = SampleLoad.report.document
    #expect(document.opened == ["latency-over-time"])
    let section = try #require(document.sections.first { $0.id == "latency-over-time" })
    #expect(PageRenderer.section(section, isOpen: true).contains("<svg"))
  }

  @Test("A label that is too long goes on below its row", arguments: [12, 20, 40])
  func longLabels(columns: Int) {
    let layout = TerminalLayout(width: 80, color: false, isPlain: false)
    let label = "Time to profile completion (median)"
    let lines = layout.row(label, columns, " 3.9 days")
    #expect(lines.allSatisfy { !$0.contains("…") && $0.count <= columns + 9 })
    #expect(lines[0].hasSuffix(" 3.9 days"))
    let words = lines.joined(separator: " ").replacing("3.9 days", with: "").split(separator: " ")
    #expect(words.joined(separator: " ") == label)
  }

  @Test("No name in a terminal's tables is cut at 80 columns")
  func wholeNames() {
    for report in [SampleComparison.pair, SampleForecast.report, SampleCalibration.report, SampleReport.full] {
      let text = TerminalSummary(report, width: 80).text
      for line in text.split(separator: "\n") where !line.contains("gtsd-sim") && !line.contains("row …") {
        #expect(!line.contains("…"), "\(line)")
      }
    }
  }

  @Test("Remarks on a terminal are wrapped between words, a line at a time")
  func remarks() {
    let text = "smoke will send up to 2 sessions per second to this machine.\nIt signs people up.\n"
    let fitted = FittedText.fitLines(text, width: 30)
    #expect(fitted == "smoke will send up to 2\nsessions per second to this\nmachine.\nIt signs people up.\n")
    for same in ["a/path/that/is/longer/than/the/terminal is kept", "\u{1B}[2Kredrawn, and longer than thirty columns"]
    {
      #expect(FittedText.fitLines(same, width: 30) == same)
    }
  }

  @Test("The unchanged scenario has the same colour in every chart of the studio")
  func baselineColour() throws {
    let css = try String(contentsOf: Checkout.root.appending(path: "pages/studio/studio.css"), encoding: .utf8)
    #expect(!css.contains(".s0 { --c"))
  }
}
