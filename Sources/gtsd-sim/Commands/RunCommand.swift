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
    let names = scenarios.map(\.scenario.name)
    if let name = names.first(where: { name in names.count { $0 == name } > 1 }), arguments[flag: .output] {
      throw refusal("two scenarios are called `\(name)`, and --output has one directory for each name")
    }
    // Whatever cannot be written is found before anything runs.
    for (_, scenario) in scenarios {
      if let directory = directory(arguments, scenario, of: scenarios.count) {
        try OutputFiles.prepare(directory: directory)
      }
    }
    for option in [OptionID.events, .timings] {
      if let file = arguments[text: option], file != "-" { try OutputFiles.prepare(file: file) }
    }
    var codes: [ExitCode] = []
    var timings: [JSONNode] = []
    for (_, scenario) in scenarios {
      let result = try interrupts.watching { () throws(CommandFailure) in
        try simulate(scenario, arguments, console, interrupts)
      }
      if let directory = directory(arguments, scenario, of: scenarios.count) {
        try OutputFiles.write(result.report, formats: arguments.formats ?? CommandTable.formats, to: directory)
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

  private static func refusal(_ message: String) -> CommandFailure {
    CommandFailure(code: .usage, message: "gtsd-sim: \(message)\n\(HelpText.usage(of: .run))")
  }

  /// Combinations that the table cannot express.
  private static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    let several = arguments.operands.count > 1
    if several, arguments[flag: .json] { throw refusal("--json takes one scenario; --output takes several") }
    if several, arguments[flag: .events] { throw refusal("--events takes one scenario") }
    if arguments.operands.count(where: { $0 == "-" }) > 1 { throw refusal("standard input can be read once") }
    let toStandardOutput = [OptionID.events, .timings].filter { arguments[text: $0] == "-" }
    if toStandardOutput.count + (arguments[flag: .json] ? 1 : 0) > 1 {
      throw refusal("standard output takes one of --json, --events and --timings")
    }
    if arguments[text: .format] != nil, arguments[text: .output] == nil {
      throw refusal("--format says what --output writes; there is no --output")
    }
  }

  /// Where the files of a scenario go; with several scenarios, each has a directory of its name.
  private static func directory(_ arguments: ParsedArguments, _ scenario: Scenario, of count: Int) -> String? {
    arguments[text: .output].map { count > 1 ? URL(filePath: $0).appending(path: scenario.name).path : $0 }
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
    if !isQuiet {
      let generation = scenario.generation.preset.rawValue
      console.error(
        "\(scenario.name): \(scenario.population.size) users, \(generation), seed \(scenario.seed)\n")
    }
    let start = ContinuousClock.now
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
      "eventsPerSecond": .number(rate), "jobs": .int(outcome.jobs),
      "users": .int(scenario.population.size * replications),
    ])
    return (outcome.report, timing)
  }

  private static func show(_ report: Report, _ arguments: ParsedArguments, _ console: Console) {
    if arguments[flag: .json] {
      console.out(report.json)
    } else if arguments[text: .events] != "-", arguments[text: .timings] != "-" {
      console.out(TerminalSummary(report, width: console.width, color: console.colorsOut).text)
    }
  }
}

/// The file of analytics events: written beside its place while the run lasts, moved there at the end.
private final class EventsFile: Sendable {
  private let path: String
  private let temporary: String
  private let handle: FileHandle?
  private let console: Console
  private let failed = Atomic<Bool>(false)

  init(_ path: String, console: Console) throws(CommandFailure) {
    self.path = path
    self.console = console
    temporary = "\(path).partial-\(ProcessInfo.processInfo.processIdentifier)"
    guard path != "-" else {
      handle = nil
      return
    }
    guard FileManager.default.createFile(atPath: temporary, contents: nil),
      let handle = FileHandle(forWritingAtPath: temporary)
    else { throw CommandFailure(code: .failure, message: "\(path): cannot write this file") }
    self.handle = handle
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
      let place = URL(filePath: path)
      if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(at: place) }
      try FileManager.default.moveItem(at: URL(filePath: temporary), to: place)
    } catch {
      try? FileManager.default.removeItem(atPath: temporary)
      throw CommandFailure(code: .failure, message: "\(path): cannot write this file")
    }
  }
}
