import Foundation
import GTSDCommandLine
import GTSDModel
import GTSDSim
import GTSDWorld
import Synchronization

/// Rounds numbered from a seed, on several threads, until a number of rounds or a time limit is reached.
struct SoakRounds {
  /// The result of the rounds.
  struct Outcome {
    var first: UInt64
    var rounds: Int
    var finds: Int
    /// Whether a stop was requested before the number of rounds or the time was reached.
    var isInterrupted: Bool

    /// The exit code of the rounds so far.
    var code: ExitCode { finds > 0 ? .failure : isInterrupted ? .interrupted : .success }
    /// The beginning of the result line.
    var lead: String { isInterrupted ? "interrupted: " : "" }
  }

  /// A find of a round, ready to be shown.
  private struct Find: Sendable {
    var round: UInt64
    var text: String
  }

  let first: UInt64
  private let count: UInt64
  private let budget: Double?
  private let jobs: Int
  private let isQuiet: Bool

  /// Reads the number of rounds from the options.
  ///
  /// - Parameter usually: the number of rounds without options.
  init(_ arguments: ParsedArguments, usually: UInt64) {
    first = arguments[text: .seed].flatMap { UInt64($0) } ?? 1
    budget = arguments[seconds: .timeBudget]
    count = arguments[integer: .limit].map { UInt64($0) } ?? (budget == nil ? usually : UInt64(UInt32.max))
    jobs = arguments[integer: .jobs] ?? ProcessInfo.processInfo.activeProcessorCount
    isQuiet = arguments[flag: .quiet]
  }

  /// Runs the rounds. A round's messages go to standard error at once, since the next step may be a trap, and to
  /// standard output in the order of the rounds at the end. After an interrupt, the rounds done so far are reported.
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
