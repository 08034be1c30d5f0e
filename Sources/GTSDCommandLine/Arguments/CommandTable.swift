/// All options; the raw value is the option's long name.
package enum OptionID: String, CaseIterable, Sendable {
  case seed, users, set, generation, jobs, replications, shard, known, checkpoint, schedules
  case timeBudget = "time-budget"
  case policy, hazard, matrix
  case noMinimize = "no-minimize"
  case plan, lift, uncertainty
  case setB = "set-b"
  case setC = "set-c"
  case setD = "set-d"
  case setE = "set-e"
  case scenario, output, format, events, json, timings, profile, quiet
  case noColor = "no-color"
  case noFail = "no-fail"
  case maxBad = "max-bad"
  case map, from, explain
  case repeats = "repeat"
  case kpi, precision, sensitivity, reach, solve, target
  case rate, stages, duration
  case maxInFlight = "max-in-flight"
  case maxDropped = "max-dropped"
  case allowHost = "allow-host"
  case caFile = "ca-file"
  case cert, key
  case noOpen = "no-open"
  case startAt = "start-at"
  case waitReady = "wait-ready"
  case accounts, header, ramp, run, prometheus, dashboard, dashboardOf = "dashboard-of", influx, port, host
  case shards, cpus, memory, time, image, storage, submit
  case dryRun = "dry-run"
  case blocks, check, limit, help, version
}

/// A row of the option table, which the parser, the help and the completions use.
package struct OptionSpec: Sendable {
  /// The kind of value that follows an option.
  package enum Value: Sendable {
    /// A text; the placeholder stands for it in the help.
    case text(String)
    /// A whole number in a range.
    case integer(String, ClosedRange<Int>)
    /// A whole number of 64 bits.
    case seed(String)
    /// A part of a run, such as 2/3.
    case shard(String)
    /// A length of time above 0, as scenario files write it.
    case duration(String)
    /// A choice from this list.
    case choice(String, [String])
    /// A choice from a list that is too long for the help text; `gtsd-sim list` prints it.
    case member(String, [String], list: Listing)
    /// Some of these words, separated by commas.
    case choices(String, [String])
    /// A file that the command reads. Nothing is written over it.
    case input(String)
    /// A file that the command writes; `-` is standard output.
    case file(String)
    /// The path of a directory.
    case directory(String)

    /// The value's placeholder in help texts.
    package var placeholder: String {
      switch self {
      case .text(let name), .integer(let name, _), .seed(let name), .shard(let name), .duration(let name),
        .choice(let name, _), .member(let name, _, _), .choices(let name, _), .input(let name), .file(let name),
        .directory(let name):
        name
      }
    }
  }

  /// The meaning of an option for one command, where it differs from the meaning for others.
  package struct Variant: Sendable {
    package var command: CommandID
    /// The value of the option under this command; nil if it is the same as elsewhere.
    package var value: Value?
    package var help: String
    package var standard: String?
  }

  package var id: OptionID
  package var short: Character?
  /// The value that follows the option; nil for a flag.
  package var value: Value?
  package var help: String
  /// The default, in words.
  package var standard: String?
  package var isRepeatable = false
  package var variants: [Variant] = []

  /// The name with two dashes.
  package var long: String { "--\(id.rawValue)" }
}

/// All commands; the raw value is the command's name.
package enum CommandID: String, CaseIterable, Sendable {
  case run, explore, play, replay, calibrate, forecast, compare, studio, load, serve, merge, cluster, report, validate,
    schema,
    list
  case completions
  case checkEvents = "check-events"
}

/// A row of the command table.
package struct CommandSpec: Sendable {
  /// An argument without dashes.
  package struct Operand: Sendable {
    package var name: String
    package var count: ClosedRange<Int>
    /// The allowed values; empty if any value is allowed.
    package var choices: [String]
    /// Whether the value is a file name.
    package var isFile: Bool

    package init(name: String, count: ClosedRange<Int>, choices: [String] = [], isFile: Bool = false) {
      (self.name, self.count, self.choices, self.isFile) = (name, count, choices, isFile)
    }
  }

  package var id: CommandID
  package var summary: String
  package var operand: Operand
  package var options: [OptionID]
  /// The longer text of the command's help, with examples.
  package var discussion: String
}

/// The tables of the command line.
package enum CommandTable {
  /// The options that commands of `gtsd-sim` have. The others belong to `gtsd-bench` only.
  package static let ownOptions = options.filter { option in commands.contains { $0.options.contains(option.id) } }

  package static func spec(of command: CommandID) -> CommandSpec {
    guard let spec = commands.first(where: { $0.id == command }) else {
      preconditionFailure("no row for the command \(command.rawValue)")
    }
    return spec
  }

  /// The specification of an option, with its meaning for a command.
  package static func spec(of option: OptionID, in command: CommandID) -> OptionSpec {
    var spec = spec(of: option)
    if let variant = spec.variants.first(where: { $0.command == command }) {
      spec.value = variant.value ?? spec.value
      (spec.help, spec.standard) = (variant.help, variant.standard)
    }
    return spec
  }

  package static func spec(of option: OptionID) -> OptionSpec {
    guard let spec = options.first(where: { $0.id == option }) else {
      preconditionFailure("no row for the option \(option.rawValue)")
    }
    return spec
  }
}
