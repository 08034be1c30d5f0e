import Foundation
import GTSDFields
import GTSDModel

/// Access to Slurm through its command-line programs.
package struct SlurmSystem: Sendable {
  /// The exit code and output of a program.
  package struct Answer: Sendable, Equatable {
    package var code: Int32
    package var out: String
    package var error: String
  }

  /// Runs a program of Slurm; nil if it is not installed.
  package var run: @Sendable (_ program: String, _ arguments: [String]) -> Answer?
  /// Waits between two checks of the queue.
  package var pause: @Sendable (_ isOver: @Sendable () -> Bool) -> Void

  package static let system = SlurmSystem(
    run: { program, arguments in
      let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      guard let path = paths.map({ "\($0)/\(program)" }).first(where: FileManager.default.isExecutableFile) else {
        return nil
      }
      let process = Process()
      let (out, error) = (Pipe(), Pipe())
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      (process.standardOutput, process.standardError) = (out, error)
      do { try process.run() } catch { return nil }
      let said = (try? out.fileHandleForReading.readToEnd()) ?? Data()
      let complained = (try? error.fileHandleForReading.readToEnd()) ?? Data()
      process.waitUntilExit()
      return Answer(
        code: process.terminationStatus, out: String(decoding: said, as: UTF8.self),
        error: String(decoding: complained, as: UTF8.self))
    },
    pause: { isOver in
      for _ in 0..<20 where !isOver() { Thread.sleep(forTimeInterval: 0.1) }
    })
}

/// The jobs of a plan that were submitted last, stored in a file so that the same command line can follow them again.
package struct SlurmJobNumbers: Codable, Sendable, Equatable {
  /// The job number of the shards of each round; 0 if the round was not submitted.
  package var shards: [Int]
  package var merge: Int

  /// The numbers of the submitted jobs.
  package var all: [Int] { (shards + [merge]).filter { $0 > 0 } }
}

/// The queue of a cluster, and the files that jobs write to a directory.
package struct SlurmQueue: Sendable {
  package var system: SlurmSystem
  /// The directory for shards and report.
  package var output: String
  package var shards: Int
  package var rounds: Int

  package init(system: SlurmSystem, output: String, shards: Int, rounds: Int = 1) {
    (self.system, self.output, self.shards, self.rounds) = (system, output, shards, rounds)
  }

  package static let numbersName = "submitted.json"
  private var folder: String { "\(output)/jobs" }
  private var numbersPath: String { "\(folder)/\(Self.numbersName)" }

  // MARK: Submitting

  /// The round of a shard, and its number within that round, from its number over all rounds. All numbers begin at 1.
  package func place(of number: Int) -> (round: Int, shard: Int) {
    ((number - 1) / shards + 1, (number - 1) % shards + 1)
  }

  /// The path of the file with a shard's exit code, relative to the directory.
  private func exit(of number: Int) -> String {
    let (round, shard) = place(of: number)
    return "shard-\(shard)/exit\(ClusterPlan.suffix(ofRound: round))"
  }

  /// Submits shards, each round depending on the one before, and a merge that depends on all of them.
  ///
  /// - Parameter wanted: numbers of shards, counted through all rounds.
  package func submit(_ wanted: [Int], toleratesFailures: Bool) throws(CommandFailure) -> SlurmJobNumbers {
    for number in wanted { try? FileManager.default.removeItem(atPath: "\(output)/\(exit(of: number))") }
    try? FileManager.default.removeItem(atPath: "\(folder)/merge.exit")
    var numbers = SlurmJobNumbers(shards: [], merge: 0)
    var order: [String] = []
    let places = wanted.map { place(of: $0) }
    for round in 1...rounds {
      let part = places.filter { $0.round == round }.map(\.shard)
      guard !part.isEmpty else {
        numbers.shards.append(0)
        continue
      }
      let job = try sbatch(["--array=\(Self.ranges(part))"] + order, SlurmJobs.arrayName(ofRound: round))
      numbers.shards.append(job)
      order = ["--dependency=\(toleratesFailures ? "afterany" : "afterok"):\(job)", "--kill-on-invalid-dep=yes"]
    }
    numbers.merge = try sbatch(order, SlurmJobs.mergeName)
    let text =
      JSONNode.object(["shards": .array(numbers.shards.map { .int($0) }), "merge": .int(numbers.merge)]).prettyText
      + "\n"
    try OutputFiles().write(text, to: numbersPath)
    return numbers
  }

  private func sbatch(_ options: [String], _ script: String) throws(CommandFailure) -> Int {
    let answer = try ask("sbatch", ["--parsable"] + options + ["\(folder)/\(script)"])
    // In a federation, the cluster's name follows the job number.
    let text = answer.out.trimmingCharacters(in: .whitespacesAndNewlines)
    guard answer.code == 0, let number = text.split(separator: ";").first.flatMap({ Int($0) }) else {
      throw CommandFailure(code: .failure, message: "sbatch: \(Self.said(answer))")
    }
    return number
  }

  /// The numbers of the jobs submitted last; nil if none were.
  package var numbers: SlurmJobNumbers? {
    guard let data = try? Data(contentsOf: URL(filePath: numbersPath)) else { return nil }
    return try? JSONDecoder().decode(SlurmJobNumbers.self, from: data)
  }

  /// Removes a job from the queue that can never start.
  package func cancel(_ number: Int) { _ = system.run("scancel", ["\(number)"]) }

  // MARK: Looking

  /// Reads the state of all jobs; nil if the queue cannot be read at the moment.
  package func look(_ numbers: SlurmJobNumbers?) throws(CommandFailure) -> SlurmFollow.Sight? {
    var listed: [String: SlurmFollow.State] = [:]
    if let numbers {
      let ids = numbers.all.map { "\($0)" }.joined(separator: ",")
      let answer = try ask("squeue", ["--noheader", "--array", "--states=all", "--jobs=\(ids)", "--format=%F|%K|%T"])
      if answer.code == 0 {
        listed = Self.states(answer.out)
      } else if !answer.error.contains("Invalid job id") {
        // The controller may be restarting. Jobs continue meanwhile.
        return nil
      }
    }
    let states = (1...(shards * rounds)).map { number in
      let (round, shard) = place(of: number)
      let job = numbers.flatMap { $0.shards.count < round ? nil : $0.shards[round - 1] } ?? 0
      return state(listed["\(job)|\(shard)"], exit: exit(of: number), successes: [0], numbers != nil)
    }
    // The queue no longer lists jobs that ended long ago. A merge also succeeds if its report has a negative verdict.
    let merge = state(
      listed["\(numbers?.merge ?? 0)|N/A"], exit: "jobs/merge.exit", successes: [0, 10, 11, 130], numbers != nil)
    return SlurmFollow.Sight(shards: states, merge: merge)
  }

  /// The state of a job from the queue's output and its recorded exit code.
  private func state(
    _ listed: SlurmFollow.State?, exit: String, successes: [Int32], _ wasSubmitted: Bool
  ) -> SlurmFollow.State {
    switch listed {
    case .waiting, .running, .done, .cancelled: return listed ?? .waiting
    case .failed, .absent, nil: break
    }
    let text = (try? String(contentsOfFile: "\(output)/\(exit)", encoding: .utf8)) ?? ""
    let code = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    if let code { return successes.contains(code) ? .done : .failed(code) }
    return wasSubmitted ? .failed(nil) : .absent
  }

  /// The states that `squeue` lists, by `JOB|INDEX`.
  package static func states(_ text: String) -> [String: SlurmFollow.State] {
    var states: [String: SlurmFollow.State] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 3 else { continue }
      states["\(parts[0])|\(parts[1])"] =
        switch parts[2] {
        case "COMPLETED": .done
        case "RUNNING", "COMPLETING", "SIGNALING", "STAGE_OUT", "STOPPED", "SUSPENDED": .running
        case "CANCELLED": .cancelled
        case "FAILED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE", "PREEMPTED", "REVOKED":
          .failed(nil)
        default: .waiting
        }
    }
    return states
  }

  /// Numbers in the format of `--array`: `1-3,7`.
  package static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  private func ask(_ program: String, _ arguments: [String]) throws(CommandFailure) -> SlurmSystem.Answer {
    guard let answer = system.run(program, arguments) else {
      throw CommandFailure(
        code: .failure,
        message: "gtsd-sim: there is no `\(program)` here; --submit is for a machine that submits to Slurm")
    }
    return answer
  }

  private static func said(_ answer: SlurmSystem.Answer) -> String {
    let text = answer.error.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? "ended with \(answer.code)" : text
  }
}
