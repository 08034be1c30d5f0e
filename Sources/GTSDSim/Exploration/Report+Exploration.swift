import Documents
import GTSDStudies
import GTSDWorld

extension Report {
  /// Adds a search's section, and a violation for each find, for programs that do not know searches.
  package mutating func take(_ section: ExplorationSection) {
    content = .exploration(section)
    violations = section.finds.map { find in
      Violation(
        invariant: find.oracle, hazard: find.hazard, count: find.schedules, users: 1, key: find.key,
        examples: [
          Violation.Example(user: 0, atSeconds: find.atSeconds, summary: find.summary, replay: find.token)
        ])
    }
    sortViolations()
    round()
  }
}
