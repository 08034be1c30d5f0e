import Documents
import GTSDModel
import GTSDWorld
import Statistics

extension Report {
  /// The report as a document: the sections of its kind, then the common ones.
  var document: Document {
    let headline = Headline(self)
    var document = Document(
      title: scenario.name, question: question, description: account, subtitle: subtitle,
      qualification: headline.qualification, findings: headline.sentences, hero: hero(headline.sentences),
      imprint: .init(
        kind: kind.rawValue, tool: "\(tool.name) \(tool.version)", formatVersion: formatVersion,
        digest: isRepeatable ? digest : nil, scenarioDigest: scenario.digest,
        outcome: outcome, exitCode: exitCode,
        verdict: exitCode == 0 ? isJudged ? .met : .none : .missed, isComplete: complete, notes: notes))
    document.opened = opened
    switch content {
    case .simulation: break
    case .exploration(let section): ExplorationDocument(report: self, section: section).add(to: &document)
    case .calibration(let section): CalibrationDocument(report: self, section: section).add(to: &document)
    case .comparison(let section): ComparisonDocument(section: section).add(to: &document)
    case .forecast(let section): ForecastDocument(report: self, section: section).add(to: &document)
    case .load(let section): LoadDocument(section: section).add(to: &document)
    }
    document.sections += ResultsDocument(report: self).sections
    let first = ["indicators", "arms", "funnel", "violations"]
    document.firstInTexts += first.filter { !document.firstInTexts.contains($0) }
    return document
  }

  /// The report as one self-contained page: no script, style, font or picture comes from elsewhere.
  public var html: String { PageRenderer.text(document) }

  /// The report as Markdown (GitHub's dialect), for a pull request or a chat.
  public var markdown: String { MarkdownRenderer.text(document) }

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
