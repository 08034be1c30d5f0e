import Foundation
import GTSDModel
import TestSupport
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import Interleaving

/// The beginning of a page, and the sections that are closed.
struct ReportQuestionTests {
  private static func example(_ name: String) throws -> Report {
    let path = Checkout.root.appending(path: "reports/\(name)/report.json")
    return try Report(json: Data(contentsOf: path))
  }

  @Test(arguments: [
    ("first-day", "Do 80% acknowledge within 24 hours?", "people of first-day, over 48 h."),
    ("card-copy", "Which arm of card-copy is best?", "people of card-copy, over 48 h."),
    (
      "stale-get", "Which orders of events break stale-get-overwrites-ack?",
      "A late reply brings the acknowledgment screen back."
    ),
    (
      "forecast", "How likely is it that 80% acknowledge within 24 hours?",
      "people of first-day, each over 48 h."
    ),
    ("load", "How well does the server handle this load?", "breakpoint, sent to http://127.0.0.1:8080 for "),
  ])
  func aPageAsksWhatItAnswers(name: String, question: String, account: String) throws {
    let report = try Self.example(name)
    #expect(report.question == question)
    #expect(report.account?.contains(account) == true)
    let page = report.html
    let title = "\(report.scenario.name) (\(report.kind.rawValue)): \(question) · gtsd-sim"
    #expect(page.contains("<h1>\(question)</h1>") && page.contains("<title>\(title)</title>"))
    #expect(report.markdown.hasPrefix("# \(question)\n"))
    #expect(page.contains(" · \(report.scenario.name)</p>"))
  }

  @Test(
    "A saved report is called by its kind and its scenario",
    arguments: [
      ("first-day", "run-of-first-day"), ("card-copy", "run-of-card-copy"),
      ("stale-get", "search-of-stale-get-overwrites-ack"), ("forecast", "forecast-of-first-day"),
      ("load", "load-of-breakpoint"),
    ])
  func aSavedReportHasANameOfItsOwn(name: String, file: String) throws {
    var report = try Self.example(name)
    #expect(report.fileName == file)
    report.scenario.name = "a \"b\"/../ü: c"
    #expect(report.fileName.hasSuffix("-of-a-b-c"))
  }

  /// The page of an experiment names the winner and every compared arm. The rate over all arms is not the answer.
  @Test func anExperimentIsAnsweredByItsArms() throws {
    let report = SampleReport.experiment
    let hero = report.document.hero
    #expect(hero.big == "B wins" && hero.findings.count { $0.finding.hasPrefix("Acknowledged within 24 h: ") } == 2)
    #expect(hero.findings.contains { $0.finding.contains("acknowledge within 24 h, all arms together (62.9") })
    #expect(try Self.example("card-copy").document.hero.big == "No winner yet")
    var worse = report
    let arms = try #require(report.arms)
    for arm in arms.indices where !arms[arm].control {
      for index in arms[arm].kpis.indices where arms[arm].kpis[index].changeInterval != nil {
        worse.arms?[arm].kpis[index].changeInterval?.low = -0.3
        worse.arms?[arm].kpis[index].changeInterval?.high = -0.1
      }
    }
    #expect(worse.document.hero.big == "A stays")
  }

  @Test("The forecast of an experiment answers its own question first, and then compares the arms")
  func forecastsOfExperiments() throws {
    let report = try ForecastTests.small("card-copy", users: 24, hours: 30, replications: 4).run().report
    let target = try #require(report.forecast?.subject?.decidingTargets.first)
    let hero = report.document.hero
    #expect(report.question == "How likely is it that 80% acknowledge within 24 hours?")
    #expect(hero.big == target.headlineText, "\(hero.big)")
    #expect(hero.findings.contains { $0.finding.hasPrefix("Acknowledged within 24 h: B ") })
    #expect(!hero.findings.contains { $0.finding.hasPrefix("All arms together") }, "it would be said twice")
  }

  /// The report's header states the number of people of the run. The scenario's description, which may state another,
  /// appears only further down.
  @Test func reportTellsItsRunFromTheRun() throws {
    var report = try Self.example("first-day")
    report.scenario.description = "Exactly 5,001 people."
    report.scenario.users = 7
    let page = report.html
    let (before, rest) = try #require(page.range(of: "Exactly 5,001 people.")).halves(of: page)
    #expect(before.contains("<p class=\"lede\">7 people of first-day, over 48 h.</p>"))
    #expect(before.contains("<section id=\"again\"") && !rest.contains("5,001 people"))
    report.complete = false
    report.funnel[0].users = 3
    #expect(report.account == "The first 3 of 7 people of first-day, over 48 h.")
  }

  /// Every section is a plain `details` element. The sections with the answer are open, and no markup has a handler.
  @Test(arguments: ["first-day", "card-copy", "stale-get", "forecast", "load"])
  func sectionsUnfold(name: String) throws {
    let report = try Self.example(name)
    let page = report.html
    let sections = page.matches(of: /<section id="([a-z0-9-]+)"[^>]*>\n<details class="fold"( open)?><summary><h2/)
    #expect(sections.map { String($0.1) } == report.document.sections(in: .page).map(\.id))
    let open = sections.filter { $0.2 != nil }.map { String($0.1) }
    #expect(open == report.document.sections(in: .page).map(\.id).filter(report.opened.contains))
    #expect(page.components(separatedBy: "<details").count == page.components(separatedBy: "</details>").count)
    #expect(page.matches(of: /\ on[a-z]+=/).isEmpty)
    // Links of the page lead to sections, and the script opens them, also for printing.
    for name in ["hashchange", "beforeprint", "afterprint"] { #expect(page.contains("addEventListener(\"\(name)\"")) }
    // Parts on a page with several reports are never closed.
    #expect(ReportParts(report).parts.allSatisfy { !$0.html.contains("class=\"fold\"") })
  }
}

extension Range<String.Index> {
  /// The text before it and the text after it.
  fileprivate func halves(of text: String) -> (Substring, Substring) { (text[..<lowerBound], text[upperBound...]) }
}
