import Foundation
import GTSDCommandLine
import GTSDLoad
import GTSDModel
import GTSDSim
import HTTPLoop

/// The work of several generators on one load run: the part of each one, and the merging of their measurements.
enum LoadShards {
  /// The properties that all load generators must share.
  static func identity(
    _ scenario: Scenario, target: String, run: String, _ arguments: ParsedArguments
  ) -> Checkpoint.Identity {
    Inputs.identity(of: .load, [(scenario.name, scenario.digest, scenario.seed)], arguments) + [
      ("target", target), ("run", run),
    ]
  }

  /// Checks combinations of options that the table of options cannot express.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard arguments[flag: .shard] else { return }
    for (option, why) in [
      (OptionID.run, "ID, the same for every generator"), (.startAt, "TIME, the same instant for every generator"),
      (.output, "DIR, where \(ShardFile.name) is written for `gtsd-sim merge`"),
    ] where !arguments[flag: option] {
      throw .usage(of: .load, "--shard needs --\(option.rawValue) \(why)")
    }
    for option in [OptionID.json, .format] where arguments[flag: option] {
      throw .usage(of: .load, "--\(option.rawValue): a shard of a load is no report; give it to `gtsd-sim merge`")
    }
    if arguments.operands.contains("-") {
      throw .usage(of: .load, "--shard: standard input cannot be read again when shards are merged; name a file")
    }
  }

  /// The time at which to begin, in milliseconds since 1970: given as `+10s` from now, or as an instant such as
  /// 2026-11-22T12:00:00Z.
  static func startAt(_ arguments: ParsedArguments) throws(CommandFailure) -> Int64? {
    guard let text = arguments[text: .startAt] else { return nil }
    if text.hasPrefix("+"), let span = try? DurationText.span(String(text.dropFirst())) {
      return CalendarClock.milliseconds + span.nanoseconds / 1_000_000
    }
    guard let instant = Timestamp(iso8601: text) else {
      throw .usage(
        of: .load, "--start-at takes +TIME, such as +10s, or an instant such as 2026-11-22T12:00:00Z, not `\(text)`")
    }
    return instant.milliseconds
  }

  static func write(
    _ outcome: LoadRun.Outcome, _ position: ShardPosition, loops: Int, _ identity: Checkpoint.Identity,
    _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let file = ShardFile(
      position: position, command: [CommandID.load.rawValue] + arguments.studyWords(of: .load), identity: identity,
      pieces: [UInt64(position.index): LoadShard(outcome, loops: loops).bytes])
    // The measurements of an interrupted generator replace nothing, since an earlier file may be complete.
    let directory = arguments[text: .output] ?? "."
    let place = OutputPlan.Directory(path: directory, formats: [])
    let isBeside = PartialName.isNeeded(
      isComplete: outcome.complete, where: FileManager.default.fileExists(atPath: place.place(of: ShardFile.name)))
    let name = PartialName.of(ShardFile.name, if: isBeside)
    try console.files.write([(name, file.text)], to: directory)
    if isBeside {
      console.error(
        "\(place.place(of: ShardFile.name)): kept; what the interrupted generator measured is in \(place.place(of: name))\n"
      )
    }
    if !arguments[flag: .quiet] {
      console.out("Generator \(position.index) of \(position.of): \(outcome.fold.total.count) requests.\n")
    }
    return outcome.complete ? .success : .interrupted
  }

  /// The report of all generators.
  static func merge(
    _ study: ShardFile, _ arguments: ParsedArguments, _ console: Console
  ) throws(CommandFailure) -> ExitCode {
    let (path, scenario) = try LoadCommand.scenario(arguments, console)
    guard let settings = scenario.load else {
      throw CommandFailure(code: .invalidInput, message: "\(path): $.load: no longer states the amount of load")
    }
    func identity(_ name: String) -> String { study.identity.first { $0.name == name }?.value ?? "" }
    guard identity("digest") == scenario.digest else {
      throw CommandFailure(
        code: .invalidInput,
        message: "\(path): is no longer the scenario of the shards; put it back, or run them again")
    }
    var shards: [LoadShard?] = []
    for index in 1...study.position.of {
      guard let bytes = study.pieces[UInt64(index)] else {
        shards.append(nil)
        continue
      }
      guard let shard = LoadShard(settings, bytes) else {
        throw CommandFailure(
          code: .invalidInput, message: "shard \(index) of \(study.position.of) is damaged; run it again")
      }
      shards.append(shard)
    }
    let delivery = try Delivery(arguments, of: .load, scenario: scenario, console)
    let hold = try delivery.prepare()
    defer { hold.release() }
    guard
      let report = LoadShard.report(
        shards, scenario: scenario, digest: scenario.digest, target: identity("target"), run: identity("run"))
    else { preconditionFailure("a merge of no shards") }
    return try delivery.deliver(report)
  }
}
