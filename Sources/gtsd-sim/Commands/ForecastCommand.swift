import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import Statistics

/// Runs `gtsd-sim forecast SCENARIO`.
enum ForecastCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(), merged: ShardFile? = nil
  ) throws(CommandFailure) -> ExitCode {
    var (path, forecast) = try settings(arguments, console)
    let scenario = forecast.scenario
    let pieces = try StudyPieces(
      of: .forecast, Inputs.identity(of: .forecast, [(scenario.name, scenario.digest, scenario.seed)], arguments),
      arguments, console, merged: merged)
    let checkpoint = pieces.checkpoint
    forecast.checkpoint = pieces.store
    if pieces.isShard {
      let hold = try pieces.prepare(console)
      defer { hold.release() }
      let isCancelled: @Sendable () -> Bool = { interrupts.isRequested || checkpoint?.hasFailed == true }
      let isLast = try interrupts.watching { () throws(CommandFailure) in
        try runPart(forecast, path, arguments, console, isCancelled: isCancelled)
      }
      return try pieces.deliver(isComplete: !isCancelled(), isLast: isLast, console)
    }
    let delivery = try Delivery(arguments, of: .forecast, scenario: scenario, console)
    let hold = try delivery.prepare()
    defer { hold.release() }
    forecast.dropsWhenCancelled = !interrupts.takesSignals
    let (report, timing) = try interrupts.watching { () throws(CommandFailure) in
      try run(forecast, path, arguments, console) { interrupts.isRequested || checkpoint?.hasFailed == true }
    }
    return try delivery.deliver(report, timing: timing, failure: checkpoint?.failure)
  }

  /// The settings of the forecast that a command line requests, and the path of its scenario.
  static func settings(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> (path: String, forecast: Forecast) {
    var forecast = try settings(arguments)
    var (path, scenario) = try Inputs.scenarios(arguments, console: console)[0]
    if let text = arguments[text: .uncertainty] {
      guard let factor = Double(text), (1...1_000).contains(factor) else {
        throw .usage(of: .forecast, "--uncertainty takes a factor from 1 to 1000, not `\(text)`")
      }
      scenario.uncertainty.factor = factor
      forecast.chanceAlone = factor == 1
    }
    forecast.scenario = scenario
    forecast.overrides = Inputs.overrides(arguments).assignments
    do {
      try forecast.check()
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    return (path, forecast)
  }

  /// The forecast's settings from the options, checked before the scenario is read.
  private static func settings(_ arguments: ParsedArguments) throws(CommandFailure) -> Forecast {
    let replications = arguments[integer: .replications] ?? (arguments[text: .precision] == nil ? 100 : 10_000)
    guard replications > 1 else { throw .usage(of: .forecast, "a forecast needs --replications of 2 or more") }
    var forecast = Forecast(Scenario(name: "forecast"), replications: replications, jobs: arguments[integer: .jobs])
    if let id = arguments[text: .kpi], let kpi = KPI(rawValue: id) { forecast.kpi = kpi }
    if let text = arguments[text: .precision] {
      guard let precision = Double(text), precision > 0, precision.isFinite else {
        throw .usage(of: .forecast, "--precision takes a number above 0 in the unit of the indicator, not `\(text)`")
      }
      if forecast.kpi.definition.unit == "share", precision >= 1 {
        throw .usage(
          of: .forecast,
          "--precision: \(forecast.kpi.id) is a share, so 0.01 is one percentage point; found `\(text)`")
      }
      forecast.precision = precision
    }
    forecast.analysesSensitivity = arguments[flag: .sensitivity]
    forecast.ranksChanges = arguments[flag: .reach]
    forecast.goal = try goal(arguments, of: forecast.kpi)
    return forecast
  }

  /// Reads the goal of `--solve PATH[=LOW..HIGH] --target X`; nil if there is none.
  private static func goal(
    _ arguments: ParsedArguments, of kpi: KPI
  ) throws(CommandFailure) -> Forecast.Goal? {
    guard let solve = arguments[text: .solve] else {
      if arguments[text: .target] != nil { throw .usage(of: .forecast, "--target needs --solve PATH") }
      return nil
    }
    guard let text = arguments[text: .target] else { throw .usage(of: .forecast, "--solve needs --target X") }
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text), number.isFinite else {
      throw .usage(of: .forecast, "--target takes a number such as 0.8 or 80%, not `\(text)`")
    }
    let target = isPercent ? number / 100 : number
    if kpi.definition.unit == "share", !(0...1).contains(target) {
      throw .usage(of: .forecast, "--target: \(kpi.id) is a share, from 0 to 1 or 0% to 100%; found `\(text)`")
    }
    let parts = solve.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    var goal = Forecast.Goal(path: String(parts[0]), target: target)
    if parts.count == 2 {
      let ends = parts[1].components(separatedBy: "..").map { Double($0) }
      guard ends.count == 2, let low = ends[0], let high = ends[1], low < high else {
        throw .usage(of: .forecast, "--solve takes PATH or PATH=LOW..HIGH, not `\(solve)`")
      }
      goal.range = low...high
    }
    return goal
  }

  /// Runs a shard's part.
  ///
  /// - Returns: whether nothing depends on the results of other shards, or everything is done.
  private static func runPart(
    _ forecast: Forecast, _ path: String, _ arguments: ParsedArguments, _ console: Console,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CommandFailure) -> Bool {
    let isQuiet = arguments[flag: .quiet]
    let lines = PhaseLines(console, name: forecast.scenario.name)
    defer { if !isQuiet { lines.clear() } }
    do {
      return try forecast.runPart(progress: { if !isQuiet { lines.show($0) } }, isCancelled: isCancelled)
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
  }

  private static func run(
    _ forecast: Forecast, _ path: String, _ arguments: ParsedArguments, _ console: Console,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CommandFailure) -> (report: Report, timing: JSONNode) {
    let scenario = forecast.scenario
    let isQuiet = arguments[flag: .quiet]
    let lines = PhaseLines(console, name: scenario.name)
    if !isQuiet {
      let count =
        forecast.precision == nil
        ? "\(Wording.whole(forecast.replications)) replications"
        : "at most \(Wording.whole(forecast.replications)) replications"
      let generation = scenario.generation.preset.rawValue
      console.error(
        "\(scenario.name): \(count) of \(Wording.count(scenario.population.size, "user")), \(generation), seed "
          + "\(scenario.seed)\n")
    }
    var forecast = forecast
    forecast.ranked = { study in
      guard !isQuiet else { return }
      lines.clear()
      console.error("\(study.rankingText)\n")
    }
    let start = ContinuousClock.now
    let outcome: Forecast.Reported
    do {
      outcome = try forecast.run(
        progress: { if !isQuiet { lines.show($0) } }, isCancelled: isCancelled)
    } catch {
      lines.clear()
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    let seconds = (ContinuousClock.now - start).inSeconds
    let rate = seconds > 0 ? Double(outcome.events) / seconds : 0
    if !isQuiet {
      lines.clear()
      let tenths = (seconds * 10).rounded() / 10
      console.error(
        "\(outcome.report.complete ? "done" : "interrupted") after \(tenths) s, \(Wording.whole(Int(rate))) events/s\n")
    }
    let timing = JSONNode.object([
      "scenario": .string(scenario.name), "wallSeconds": .number(seconds), "events": .int(outcome.events),
      "eventsPerSecond": .number(rate), "engineJobs": .int(outcome.jobs), "users": .int(outcome.users),
    ])
    return (outcome.report, timing)
  }
}

/// The progress line of a forecast: the phase, and the users of all phases that are known.
final class PhaseLines: Sendable {
  private let line: ProgressLine

  init(_ console: Console, name: String) { line = ProgressLine(console, label: name) }

  func show(_ progress: Forecast.Progress) {
    line.show(progress.phase, done: progress.usersDone, of: progress.users, events: progress.events)
  }

  func clear() { line.clear() }
}
