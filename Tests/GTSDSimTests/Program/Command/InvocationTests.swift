import Foundation
import GTSDSim
import Testing

@testable import GTSDCommandLine
@testable import GTSDStudies
@testable import gtsd_sim

struct InvocationTests {
  private func arguments(_ line: String) throws -> ParsedArguments {
    guard case .command(_, let parsed) = try Invocation.parse(line.split(separator: " ").map(String.init)) else {
      throw UsageError(message: "no command")
    }
    return parsed
  }

  @Test(arguments: [
    "run a.json --seed 7 --set x=1 --set y=2 -o out -j 2 --json",
    "run --seed=7 --set=x=1 --set=y=2 --output=out --jobs=2 --json a.json",
    "run -j2 -oout --json --set x=1 a.json --seed 7 --set y=2",
    "run --json --seed 7 --set x=1 --set y=2 -o=out -j=2 -- a.json",
  ])
  func orderAndSpellingDoNotMatter(line: String) throws {
    let parsed = try arguments(line)
    #expect(parsed.operands == ["a.json"])
    #expect(parsed[text: .seed] == "7")
    #expect(parsed[all: .set] == ["x=1", "y=2"])
    #expect(parsed[text: .output] == "out")
    #expect(parsed[integer: .jobs] == 2)
    #expect(parsed[flag: .json])
    #expect(!parsed[flag: .quiet])
  }

  @Test func dashesEndOptionsAndStandForStandardInput() throws {
    #expect(try arguments("run - ").operands == ["-"])
    #expect(try arguments("run -- -q --json").operands == ["-q", "--json"])
    #expect(try arguments("run - --events -")[text: .events] == "-")
  }

  @Test(
    arguments: [
      ("run a.json -j2 -oout --json --seed 7 --set x=1 --no-fail --set y=2", "run a.json --seed 7 --set x=1 --set y=2"),
      ("run --shard 1/2 --events e.jsonl --timings - a.json", "run a.json"),
      ("load a.json --jobs 2 --target http://127.0.0.1:8080", "load a.json --target http://127.0.0.1:8080 --jobs 2"),
      (
        "forecast a.json --solve personas.*.follow=0..1 --target 85% --sensitivity",
        "forecast a.json --sensitivity --solve 'personas.*.follow=0..1' --target 85%"
      ),
      ("compare it's.json#A b.json@correct --format html", "compare 'it'\\''s.json#A' b.json@correct"),
    ])
  func theCommandOfAReportLeavesOutWhereItGoes(line: String, command: String) throws {
    guard case .command(let id, let parsed) = try Invocation.parse(line.split(separator: " ").map(String.init)) else {
      throw UsageError(message: "no command")
    }
    #expect(parsed.commandLine(of: id) == "gtsd-sim \(command)")
  }

  @Test(
    arguments: [
      ("--help", nil), ("-h", nil), ("help", nil), ("help run", .run), ("--help list", .list), ("run -h", .run),
      ("run nonsense --wrong --help", .run), ("list --help", .list), ("completions -h", .completions),
    ] as [(String, CommandID?)])
  func helpIsEverywhere(line: String, topic: CommandID?) throws {
    #expect(try Invocation.parse(line.split(separator: " ").map(String.init)) == .help(topic))
  }

  @Test("Every command takes --version, also on a command line that is wrong")
  func versionOptionIsRecognised() throws {
    #expect(try Invocation.parse(["--version"]) == .version)
    for command in CommandID.allCases {
      #expect(try Invocation.parse([command.rawValue, "--version"]) == .version)
      #expect(try Invocation.parse([command.rawValue, "--wrong", "--version"]) == .version)
    }
    // What follows `--` belongs to the command that is split into shards.
    #expect(throws: Never.self) {
      guard case .command = try Invocation.parse(["cluster", "slurm", "--", "run", "--version"]) else {
        throw UsageError(message: "no command")
      }
    }
  }

  @Test(arguments: [
    ("", "a command is missing"),
    ("rnu a.json", "unknown command `rnu`; did you mean `run`?"),
    ("--json run", "expected a command first; found `--json`"),
    ("help runn", "unknown command `runn`; did you mean `run`?"),
    ("run", "SCENARIO is missing"),
    ("run a --sed 1", "unknown option `--sed`; did you mean `--seed`?"),
    ("run a -z", "unknown option `-z`"),
    ("run a --seed", "--seed needs a value: --seed N"),
    ("run a --seed x", "--seed: expected a whole number from 0 to 18446744073709551615; found `x`"),
    ("run a --seed -1", "--seed: expected a whole number from 0 to 18446744073709551615; found `-1`"),
    ("run a --users 0", "--users: expected a whole number from 1 to 10,000,000; found `0`"),
    ("run a --seed 1 --seed 2", "--seed is given twice"),
    ("run a --shard 4/3", "--shard: expected I/N with 1 <= I <= N <= 1000000, such as 2/3; found `4/3`"),
    ("run a --shard 0/3", "--shard: expected I/N with 1 <= I <= N"),
    ("run a --shard 2", "--shard: expected I/N with 1 <= I <= N"),
    ("merge", "SHARD is missing"),
    ("merge a --shard 1/2", "`merge` takes no --shard: it merges all parts into the whole"),
    ("run a --json=yes", "--json takes no value; found `yes`"),
    ("run a --format json,pdf", "--format: unknown choice `pdf`; one of json, md, html, csv, junit"),
    ("run a --format json,", "--format: unknown choice ``; one of json, md, html, csv, junit"),
    ("run a --output=", "--output: expected a value; found none"),
    ("list", "WHAT is missing"),
    ("list kpi", "unknown WHAT `kpi`; did you mean `kpis`?"),
    ("list kpis hazards", "expected one WHAT; found `hazards` after it"),
    ("schema reports", "unknown WHAT `reports`; did you mean `report`?"),
    ("completions tcsh", "unknown SHELL `tcsh`"),
    ("run a --users", "--users needs a value: --users N"),
    ("bench journey", "unknown command `bench`"),
    ("explore a --schedules 0", "--schedules: expected a whole number from 1 to 4,294,967,295; found `0`"),
    ("explore a --policy prt", "--policy: unknown choice `prt`; did you mean `pct`?"),
    ("explore a --policy fuzz", "--policy: unknown choice `fuzz`; one of portfolio, random, pos, pct, urw, dfs"),
    ("explore a --time-budget 60", "--time-budget: expected a length of time above 0, such as 60s, 5m or 1h30m"),
    ("explore a --time-budget 0s", "--time-budget: expected a length of time above 0"),
    ("explore a --time-budget -5s", "--time-budget: expected a length of time above 0"),
    (
      "explore --hazard duble-tap-acknowledge",
      "--hazard: unknown ID `duble-tap-acknowledge`; did you mean `double-tap-acknowledge`?"
    ),
    ("explore --hazard xyz", "--hazard: unknown ID `xyz`; `gtsd-sim list hazards` names them"),
    ("forecast a --kpi foo", "--kpi: unknown ID `foo`; `gtsd-sim list kpis` names them"),
    ("load a --target", "--target needs a value: --target URL"),
    ("forecast a --target", "--target needs a value: --target X"),
    ("explore a b", "expected one SCENARIO; found `b` after it"),
    ("replay", "TOKEN|FILE is missing"),
    ("replay gtsd3-x --schedules 3", "`replay` takes no --schedules, which is for `run`, `explore`"),
    ("validate a --no-fail", "`validate` takes no --no-fail: a scenario that is not valid stays an error (65)"),
    ("play a --users 3", "`play` takes no --users: a story defines its people"),
    ("studio --seed=3", "`studio` takes no --seed: the page has fields for these values"),
    ("schema -j2", "`schema` takes no --jobs: it simulates nothing"),
    ("run a --blocks 3", "unknown option `--blocks`"),
  ])
  func saysWhatIsWrong(line: String, message: String) throws {
    let error = try #require(throws: UsageError.self) {
      try Invocation.parse(line.split(separator: " ", omittingEmptySubsequences: true).map(String.init))
    }
    #expect(error.message.hasPrefix(message), "\(error.message)")
  }

  @Test func commandAndOptionTablesAreComplete() {
    #expect(CommandTable.commands.map(\.id) == CommandTable.commands.map(\.id).filter(CommandID.allCases.contains))
    #expect(Set(CommandTable.commands.map(\.id)) == Set(CommandID.allCases))
    #expect(Set(CommandTable.options.map(\.id)) == Set(OptionID.allCases))
    for command in CommandTable.commands {
      #expect(command.options.contains(.help))
      #expect(Set(command.options).count == command.options.count)
    }
    let shorts = CommandTable.options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }
}

struct CommonOptionTests {
  /// A row for each command with the common options that it takes.
  private static let taken: [CommandID: Set<OptionID>] = [
    .run: Set(CommandTable.common), .explore: studied, .forecast: studied, .compare: studied,
    .play: [.seed, .set, .generation, .output, .format, .events, .json, .timings, .quiet, .noFail, .noColor],
    .replay: [.output, .format, .json, .timings, .quiet, .noFail, .noColor],
    .calibrate: studied.subtracting([.users, .shard]), .load: studied.subtracting([.checkpoint, .timings]),
    .serve: [.seed, .users, .set, .generation, .quiet, .noColor], .studio: [.jobs, .quiet, .noColor],
    .cluster: [.output, .quiet, .noColor], .merge: [.jobs, .output, .format, .json, .quiet, .noFail, .noColor],
    .report: [.output, .format, .json, .quiet, .noFail, .noColor],
    .validate: [.seed, .users, .set, .generation, .json, .quiet, .noColor],
    .checkEvents: [.json, .quiet, .noFail, .noColor], .schema: [.json, .quiet, .noColor],
    .list: [.json, .quiet, .noColor], .completions: [.quiet, .noColor],
  ]
  private static let studied = Set(CommandTable.common).subtracting([.events])

  @Test(
    "Each command takes the common options of the table, and says why it takes no other", arguments: CommandID.allCases)
  func aCommandTakesWhatCanMeanSomething(command: CommandID) throws {
    let spec = CommandTable.spec(of: command)
    #expect(CommandTable.common.count == 15)
    #expect(Set(spec.options).intersection(CommandTable.common) == Self.taken[command])
    let operands = Array(repeating: spec.operand.choices.first ?? "x", count: spec.operand.count.lowerBound)
    for option in CommandTable.common {
      let value: [String] =
        switch CommandTable.spec(of: option, in: command).value {
        case nil: []
        case .shard: ["1/2"]
        case .integer, .seed: ["2"]
        case .choices(_, let known), .choice(_, let known): [known[0]]
        case .text, .duration, .member, .input, .file, .directory: ["x"]
        }
      let line = [command.rawValue, CommandTable.spec(of: option).long] + value + operands
      let why = CommandTable.refusal(of: option, by: command)
      if spec.options.contains(option) {
        #expect(throws: Never.self) { try Invocation.parse(line) }
        #expect(why == nil)
      } else {
        let error = #expect(throws: UsageError.self) { try Invocation.parse(line) }
        let reason = try #require(why, "\(line)")
        #expect(error?.message == "`\(command.rawValue)` takes no --\(option.rawValue): \(reason)")
      }
    }
  }
}

struct HelpTextTests {
  @Test("Help is wrapped to the width of the terminal, and examples are not wrapped", arguments: [50, 80, 100, 140])
  func helpFills(width: Int) {
    for text in [HelpText.general(width: width)] + CommandID.allCases.map({ HelpText.command($0, width: width) }) {
      let lines = text.split(separator: "\n")
      for line in lines where !["  gtsd-sim ", "  source ", "  {\"", "  \"", "Usage: "].contains(where: line.hasPrefix)
      {
        #expect(line.count <= min(width, 120), "\(line)")
      }
      // A line ends if the next word has no room, or after a sentence.
      for (line, next) in zip(lines, lines.dropFirst()) where line.first?.isUppercase == true {
        let isLast = [".", ":", "…"].contains(where: line.hasSuffix) || line.hasPrefix("Usage:")
        guard !isLast, next.first?.isWhitespace == false, let word = next.split(separator: " ").first else { continue }
        #expect(line.count + 1 + word.count > min(width, 120), "\(line)")
      }
    }
  }

  @Test func generalHelpIsAsRecorded() throws {
    try Snapshot.expect(HelpText.general(), named: "help.txt", in: "Command")
  }

  @Test(arguments: CommandID.allCases)
  func helpIsAsRecordedAndFitsTheWidth(command: CommandID) throws {
    let text = HelpText.command(command)
    try Snapshot.expect(text, named: "help-\(command.rawValue).txt", in: "Command")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  /// If an option has another meaning for a command, its help states that meaning only.
  @Test(
    arguments: [
      (.load, "--jobs N", "Event loops", "report does not depend"), (.run, "--jobs N", "Threads;", "Event loops"),
      (.load, "--target URL", "The server's URL", "indicator's mean"),
      (.forecast, "--target X", "indicator's mean", "server"), (.load, "--users N", "closed model", "Number of users"),
      (.run, "--users N", "Number of users", "closed model"), (.calibrate, "--scenario FILE", "fit", "token"),
      (.replay, "--scenario FILE", "token", "fit"), (.calibrate, "--output DIR", "overlay.json", "as --events"),
      (.run, "--output DIR", "report.json", "overlay.json"), (.compare, "--kpi ID", "main indicator", "--solve"),
      (.forecast, "--kpi ID", "--solve", "main indicator"),
    ] as [(CommandID, String, String, String)])
  func anOptionMeansWhatItDoesInItsCommand(command: CommandID, option: String, says: String, leaves: String) throws {
    let options = HelpText.command(command).components(separatedBy: "\nOptions:\n")[1]
    let entries = options.replacing(/\n {8,}/, with: " ").split(separator: "\n")
    let entry = try #require(entries.first { $0.contains("\(option) ") })
    #expect(entry.contains(says) && !entry.contains(leaves), "\(entry)")
  }

  @Test func manualExplainsOptionsThatDifferByCommand() {
    for option in CommandTable.options {
      for variant in option.variants {
        #expect(CommandTable.spec(of: variant.command).options.contains(option.id))
        let own = CommandTable.spec(of: option.id, in: variant.command)
        #expect(HelpText.meaning(of: own) != HelpText.meaning(of: option))
      }
    }
    #expect(ManualPage.text.contains(#"In \fBload\fR: Event loops"#))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreWhatWasRecordedAndNameEverything(shell: String) throws {
    let text = CompletionScript.of(shell)
    try Snapshot.expect(text, named: "completions.\(shell)", in: "Command")
    for command in CommandID.allCases { #expect(text.contains(command.rawValue)) }
    for option in CommandTable.ownOptions { #expect(text.contains(option.id.rawValue)) }
  }

  @Test func manualPageIsAsRecordedAndIsRoff() throws {
    let text = ManualPage.text
    try Snapshot.expect(text, named: "gtsd-sim.1", in: "Command")
    #expect(text.allSatisfy { $0.isASCII })
    // No text that roff would interpret as a request, and no unknown request.
    let requests = Set(text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(requests == [#".\""#, ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".br", ".RS", ".RE", ".nf", ".fi"])
    func printed(_ name: String) -> String { name.replacing("-", with: #"\-"#) }
    for command in CommandID.allCases { #expect(text.contains(".SS \(printed(command.rawValue))")) }
    for option in CommandTable.ownOptions {
      #expect(text.contains(#"\fB\-\-"# + printed(option.id.rawValue) + #"\fR"#))
    }
    for code in ExitCode.allCases { #expect(text.contains("\n.B \(code.rawValue)\n")) }
    let sections = text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    #expect(
      sections == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES",
      ])
  }
}

struct ProgressLineTests {
  @Test("The progress line shows a search's rate only after some time")
  func searchesShowTheirRate() throws {
    guard case .command(_, let arguments) = try Invocation.parse(["explore", "a"]) else { return }
    let search = Exploration.Progress(schedules: 40, classes: 3, unseenMass: 0.1, finds: 0)
    func text(_ seconds: Double) -> String {
      ProgressLine.text("x", search, limits: SearchLimits(arguments), seconds: seconds, width: 120)
    }
    #expect(!text(1e-6).contains("/s") && text(2).contains("schedules, 20/s"))
  }

  @Test func showsShareRateAndTimeLeft() {
    let line = ProgressLine.text("first-day", done: 250, of: 1000, events: 9000, seconds: 3, width: 100)
    #expect(line == "first-day █████░░░░░░░░░░░░░░░ 250/1,000 users  3,000 events/s  9 s left")
    // A rate needs some elapsed time.
    for seconds in [0, 1e-6, 0.4] {
      let first = ProgressLine.text("x", done: 1, of: 10, events: 11_684, seconds: seconds, width: 100)
      #expect(first.contains("1/10 users  ") && !first.contains("events/s"), "\(first)")
    }
    func text(_ width: Int) -> String {
      ProgressLine.text("first-day", done: 5_000, of: 10_000_000, events: 9000, seconds: 3, width: width)
    }
    #expect(text(74) == "░░░░░░░░░░░░░░░░░░░░ 5,000/10,000,000 users  3,000 events/s  100 min left")
    #expect(text(60) == "░░░░░░░░░░░░░░░░░░░░ 5,000/10,000,000 users  100 min left")
    #expect(text(40) == "5,000/10,000,000 users  100 min left")
  }
}
