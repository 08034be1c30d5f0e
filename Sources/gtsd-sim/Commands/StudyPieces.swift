import Foundation
import GTSDModel
import GTSDSim

/// Where a study takes finished pieces from and keeps them in: nowhere, a checkpoint, what a shard has to do, or what all
/// shards have done.
struct StudyPieces {
  /// What the study is given.
  let store: (any WorkStore)?
  let checkpoint: Checkpoint?
  private let shard: (store: PieceStore, position: ShardPosition)?
  private let identity: Checkpoint.Identity
  private let command: CommandID
  private let arguments: ParsedArguments

  /// - Parameters:
  ///   - merged: what all shards have done, where they are put together.
  ///   - noun: what finished pieces are called.
  init(
    of command: CommandID, _ identity: Checkpoint.Identity, _ arguments: ParsedArguments, _ console: Console,
    merged: ShardFile?, noun: String = "cells"
  ) throws(CommandFailure) {
    self.identity = identity
    self.command = command
    self.arguments = arguments
    if let merged {
      guard identity.map(\.name) == merged.identity.map(\.name) else {
        throw CommandFailure(
          code: .invalidInput, message: "the shards do not say what study they are of; run them again")
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
      store = PieceStore(pieces: merged.pieces)
      (checkpoint, shard) = (nil, nil)
      return
    }
    checkpoint = try Inputs.checkpoint(of: command, identity, arguments, console, pieces: noun)
    guard let position = arguments[shard: .shard] else {
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
      throw .usage(of: command, "--shard: standard input is gone when shards are merged; name a file")
    }
    let pieces = PieceStore(part: position, checkpoint: checkpoint)
    store = pieces
    shard = (pieces, position)
  }

  var isShard: Bool { shard != nil }

  /// Makes sure that the shard's file can be written.
  func prepare(_ console: Console) throws(CommandFailure) -> OutputHold {
    var plan = OutputPlan()
    if let directory = arguments[text: .output] {
      plan.directories = [.init(path: directory, formats: [], extras: [ShardFile.name])]
    }
    return try console.files.open(plan, of: command, arguments)
  }

  /// Writes what the shard has done. One that was interrupted is no shard: it is run again, or goes on with its checkpoint.
  func deliver(isComplete: Bool, _ console: Console) throws(CommandFailure) -> ExitCode {
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
    }
    return .success
  }
}
