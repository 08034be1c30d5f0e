import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDLogs
import GTSDModel
import GTSDSim
import GTSDStudies
import Statistics

/// Runs `gtsd-sim calibrate EVENTS`.
enum CalibrateCommand {
  /// The file of the fitted scenario.
  private static let overlay = "overlay.json"

  static func run(
    _ arguments: ParsedArguments, _ console: Console, interrupts: Interrupts = Interrupts()
  ) throws(CommandFailure) -> ExitCode {
    let path = arguments.operands[0]
    // The figures of all populations are kept for the check of all figures together.
    if let number = arguments[integer: .replications], !(2...10_000).contains(number) {
      throw .usage(of: .calibrate, "--replications is 2 to 10000 here, not \(number)")
    }
    // Reports contain the file's name without its directory, so that equal events give equal reports.
    let source = path == "-" ? "(standard input)" : URL(filePath: path).lastPathComponent
    let scenario = try base(arguments, console)
    if arguments[flag: .explain] { return try explain(path, arguments, console) }
    let delivery = try Delivery(arguments, of: .calibrate, console)
    let folder = try ReadingFolder(path, arguments, console)
    let input = try read(path, in: folder, arguments, console)
    // Output paths are checked before anything runs; inputs are read before anything is written.
    let maxBad = try most(arguments, of: input.summary)
    let hold = try input.summary.bad <= maxBad ? delivery.prepare(extras: [overlay]) : OutputHold()
    defer { hold.release() }
    let subject = (scenario.name, "\(scenario.digest), \(Calibration.digest(input.log))", scenario.seed)
    let checkpoint = try Inputs.checkpoint(
      of: .calibrate, Inputs.identity(of: .calibrate, [subject], arguments), arguments, console, pieces: "populations")
    let start = ContinuousClock.now
    let outcome = try interrupts.watching { () throws(CommandFailure) in
      try fit(input, source, maxBad, scenario, arguments, console, checkpoint) {
        interrupts.isRequested || checkpoint?.hasFailed == true
      }
    }
    let timing = JSONNode.object([
      "scenario": .string(scenario.name), "wallSeconds": .number((ContinuousClock.now - start).inSeconds),
      "loggedEvents": .int(input.summary.events), "loggedUsers": .int(input.log.users),
    ])
    if outcome.report.complete { folder?.folder.remove() }
    return try delivery.deliver(
      outcome.report, timing: timing, extras: [(overlay, outcome.overlay)], failure: checkpoint?.failure)
  }

  /// The scenario whose values are kept if the events do not determine them.
  private static func base(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> Scenario {
    let overrides = Inputs.overrides(arguments)
    guard let path = arguments[text: .scenario] else {
      do {
        return try Scenario.parse("{}", name: "defaults", overrides: overrides)
      } catch {
        throw CommandFailure(code: .invalidInput, message: error.problems.map(\.description).joined(separator: "\n"))
      }
    }
    do {
      let scenario = try Scenario.named(path, in: console.directory, overrides: overrides)
      guard scenario.story == nil else {
        throw CommandFailure(code: .invalidInput, message: "\(path): has a `story`, which has no population to fit")
      }
      return scenario
    } catch let failure as CommandFailure {
      throw failure
    } catch let error as ScenarioFileError {
      switch error {
      case .unreadable, .unknown: throw CommandFailure(code: .missingInput, message: error.description)
      case .invalid: throw CommandFailure(code: .invalidInput, message: error.description)
      }
    } catch {
      throw CommandFailure(code: .failure, message: "\(error)")
    }
  }

  private static func read(
    _ path: String, in folder: ReadingFolder?, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> (log: EventLog, summary: EventReader.Summary) {
    let map = try Inputs.eventMap(arguments)
    let lock = try folder?.lock(arguments)
    defer { withExtendedLifetime(lock) {} }
    var reader = try folder?.reader(map, console) ?? EventReader(map: map, memory: LogMemory())
    if reader.continuesAfter > 0, let folder, !arguments[flag: .quiet] {
      console.error("\(folder.directory): continues after \(Wording.count(reader.continuesAfter, "line")) of the log\n")
    }
    if !reader.isAtEnd {
      let progress = arguments[flag: .quiet] ? nil : ProgressLine(console, label: "read")
      try Inputs.readPieces(path, console) { data, done, all in
        reader.read(data)
        progress?.show(bytes: done, of: all)
        return reader.failure == nil
      }
      progress?.clear()
    }
    let input = reader.finish()
    if let failure = reader.failure { throw CommandFailure(code: .failure, message: failure) }
    return input
  }

  /// Prints how the first lines are read.
  private static func explain(
    _ path: String, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    var reader = EventReader(map: try Inputs.eventMap(arguments))
    try Inputs.readPieces(path, console) { data, _, _ in
      reader.read(data)
      return reader.summary.explained.count < EventReader.explained
    }
    let summary = reader.finish().summary
    if let unreadable = summary.unreadable, summary.explained.isEmpty {
      throw CommandFailure(code: .invalidInput, message: "\(path): \(unreadable)")
    }
    console.write("Read as \(summary.format): \(summary.layout).\n")
    console.write(summary.explained.map { PlainText.visible($0) + "\n" }.joined())
    return .success
  }

  /// The greatest number of bad lines allowed.
  private static func most(
    _ arguments: ParsedArguments, of summary: EventReader.Summary
  ) throws(CommandFailure) -> Int {
    guard let text = arguments[text: .maxBad] else { return summary.mostBad }
    guard let limit = BadLineLimit(text) else {
      throw .usage(of: .calibrate, "--max-bad takes a number of lines, or a share such as 2% or 0.02, not `\(text)`")
    }
    return limit.lines(of: summary.lines)
  }

  private static func fit(
    _ input: (log: EventLog, summary: EventReader.Summary), _ source: String, _ maxBad: Int, _ scenario: Scenario,
    _ arguments: ParsedArguments, _ console: Console, _ checkpoint: Checkpoint?,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CommandFailure) -> Calibration.Reported {
    var calibration = Calibration(scenario, jobs: arguments[integer: .jobs])
    calibration.checkpoint = checkpoint
    calibration.replications = arguments[integer: .replications] ?? 20
    let isQuiet = arguments[flag: .quiet]
    let progress = ProgressLine(console, label: "calibrate")
    if !isQuiet {
      console.error(
        "\(source): \(Wording.count(input.summary.events, "event")) of \(Wording.count(input.log.users, "user"))\n")
      for line in remarks(input.summary) { console.error(line + "\n") }
    }
    let start = ContinuousClock.now
    do {
      let outcome = try calibration.run(
        on: input, maxBad: maxBad, source: source,
        progress: { if !isQuiet { progress.show(populations: $0.populationsDone, of: $0.populations) } },
        isCancelled: isCancelled)
      if !isQuiet {
        progress.clear()
        let tenths = ((ContinuousClock.now - start).inSeconds * 10).rounded() / 10
        console.error("\(outcome.report.complete ? "done" : "interrupted") after \(tenths) s\n")
      }
      return outcome
    } catch {
      let place = arguments.operands[0] == "-" ? source : arguments.operands[0]
      throw CommandFailure(
        code: .invalidInput, message: "\(place): \(error)", studioMessage: "Your file: \(error.studioText)")
    }
  }

  /// Remarks on the guessed format and on everything that was dropped.
  private static func remarks(_ summary: EventReader.Summary) -> [String] {
    let counts = [
      (summary.rejected, "line", "rejected"), (summary.links, "line", "used only to identify users"),
      (summary.calls, "call", "left out as no event"), (summary.resent, "event", "sent again left out"),
      (summary.quarantined, "event", "with clocks far off left out"), (summary.zoneless, "time", "without a zone"),
      (summary.unknown, "line", "of unknown events ignored"),
    ]
    var remarks = ["read as \(summary.format): \(summary.layout)"]
    remarks += counts.filter { $0.0 > 0 }.map { "\(Wording.count($0.0, $0.1)) \($0.2)" }
    let people = summary.identities
    if people.merged > 0 { remarks.append("\(people.ids) ids are \(people.people) users") }
    if let none = summary.noIDs {
      remarks.append(
        "\(none.values) ids on \(none.lines) lines repeat for different people or content: no event was left out by id"
      )
    }
    return remarks
  }
}
