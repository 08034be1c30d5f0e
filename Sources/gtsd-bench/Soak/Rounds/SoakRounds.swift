import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDWorld
import Synchronization

/// Rounds that are numbered from a seed, on several threads, until their number or their time is up.
struct SoakRounds {
  /// What came of them.
  struct Outcome {
    var first: UInt64
    var rounds: Int
    var finds: Int
    /// Somebody asked to stop before number or time was up.
    var isInterrupted: Bool

    /// Code to exit with.
    var code: ExitCode { finds > 0 ? .failure : isInterrupted ? .interrupted : .success }
    /// What the line about them begins with.
    var lead: String { isInterrupted ? "interrupted: " : "" }
  }

  /// What a round found, ready to be shown.
  private struct Find: Sendable {
    var round: UInt64
    var text: String
  }

  let first: UInt64
  private let count: UInt64
  private let budget: Double?
  private let jobs: Int
  private let isQuiet: Bool

  /// - Parameter usually: how many rounds without options.
  init(_ arguments: ParsedArguments, usually: UInt64) {
    first = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    budget = arguments[seconds: .timeBudget]
    count = arguments[integer: .limit].map { UInt64($0) } ?? (budget == nil ? usually : UInt64(UInt32.max))
    jobs = arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    isQuiet = arguments[flag: .quiet]
  }

  /// Goes through the rounds. What a round tells goes to standard error at once, since the next thing may be a trap, and
  /// to standard output in order of the rounds at the end. Who asks to stop is told what was done until then.
  func run(_ console: Console, _ round: @Sendable (UInt64, (String) -> Void) -> Void) -> Outcome {
    let finds = Mutex<[Find]>([])
    let next = Atomic<UInt64>(0)
    let done = Atomic<UInt64>(0)
    let end = budget.map { ContinuousClock.now + .seconds($0) }
    let interrupts = Interrupts()
    interrupts.watching {
      DispatchQueue.concurrentPerform(iterations: jobs) { _ in
        while !interrupts.isRequested, end.map({ ContinuousClock.now < $0 }) ?? true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < count else { return }
          let (number, isBeyond) = first.addingReportingOverflow(index)
          guard !isBeyond else { return }
          round(number) { text in
            finds.withLock { $0.append(Find(round: number, text: text)) }
            if !isQuiet { console.error("round \(number): \(text)\n") }
          }
          done.add(1, ordering: .relaxed)
        }
      }
    }
    let found = finds.withLock { $0.ordered { ($0.round, $0.text) < ($1.round, $1.text) } }
    for find in found { console.out("round \(find.round): \(find.text)\n") }
    return Outcome(
      first: first, rounds: Int(done.load(ordering: .relaxed)), finds: found.count,
      isInterrupted: interrupts.isRequested)
  }
}
