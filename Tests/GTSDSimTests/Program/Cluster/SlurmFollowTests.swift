import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import GTSDCommandLine
@testable import GTSDFields
@testable import gtsd_sim

/// The reactions to states of the queue.
struct SlurmFollowTests {
  typealias State = SlurmFollow.State

  private func actions(_ sights: [([State], State)], canRepeat: Bool = true) -> [SlurmFollow.Action] {
    var follow = SlurmFollow(canRepeat: canRepeat)
    return sights.map { follow.next(.init(shards: $0.0, merge: $0.1)) }
  }

  @Test func followedJobSucceeds() {
    #expect(
      actions([
        ([.absent, .absent], .absent), ([.waiting, .running], .waiting), ([.done, .running], .waiting),
        ([.done, .done], .running), ([.done, .done], .done),
      ]) == [.submit([1, 2]), .wait, .wait, .wait, .finished])
  }

  @Test func failedShardRunsAgainTwiceAtMost() {
    let failed: [State] = [.done, .failed(nil), .failed(1)]
    #expect(
      actions([
        ([.absent, .absent, .absent], .absent), ([.done, .failed(nil), .running], .waiting), (failed, .cancelled),
        ([.done, .waiting, .running], .waiting), (failed, .cancelled), (failed, .cancelled),
      ]) == [.submit([1, 2, 3]), .wait, .submit([2, 3]), .wait, .submit([2, 3]), .giveUp([2, 3])])
  }

  /// A finished shard stays finished, even if nothing shows it any more.
  @Test func finishedShardIsNotRunAgain() {
    #expect(
      actions([
        ([.absent, .absent], .absent), ([.done, .failed(1)], .waiting), ([.failed(nil), .running], .waiting),
        ([.failed(nil), .done], .waiting), ([.failed(nil), .failed(nil)], .done),
      ]) == [.submit([1, 2]), .submit([2]), .wait, .wait, .finished])
  }

  @Test(arguments: [State.failed(64), .failed(65), .failed(66), .cancelled])
  func repeatedFailureIsNotRunAgain(state: State) {
    #expect(actions([([.absent, .absent], .absent), ([.done, state], .waiting)]).last == .giveUp([2]))
  }

  @Test func repeatedCommandLineContinuesTheJob() {
    #expect(actions([([.running, .done], .waiting)]) == [.wait])
    #expect(actions([([.failed(1), .done], .cancelled)]) == [.submit([1])])
    #expect(actions([([.done, .done], .done)]) == [.finished])
    #expect(actions([([.done, .done], .failed(1))]) == [.submit([])])
    #expect(actions([([.done, .done], .absent)]) == [.submit([])])
    #expect(actions([([.done, .done], .running)]) == [.wait])
  }

  @Test func failedMergeIsReported() {
    #expect(actions([([.absent], .absent), ([.done], .failed(65))]).last == .mergeFailed)
  }

  /// A load run follows the clock, so it is merged without the generators that failed.
  @Test func aLoadIsNotRepeated() {
    #expect(
      actions(
        [([.absent, .absent], .absent), ([.done, .failed(1)], .waiting), ([.done, .failed(1)], .done)],
        canRepeat: false) == [.submit([1, 2]), .wait, .finished])
    #expect(actions([([.done, .failed(1)], .done)], canRepeat: false) == [.finished])
  }

  /// Shards that wait for a failed round are removed from the queue with it, and submitted again with it.
  @Test func roundsFollowEachOther() {
    var follow = SlurmFollow(shardsOfRound: 2)
    let sights: [([State], State)] = [
      ([.absent, .absent, .absent, .absent], .absent), ([.running, .done, .waiting, .waiting], .waiting),
      ([.failed(1), .done, .cancelled, .cancelled], .cancelled), ([.done, .done, .running, .done], .waiting),
      ([.done, .done, .failed(65), .done], .cancelled),
    ]
    #expect(
      sights.map { follow.next(.init(shards: $0.0, merge: $0.1)) } == [
        .submit([1, 2, 3, 4]), .wait, .submit([1, 3, 4]), .wait, .giveUp([3]),
      ])
  }

  @Test func slurmQueueIsParsed() {
    let states = SlurmQueue.states(
      "12|1|RUNNING\n12|2|PENDING\n 12 | 3 | COMPLETED \n12|4|OUT_OF_MEMORY\n12|5|REQUEUED\n"
        + "13|N/A|CANCELLED\nnonsense\n")
    #expect(
      states == [
        "12|1": .running, "12|2": .waiting, "12|3": .done, "12|4": .failed(nil), "12|5": .waiting, "13|N/A": .cancelled,
      ])
    #expect(SlurmQueue.ranges([5, 1, 2, 3, 9, 10]) == "1-3,5,9-10")
  }

  @Test(arguments: [40, 200])
  func progressLineShowsTheStateOfShards(width: Int) {
    let sight = SlurmFollow.Sight(
      shards: [.done, .done, .running, .waiting, .failed(1), .cancelled, .waiting, .waiting], merge: .waiting)
    let text = ProgressLine.text(sight, seconds: 10, width: width)
    #expect(text.count < width)
    #expect(text.contains(width == 40 ? "2/8" : "2/8 shards  1 running  3 waiting  2 failed  30 s left"))
  }
}

/// The command with a simulated queue: no Slurm is needed.
struct ClusterCommandTests {
  /// A queue in which each shard leaves the files that the test defines.
  private final class PlayedSlurm: Sendable {
    struct Told { var calls: [[String]] = []; var next = 10; var states: [String: String] = [:] }
    let told = Mutex(Told())
    /// Runs a shard or, with 0, the merge; returns whether it succeeded.
    let work: @Sendable (Int, Int) -> Bool

    init(_ work: @escaping @Sendable (_ shard: Int, _ job: Int) -> Bool) { self.work = work }

    var system: SlurmSystem {
      SlurmSystem(run: { [self] in run($0, $1) }, pause: { _ in })
    }

    var calls: [[String]] { told.withLock { $0.calls } }

    private func run(_ program: String, _ arguments: [String]) -> SlurmSystem.Answer? {
      let job = told.withLock { told in
        told.calls.append([program] + arguments)
        if program == "sbatch" { told.next += 1 }
        return told.next
      }
      switch program {
      case "sbatch":
        let before = arguments.first { $0.hasPrefix("--dependency=afterok:") }?.split(separator: ":").last
        let isInvalid = told.withLock { told in
          told.states.contains { $0.key.hasPrefix("\(before ?? "none")|") && $0.value != "COMPLETED" }
        }
        if let list = arguments.first(where: { $0.hasPrefix("--array=") }) {
          for part in list.dropFirst("--array=".count).split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            for shard in ends[0]...ends[ends.count - 1] {
              let state = isInvalid ? "CANCELLED" : work(shard, job) ? "COMPLETED" : "FAILED"
              told.withLock { $0.states["\(job)|\(shard)"] = state }
            }
          }
        } else {
          told.withLock { $0.states["\(job)|N/A"] = isInvalid ? "CANCELLED" : "COMPLETED" }
          if !isInvalid { _ = work(0, job) }
        }
        return .init(code: 0, out: "\(job);here\n", error: "")
      case "squeue":
        let text = told.withLock { told in told.states.map { "\($0.key)|\($0.value)\n" }.joined() }
        return .init(code: 0, out: text, error: "")
      default: return .init(code: 0, out: "", error: "")
      }
    }
  }

  private func cluster(_ line: [String], _ system: SlurmSystem) throws -> CommandResult {
    guard case .command(.cluster, let parsed) = try Invocation.parse(["cluster"] + line) else {
      throw UsageError(message: "no cluster")
    }
    let collector = Collector()
    var code = ExitCode.success
    var message = ""
    do throws(CommandFailure) {
      code = try ClusterCommand.run(
        parsed, collector.console(), interrupts: Interrupts(takesSignals: false), system: system, program: "/p",
        directory: FileManager.default.currentDirectoryPath)
    } catch {
      (code, message) = (error.code, error.message)
    }
    return CommandResult(code: code, out: collector.output, error: collector.remarks + message)
  }

  private static let scenario = Checkout.root.appending(path: "scenarios/first-day.json").path

  /// Real shards in this process, of which the second is killed once: the merged result equals the whole run.
  @Test func aKilledShardIsRunAgainAndTheReportIsTheWhole() throws {
    let scratch = try Scratch()
    let (out, whole) = (scratch.path("out"), scratch.path("whole"))
    let study = ["run", Self.scenario, "--users", "40", "--set", "population.cellSize=10", "--no-fail"]
    let kills = Atomic<Int>(1)
    let slurm = PlayedSlurm { shard, _ in
      if shard == 2, kills.subtract(1, ordering: .relaxed).newValue >= 0 { return false }
      let rest = ["--quiet", "--output", shard == 0 ? out : "\(out)/shard-\(shard)"]
      let line =
        shard == 0
        ? ["merge", "--no-fail"] + rest + (1...3).map { "\(out)/shard-\($0)/shard.pieces" }
        : study + rest + ["--shard", "\(shard)/3"]
      guard CommandResult(line).code == .success else { return false }
      // As the scripts do.
      try? Data("0\n".utf8).write(
        to: URL(filePath: shard == 0 ? "\(out)/jobs/merge.exit" : "\(out)/shard-\(shard)/exit"))
      return true
    }
    let result = try cluster(["slurm", "--shards", "3", "--output", out, "--submit", "--"] + study, slurm.system)
    #expect(result.code == .success, "\(result.error)")
    _ = CommandResult(study + ["--quiet", "--output", whole])
    #expect(
      try Data(contentsOf: URL(filePath: out + "/report.json"))
        == Data(contentsOf: URL(filePath: whole + "/report.json")))
    #expect(result.out.contains("first-day"))
    let submitted = slurm.calls.filter { $0[0] == "sbatch" }.map { $0.dropFirst(2).dropLast() }
    #expect(
      submitted == [
        ["--array=1-3"], ["--dependency=afterok:11", "--kill-on-invalid-dep=yes"], ["--array=2"],
        ["--dependency=afterok:13", "--kill-on-invalid-dep=yes"],
      ])
    #expect(slurm.calls.contains(["scancel", "12"]))
    // The same command again finds everything finished, and submits nothing.
    let again = try cluster(["slurm", "--shards", "3", "--output", out, "--submit", "--"] + study, slurm.system)
    #expect(again.code == .success && again.out == result.out)
    #expect(slurm.calls.count(where: { $0[0] == "sbatch" }) == 4)
    // Another plan must not use these shards as its own.
    let other = try cluster(["slurm", "--shards", "4", "--output", out, "--submit", "--"] + study, slurm.system)
    #expect(other.code == .failure && other.error.contains("holds the jobs of another command"))
  }

  /// Two rounds, in the first of which a shard is killed once: the second round waits for it, and nothing is left to
  /// the merge.
  @Test func secondRoundRunsInShards() throws {
    let scratch = try Scratch()
    let (out, whole) = (scratch.path("out"), scratch.path("whole"))
    let study = [
      "forecast", try scratch.write(Self.few, "few.json"), "--precision", "0.1", "-n", "60", "--uncertainty", "1",
    ]
    let kills = Atomic<Int>(1)
    let rounds = Mutex<[Int: Int]>([:])
    let slurm = PlayedSlurm { shard, job in
      if shard == 2, kills.subtract(1, ordering: .relaxed).newValue >= 0 { return false }
      let files = (1...2).map { "\(out)/shard-\($0)/shard.pieces" }
      // As the scripts do.
      let round =
        shard == 0
        ? 1
        : rounds.withLock {
          $0[shard, default: 0] += 1; return $0[shard, default: 0]
        }
      let known = round == 1 ? [] : files.flatMap { ["--known", $0] }
      let rest = ["--quiet", "--no-fail", "--output", shard == 0 ? out : "\(out)/shard-\(shard)"]
      let line = shard == 0 ? ["merge"] + rest + files : study + rest + ["--shard", "\(shard)/2"] + known
      let result = CommandResult(line)
      guard result.code == .success else { return false }
      let exit = shard == 0 ? "jobs/merge.exit" : "shard-\(shard)/exit\(ClusterPlan.suffix(ofRound: round))"
      try? Data("0\n".utf8).write(to: URL(filePath: "\(out)/\(exit)"))
      return true
    }
    let result = try cluster(["slurm", "--shards", "2", "--output", out, "--submit", "--"] + study, slurm.system)
    #expect(result.code == CommandResult(study + ["--quiet", "--output", whole]).code, "\(result.error)")
    #expect(
      try Data(contentsOf: URL(filePath: out + "/report.json"))
        == Data(contentsOf: URL(filePath: whole + "/report.json")))
    let submitted = slurm.calls.filter { $0[0] == "sbatch" }.map { $0.dropFirst(2).dropLast().first }
    #expect(
      submitted == [
        "--array=1-2", "--array=1-2", "--dependency=afterok:12", "--array=2", "--array=1-2", "--dependency=afterok:15",
      ])
    #expect(rounds.withLock { $0 } == [1: 2, 2: 2])
    #expect(result.error.contains("2 shards of 2 in round 2 as job 15, the merge as 16"), "\(result.error)")
  }

  private static let few =
    #"{"name": "few", "horizon": "30h", "population": {"size": 8, "personas": [{"name": "one"}]}}"#

  @Test func aShardThatKeepsFailingIsNamedWithWhatItSaid() throws {
    let scratch = try Scratch()
    let out = scratch.path("out")
    let slurm = PlayedSlurm { shard, _ in
      guard shard == 2 else { return true }
      let place = "\(out)/shard-2"
      try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try? Data("starts\nno space left\n".utf8).write(to: URL(filePath: place + "/log"))
      try? Data("1\n".utf8).write(to: URL(filePath: place + "/exit"))
      return false
    }
    let result = try cluster(
      ["slurm", "--shards", "3", "--output", out, "--submit", "--", "run", Self.scenario], slurm.system)
    #expect(result.code == .failure)
    #expect(result.error.contains("shard 2 of 3 ended with 1: no space left"))
    #expect(slurm.calls.count(where: { $0.contains("--array=2") }) == 2)
  }

  @Test(arguments: [
    ("slum --shards 2 --output o -- run X", "unknown ENGINE `slum`; did you mean `slurm`?"),
    ("slurm --output o -- run X", "--shards N, the number of parts, is missing"),
    ("slurm --shards 2 -- run X", "--output DIR"),
    ("slurm --shards 2 --output o -- rnu X", "unknown command `rnu`; did you mean `run`?"),
    (
      "slurm --shards 2 --output o -- serve X",
      "`serve` cannot be split into shards; run, explore, forecast, compare, load can"
    ),
    ("slurm --shards 2 --output o -- run X --shard 1/2", "run --shard: that is what this command is for"),
    ("slurm --shards 2 --output o -- run X --output p", "--output before the `--` names the directory of all results"),
    ("slurm --shards 2 --output o -- run X --jobs 2", "--cpus sets the number of threads"),
    ("slurm --shards 2 --output o -- run X X", "one SCENARIO at a time"),
    ("slurm --shards 2 --output o -- run -", "standard input does not reach a shard"),
    ("slurm --shards 2 --output o --memory lots -- run X", "--memory: expected a size such as 512M or 4G;"),
    ("slurm --shards 2 --output o --image i -- run X", "--image is for kubernetes"),
    ("slurm --shards 2 --output o --submit --dry-run -- run X", "--dry-run submits nothing"),
    ("kubernetes --shards 2 --output o --submit -- run X", "--submit is for slurm"),
    ("slurm --shards 2 --output o -- load X --rate 5/s", "load needs --run ID"),
    (
      "slurm --shards 2 --output o -- load X --rate 5/s --run a --start-at +5s",
      "load needs --start-at with an instant"
    ),
    ("slurm --shards 2 --output o -- load X --rate 5/s --header a:b", "its value would be in the files of the jobs"),
    (
      "kubernetes --shards 2 --output o -- load X --rate 5/s --run a --start-at 2030-01-01T00:00:00Z --accounts X",
      "its passwords would be in a ConfigMap"
    ),
  ])
  func saysWhatIsWrong(line: String, message: String) throws {
    let words = line.split(separator: " ").map { $0 == "X" ? Self.scenario : String($0) }
    let result = try cluster(words, PlayedSlurm { _, _ in true }.system)
    #expect(result.code == .usage && result.error.contains(message), "\(result.error)")
  }

  @Test func missingProgramIsNamedBeforeAnythingWaits() throws {
    let slurm = PlayedSlurm { _, _ in true }
    let line = ["slurm", "--shards", "2", "--output", "o", "--submit", "--", "run", "no-such-file.json"]
    let result = try cluster(line, slurm.system)
    #expect(result.code == .missingInput && slurm.calls.isEmpty)
  }

  /// Another scenario, option or number of shards gives another name, so that no file of another plan is taken for this
  /// one's.
  @Test func manifestsAreWholeAndHaveANameOfTheirOwn() throws {
    func manifests(_ shards: String, _ users: String) throws -> [JSONNode] {
      let result = try cluster(
        ["kubernetes", "--shards", shards, "--output", "o", "--dry-run", "--", "run", Self.scenario, "--users", users],
        PlayedSlurm { _, _ in true }.system)
      #expect(result.code == .success)
      return try result.out.components(separatedBy: "# o/").dropFirst().flatMap { part -> [JSONNode] in
        let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
        var reader = YAMLReader(lines.dropFirst().dropLast().joined(separator: "\n"))
        return try reader.documents()
      }
    }
    let all = try manifests("3", "100")
    #expect(all.map { $0["kind"]?.string } == ["ConfigMap", "PersistentVolumeClaim", "Job", "Job"])
    let text = try String(contentsOfFile: Self.scenario, encoding: .utf8)
    #expect(all[0]["data"]?["first-day.json"]?.string == text)
    let job = try #require(all[2]["spec"])
    #expect(job["completions"] == .int(3) && job["backoffLimitPerIndex"] == .int(2))
    let pod = try #require(job["template"]?["spec"])
    #expect(pod["securityContext"]?["runAsNonRoot"] == .bool(true))
    let container = try #require(pod["containers"]?.elements?.first)
    #expect(container["securityContext"]?["readOnlyRootFilesystem"] == .bool(true))
    #expect(container["resources"]?["requests"]?["memory"]?.string == "1024Mi")
    // Kubernetes turns two into one.
    let script = try #require(container["command"]?.elements?.last?.string)
    #expect(script.hasPrefix("n=$$((JOB_COMPLETION_INDEX + 1))\n") && !script.replacing("$$", with: "").contains("$"))
    let names = try [all, manifests("4", "100"), manifests("3", "101")].map {
      $0[0]["metadata"]?["name"]?.string
    }
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { ($0?.count ?? 99) <= 52 })
  }
}
