package import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDStudies

/// `gtsd-bench coverage`
package enum CoverageBench {
  /// Scenarios in which intervals are easy, and scenarios in which they are hard.
  private static let scenarios = ["first-day", "flaky-network", "outage-and-recovery"]

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let users = arguments[integer: .users] ?? 60
    let worlds = max(2, arguments[integer: .limit] ?? 400)
    var overrides = ScenarioOverrides(users: users)
    overrides.seed = arguments[text: .seed].flatMap { UInt64($0) }
    var parts: [JSONNode] = []
    for name in scenarios {
      let scenario: Scenario
      do {
        scenario = try Scenario.load("scenarios/\(name).json", overrides: overrides)
      } catch {
        throw CommandFailure(code: .missingInput, message: error.description)
      }
      if !arguments[flag: .quiet] { console.error("\(name): \(worlds) worlds of \(users) users\n") }
      let rows = CoverageStudy(scenario, worlds: worlds, jobs: arguments[integer: .jobs]).run()
      if arguments[flag: .json] {
        parts.append(.object(["scenario": .string(name), "rows": .array(rows.map(json))]))
      } else {
        console.out(table(name, rows))
      }
    }
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "coverage", "version": .int(1), "worlds": .int(worlds), "users": .int(users),
          "scenarios": .array(parts),
        ]).prettyText + "\n")
    }
    return .success
  }

  private static func json(_ row: CoverageStudy.Row) -> JSONNode {
    .object([
      "id": .string(row.kpi.id), "truth": .number(row.truth), "measured": .int(row.measured),
      "claimed": .int(row.claimed), "covering": .int(row.covering), "tooLow": .int(row.tooLow),
      "tooHigh": .int(row.tooHigh), "eventsPerWorld": row.events.map { .number($0) } ?? .null,
    ])
  }

  private static func table(_ name: String, _ rows: [CoverageStudy.Row]) -> String {
    func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
    let lines = rows.map { row in
      let covered = row.coverage.map { percent($0.value) } ?? "-"
      let withheld = row.measured > 0 ? percent(1 - Double(row.claimed) / Double(row.measured)) : "-"
      let events = row.events.map { "\(($0 * 10).rounded() / 10)" } ?? "-"
      return "| \(row.kpi.id) | \(covered) | \(row.tooLow) | \(row.tooHigh) | \(withheld) | \(events) |"
    }
    return """
      ### \(name)

      | Indicator | Covers | Ends below | Begins above | Withheld | Events a world |
      | --- | ---: | ---: | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))


      """
  }
}
