import Foundation
import GTSDModel
import GTSDSim
import Synchronization
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import gtsd_sim

/// A user who types the commands of a page, from beginning to end, in the directory of the package.
///
/// Output goes to a directory of the session, which is also searched first for inputs.
final class DocumentationSession {
  /// A value that replaces a larger one of a page, so that a debug build finishes in time.
  struct Size {
    var command: CommandID
    var option: OptionID
    var value: String
    /// The value in a study, for a program built for release.
    var studied: String?
    /// Whether it only replaces a value that the line contains.
    var onlyIfGiven = false
    var why: String
  }

  static let sizes = [
    Size(
      command: .run, option: .users, value: "20", studied: "500",
      why: "a debug build lives through some hundred users a second"),
    Size(
      command: .forecast, option: .users, value: "8", studied: "50", why: "each replication lives through all of them"),
    Size(command: .forecast, option: .replications, value: "3", studied: "4", why: "100 take minutes"),
    Size(command: .compare, option: .users, value: "10", studied: "100", why: "both sides live through all of them"),
    Size(command: .compare, option: .replications, value: "2", studied: "4", why: "20 take minutes"),
    Size(command: .calibrate, option: .replications, value: "2", why: "each is as large as the events' population"),
    Size(
      command: .explore, option: .schedules, value: "20", studied: "100",
      why: "10,000 take a minute; the library's finds come early"),
    Size(command: .load, option: .duration, value: "500ms", why: "by the clock"),
    Size(command: .load, option: .rate, value: "20/s", onlyIfGiven: true, why: "the machine does other tests beside"),
    Size(command: .load, option: .users, value: "4", onlyIfGiven: true, why: "the machine does other tests beside"),
    Size(command: .load, option: .stages, value: "0:200ms,20:300ms", onlyIfGiven: true, why: "by the clock"),
  ]

  /// Options that are left out.
  static let leftOut: [(command: CommandID, option: OptionID, why: String)] = [
    (.forecast, .sensitivity, "hundreds of trials; the command's own tests take a scenario with less to vary"),
    (.forecast, .precision, "goes on until it is precise"),
    (.load, .prometheus, "the port may be taken"),
    (.load, .dashboard, "the port may be taken"),
  ]

  /// Lines that only a study runs, by their beginnings.
  static let long: [(start: String, why: String)] = [
    ("gtsd-sim explore scenarios/first-day.json", "to explain what two people meet takes 20 s"),
    ("gtsd-sim explore scenarios/acceptance/", "explains every expectation that fails"),
    ("gtsd-sim forecast unsure.json --solve", "a forecast at every value that is tried"),
    ("gtsd-sim forecast out/overlay.json", "lives through as many people as the events have"),
    ("gtsd-sim run hasty.json --set", "the second run of a page, of two weeks"),
    ("gtsd-sim run hasty.json --generation", "the third"),
    ("gtsd-sim replay", "explains anew, a second or two for each violation; `ReplayCommandTests` does so, too"),
  ]

  /// Lines that are not run, by their beginnings.
  static let exempt: [(start: String, why: String)] = [
    ("swift test", "runs this test"),
    ("GTSD_REPLAY=", "replays a token that the page shortens; `ReplayTests` reads whole ones"),
    ("gtsd-bench ", "runs for minutes; `.ci/run` runs its subjects"),
    ("GTSD_APP_LONG=1 swift test", "is a study of minutes"),
    ("swift build", "built what runs this test"),
    ("export PATH=", "names the directory of the program, which this test runs itself"),
    ("swift format", "is a step of .ci/run"),
    ("Mutants/apply", "is a step of .ci/run"),
    ("Mutants/study", "builds a copy"),
    ("RECORD_SNAPSHOTS=1 swift test", "would write the recorded texts anew"),
    ("source <(gtsd-sim completions bash)", "needs a shell; the script itself is recorded by a test"),
    ("kill %1", "ends the server, as the end of the session does"),
    ("gtsd-sim run scenarios/acceptance --matrix", "`AcceptanceTests` searches every case, which takes half a minute"),
    ("gtsd-sim load scenarios/load/breakpoint.json", "warms up for longer than a test may take"),
    ("gtsd-sim load scenarios/load/smoke.json --target http://127.0.0.1:8081", "`LoadShardTests` runs two at once"),
    ("wait $!", "waits for the first of them"),
    ("gtsd-sim merge load-1/shard.pieces", "merges what they write"),
    ("gtsd-sim cluster slurm --shards 20 --output out --submit", "needs Slurm; `.ci/slurm` does it where there is one"),
    ("kubectl ", "needs a cluster"),
    ("podman build", "needs podman"),
    ("man ", "needs a pager; the page itself is recorded by a test"),
  ]

  /// Commands of the examples, which `ExampleReportTests` and `StudyTests` run unchanged.
  static let examples = Set(Gallery.examples.filter { $0.making != .recorded }.flatMap(\.commands))

  /// The program that runs the lines: one built for release, or none for this process.
  private let program: (([String]) throws -> CommandResult)?
  private let scratch: Scratch
  private let root = Checkout.root.path
  /// The output of the latest block, and whether any part of it was made smaller or left to the study.
  private(set) var printed = ""
  private(set) var isScaled = false
  private(set) var isPart = false
  /// The latest replay token that was printed.
  private var token = "gtsd3-none"
  /// Running servers, by the port on the page.
  private var servers: [Int: ServedPage] = [:]

  init(program: (([String]) throws -> CommandResult)? = nil) throws {
    self.program = program
    scratch = try Scratch()
  }

  deinit { for server in servers.values { server.end() } }

  // MARK: Blocks

  /// Runs a block; returns the problems.
  func run(_ block: MarkdownDocument.Block) throws -> [String] {
    (printed, isScaled, isPart) = ("", false, false)
    var problems: [String] = []
    for line in try ShellLine.all(in: block.lines)
    where !Self.examples.contains(line.text) && !Self.exempt.contains(where: { line.text.hasPrefix($0.start) }) {
      problems += try run(line).map { "\(line.text): \($0)" }
    }
    return problems
  }

  /// Stores a file that the page shows.
  func write(_ text: String, _ name: String) throws { _ = try scratch.write(text, name) }

  /// The lines of an excerpt that the latest block did not print. Numbers are ignored if sizes differ, and nothing is
  /// compared if only a part was run.
  func missing(of excerpt: MarkdownDocument.Block) -> [String] {
    if isPart { return [] }
    let all = Self.collapsed(printed)
    return excerpt.lines.filter { line in
      if isScaled, line.contains(where: \.isNumber) { return false }
      let parts = line.split(separator: "…").map { Self.collapsed(String($0)) }
      return !parts.allSatisfy { $0.isEmpty || all.contains($0) }
    }
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: Lines

  private func run(_ line: ShellLine) throws -> [String] {
    var words = line.words
    for prefix in [["swift", "run", "-c", "release"], ["swift", "run"]] where words.starts(with: prefix) {
      words.removeFirst(prefix.count)
    }
    guard words.first == "gtsd-sim" else { return ["is no command of gtsd-sim and not exempt"] }
    var arguments = Array(words.dropFirst())
    if case .command(let command, let parsed) = try Invocation.parse(arguments) {
      if program == nil, Self.long.contains(where: { line.text.hasPrefix($0.start) }) {
        isPart = true
        return []
      }
      arguments = rewritten(command, parsed)
      if command == .studio {
        // The server would run until it is ended, so listening is enough.
        let page = try ServedPage(arguments + ["--no-open"])
        page.end()
        return page.url.hasPrefix("http://127.0.0.1:") ? [] : ["printed no address"]
      }
      if command == .serve {
        guard line.isInBackground else { return ["would serve for ever; it needs a `&`"] }
        servers[parsed[integer: .port] ?? 8080] = try ServedPage(arguments)
        return []
      }
    }
    let result = try program?(arguments) ?? CommandResult(arguments, directory: root)
    printed += result.out
    if let output = line.output { try write(result.out, output) }
    if let match = result.out.matches(of: /gtsd3-[A-Za-z0-9_-]{20,}/).last { token = String(match.output) }
    // On a busy machine, a run in real time may miss a threshold or be late. The report is written nevertheless.
    let isBusy =
      arguments.first == "load" && [.targetMissed, .failure].contains(result.code) && !result.out.isEmpty
    if result.code.rawValue == line.expectedExit || isBusy { return [] }
    return ["exit \(result.code.rawValue), not \(line.expectedExit): \(result.error)"]
  }

  /// The arguments with the session's paths and sizes.
  private func rewritten(_ command: CommandID, _ parsed: ParsedArguments) -> [String] {
    let spec = CommandTable.spec(of: command)
    // One round over the endpoints has a fixed size.
    let takesSizes = !parsed[flag: .check] && !parsed.operands.contains { $0.hasSuffix("report.json") }
    var arguments = [command.rawValue]
    for option in spec.options.map(CommandTable.spec(of:)) {
      if Self.leftOut.contains(where: { $0.command == command && $0.option == option.id }) {
        if parsed[flag: option.id] { isScaled = true }
        continue
      }
      var values = parsed[all: option.id]
      if takesSizes, let size = Self.sizes.first(where: { $0.command == command && $0.option == option.id }) {
        let value = program == nil ? size.value : size.studied ?? size.value
        let isSmaller = values.first.flatMap { Int($0) }.map { given in Int(value).map { given <= $0 } ?? false }
        if !(isSmaller ?? (values.isEmpty && size.onlyIfGiven)) {
          values = [value]
          isScaled = true
        }
      }
      for value in values {
        arguments.append(option.long)
        if option.value != nil { arguments.append(self.value(value, of: option)) }
      }
    }
    // The command after the engine has options of its own.
    if command == .cluster { return arguments + ["--"] + parsed.operands }
    return arguments + parsed.operands.flatMap { spec.operand.isFile ? inputs($0) : [$0] }
  }

  private func value(_ text: String, of option: OptionSpec) -> String {
    switch (option.id, option.value) {
    case (_, .directory), (.events, _), (.timings, _): return scratch.path(text)
    case (_, .input), (_, .file): return inputs(text)[0]
    case (.port, _): return "0"
    case (.target, _):
      for (port, server) in servers where text.hasPrefix("http://127.0.0.1:\(port)") { return server.url }
      return text
    default: return text
    }
  }

  /// A file of the session or of the package; several for a pattern with a star.
  private func inputs(_ word: String) -> [String] {
    if word == "-" { return [word] }
    if word.hasPrefix("gtsd3-") { return [token] }
    if let star = word.firstIndex(of: "*") {
      for base in [scratch.url.path, root] {
        let (head, tail) = (word[..<star], word[word.index(after: star)...])
        let folder = "\(base)/\(head)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
          separator: "/")
        let start = head.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let paths = names.filter { $0.hasPrefix(start) && (tail.hasPrefix("/") || $0.hasSuffix(tail)) }
          .map { tail.hasPrefix("/") ? "\(folder)/\($0)\(tail)" : "\(folder)/\($0)" }
          .filter(FileManager.default.fileExists)
        if !paths.isEmpty { return paths }
      }
    }
    // A variant: FILE@GENERATION or FILE#ARM.
    let file = word.prefix { $0 != "@" && $0 != "#" }
    let variant = word.dropFirst(file.count)
    for base in [scratch.url.path, root] where FileManager.default.fileExists(atPath: "\(base)/\(file)") {
      return ["\(base)/\(file)\(variant)"]
    }
    return [word]
  }
}

/// `gtsd-sim serve` or `gtsd-sim studio` on a thread of this process.
private final class ServedPage {
  let url: String
  private let interrupts = Interrupts()
  private let ended = DispatchSemaphore(value: 0)

  init(_ arguments: [String]) throws {
    guard case .command(let command, let parsed) = try Invocation.parse(arguments), [.serve, .studio].contains(command)
    else {
      throw ShellLine.Unsupported(text: arguments.joined(separator: " "))
    }
    let listening = DispatchSemaphore(value: 0)
    let collector = Collector()
    var console = collector.console()
    console.out = { text in
      collector.out.withLock { $0 += text }
      listening.signal()
    }
    let thread = Thread { [interrupts, ended, console] in
      do throws(CommandFailure) {
        _ =
          try command == .serve
          ? ServeCommand.run(parsed, console, interrupts: interrupts)
          : StudioCommand.run(parsed, console, interrupts: interrupts)
      } catch {
        Issue.record(error)
        listening.signal()
      }
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    listening.wait()
    url = String(collector.output.split(separator: " ").last ?? "").trimmingCharacters(in: .newlines)
  }

  func end() {
    interrupts.request()
    ended.wait()
  }
}
