import Documents
import Foundation
import GTSDCommandLine
import GTSDFields
import GTSDModel
import GTSDSim

/// Writes the result of a command that makes no report, to standard output and to files that differ in their extension.
struct StandaloneDelivery {
  /// The formats in which such a result can be written.
  private static let known: [ReportFormat] = [.json, .md, .html, .junit]

  private let arguments: ParsedArguments
  private let console: Console
  private let name: String
  private let formats: [ReportFormat]
  private let timings: String?
  private let hold: OutputHold
  private let start = ContinuousClock.now

  /// Checks, before anything runs, that everything can be written.
  ///
  /// - Parameter name: the name of the files that --output writes beside junit.xml, without extension.
  init(
    _ arguments: ParsedArguments, of command: CommandID, name: String, _ console: Console
  ) throws(CommandFailure) {
    self.arguments = arguments
    self.console = console
    self.name = name
    formats = arguments.formats ?? Self.known
    timings = arguments[text: .timings]
    if let other = formats.first(where: { !Self.known.contains($0) }) {
      throw .usage(
        of: command,
        "--format \(other.rawValue): there are \(name).json, \(name).md, \(name).html and junit.xml")
    }
    if arguments[flag: .format], !arguments[flag: .output] { throw .usage(of: command, "--format needs --output") }
    let printed = [OptionID.events, .timings].count { arguments[text: $0] == "-" } + (arguments[flag: .json] ? 1 : 0)
    if printed > 1 {
      let names = command == .play ? "--json, --events and --timings" : "--json and --timings"
      throw .usage(of: command, "standard output takes one of \(names)")
    }
    var plan = OutputPlan()
    if let directory = arguments[text: .output] {
      plan.directories = [.init(path: directory, formats: [], extras: formats.map { Self.file($0, name) })]
    }
    plan.add(.events, arguments[text: .events])
    plan.add(.timings, timings)
    hold = try console.files.open(plan, of: command, arguments)
  }

  /// Writes the requested files and shows the document. Nothing is written after that.
  ///
  /// - Parameters:
  ///   - passes: whether the checks have passed.
  ///   - isComplete: whether all work was done. Incomplete results never replace a file that may be complete.
  ///   - events: the analytics events as JSON Lines, which --events writes.
  func deliver(
    _ document: some StandaloneDocument, passes: Bool, isComplete: Bool = true, events: [UInt8] = []
  ) throws(CommandFailure) -> ExitCode {
    defer { hold.release() }
    let timing = JSONNode.object(["wallSeconds": .number((ContinuousClock.now - start).inSeconds)]).prettyText + "\n"
    if let directory = arguments[text: .output] {
      let place = OutputPlan.Directory(path: directory, formats: [])
      let isBeside = PartialName.isNeeded(
        isComplete: isComplete,
        where: formats.contains { FileManager.default.fileExists(atPath: place.place(of: Self.file($0, name))) })
      let files = formats.map {
        (PartialName.of(Self.file($0, name), if: isBeside), Self.text(of: document, $0))
      }
      try console.files.write(files, to: directory)
    }
    if let path = arguments[text: .events] {
      let file = try EventsFile(path, console: console)
      file.append(events)
      if let failure = file.close(isComplete: isComplete) { throw failure }
    }
    if let timings, timings != "-" { try console.files.write(timing, to: timings) }
    if arguments[flag: .json] {
      console.out(document.json)
    } else if timings == "-" {
      console.out(timing)
    } else if arguments[text: .events] != "-" {
      console.out(document.text(width: console.width, color: console.colorsOut, isPlain: console.isPlain))
    }
    guard isComplete else { return .interrupted }
    return passes ? .success : ExitCode.violation.forgiven(noFail: arguments[flag: .noFail])
  }

  /// The file of a format. A build server looks for JUnit under the same name after every command.
  private static func file(_ format: ReportFormat, _ name: String) -> String {
    format == .junit ? format.fileName : "\(name).\(format.rawValue)"
  }

  private static func text(of document: some StandaloneDocument, _ format: ReportFormat) -> String {
    switch format {
    case .md: document.markdown
    case .html: document.html
    case .junit: document.junit
    case .json, .csv: document.json
    }
  }
}
