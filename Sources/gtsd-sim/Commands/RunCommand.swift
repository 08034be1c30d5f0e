import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim
import GTSDStudies
import Statistics

/// Runs `gtsd-sim run SCENARIO…`.
enum RunCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts(), film: FilmReel? = nil
  ) throws(CommandFailure) -> ExitCode {
    if arguments[flag: .matrix] {
      return try MatrixCommand.run(arguments, console, interrupts: interrupts)
    }
    try check(arguments)
    let scenarios = try Inputs.scenarios(arguments, console: console)
    let stories = scenarios.filter { $0.scenario.story != nil }
    guard stories.isEmpty else {
      let lines = stories.map {
        "\($0.path): has a `story`, which has no population to run; `gtsd-sim explore \($0.path)` searches it, "
          + "`gtsd-sim play \($0.path)` runs it once"
      }
      throw CommandFailure(code: .invalidInput, message: lines.joined(separator: "\n"))
    }
    let directories = try directories(arguments, scenarios.map(\.scenario))
    var plan = OutputPlan()
    for (directory, (_, scenario)) in zip(directories, scenarios) {
      guard let directory else { continue }
      let formats = arguments[flag: .shard] ? [] : formats(arguments, scenario)
      let shard = arguments[flag: .shard] ? [ShardFile.name] : []
      plan.directories.append(.init(path: directory, formats: formats, extras: shard))
    }
    plan.add(.events, arguments[text: .events])
    plan.add(.timings, arguments[text: .timings])
    plan.add(.profile, arguments[text: .profile])
    // Output paths are checked before anything runs.
    let hold = try console.files.open(plan, of: .run, arguments)
    defer { hold.release() }
    var codes: [ExitCode] = []
    var timings: [JSONNode] = []
    var profiles: [JSONNode] = []
    var failures: [String] = []
    for ((operand, (_, scenario)), directory) in zip(zip(arguments.operands, scenarios), directories) {
      var result = try interrupts.watching { () throws(CommandFailure) in
        try simulate(scenario, arguments, console, interrupts, film)
      }
      result.report.command = arguments.commandLine(of: .run, operands: [operand])
      result.report.scenario.file = Inputs.replayFile(operand, of: scenario.name, console)
      if let failure = result.failure { failures.append(failure.message) }
      if let directory {
        do throws(CommandFailure) {
          if let shard = arguments[shard: .shard] {
            try write(result.report, of: shard, to: directory, console)
          } else {
            try console.write(result.report, formats: formats(arguments, scenario), to: directory)
          }
        } catch {
          failures.append(error.message)
        }
      }
      timings.append(result.timing)
      if let profile = result.profile { profiles.append(profile) }
      let code = result.report.exit(noFail: arguments[flag: .noFail])
      codes.append(code)
      show(result.report, code: failures.isEmpty ? code : .failure, arguments, console)
      // After an interruption or a failed write, the remaining scenarios are not run.
      if interrupts.isRequested || !failures.isEmpty { break }
    }
    for (file, nodes) in [(arguments[text: .timings], timings), (arguments[text: .profile], profiles)] {
      guard let file else { continue }
      let text = (nodes.count == 1 ? nodes[0] : .array(nodes)).prettyText + "\n"
      do throws(CommandFailure) {
        if file == "-" { console.out(text) } else { try console.files.write(text, to: file) }
      } catch {
        failures.append(error.message)
      }
    }
    guard failures.isEmpty else { throw CommandFailure(code: .failure, message: failures.joined(separator: "\n")) }
    return ExitCode.worst(codes)
  }

  /// Writes the file that `gtsd-sim merge` reads. As in every study, an interrupted shard is not written.
  private static func write(
    _ report: Report, of shard: ShardPosition, to directory: String, _ console: Console
  ) throws(CommandFailure) {
    guard report.complete else {
      console.error("interrupted: shard \(shard.index) of \(shard.of) is not written\n")
      return
    }
    try console.files.write([(ShardFile.name, report.json)], to: directory)
  }

  /// The formats of a scenario's files.
  private static func formats(_ arguments: ParsedArguments, _ scenario: Scenario) -> [ReportFormat] {
    arguments.formats ?? ReportFormat.allCases.filter(scenario.output.formats.contains)
  }

  /// Checks combinations of options that the table of options cannot express.
  private static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let several = arguments.operands.count > 1
    if arguments[flag: .schedules] { throw .usage(of: .run, "--schedules needs --matrix") }
    if arguments[flag: .shard], arguments[flag: .format] {
      throw .usage(of: .run, "--format: a shard writes \(ShardFile.name) alone, for `gtsd-sim merge`")
    }
    if several, arguments[flag: .json] { throw .usage(of: .run, "--json takes one scenario; --output takes several") }
    if several, arguments[flag: .checkpoint] { throw .usage(of: .run, "--checkpoint takes one scenario") }
    if several, arguments[flag: .profile] { throw .usage(of: .run, "--profile takes one scenario") }
    if several, arguments[flag: .events] { throw .usage(of: .run, "--events takes one scenario") }
    if arguments.operands.count(where: { $0 == "-" }) > 1 { throw .usage(of: .run, "standard input can be read once") }
    let toStandardOutput = [OptionID.events, .timings, .profile].filter { arguments[text: $0] == "-" }
    if toStandardOutput.count + (arguments[flag: .json] ? 1 : 0) > 1 {
      throw .usage(of: .run, "standard output takes one of --json, --events, --timings and --profile")
    }
  }

  /// The directory for each scenario's files: from --output, or else from the scenario; nil writes no files. With
  /// several scenarios, each has a subdirectory of --output named after it.
  private static func directories(
    _ arguments: ParsedArguments, _ scenarios: [Scenario]
  ) throws(CommandFailure) -> [String?] {
    let directories = scenarios.map { scenario in
      guard let output = arguments[text: .output] else { return scenario.output.directory }
      return scenarios.count > 1 ? URL(filePath: output).appending(path: scenario.name).path : output
    }
    let places = directories.map { $0.map { URL(filePath: $0).standardizedFileURL.path } }
    for (index, place) in places.enumerated() {
      guard let place, let first = places[..<index].firstIndex(of: place) else { continue }
      let names = [scenarios[first].name, scenarios[index].name]
      throw .usage(of: .run, "the scenarios `\(names[0])` and `\(names[1])` would write to one directory, \(place)")
    }
    if arguments[text: .format] != nil, directories.allSatisfy({ $0 == nil }) {
      throw .usage(of: .run, "--format names the files of --output; there is no --output")
    }
    return directories
  }

  private static func simulate(
    _ scenario: Scenario, _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts,
    _ film: FilmReel?
  ) throws(CommandFailure) -> (report: Report, timing: JSONNode, profile: JSONNode?, failure: CommandFailure?) {
    let replications = arguments[integer: .replications] ?? 1
    var simulation = Simulation(scenario, replications: replications, jobs: arguments[integer: .jobs])
    let isQuiet = arguments[flag: .quiet]
    let progress = ProgressLine(console, label: scenario.name)
    let events = try arguments[text: .events].map { path throws(CommandFailure) in
      try EventsFile(path, console: console)
    }
    simulation.keepsEvents = events != nil
    simulation.film = film
    let profile = arguments[flag: .profile] ? RunProfile() : nil
    simulation.profile = profile
    simulation.overrides = Inputs.overrides(arguments).assignments
    simulation.shard = arguments[shard: .shard]
    let identity = simulation.identity
    let checkpoint = try Inputs.checkpoint(of: .run, identity, arguments, console)
    simulation.checkpoint = checkpoint
    let users = simulation.userCount
    if !isQuiet {
      let generation = scenario.generation.preset.rawValue
      let part = simulation.shard.map { shard in
        let cells = simulation.unitCount
        return
          ", shard \(shard.index) of \(shard.of): \(shard.share(of: cells)) of \(cells) cells, \(Wording.count(users, "user"))"
      }
      console.error(
        "\(scenario.name): \(Wording.count(scenario.population.size, "user")), \(generation), seed "
          + "\(scenario.seed)\(part ?? "")\n")
    }
    let start = ContinuousClock.now
    if !isQuiet { progress.show(done: 0, of: users, events: 0) }
    let outcome = simulation.run(
      progress: { if !isQuiet { progress.show(done: $0.usersDone, of: $0.users, events: $0.events) } },
      lines: { events?.append($0) },
      isCancelled: { interrupts.isRequested || events?.hasFailed == true || checkpoint?.hasFailed == true })
    let seconds = (ContinuousClock.now - start).inSeconds
    if !isQuiet { progress.clear() }
    let failure = events?.close(isComplete: outcome.report.complete) ?? checkpoint?.failure.map { CommandFailure($0) }
    let rate = seconds > 0 ? Double(outcome.events) / seconds : 0
    if !isQuiet {
      let tenths = (seconds * 10).rounded() / 10
      console.error(
        "\(outcome.report.complete ? "done" : "interrupted") after \(tenths) s, \(Wording.whole(Int(rate))) events/s\n")
    }
    let timing = JSONNode.object([
      "scenario": .string(scenario.name), "wallSeconds": .number(seconds), "events": .int(outcome.events),
      "eventsPerSecond": .number(rate), "engineJobs": .int(outcome.jobs),
      "users": .int(users),
    ])
    return (outcome.report, timing, profile?.node(users: users), failure)
  }

  private static func show(_ report: Report, code: ExitCode, _ arguments: ParsedArguments, _ console: Console) {
    if arguments[flag: .json] {
      console.out(report.json)
    } else if arguments[text: .events] != "-", arguments[text: .timings] != "-", arguments[text: .profile] != "-" {
      console.show(report, exitCode: code)
    }
  }
}
