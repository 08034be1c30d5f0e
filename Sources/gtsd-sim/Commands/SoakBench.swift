import Foundation
import GTSDModel
import GTSDSim
import Synchronization

/// `gtsd-sim bench soak`: rounds without end, each of random programs for the engine, of random scenarios under `correct`,
/// and of random scenarios lived in every way that must come to the same.
enum SoakBench {
  /// Programs for the engine in each round; they are small.
  private static let programs: UInt64 = 200
  /// Stories to each population, as they are small too.
  private static let stories: UInt64 = 5

  /// What a round found, ready to be shown.
  private struct Find: Sendable {
    var round: UInt64
    var text: String
  }

  static func run(_ arguments: ParsedArguments, _ console: Console) throws(CommandFailure) -> ExitCode {
    let first = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    let budget = arguments[seconds: .timeBudget]
    let count = arguments[integer: .limit].map { UInt64($0) } ?? (budget == nil ? 100 : UInt64(UInt32.max))
    let isQuiet = arguments[flag: .quiet]
    let soak = Soak(schedules: arguments[integer: .schedules] ?? 200)
    let finds = Mutex<[Find]>([])
    let next = Atomic<UInt64>(0)
    let done = Atomic<UInt64>(0)
    let end = budget.map { ContinuousClock.now + .seconds($0) }
    let jobs = arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while end.map({ ContinuousClock.now < $0 }) ?? true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let (round, end) = first.addingReportingOverflow(index)
        guard !end else { return }
        for text in problems(ofRound: round, soak) {
          finds.withLock { $0.append(Find(round: round, text: text)) }
          if !isQuiet { console.error("round \(round): \(text)\n") }
        }
        done.add(1, ordering: .relaxed)
      }
    }
    let found = finds.withLock { $0.sorted { ($0.round, $0.text) < ($1.round, $1.text) } }
    for find in found { console.out("round \(find.round): \(find.text)\n") }
    let rounds = Int(done.load(ordering: .relaxed))
    console.out(
      "\(rounds) rounds from \(first): \(rounds * Int(programs)) programs for the engine, \(2 * rounds) populations, "
        + "\(rounds * Int(stories) + rounds) stories; \(found.count) finds\n")
    return found.isEmpty ? .success : .failure
  }

  /// What one round finds, by kind, each with what gives it again.
  private static func problems(ofRound round: UInt64, _ soak: Soak) -> [String] {
    var problems: [String] = []
    for seed in round * programs..<(round + 1) * programs {
      let program = EngineProgram(seed: seed)
      let (lived, expected) = (program.lived(), program.expected())
      guard lived != expected else { continue }
      let place = zip(lived.lines, expected.lines).first { $0 != $1 }
      problems.append(
        "engine: program \(seed): "
          + (place.map { "`\($0.0)`, where the model has `\($0.1)`" }
            ?? "\(lived.lines.count) lines, \(lived.stuck) stuck, \(lived.left) left; the model has "
            + "\(expected.lines.count), \(expected.stuck), \(expected.left)"))
      break
    }
    problems += attempt("correct") {
      var attacks = [SoakGenerator.make(.population, seed: round)]
      attacks += (0..<stories).map { SoakGenerator.make(.story, seed: round * stories + $0) }
      return try attacks.compactMap { attack in
        try soak.find(in: attack).map { find in
          "correct: \(find.signatures.joined(separator: ", "))\n\(text(of: find.smallest))"
        }
      }
    }
    for kind in SoakCase.Kind.allCases {
      problems += attempt("equality") {
        let equality = EqualityRound(kind, seed: round)
        guard let first = try equality.problems().first else { return [] }
        let smallest = equality.attack.smallest(tries: 60) { smaller in
          var other = equality
          other.attack = smaller
          return (try? other.problems().first.map(Self.kind)) == Self.kind(first)
        }
        return [
          "equality: \(first) (\(equality.jobs) threads, \(equality.shards) shards)\n"
            + text(of: smallest, generation: equality.generation)
        ]
      }
    }
    return problems
  }

  /// What went wrong, without the numbers that differ from case to case.
  private static func kind(_ problem: String) -> String { problem.filter { !$0.isNumber } }

  private static func attempt(_ what: String, _ body: () throws -> [String]) -> [String] {
    do { return try body() } catch { return ["\(what): \(error)"] }
  }

  private static func text(of attack: SoakCase, generation: String = "correct") -> String {
    let sets = attack.settings.map { " --set '\($0)'" }.joined()
    return "\(attack.text(generation: generation))  --seed \(attack.seed)\(sets)"
  }
}
