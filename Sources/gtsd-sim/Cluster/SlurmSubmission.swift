import Documents
import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim

/// Writes the jobs of a plan. On `--submit`, also submits them, follows them, resubmits failed ones, and shows the
/// report.
struct SlurmSubmission {
  var jobs: SlurmJobs
  /// The output directory, as the user typed it.
  var shownOutput: String
  var queue: SlurmQueue
  var arguments: ParsedArguments
  var console: Console
  var interrupts: Interrupts

  private var folder: String { "\(jobs.output)/jobs" }
  private var isQuiet: Bool { arguments[flag: .quiet] }

  func run() throws(CommandFailure) -> ExitCode {
    let files = jobs.files
    if arguments[flag: .dryRun] {
      if arguments[flag: .submit] { throw .usage(of: .cluster, "--dry-run submits nothing; give one of the two") }
      ClusterCommand.show(files, in: "\(shownOutput)/jobs", console)
      return .success
    }
    try refuseOthers(files)
    let hold = try console.files.open(
      OutputPlan(directories: [.init(path: folder, formats: [], extras: files.map(\.name))]), of: .cluster, arguments)
    defer { hold.release() }
    try console.files.write(files, to: folder)
    guard arguments[flag: .submit] else {
      if !isQuiet {
        let place = ShellWord.quoted("\(shownOutput)/jobs")
        let steps = files.map { "\(place)/\($0.name)" }
        let rounds = steps.dropLast().enumerated().map { index, path in
          "  job=$(sbatch --parsable \(index == 0 ? "" : "--dependency=afterok:$job ")\(path))"
        }
        console.write(
          """
          Written: \(files.map { "\(shownOutput)/jobs/\($0.name)" }.joined(separator: ", ")). Next:
          \(rounds.joined(separator: "\n"))
            sbatch --dependency=afterok:$job \(steps[steps.count - 1])
          or the same line with --submit.

          """)
      }
      return .success
    }
    return try interrupts.watching { () throws(CommandFailure) in try follow() }
  }

  /// Refuses shards of another plan, which must not be taken for those of this one.
  private func refuseOthers(_ files: [(name: String, text: String)]) throws(CommandFailure) {
    for file in files {
      guard let text = try? String(contentsOfFile: "\(folder)/\(file.name)", encoding: .utf8) else { continue }
      guard text == file.text else {
        throw CommandFailure(
          code: .failure,
          message: "\(shownOutput)/jobs/\(file.name): holds the jobs of another command; name another directory")
      }
    }
  }

  private func follow() throws(CommandFailure) -> ExitCode {
    var follow = SlurmFollow(canRepeat: jobs.plan.canBeRepeated, shardsOfRound: jobs.plan.shards)
    var numbers = queue.numbers
    let progress = ProgressLine(console, label: "shards")
    let isOver: @Sendable () -> Bool = { [interrupts] in interrupts.isRequested }
    while true {
      if interrupts.isRequested {
        progress.clear()
        if let numbers {
          let all = numbers.all.map { "\($0)" }.joined(separator: " ")
          console.error("The jobs continue: the same command shows their progress again, `scancel \(all)` ends them.\n")
        }
        return .interrupted
      }
      guard let sight = try queue.look(numbers) else {
        queue.system.pause(isOver)
        continue
      }
      if !isQuiet { progress.show(sight) }
      switch follow.next(sight) {
      case .wait: queue.system.pause(isOver)
      case .submit(let shards):
        if let former = numbers?.merge { queue.cancel(former) }
        numbers = try queue.submit(shards, toleratesFailures: !jobs.plan.canBeRepeated)
        if !isQuiet, let numbers { remark(shards, numbers, progress) }
      case .finished:
        if !isQuiet { progress.clear() }
        return try show()
      case .giveUp(let shards):
        progress.clear()
        throw failure(shards, sight)
      case .mergeFailed:
        progress.clear()
        throw CommandFailure(
          code: .failure,
          message: "the merge failed; \(shownOutput)/jobs/merge.log: \(lastLine("\(folder)/merge.log"))\n"
            + "The same line runs it again.")
      }
    }
  }

  private func remark(_ shards: [Int], _ numbers: SlurmJobNumbers, _ progress: ProgressLine) {
    progress.clear()
    if shards.isEmpty {
      console.error("Submitted: the merge as job \(numbers.merge).\n")
    } else {
      let parts = numbers.shards.enumerated().filter { $0.element > 0 }.map { index, job in
        let part = shards.map { queue.place(of: $0) }.filter { $0.round == index + 1 }.map(\.shard)
        let count = part.count == 1 ? "shard \(part[0])" : "\(part.count) shards"
        return "\(count) of \(jobs.plan.shards)\(named(round: index + 1)) as job \(job)"
      }
      console.error("Submitted: \(parts.joined(separator: ", ")), the merge as \(numbers.merge).\n")
    }
  }

  /// The name of a round in messages; empty if there is only one.
  private func named(round: Int) -> String { jobs.plan.rounds == 1 ? "" : " in round \(round)" }

  /// The failure that shards are missing, each with the last line of its log.
  private func failure(_ shards: [Int], _ sight: SlurmFollow.Sight) -> CommandFailure {
    var code = ExitCode.failure
    let shown = 10
    var lines = shards.prefix(shown).map { number in
      let (round, shard) = queue.place(of: number)
      let reason: String
      switch sight.shards[number - 1] {
      case .failed(let exit?):
        if SlurmFollow.lastingCodes.contains(exit) { code = ExitCode(rawValue: exit) ?? .failure }
        let log = "shard-\(shard)/log\(ClusterPlan.suffix(ofRound: round))"
        reason = "ended with \(exit): \(lastLine("\(jobs.output)/\(log)"))"
      case .cancelled: reason = "was cancelled"
      default: reason = "was killed"
      }
      return "shard \(shard) of \(jobs.plan.shards)\(named(round: round)) \(reason)"
    }
    if shards.count > shown { lines.append("… and \(shards.count - shown) more") }
    lines.append("The same line runs the missing shards again.")
    return CommandFailure(code: code, message: lines.joined(separator: "\n"))
  }

  private func lastLine(_ path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? "(it says nothing)"
  }

  private func show() throws(CommandFailure) -> ExitCode {
    let report = try Inputs.report("\(jobs.output)/\(ReportFormat.json.fileName)", console: console)
    let code = report.exit(noFail: jobs.plan.mergeOptions.contains("--no-fail"))
    console.show(report, exitCode: code)
    return code
  }
}
