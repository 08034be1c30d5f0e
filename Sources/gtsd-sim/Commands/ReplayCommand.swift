import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld

/// Runs `gtsd-sim replay TOKEN|FILE`.
enum ReplayCommand {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let operand = arguments.operands[0]
    let cases = try cases(operand, console)
    let library = TokenScenarios(file: arguments[text: .scenario], console: console)
    // Every token is checked against its scenario before anything is run.
    var replays: [(example: Example, replay: Replay)] = []
    for example in cases {
      replays.append((example, try library.replay(example)))
    }
    let formats = arguments.formats ?? ReportFormat.allCases
    var plan = OutputPlan()
    if arguments[flag: .output] || arguments[flag: .format] {
      guard replays.count == 1 else {
        throw .usage(of: .replay, "--output and --format take one token; \(operand) has \(replays.count)")
      }
      guard let directory = arguments[text: .output] else { throw .usage(of: .replay, "--format needs --output") }
      plan.directories = [.init(path: directory, formats: formats)]
    }
    let timings = arguments[text: .timings]
    if arguments[flag: .json], timings == "-" {
      throw .usage(of: .replay, "standard output takes one of --json and --timings")
    }
    plan.add(.timings, timings)
    let hold = try console.files.open(plan, of: .replay, arguments)
    defer { hold.release() }
    let start = ContinuousClock.now
    var failure: CommandFailure?
    var rows: [JSONNode] = []
    var reproduced = 0
    for (number, (example, replay)) in replays.enumerated() {
      let outcome: Replay.Outcome
      do {
        outcome = try replay.run()
      } catch {
        throw CommandFailure(code: .invalidInput, message: "\(example.token.scenario): \(error)")
      }
      if outcome.isReproduced { reproduced += 1 }
      if let directory = arguments[text: .output] {
        var report = outcome.report
        report.command = arguments.commandLine(of: .replay, operands: [example.text])
        report.scenario.file = arguments[text: .scenario] ?? example.file
        do throws(CommandFailure) {
          try console.write(report, formats: formats, to: directory)
        } catch {
          failure = error
        }
      }
      if arguments[flag: .json] {
        rows.append(row(example, outcome))
      } else if timings == "-" {
        continue
      } else if replays.count == 1 {
        show(outcome, console)
      } else {
        let head = "\(number + 1). "
        let text = words(outcome)
        let lines = TextLines.wrap(text, indent: head.count, width: console.width).joined(separator: "\n")
        // The token is printed in one piece, so that it can be copied.
        console.write("\(head)\(lines.dropFirst(head.count))\n   \(example.text)\n")
      }
    }
    if arguments[flag: .json] { console.out(JSONNode.array(rows).prettyText + "\n") }
    if replays.count > 1, !arguments[flag: .quiet] {
      console.error("\(reproduced) of \(replays.count) reproduced\n")
    }
    if let timings {
      let timing = JSONNode.object([
        "replays": .int(replays.count), "wallSeconds": .number((ContinuousClock.now - start).inSeconds),
      ])
      let text = timing.prettyText + "\n"
      if timings == "-" { console.out(text) } else { try console.files.write(text, to: timings) }
    }
    if let failure { throw failure }
    return reproduced == replays.count ? ExitCode.violation.forgiven(noFail: arguments[flag: .noFail]) : .failure
  }

  /// A token and where it comes from.
  struct Example {
    var text: String
    var token: ReplayToken
    /// The resolved scenario in the token's report. `file` is the scenario's file, if the scenario is not in the
    /// library.
    var resolved: String?
    var file: String?
  }

  /// The tokens of an operand: the operand itself, or those in a report.
  private static func cases(_ operand: String, _ console: Console) throws(CommandFailure) -> [Example] {
    let isFile = operand == "-" || FileManager.default.fileExists(atPath: operand)
    guard isFile else {
      guard operand.hasPrefix("gtsd"), !operand.contains("/") else {
        throw CommandFailure(code: .missingInput, message: "\(operand): no such file, and no replay token")
      }
      return [try example(operand, of: nil, from: nil)]
    }
    let report = try Inputs.report(operand, console: console)
    var texts: [String] = []
    for text in report.exploration?.finds.map(\.token) ?? report.violations.compactMap({ $0.examples.first?.replay })
    where !texts.contains(text) {
      texts.append(text)
    }
    guard !texts.isEmpty else {
      throw CommandFailure(code: .invalidInput, message: "\(operand): this report has no violation to replay")
    }
    var examples: [Example] = []
    for text in texts { examples.append(try example(text, of: report.scenario, from: operand)) }
    return examples
  }

  private static func example(
    _ text: String, of scenario: ScenarioSummary?, from path: String?
  ) throws(CommandFailure) -> Example {
    do {
      return Example(
        text: text, token: try ReplayToken.decode(text), resolved: scenario?.resolved, file: scenario?.file)
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path ?? "gtsd-sim"): \(error)")
    }
  }

  private static func row(_ example: Example, _ outcome: Replay.Outcome) -> JSONNode {
    .object([
      "token": .string(example.text), "scenario": .string(example.token.scenario),
      "seed": .int(example.token.seed), "reproduced": .bool(outcome.isReproduced),
      "summary": .string(outcome.summary),
      "name": outcome.name.map(node) ?? .null,
    ])
  }

  private static func node(_ name: Replay.NameCheck) -> JSONNode {
    .object([
      "hazard": .string(name.hazard.rawValue), "strategy": .string(name.strategy),
      "holds": .bool(name.verdict == .holds),
    ])
  }

  private static func show(_ outcome: Replay.Outcome, _ console: Console) {
    let timeline = TimelineText(
      outcome.timeline, constraints: outcome.report.exploration?.finds.first?.constraints ?? [], width: console.width,
      color: console.colorsOut, isPlain: console.isPlain)
    console.write("\(timeline.text)\n\(words(outcome))\n")
  }

  private static func words(_ outcome: Replay.Outcome) -> String {
    let name = outcome.name.map { "; \($0.inWords)" } ?? ""
    return "\(outcome.isReproduced ? "reproduced" : "not reproduced"): \(outcome.summary)\(name)"
  }
}

/// Finds the scenarios of tokens.
private struct TokenScenarios {
  /// The value of --scenario.
  var file: String?
  var console: Console

  /// Replays a token with its scenario. The scenario must be the one for which the token was made.
  func replay(_ example: ReplayCommand.Example) throws(CommandFailure) -> Replay {
    let (path, scenario) = try scenario(of: example)
    do {
      return try Replay(token: example.token, scenario: scenario)
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
  }

  private func scenario(
    of example: ReplayCommand.Example
  ) throws(CommandFailure) -> (path: String, scenario: Scenario) {
    let token = example.token
    if file == nil, let resolved = example.resolved, let scenario = try? Scenario.parse(bytes: Array(resolved.utf8)) {
      let drawn = token.overrides.compactMap(DrawnSet.init(override:)).first
      let drawnScenario = drawn.flatMap { try? $0.scenario(of: scenario) } ?? scenario
      // The values that a forecast set for this replication are in the token, not in the report's scenario.
      let sets = token.overrides.filter { DrawnSet(override: $0) == nil && !$0.contains("*=") }
      if drawnScenario.digest != token.digest, let set = try? drawnScenario.setting(sets), set.digest == token.digest {
        return ("the report's scenario", set)
      }
      return ("the report's scenario", drawnScenario)
    }
    guard let path = file ?? ScenarioLibrary.entry(named: token.scenario, in: console.directory)?.operand else {
      throw CommandFailure(
        code: .missingInput,
        message: "no scenario `\(token.scenario)` in the folder `scenarios` here or in the library; name its file with "
          + "--scenario")
    }
    let drawn = token.overrides.compactMap(DrawnSet.init(override:)).first
    let sets = token.overrides.filter { DrawnSet(override: $0) == nil }
    let overrides = ScenarioOverrides(seed: token.seed, sets: sets)
    let scenario: Scenario
    do {
      scenario =
        try path == "-"
        ? Inputs.standardInput(console, overrides) : .named(path, in: console.directory, overrides: overrides)
    } catch {
      switch error {
      case .unreadable, .unknown: throw CommandFailure(code: .missingInput, message: error.description)
      case .invalid: throw CommandFailure(code: .invalidInput, message: error.description)
      }
    }
    guard let drawn else { return (path, scenario) }
    do {
      return (path, try drawn.scenario(of: scenario))
    } catch {
      throw CommandFailure(
        code: .invalidInput, message: error.problems.map { "\(path): \($0)" }.joined(separator: "\n"))
    }
  }
}
