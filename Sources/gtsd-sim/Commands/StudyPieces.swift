import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDStudies

/// The source and store of a study's finished pieces: none, a checkpoint, the pieces of one shard, or those of all
/// shards.
struct StudyPieces {
  /// The store that the study uses.
  let store: (any WorkStore)?
  let checkpoint: Checkpoint?
  private let shard: (store: PieceStore, position: ShardPosition)?
  private let identity: Checkpoint.Identity
  private let command: CommandID
  private let arguments: ParsedArguments

  /// Creates the pieces of a study.
  ///
  /// - Parameters:
  ///   - merged: the results of all shards when they are merged.
  ///   - noun: the name of finished pieces in messages.
  init(
    of command: CommandID, _ identity: Checkpoint.Identity, _ arguments: ParsedArguments, _ console: Console,
    merged: ShardFile?, noun: String = "cells"
  ) throws(CommandFailure) {
    self.identity = identity
    self.command = command
    self.arguments = arguments
    if let merged {
      try Self.check(merged, against: identity, arguments)
      store = PieceStore(pieces: merged.pieces)
      (checkpoint, shard) = (nil, nil)
      return
    }
    checkpoint = try Inputs.checkpoint(of: command, identity, arguments, console, pieces: noun)
    guard let position = arguments[shard: .shard] else {
      if arguments[flag: .known] { throw .usage(of: command, "--known needs --shard I/N") }
      store = checkpoint
      shard = nil
      return
    }
    guard arguments[flag: .output] else {
      throw .usage(of: command, "--shard needs --output DIR, where \(ShardFile.name) is written for `gtsd-sim merge`")
    }
    for option in [OptionID.json, .format] where arguments[flag: option] {
      throw .usage(of: command, "--\(option.rawValue): a shard of a study is no report; give it to `gtsd-sim merge`")
    }
    if arguments.operands.contains("-") {
      throw .usage(of: command, "--shard: standard input cannot be read again when shards are merged; name a file")
    }
    let known = try Self.known(to: position, identity, arguments)
    let pieces = PieceStore(part: position, pieces: known.own, others: known.others, checkpoint: checkpoint)
    store = pieces
    shard = (pieces, position)
  }

  var isShard: Bool { shard != nil }

  /// Refuses files that belong to another study.
  private static func check(
    _ merged: ShardFile, against identity: Checkpoint.Identity, _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    guard identity.map(\.name) == merged.identity.map(\.name) else {
      throw CommandFailure(
        code: .invalidInput, message: "the shards do not name their study; run them again")
    }
    let differences = zip(identity, merged.identity).filter { $0 != $1 }
    guard differences.isEmpty else {
      let lines = differences.map { now, then in
        "\(arguments.operands.joined(separator: ", ")): the \(now.name) is now `\(now.value)`, and the shards are of "
          + "`\(then.value)`"
      }
      throw CommandFailure(
        code: .invalidInput,
        message: lines.joined(separator: "\n") + "; put the scenario back, or run the shards again")
    }
  }

  /// The results of an earlier round: those of this shard and of the others.
  private static func known(
    to position: ShardPosition, _ identity: Checkpoint.Identity, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> (own: [UInt64: [UInt8]], others: [UInt64: [UInt8]]) {
    let paths = arguments[all: .known]
    guard !paths.isEmpty else { return ([:], [:]) }
    let files = try files(paths)
    let merged: ShardFile
    do throws(ShardMergeError) {
      merged = try ShardFile.merged(files)
    } catch {
      throw CommandFailure(code: .invalidInput, message: error.description)
    }
    try check(merged, against: identity, arguments)
    guard merged.position.of == position.of else {
      throw CommandFailure(
        code: .invalidInput,
        message: "--known: \(paths[0]) is one of \(merged.position.of) shards, unlike \(position.index)/\(position.of)")
    }
    let own = files.first { $0.file.position == position }?.file.pieces ?? [:]
    return (own, merged.pieces)
  }

  /// Reads the files that shards of a study have written.
  static func files(_ paths: [String]) throws(CommandFailure) -> [(path: String, file: ShardFile)] {
    var files: [(path: String, file: ShardFile)] = []
    var problems: [String] = []
    for path in paths {
      guard let data = try? Inputs.data(of: path), ShardFile.isOne(data) else {
        let isOfRun = (try? Inputs.data(of: path)).flatMap { try? Report(json: $0) }?.shard != nil
        problems.append(
          isOfRun
            ? "\(path): is a shard of `run`, and others are of another study; merge the shards of one study at a time"
            : "\(path): is no shard of a study")
        continue
      }
      do {
        files.append((path, try ShardFile(data)))
      } catch {
        problems.append("\(path): \(error)")
      }
    }
    guard problems.isEmpty else { throw CommandFailure(code: .invalidInput, message: problems.joined(separator: "\n")) }
    return files
  }

  /// Checks that the shard's file can be written.
  func prepare(_ console: Console) throws(CommandFailure) -> OutputHold {
    var plan = OutputPlan()
    if let directory = arguments[text: .output] {
      plan.directories = [.init(path: directory, formats: [], extras: [ShardFile.name])]
    }
    return try console.files.open(plan, of: command, arguments)
  }

  /// Writes the shard's result. An interrupted shard writes none: it must be run again, or continues from its
  /// checkpoint.
  ///
  /// - Parameter isLast: whether no further round of work depends on the results of the other shards.
  func deliver(isComplete: Bool, isLast: Bool = true, _ console: Console) throws(CommandFailure) -> ExitCode {
    guard let (store, position) = shard, let directory = arguments[text: .output] else {
      preconditionFailure("no shard to be delivered")
    }
    if let failure = checkpoint?.failure { throw CommandFailure(failure) }
    guard isComplete else {
      console.error("interrupted: shard \(position.index) of \(position.of) is not written\n")
      return .interrupted
    }
    let file = ShardFile(
      position: position, command: [command.rawValue] + arguments.studyWords(of: command), identity: identity,
      pieces: store.pieces)
    try console.files.write([(ShardFile.name, file.text)], to: directory)
    if !arguments[flag: .quiet] {
      let count = file.pieces.count
      console.out(
        "Shard \(position.index) of \(position.of): \(count) finished \(count == 1 ? "piece" : "pieces") in "
          + "\(directory)/\(ShardFile.name).\nWhen all are there: gtsd-sim merge …/\(ShardFile.name)\n")
      if !isLast {
        console.out(
          "More work depends on the results of all: merge does it, or another round of the same shards, each with "
            + "--known …/\(ShardFile.name) for every one of them.\n")
      }
    }
    return .success
  }
}
