import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import GTSDWorld
import Interleaving
import Statistics

/// Runs `gtsd-sim explore [SCENARIO]`.
enum ExploreCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(), merged: ShardFile? = nil
  ) throws(CommandFailure) -> ExitCode {
    let (path, scenario) = try input(arguments, console)
    for option in [OptionID.checkpoint, .shard]
    where arguments[flag: option] && arguments[text: .policy] == SearchStrategy.dfs.rawValue {
      throw .usage(
        of: .explore, "--\(option.rawValue): a depth-first search has none, since each order depends on all before it")
    }
    if arguments[flag: .shard], arguments[flag: .timeBudget] {
      throw .usage(of: .explore, "--shard takes --schedules; a --time-budget would end each shard at another schedule")
    }
    let pieces = try StudyPieces(
      of: .explore, Inputs.identity(of: .explore, [(scenario.name, scenario.digest, scenario.seed)], arguments),
      arguments, console, merged: merged, noun: "chunks of schedules")
    let delivery = try Delivery(arguments, of: .explore, scenario: scenario, console)
    let hold = try pieces.isShard ? pieces.prepare(console) : delivery.prepare()
    defer { hold.release() }
    let checkpoint = pieces.checkpoint
    if pieces.isShard {
      let isComplete = try interrupts.watching { () throws(CommandFailure) in
        try searchPart(scenario, path, arguments, console, interrupts, pieces)
      }
      return try pieces.deliver(isComplete: isComplete, console)
    }
    var (report, timing) = try interrupts.watching { () throws(CommandFailure) in
      try search(scenario, path, arguments, console, interrupts, pieces)
    }
    report.scenario.file = Inputs.replayFile(arguments.operands.first ?? path, of: scenario.name, console)
    // Errors of the search itself are printed even if remarks are suppressed.
    for error in report.exploration?.errors ?? [] { console.error("\(path): error in the search: \(error)\n") }
    return try delivery.deliver(report, timing: timing, failure: checkpoint?.failure)
  }

  /// The scenario to search: the operand, or else the micro-scenario of --hazard.
  private static func input(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> (path: String, scenario: Scenario) {
    var arguments = arguments
    if arguments.operands.isEmpty {
      guard let hazard = arguments[text: .hazard] else {
        throw .usage(of: .explore, "name a SCENARIO, or a hazard of `gtsd-sim list hazards` by --hazard")
      }
      guard let id = HazardID(rawValue: hazard), let story = ScenarioLibrary.story(of: id, in: console.directory) else {
        let reason = HazardID(rawValue: hazard)?.whyNoStory.map { ", because \($0)" } ?? ""
        throw CommandFailure(
          code: .missingInput,
          message: "gtsd-sim: --hazard \(hazard): no scenario of the library shows it\(reason); name a SCENARIO to "
            + "search for it")
      }
      arguments.operands = [story.operand]
    }
    return try Inputs.scenarios(arguments, console: console)[0]
  }

  private static func exploration(
    _ scenario: Scenario, _ arguments: ParsedArguments, _ limits: SearchLimits, _ pieces: StudyPieces,
    _ interrupts: Interrupts
  ) -> Exploration {
    var exploration = Exploration(scenario, schedules: limits.schedules, jobs: arguments[integer: .jobs])
    exploration.strategy = arguments[text: .policy].flatMap { SearchStrategy(rawValue: $0) } ?? .portfolio
    exploration.minimizes = !arguments[flag: .noMinimize]
    exploration.hazard = arguments.operands.isEmpty ? nil : arguments[text: .hazard]
    exploration.overrides = Inputs.overrides(arguments).assignments
    exploration.checkpoint = pieces.store
    exploration.isAbandoned = { interrupts.isAbandoned }
    return exploration
  }

  /// Searches a shard's part of the schedules.
  ///
  /// - Returns: whether the search was completed.
  private static func searchPart(
    _ scenario: Scenario, _ path: String, _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts,
    _ pieces: StudyPieces
  ) throws(CommandFailure) -> Bool {
    let exploration = exploration(scenario, arguments, SearchLimits(arguments), pieces, interrupts)
    let isCancelled: @Sendable () -> Bool = { [checkpoint = pieces.checkpoint] in
      interrupts.isRequested || checkpoint?.hasFailed == true
    }
    do {
      try exploration.runPart(isCancelled: isCancelled)
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    return !isCancelled()
  }

  private static func search(
    _ scenario: Scenario, _ path: String, _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts,
    _ pieces: StudyPieces
  ) throws(CommandFailure) -> (report: Report, timing: JSONNode) {
    let limits = SearchLimits(arguments)
    let exploration = exploration(scenario, arguments, limits, pieces, interrupts)
    let checkpoint = pieces.checkpoint
    let isQuiet = arguments[flag: .quiet]
    let progress = ProgressLine(console, label: scenario.name)
    if !isQuiet {
      let most = limits.isUnlimited ? "schedules" : Wording.count(limits.schedules, "schedule")
      let time = arguments[text: .timeBudget].map { " for \($0)" } ?? ""
      console.error("\(scenario.name): \(most)\(time), \(exploration.strategy.rawValue), seed \(scenario.seed)\n")
    }
    let start = ContinuousClock.now
    let end = limits.timeBudget.map { start + .seconds($0) }
    let outcome: Exploration.Reported
    do {
      outcome = try exploration.run(
        progress: { if !isQuiet { progress.show($0, limits: limits) } },
        isOver: { end.map { ContinuousClock.now >= $0 } ?? false },
        isCancelled: { interrupts.isRequested || checkpoint?.hasFailed == true })
    } catch {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(error)")
    }
    let seconds = (ContinuousClock.now - start).inSeconds
    if !isQuiet {
      progress.clear()
      let tenths = (seconds * 10).rounded() / 10
      let ending = outcome.report.complete ? "done" : "interrupted"
      let shrinking = exploration.minimizes ? ", shrinking included" : ""
      console.error("\(ending) after \(tenths) s: \(Wording.whole(outcome.schedules)) schedules\(shrinking)\n")
    }
    let timing = JSONNode.object([
      "scenario": .string(scenario.name), "wallSeconds": .number(seconds), "schedules": .int(outcome.schedules),
      "schedulesPerSecond": .number(seconds > 0 ? Double(outcome.schedules) / seconds : 0),
      "engineJobs": .int(outcome.jobs), "finds": .int(outcome.report.exploration?.finds.count ?? 0),
    ])
    return (outcome.report, timing)
  }
}
