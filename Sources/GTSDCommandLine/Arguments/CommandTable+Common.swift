/// The options that have the same meaning for every command.
///
/// A command has all of them, except those that would have no effect on it. For these it gives a reason.
extension CommandTable {
  /// The options that decide what is simulated.
  private static let subject: [OptionID] = [.seed, .users, .set, .generation]
  /// The options that decide how a command runs and where its results go.
  private static let delivery: [OptionID] = [
    .shard, .checkpoint, .jobs, .output, .format, .events, .json, .timings, .quiet, .noFail, .noColor,
  ]

  /// All common options.
  package static let common = subject + delivery

  /// The common options of a command that decide what is simulated.
  static func subject(of command: CommandID) -> [OptionID] { subject.filter { refusal(of: $0, by: command) == nil } }

  /// All other common options of a command, and `--help`.
  static func delivery(of command: CommandID) -> [OptionID] {
    delivery.filter { refusal(of: $0, by: command) == nil } + [.help]
  }

  /// The reason why a command does not have a common option; nil if it has the option, or if the option is not common.
  package static func refusal(of option: OptionID, by command: CommandID) -> String? {
    guard common.contains(option) else { return nil }
    return refusals(by: command).first { $0.options.contains(option) }?.why
  }

  /// The reason why a command does not take an option of other commands; nil for a name that no option has.
  package static func refusal(ofOptionNamed name: String, by command: CommandID) -> String? {
    guard let option = ownOptions.first(where: { name == $0.long || $0.short.map { name == "-\($0)" } == true }) else {
      return nil
    }
    if let why = refusal(of: option.id, by: command) { return "`\(command.rawValue)` takes no \(option.long): \(why)" }
    let commandsWithOption = commands.filter { $0.options.contains(option.id) }.map { "`\($0.id.rawValue)`" }
    return commandsWithOption.isEmpty
      ? nil
      : "`\(command.rawValue)` takes no \(option.long), which is for \(commandsWithOption.joined(separator: ", "))"
  }

  private typealias Refusals = [(options: [OptionID], why: String)]

  private static func refusals(by command: CommandID) -> Refusals {
    let nothingSimulated: Refusals = [(subject + [.shard, .checkpoint, .jobs, .events], "it simulates nothing")]
    let printed: Refusals = [([.output, .format], "it prints its result; redirect it to a file")]
    let quick: Refusals = [([.timings], "it takes only a moment")]
    let neverFails: Refusals = [([.noFail], "it never exits with 10 or 11")]
    let manyRuns: Refusals = [([.events], "it stores no events; `run` stores those of one run")]
    switch command {
    case .run: return []
    case .explore, .forecast, .compare: return manyRuns
    case .play:
      return [
        ([.users], "a story defines its people"), ([.shard, .checkpoint, .jobs], "it runs one story once"),
      ]
    case .replay:
      return [
        (subject, "the token defines the run"), ([.shard, .checkpoint, .jobs], "it runs one schedule or one person"),
        ([.events], "its timeline shows what happened"),
      ]
    case .calibrate:
      return [
        ([.users], "the log says how many people there are"),
        ([.shard], "a fit cannot be split; --jobs spreads it over processors"),
        ([.events], "it reads events and writes none"),
      ]
    case .load:
      return [
        ([.checkpoint], "a run in real time cannot be continued later"), ([.events], "it counts events and keeps none"),
        ([.timings], "its report contains the times"),
      ]
    case .serve:
      return [
        ([.shard, .checkpoint, .jobs], "one thread answers until it is stopped"),
        ([.output, .format, .json, .events, .timings], "a server writes no report"),
      ] + neverFails
    case .studio:
      return [
        (subject, "the page has fields for these values"),
        ([.shard, .checkpoint], "its runs are short"),
        ([.output, .format, .json, .events, .timings], "the page saves what it is asked to"),
      ] + neverFails
    case .cluster:
      let behind = subject + [.format, .noFail, .json, .events, .timings]
      return [
        (behind, "it belongs after the `--`, to the command that is split into shards"),
        ([.shard], "--shards sets the number of parts"), ([.checkpoint], "each shard has one of its own"),
        ([.jobs], "--cpus sets the number of threads of a shard"),
      ]
    case .merge:
      return [
        (subject + [.events], "the shards say what was run"),
        ([.shard, .checkpoint], "it merges all parts into the whole"),
        ([.timings], "the shards took the time"),
      ]
    case .report:
      return [
        (subject + [.shard, .checkpoint, .jobs, .events], "a report is of a completed run; its `command` repeats it")
      ] + quick
    case .validate:
      return [
        ([.shard, .checkpoint, .jobs, .events], "it runs nothing"),
        ([.noFail], "a scenario that is not valid stays an error (65)"),
      ] + printed + quick
    case .checkEvents: return nothingSimulated + printed + quick
    case .schema, .list: return nothingSimulated + printed + quick + neverFails
    case .completions:
      return nothingSimulated + printed + quick + neverFails + [([.json], "a script for a shell is no JSON")]
    }
  }
}
