import Foundation
import GTSDModel
import GTSDSim
import Synchronization

/// `gtsd-sim run SCENARIO…`
enum RunCommand {
  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts()
  ) throws(CommandFailure) -> ExitCode {
    try check(arguments)
    let scenarios = try Inputs.scenarios(arguments, console: console)
    let stories = scenarios.filter { $0.scenario.story != nil }
    guard stories.isEmpty else {
      let lines = stories.map {
        "\($0.path): has a `story`, which has no population to run; `gtsd-sim explore \($0.path)` searches it"
      }
      throw CommandFailure(code: .invalidInput, message: lines.joined(separator: "\n"))
    }
    let directories = try directories(arguments, scenarios.map(\.scenario))
    // Whatever cannot be written is found before anything runs.
    for directory in directories.compactMap(\.self) { try OutputFiles.prepare(directory: directory) }
    for option in [OptionID.events, .timings] {
      if let file = arguments[text: option], file != "-" { try OutputFiles.prepare(file: file) }
    }
    var codes: [ExitCode] = []
    var timings: [JSONNode] = []
    for ((operand, (_, scenario)), directory) in zip(zip(arguments.operands, scenarios), directories) {
      var result = try interrupts.watching { () throws(CommandFailure) in
        try simulate(scenario, arguments, console, interrupts)
      }
      result.report.command = arguments.commandLine(of: .run, operands: [operand])
      if let directory {
        let formats = arguments.formats ?? ReportFormat.allCases.filter(scenario.output.formats.contains)
        try OutputFiles.write(result.report, formats: formats, to: directory)
      }
      show(result.report, arguments, console)
      timings.append(result.timing)
      codes.append(result.report.exit(noFail: arguments[flag: .noFail]))
      // After an interruption, the scenarios that follow are not begun.
      if interrupts.isRequested { break }
    }
    if let file = arguments[text: .timings] {
      let text = (timings.count == 1 ? timings[0] : .array(timings)).prettyText + "\n"
      if file == "-" { console.out(text) } else { try OutputFiles.write(text, to: file) }
    }
    return ExitCode.worst(codes)
  }

  /// Combinations that the table cannot express.
  private static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let several = arguments.operands.count > 1
    if several, arguments[flag: .json] { throw .usage(of: .run, "--json takes one scenario; --output takes several") }
    if several, arguments[flag: .events] { throw .usage(of: .run, "--events takes one scenario") }
    if arguments.operands.count(where: { $0 == "-" }) > 1 { throw .usage(of: .run, "standard input can be read once") }
    let toStandardOutput = [OptionID.events, .timings].filter { arguments[text: $0] == "-" }
    if toStandardOutput.count + (arguments[flag: .json] ? 1 : 0) > 1 {
      throw .usage(of: .run, "standard output takes one of --json, --events and --timings")
    }
  }

  /// Where the files of each scenario go: by --output, else by the scenario; nil for nowhere. With several scenarios,
  /// --output has a directory of its name for each.
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
      throw .usage(of: .run, "--format says what is written to --output; there is no --output")
    }
    return directories
  }

  private static func simulate(
    _ scenario: Scenario, _ arguments: ParsedArguments, _ console: Console, _ interrupts: Interrupts
  ) throws(CommandFailure) -> (report: Report, timing: JSONNode) {
    let replications = arguments[integer: .replications] ?? 1
    var simulation = Simulation(scenario, replications: replications, jobs: arguments[integer: .jobs])
    let isQuiet = arguments[flag: .quiet]
    let progress = ProgressLine(console, label: scenario.name)
    let events = try arguments[text: .events].map { path throws(CommandFailure) in
      try EventsFile(path, console: console)
    }
    simulation.keepsEvents = events != nil
    simulation.overrides = Inputs.overrides(arguments).assignments
    simulation.shard = arguments[shard: .shard]
    let users = simulation.userCount
    if !isQuiet {
      let generation = scenario.generation.preset.rawValue
      let part = simulation.shard.map { shard in
        let cells = simulation.unitCount
        return ", shard \(shard.index) of \(shard.of): \(shard.share(of: cells)) of \(cells) cells, \(users) users"
      }
      console.error(
        "\(scenario.name): \(scenario.population.size) users, \(generation), seed \(scenario.seed)\(part ?? "")\n")
    }
    let start = ContinuousClock.now
    if !isQuiet { progress.show(done: 0, of: users, events: 0) }
    let outcome = simulation.run(
      progress: { if !isQuiet { progress.show(done: $0.usersDone, of: $0.users, events: $0.events) } },
      lines: { events?.append($0) },
      isCancelled: { interrupts.isRequested })
    let seconds = (ContinuousClock.now - start).inSeconds
    if !isQuiet { progress.clear() }
    try events?.close()
    let rate = seconds > 0 ? Double(outcome.events) / seconds : 0
    if !isQuiet {
      let tenths = (seconds * 10).rounded() / 10
      console.error("\(outcome.report.complete ? "done" : "interrupted") after \(tenths) s, \(Int(rate)) events/s\n")
    }
    let timing = JSONNode.object([
      "scenario": .string(scenario.name), "wallSeconds": .number(seconds), "events": .int(outcome.events),
      "eventsPerSecond": .number(rate), "engineJobs": .int(outcome.jobs),
      "users": .int(users),
    ])
    return (outcome.report, timing)
  }

  private static func show(_ report: Report, _ arguments: ParsedArguments, _ console: Console) {
    if arguments[flag: .json] {
      console.out(report.json)
    } else if arguments[text: .events] != "-", arguments[text: .timings] != "-" {
      console.show(report, exitCode: report.exit(noFail: arguments[flag: .noFail]))
    }
  }
}

/// The file of analytics events: written beside its place while the run lasts, moved there at the end. A device or pipe
/// gets them as they come.
private final class EventsFile: Sendable {
  private let path: String
  private let place: OutputFiles.Place
  /// Where a file grows.
  private let temporary: String
  private let handle: FileHandle?
  private let console: Console
  private let failed = Atomic<Bool>(false)

  init(_ path: String, console: Console) throws(CommandFailure) {
    self.path = path
    self.console = console
    place = OutputFiles.Place(path)
    guard path != "-" else {
      (handle, temporary) = (nil, "")
      return
    }
    switch place {
    case .file(let file):
      temporary = "\(file).partial-\(ProcessInfo.processInfo.processIdentifier)"
      guard FileManager.default.createFile(atPath: temporary, contents: nil),
        let handle = FileHandle(forWritingAtPath: temporary)
      else { throw Self.failure(path) }
      self.handle = handle
    case .stream:
      temporary = ""
      guard let handle = FileHandle(forWritingAtPath: path) else { throw Self.failure(path) }
      self.handle = handle
    }
  }

  private static func failure(_ path: String) -> CommandFailure {
    CommandFailure(code: .failure, message: "\(path): cannot write this file")
  }

  /// Called by one thread at a time, in order.
  func append(_ lines: [UInt8]) {
    guard let handle else { return console.out(String(decoding: lines, as: UTF8.self)) }
    do {
      try handle.write(contentsOf: Data(lines))
    } catch {
      failed.store(true, ordering: .relaxed)
    }
  }

  func close() throws(CommandFailure) {
    guard let handle else { return }
    do {
      try handle.close()
      if failed.load(ordering: .relaxed) { throw CocoaError(.fileWriteUnknown) }
      guard case .file(let file) = place else { return }
      let target = URL(filePath: file)
      if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(at: target) }
      try FileManager.default.moveItem(at: URL(filePath: temporary), to: target)
    } catch {
      if !temporary.isEmpty { try? FileManager.default.removeItem(atPath: temporary) }
      throw Self.failure(path)
    }
  }
}
