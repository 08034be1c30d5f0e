import Documents
import GTSDModel
import GTSDStudies
import Randomness

extension LoadComparison.Side {
  /// Reads a side from the report of a load run; nil for a report of another kind.
  package init?(name: String, _ report: Report) {
    guard let load = report.load else { return nil }
    self.init(
      name: name, scenario: report.scenario, load: load, violations: report.violations, complete: report.complete)
  }
}

extension LoadComparison {
  /// Compares the runs and makes the report.
  package func reported() -> Report {
    let section = section
    let (a, b) = (section.sides[0], section.sides[1])
    var digest = XXH64()
    for side in section.sides { digest.combine(side.digest) }
    let generations = a.generation == b.generation ? a.generation : "\(a.generation) and \(b.generation)"
    var report = Report(
      .comparison(section), tool: .init(version: GTSDSimVersion.current),
      scenario: ScenarioSummary(
        name: "\(b.name) against \(a.name)", digest: DigestText.make(digest.digest), seed: a.seed,
        generation: generations, users: a.users, replications: 1, horizonSeconds: a.horizonSeconds))
    report.notes = section.readingNotes
    report.round()
    return report
  }
}
