import GTSDModel

/// Every option there is; the raw value is its long name.
enum OptionID: String, CaseIterable, Sendable {
  case seed, users, set, generation, jobs, replications, output, format, events, json, timings, quiet
  case noColor = "no-color"
  case noFail = "no-fail"
  case repeats = "repeat"
  case help, version
}

/// A row of the option table: parser, help and completions all read it.
struct OptionSpec: Sendable {
  /// What follows an option.
  enum Value: Sendable {
    /// A text that a placeholder describes.
    case text(String)
    /// A whole number in a range.
    case integer(String, ClosedRange<Int>)
    /// A whole number of 64 bits.
    case seed(String)
    /// One of these.
    case choice(String, [String])
    /// Some of these, separated by commas.
    case choices(String, [String])
    /// A file; `-` is standard output.
    case file(String)
    /// A directory.
    case directory(String)

    /// How help writes it.
    var placeholder: String {
      switch self {
      case .text(let name), .integer(let name, _), .seed(let name), .choice(let name, _), .choices(let name, _),
        .file(let name), .directory(let name):
        name
      }
    }
  }

  var id: OptionID
  var short: Character?
  /// nil for a flag.
  var value: Value?
  var help: String
  /// What holds without it, in words.
  var standard: String?
  var isRepeatable = false

  /// Its name with two dashes.
  var long: String { "--\(id.rawValue)" }
}

/// Every command there is; the raw value is its name.
enum CommandID: String, CaseIterable, Sendable {
  case run, report, validate, schema, list, bench, completions
}

/// A row of the command table.
struct CommandSpec: Sendable {
  /// What stands after a command without dashes.
  struct Operand: Sendable {
    var name: String
    var count: ClosedRange<Int>
    /// What it can be; empty where anything can.
    var choices: [String] = []
    /// Whether it names files.
    var isFile = false
  }

  var id: CommandID
  var summary: String
  var operand: Operand
  var options: [OptionID]
  /// Longer text, and examples.
  var discussion: String
}

/// The tables of the command line.
enum CommandTable {
  static let formats = ReportFormat.allCases.map(\.rawValue)

  static let options: [OptionSpec] = [
    OptionSpec(
      id: .seed, value: .seed("N"), help: "Seed of every random stream.", standard: "the scenario's"),
    OptionSpec(
      id: .users, value: .integer("N", 1...10_000_000), help: "Number of users.", standard: "the scenario's"),
    OptionSpec(
      id: .set, value: .text("PATH=VALUE"), help: "Set any value of the scenario by its path. May be repeated.",
      isRepeatable: true),
    OptionSpec(
      id: .generation, short: "g", value: .text("NAME"), help: "Replace the app generation.",
      standard: "the scenario's"),
    OptionSpec(
      id: .jobs, short: "j", value: .integer("N", 1...1024), help: "Threads; the report does not depend on it.",
      standard: "one for each processor"),
    OptionSpec(
      id: .replications, short: "n", value: .integer("N", 1...1_000_000),
      help: "How often the whole population lives through it; counts are pooled.", standard: "1"),
    OptionSpec(
      id: .output, short: "o", value: .directory("DIR"),
      help: "Write report.json, report.md, report.html, kpis.csv and junit.xml there."),
    OptionSpec(
      id: .format, short: "f", value: .choices("LIST", formats), help: "Formats to write, separated by commas.",
      standard: "all"),
    OptionSpec(id: .events, value: .file("FILE"), help: "Write the analytics events as JSON Lines."),
    OptionSpec(id: .json, help: "Print JSON on standard output, and nothing else there."),
    OptionSpec(id: .timings, value: .file("FILE"), help: "Write how long it took, as JSON."),
    OptionSpec(id: .quiet, short: "q", help: "No progress and no remarks on standard error."),
    OptionSpec(id: .noColor, help: "No colour. NO_COLOR and TERM=dumb say the same."),
    OptionSpec(id: .noFail, help: "Exit with 0 although a target was missed (10) or a violation was found (11)."),
    OptionSpec(
      id: .repeats, value: .integer("N", 1...1000), help: "How often to measure; speeds are medians.", standard: "5"),
    OptionSpec(id: .help, short: "h", help: "Show help."),
    OptionSpec(id: .version, help: "Show the version."),
  ]

  private static let overrides: [OptionID] = [.seed, .users, .set, .generation]
  private static let always: [OptionID] = [.noColor, .help]

  static let commands: [CommandSpec] = [
    CommandSpec(
      id: .run, summary: "Simulate: KPIs against targets, distributions, violations.",
      operand: .init(name: "SCENARIO", count: 1...100, isFile: true),
      options: overrides
        + [.replications, .jobs, .output, .format, .events, .json, .timings, .quiet, .noFail] + always,
      discussion: """
        Runs each scenario in virtual time and prints a summary. Equal scenario and seed give an equal report, byte for
        byte, whatever the number of threads. With several scenarios, --output makes a directory for each by its name.
        A scenario's `output` says where its files go and which there are, unless the options do.
        SCENARIO is a file, or - for standard input.

        Examples:
          gtsd-sim run scenarios/first-day.json --no-fail
          gtsd-sim run scenarios/first-day.json --users 500 --generation correct --output out
          gtsd-sim run scenarios/first-day.json --set population.personas.casual.decisions.followCard=0.6 --json
        """),
    CommandSpec(
      id: .report, summary: "Render a report again in other formats.",
      operand: .init(name: "REPORT", count: 1...1, isFile: true),
      options: [.output, .format, .json, .quiet, .noFail] + always,
      discussion: """
        Reads a report.json (or - for standard input) and prints its summary, or one other format with --format, or
        writes files with --output. Exits as the run did.

        Examples:
          gtsd-sim report out/report.json
          gtsd-sim report out/report.json --format md
        """),
    CommandSpec(
      id: .validate, summary: "Check scenario files: every problem with its path, line and column.",
      operand: .init(name: "SCENARIO", count: 1...1000, isFile: true),
      options: overrides + [.json, .quiet] + always,
      discussion: """
        Prints one line a valid file on standard output, one line a problem on standard error, and exits with 65 if
        there is any problem. With --json, prints every value of the valid scenarios, defaults included.

        Examples:
          gtsd-sim validate scenarios/*.json
          gtsd-sim validate scenarios/first-day.json --json
        """),
    CommandSpec(
      id: .schema, summary: "Print the JSON Schema of scenario files, or of reports.",
      operand: .init(name: "WHAT", count: 0...1, choices: ["scenario", "report"]), options: always,
      discussion: """
        Examples:
          gtsd-sim schema > scenario.schema.json
          gtsd-sim schema report > report.schema.json
        """),
    CommandSpec(
      id: .list, summary: "List kpis, hazards, invariants, generations, scenarios or distributions.",
      operand: .init(name: "WHAT", count: 1...1, choices: ListCommand.What.allCases.map(\.rawValue)),
      options: [.json] + always,
      discussion: """
        Scenarios are those in the directory `scenarios` of the current one.

        Examples:
          gtsd-sim list kpis
          gtsd-sim list hazards --json
        """),
    CommandSpec(
      id: .bench, summary: "Run one of our own benchmarks.",
      operand: .init(name: "WHAT", count: 1...1, choices: ["journey"]),
      options: [.users, .seed, .repeats, .json, .quiet] + always,
      discussion: """
        `journey` lives a fixed model through actors with a lane each, and through a plain loop over a heap beside it;
        both must come to the same digest. Default: 100,000 users, seed 1.

        Example:
          gtsd-sim bench journey --users 20000 --json
        """),
    CommandSpec(
      id: .completions, summary: "Print a completion script for a shell.",
      operand: .init(name: "SHELL", count: 1...1, choices: ["bash", "zsh", "fish"]), options: always,
      discussion: """
        Examples:
          source <(gtsd-sim completions bash)
          gtsd-sim completions fish > ~/.config/fish/completions/gtsd-sim.fish
        """),
  ]

  static func spec(of command: CommandID) -> CommandSpec {
    guard let spec = commands.first(where: { $0.id == command }) else {
      preconditionFailure("no row for the command \(command.rawValue)")
    }
    return spec
  }

  static func spec(of option: OptionID) -> OptionSpec {
    guard let spec = options.first(where: { $0.id == option }) else {
      preconditionFailure("no row for the option \(option.rawValue)")
    }
    return spec
  }
}
