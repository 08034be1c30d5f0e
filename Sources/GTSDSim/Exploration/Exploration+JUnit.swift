import GTSDStudies
import GTSDWorld

extension Report {
  /// The test cases: one for each find, and one for the search itself.
  func explorationCases(_ section: ExplorationSection) -> (finds: [JUnitCase], search: [JUnitCase]) {
    let finds = section.finds.map { find in
      let facts = find.facts(of: section).map { name, lines in "\(name): \(lines.joined(separator: "\n  "))" }
      var testCase = JUnitCase(name: find.key)
      testCase.failure = (
        "violated", ([find.summary] + facts + [replay(find.token)].compactMap(\.self)).joined(separator: "\n")
      )
      return testCase
    }
    var search = JUnitCase(name: "search \(section.subject)")
    let state = "\(section.outcome) \(section.saturation) \(section.unseen)"
    search.output = state
    if !section.errors.isEmpty { search.error = ("search", section.errors.joined(separator: "\n")) }
    return (finds, [search])
  }
}
