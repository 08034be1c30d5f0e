import Documents
package import GTSDModel

/// A command in shards, and the resources of each.
package struct ClusterPlan: Sendable, Equatable {
  package var command: CommandID
  /// The command's own options that affect the simulation, one word each.
  package var options: [String]
  /// The arguments without dashes.
  package var operands: [String]
  /// The options that the plan passes to `merge` but not to the shards.
  package var mergeOptions: [String]
  package var shards: Int
  /// The number of rounds in which all shards run; work that needs the results of all shards has a round of its own.
  package var rounds = 1
  package var cpus: Int
  package var mebibytes: Int
  /// The time limit of a shard; nil for the default of the system that runs it.
  package var limit: TimeSpan?

  /// The file that each shard writes for `merge`.
  package var result: String { ShardPosition.fileName }

  /// Whether a failed shard can be run again. A load run cannot, since it follows the clock.
  package var canBeRepeated: Bool { command != .load }

  /// The suffix of the names of a round's files.
  package static func suffix(ofRound round: Int) -> String { round == 1 ? "" : "-\(round)" }

  /// The shell lines that run one shard in a directory of its own.
  ///
  /// - Parameters:
  ///   - round: the round, from 1.
  ///   - program: the shell's name for this program.
  ///   - number: the shell's expression for the shard's number, from 1.
  ///   - place: the shell's expression for the shard's directory.
  package func shardLines(round: Int, program: String, number: String, place: String) -> String {
    var words = [program, ShellWord.quoted([command.rawValue] + options), "--shard=\"\(number)/\(shards)\""]
    if canBeRepeated { words += ["--jobs=\(cpus)", "--checkpoint=\"\(place)/checkpoint\""] }
    words.append("--no-fail")
    var before = ""
    if round > 1 {
      before = """
        set --
        for file in "\(place)"/../shard-*/\(result); do set -- "$@" "--known=$file"; done

        """
      words.append("\"$@\"")
    }
    words += ["--output=\"\(place)\"", "--", ShellWord.quoted(operands)]
    return before + words.joined(separator: " ")
  }

  /// The shell line that merges the shards.
  package func mergeLine(program: String, place: String, extra: [String] = []) -> String {
    var words = [program, CommandID.merge.rawValue] + mergeOptions.map { ShellWord.quoted($0) } + extra
    if canBeRepeated { words.append("--jobs=\(cpus)") }
    words += ["--quiet", "--output=\"\(place)\"", "--", "\"\(place)\"/shard-*/\(result)"]
    return words.joined(separator: " ")
  }
}

extension ClusterPlan {
  /// Creates the plan of a command line, and of the command line behind its `--`.
  ///
  /// - Parameter inner: the text behind the engine, parsed as a command line of its own.
  package init(_ arguments: ParsedArguments, _ command: CommandID, _ inner: ParsedArguments) throws(CommandFailure) {
    let spec = CommandTable.spec(of: command)
    func canBeCut(_ spec: CommandSpec) -> Bool { spec.options.contains(.shard) }
    guard canBeCut(spec) else {
      let known = CommandTable.commands.filter(canBeCut).map(\.id.rawValue)
      throw .usage(
        of: .cluster, "`\(command.rawValue)` cannot be split into shards; \(known.joined(separator: ", ")) can")
    }
    for (option, why) in Self.refused where inner[flag: option] {
      throw .usage(of: .cluster, "\(command.rawValue) --\(option.rawValue): \(why)")
    }
    if command != .load, inner[flag: .jobs] {
      throw .usage(of: .cluster, "\(command.rawValue) --jobs: --cpus sets the number of threads of a shard")
    }
    if inner.operands.contains("-") {
      throw .usage(of: .cluster, "standard input does not reach a shard; name a file")
    }
    if command == .run, inner.operands.count > 1 {
      throw .usage(of: .cluster, "one SCENARIO at a time; each has shards of its own")
    }
    guard let shards = arguments[integer: .shards] else {
      throw .usage(of: .cluster, "--shards N, the number of parts, is missing")
    }
    if command == .load { try Self.checkLoad(inner) }
    self.command = command
    self.shards = shards
    operands = inner.operands
    options = Self.words(of: inner, spec.options.filter { Self.isKept($0, of: command) })
    mergeOptions = Self.words(of: inner, [.noFail])
    if let formats = inner.formats {
      // The results at the end are read from report.json.
      let all = ([.json] + formats.filter { $0 != .json }).map(\.rawValue)
      mergeOptions.append("--format=\(all.joined(separator: ","))")
    }
    cpus = arguments[integer: .cpus] ?? 1
    limit = arguments[text: .time].flatMap { try? DurationText.span($0) }
    mebibytes = Self.standardMebibytes
    if let text = arguments[text: .memory] {
      guard let size = Self.mebibytes(text) else {
        throw .usage(of: .cluster, "--memory: expected a size such as 512M or 4G; found `\(text)`")
      }
      mebibytes = size
    }
  }

  package static let standardMebibytes = 1024

  /// Options that cannot be used in a shard, each with the reason.
  private static let refused: [(OptionID, String)] = [
    (.shard, "that is what this command is for"), (.checkpoint, "each shard has one of its own"),
    (.known, "each shard gets the results of the others"),
    (.output, "--output before the `--` names the directory of all results"),
    (.events, "shards would write one file at once"),
    (.json, "report.json will be in --output"), (.timings, "shards would write one file at once"),
    (.profile, "shards would write one file at once"),
    (.matrix, "a matrix has no shards"),
    (.timeBudget, "a time budget would end each shard at a different schedule; use --schedules"),
    (.header, "its value would be in the files of the jobs"), (.prometheus, "shards share no port"),
    (.dashboard, "shards share no port"), (.dashboardOf, "shards share no port"),
    (.influx, "shards would write one file at once"),
    (.plan, "a plan is computed at once"),
  ]

  /// Checks that generators in a queue have a common start time, since each may begin at any time.
  private static func checkLoad(_ inner: ParsedArguments) throws(CommandFailure) {
    guard inner[flag: .run] else {
      throw .usage(of: .cluster, "load needs --run ID, the same for every generator")
    }
    guard let start = inner[text: .startAt], !start.hasPrefix("+") else {
      throw .usage(
        of: .cluster,
        "load needs --start-at with an instant, such as 2026-11-22T12:00:00Z, by which all generators are running")
    }
  }

  private static func isKept(_ option: OptionID, of command: CommandID) -> Bool {
    switch option {
    case .output, .format, .quiet, .noColor, .noFail, .help: false
    case .jobs: command == .load
    default: true
    }
  }

  private static func words(of arguments: ParsedArguments, _ options: [OptionID]) -> [String] {
    options.flatMap { option in
      arguments[all: option].map { "--\(option.rawValue)" + ($0.isEmpty ? "" : "=\($0)") }
    }
  }

  /// A size in MiB, from a number followed by K, M, G or T; nil for anything else, or for less than one MiB.
  package static func mebibytes(_ text: String) -> Int? {
    guard let unit = text.last, let power = ["M": 0, "G": 1, "T": 2][unit.uppercased()],
      let number = Int(text.dropLast()), number > 0, number < 1 << 30
    else { return nil }
    return number << (10 * power)
  }
}
