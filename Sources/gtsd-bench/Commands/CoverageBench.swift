package import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDStudies

/// Runs `gtsd-bench coverage`: how often do intervals contain the true value?
package enum CoverageBench {
  /// Scenarios in which intervals of one world are easy, and scenarios in which they are hard.
  private static let scenarios = ["first-day", "flaky-network", "outage-and-recovery"]
  /// Scenarios for forecasts and comparisons, the last one an experiment.
  private static let repeated = ["first-day", "flaky-network", "card-copy"]

  package static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let users = arguments[integer: .users] ?? 60
    let replications = arguments[integer: .replications]
    let studies = max(2, arguments[integer: .limit] ?? (replications == nil ? 400 : 200))
    var overrides = ScenarioOverrides(users: users)
    overrides.seed = arguments[text: .seed].flatMap { UInt64($0) }
    var parts: [JSONNode] = []
    for name in replications == nil ? scenarios : repeated {
      let scenario: Scenario
      do {
        scenario = try Scenario.load("scenarios/\(name).json", overrides: overrides)
      } catch {
        throw CommandFailure(code: .missingInput, message: error.description)
      }
      var questions: [(String, CoverageStudy.Question)] = [("world", .world)]
      if let replications {
        questions = [("forecast", .forecast(replications: max(2, replications)))]
        if scenario.generation.preset != .correct, let other = try? scenario.setting(["generation=correct"]) {
          questions.append(("comparison", .comparison(with: other, replications: max(2, replications))))
        }
      }
      for (title, question) in questions {
        if !arguments[flag: .quiet] { console.error("\(name), \(title): \(studies) studies of \(users) users\n") }
        let outcome = CoverageStudy(scenario, question, studies: studies, jobs: arguments[integer: .jobs]).run()
        if arguments[flag: .json] {
          parts.append(
            .object([
              "scenario": .string(name), "question": .string(title), "rows": .array(outcome.rows.map(json)),
              "allHeld": outcome.allHeld.map { .int($0) } ?? .null,
            ]))
        } else {
          console.out(table("\(name), \(title)", outcome.rows))
          if let held = outcome.allHeld {
            console.out("All adjusted intervals hold the truth in \(held) of \(studies) studies.\n\n")
          }
        }
      }
    }
    if arguments[flag: .json] {
      console.out(
        JSONNode.object([
          "benchmark": "coverage", "version": .int(3), "studies": .int(studies), "users": .int(users),
          "scenarios": .array(parts),
        ]).prettyText + "\n")
    }
    return .success
  }

  private static func json(_ row: CoverageStudy.Row) -> JSONNode {
    .object([
      "id": .string(row.kpi.id), "truth": .number(row.truth), "measured": .int(row.measured),
      "claimed": .int(row.claimed), "level": .number(row.level), "covering": .int(row.covering),
      "tooLow": .int(row.tooLow),
      "tooHigh": .int(row.tooHigh), "eventsPerWorld": row.events.map { .number($0) } ?? .null,
      "spreadOfWidths": row.spreadOfWidths.map { .number($0) } ?? .null,
    ])
  }

  private static func table(_ name: String, _ rows: [CoverageStudy.Row]) -> String {
    func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
    let lines = rows.map { row in
      let covered = row.coverage.map { percent($0.value) } ?? "-"
      let withheld = row.measured > 0 ? percent(1 - Double(row.claimed) / Double(row.measured)) : "-"
      let events = row.events.map { "\(($0 * 10).rounded() / 10)" } ?? "-"
      let widths = row.spreadOfWidths.map { "\(($0 * 100).rounded() / 100)" } ?? "-"
      let level = row.claimed > 0 ? percent(row.level) : "-"
      return
        "| \(row.kpi.id) | \(level) | \(covered) | \(row.tooLow) | \(row.tooHigh) | \(withheld) | \(events) | \(widths) |"
    }
    return """
      ### \(name)

      | Indicator | Level | Covers | Ends below | Begins above | Withheld | Events a world | Widths, 95 % / 5 % |
      | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      \(lines.joined(separator: "\n"))


      """
  }
}
