import Documents
import Foundation
import GTSDModel
import GTSDWorld
import Statistics

extension Report {
  /// The report as a document: the sections of its kind, then the common ones.
  var document: Document {
    let headline = Headline(self)
    // Nothing found in a search or in a part of the users is no verdict, nor is a fit.
    let isJudged = exploration == nil && calibration == nil && shard == nil
    var document = Document(
      title: scenario.name, question: question, description: account, subtitle: subtitle,
      qualification: headline.qualification, findings: headline.sentences, hero: hero(headline.sentences),
      imprint: .init(
        kind: kind.rawValue, tool: "\(tool.name) \(tool.version)", formatVersion: formatVersion,
        digest: load == nil && comparison?.design != .loads ? digest : nil, scenarioDigest: scenario.digest,
        outcome: outcome, exitCode: exitCode,
        verdict: exitCode == 0 ? isJudged ? .met : .none : .missed, isComplete: complete, notes: notes))
    document.opened = opened
    if let exploration { ExplorationDocument(report: self, section: exploration).add(to: &document) }
    if let calibration { CalibrationDocument(report: self, section: calibration).add(to: &document) }
    if let comparison { ComparisonDocument(section: comparison).add(to: &document) }
    if let forecast { ForecastDocument(report: self, section: forecast).add(to: &document) }
    if let load { LoadDocument(section: load).add(to: &document) }
    document.sections += ResultsDocument(report: self).sections
    let first = ["indicators", "arms", "funnel", "violations"]
    document.firstInTexts += first.filter { !document.firstInTexts.contains($0) }
    return document
  }

  /// The report as one self-contained page: no script, style, font or picture comes from elsewhere.
  public var html: String { PageRenderer.text(written.document) }

  /// The report as Markdown (GitHub's dialect), for a pull request or a chat.
  public var markdown: String { MarkdownRenderer.text(written.document) }

  /// The report with its numbers as in `report.json`, with nine digits each. Pages are rendered from these, so that a
  /// report that is read back looks the same. Otherwise a number close to a rounding boundary could change.
  private var written: Report { (try? Report(json: Data(json.utf8))) ?? self }

  /// The answer to the scenario's question in large type, with the other findings beside it: the winner of an
  /// experiment, or else the share that acknowledges.
  private func hero(_ findings: [Statement]) -> Document.Hero {
    if let winner = Headline.winner(self) {
      return .init(big: winner.answer, lead: [.paragraph(winner.by)], findings: findings, showsEveryVerdict: true)
    }
    guard let main = kpi(.acknowledgmentRate24h), main.value != nil else {
      return .init(findings: findings, showsEveryVerdict: true)
    }
    let deciding = main.decidingTargets.filter { $0.verdict != .none }
    let demand = deciding.isEmpty ? "" : " · \(main.bounds(deciding)) wanted"
    return .init(
      big: main.valueText,
      lead: [
        .paragraph("of onboarded users acknowledge their metrics within 24 hours."),
        .markup(IntervalBar(main, width: 320, full: true).svg),
        .paragraph(
          RichText([.plain(main.intervalText + demand), .markup("\n&nbsp;")]) + .verdict(main.verdict), .caption),
      ], findings: Array(findings.dropFirst()), showsEveryVerdict: true)
  }
}
