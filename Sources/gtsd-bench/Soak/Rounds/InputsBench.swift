import Foundation
import GTSDCommandLine
import GTSDSim
import Synchronization

/// `gtsd-bench inputs`: mutated inputs for everything that reads files or bytes from outside.
enum InputsBench {
  /// The seconds within which every input must be read, even on a busy machine.
  private static let patience = 20.0

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let corpora = InputReader.allCases.map { ($0, InputCorpus.inputs(of: $0), InputCorpus.words(of: $0)) }
    let read = Mutex<[InputReader: Int]>([:])
    let outcome = SoakRounds(arguments, usually: 100).run(console) { round, report in
      // The input that is being read, stored where it survives a trap.
      let trace = FileManager.default.temporaryDirectory
        .appending(path: "gtsd-sim-input-\(ProcessInfo.processInfo.processIdentifier)-\(round)").path
      let file = open(trace, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      defer {
        close(file)
        unlink(trace)
      }
      for (reader, corpus, words) in corpora {
        var mutator = ByteMutator(seed: round, corpus: corpus, words: words)
        for number in 0..<InputReader.inputsPerRound {
          let bytes = mutator.next()
          let note = Array("\(reader.rawValue) \(number)\n".utf8) + bytes
          note.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
          ftruncate(file, off_t(note.count))
          let began = ContinuousClock.now
          let outcome = reader.outcome(of: bytes)
          let seconds = (ContinuousClock.now - began).inSeconds
          let wrong: String
          switch outcome {
          case .wrong(let how): wrong = how
          case .read, .refused:
            if outcome == .read { read.withLock { $0[reader, default: 0] += 1 } }
            guard seconds > patience else { continue }
            wrong = "took \(Int(seconds)) s"
          }
          report(
            "\(reader.rawValue), input \(number): \(wrong)\n\(String(decoding: bytes, as: UTF8.self).debugDescription)")
          break
        }
      }
    }
    let counts = read.withLock { read in
      InputReader.allCases.map { reader in
        let inputs = max(1, outcome.rounds * InputReader.inputsPerRound)
        return "\(reader.rawValue) \(inputs) (\(100 * (read[reader] ?? 0) / inputs) % read)"
      }
    }
    console.out(
      "\(outcome.lead)\(outcome.rounds) rounds from \(outcome.first), inputs: \(counts.joined(separator: ", ")); "
        + "\(outcome.finds) finds\n")
    return outcome.code
  }
}
