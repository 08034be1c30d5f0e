import GTSDModel
package import GTSDWorld
package import Interleaving
import Randomness

/// What a search has seen so far. Merging is in the order of schedules, so that it does not depend on threads.
package struct ExplorationFold: Sendable {
  /// One way of breaking one oracle.
  package struct Entry: Sendable {
    /// The first of its kind.
    package var finding: Finding
    /// Schedules that showed it.
    package var schedules: Int
    /// The first schedules that showed it, each of another partial-order class.
    package var examples: [Example]
    var classes: [UInt64]

    /// Counts one more schedule.
    mutating func count(_ order: UInt64, _ example: @autoclosure () -> Example) {
      schedules += 1
      guard examples.count < ExplorationFold.exampleLimit, !classes.contains(order) else { return }
      examples.append(example())
      classes.append(order)
    }

    /// The steps before the search show it, and so does every schedule.
    mutating func begins(with example: Example, in schedules: Int) {
      guard examples.first?.recorded != .given else { return }
      self.schedules = schedules
      examples.insert(example, at: 0)
      classes.insert(0, at: 0)
    }

    /// The schedule of an example.
    package func schedule(_ example: Example, strategy: SearchStrategy, of subject: any SearchSubject) -> Schedule {
      example.recorded ?? Schedule(number: example.number, strategy: strategy, of: subject)
    }
  }

  /// One schedule.
  package struct Example: Sendable {
    package var number: UInt32
    /// The schedule itself, where no number says it.
    var recorded: Schedule?
  }

  /// How many examples of a key are kept.
  static let exampleLimit = 3

  package var schedules = 0
  package var violating = 0
  package var jobs = 0
  package var arrivals = 0
  var entries: [Finding.Key: Entry] = [:]
  /// How often each partial-order class was met.
  private(set) var classes: [UInt64: UInt32] = [:]
  /// Classes met exactly once.
  private var singletons = 0
  private var hash = XXH64()
  /// The hash of a chunk that was kept.
  private var keptDigest: UInt64?

  /// A window within which every order has run under every menu, as only a depth-first search can tell.
  package struct Exhausted: Sendable {
    /// How late something may come, nanoseconds.
    package var window: Int64
    /// Partial-order classes met until then, and those met once.
    package var classes: Int
    package var classesMetOnce: Int
  }

  /// The widest such window.
  package private(set) var exhausted: Exhausted?

  /// Every order within a window has run.
  mutating func noteExhausted(within window: Int64) {
    exhausted = Exhausted(window: window, classes: classCount, classesMetOnce: classesMetOnce)
  }

  /// Counts the outcome of a schedule.
  ///
  /// - Parameter recorded: the schedule itself, where no number says it.
  mutating func add(_ outcome: ScheduleOutcome, number: UInt32, recorded: @autoclosure () -> Schedule? = nil) {
    schedules += 1
    jobs += outcome.jobs
    arrivals += outcome.arrivals
    hash.combine(outcome.orderClass)
    let met = classes[outcome.orderClass, default: 0]
    if met < .max { classes[outcome.orderClass] = met + 1 }
    if met == 0 { singletons += 1 } else if met == 1 { singletons -= 1 }
    guard !outcome.findings.isEmpty else { return }
    violating += 1
    for (index, finding) in outcome.findings.enumerated() {
      let key = finding.key
      guard !outcome.findings[..<index].contains(where: { $0.key == key }) else { continue }
      let entry = Entry(finding: finding, schedules: 0, examples: [], classes: [])
      entries[key, default: entry].count(outcome.orderClass, Example(number: number, recorded: recorded()))
    }
  }

  /// Adds what the steps before the search broke, with which every schedule begins.
  mutating func addGiven(_ findings: [Finding]) {
    if !findings.isEmpty { violating = schedules }
    for finding in findings {
      let example = Example(number: 0, recorded: .given)
      entries[finding.key, default: Entry(finding: finding, schedules: 0, examples: [], classes: [])]
        .begins(with: example, in: schedules)
    }
  }

  /// Adds what later schedules showed.
  mutating func merge(_ other: ExplorationFold) {
    schedules += other.schedules
    hash.combine(other.digest)
    violating += other.violating
    jobs += other.jobs
    arrivals += other.arrivals
    for (key, later) in other.entries {
      guard var entry = entries[key] else {
        entries[key] = later
        continue
      }
      entry.schedules += later.schedules
      for (example, order) in zip(later.examples, later.classes)
      where entry.examples.count < Self.exampleLimit && !entry.classes.contains(order) {
        entry.examples.append(example)
        entry.classes.append(order)
      }
      entries[key] = entry
    }
    for (order, count) in other.classes {
      let met = classes[order, default: 0]
      classes[order] = met &+ count
      if met == 1 { singletons -= 1 }
      if met == 0, count == 1 { singletons += 1 }
    }
  }

  /// Hashes what happened in all schedules, in their order, chunk by chunk.
  package var digest: UInt64 { keptDigest ?? hash.digest }

  // MARK: From a checkpoint

  /// Says how often a class was met.
  mutating func setMet(_ order: UInt64, _ count: UInt32) {
    classes[order] = count
    if count == 1 { singletons += 1 }
  }

  /// Ends a chunk that was kept: nothing more is counted in it.
  mutating func seal(as digest: UInt64) { keptDigest = digest }

  // MARK: What it says

  /// How far it has come.
  var progress: Exploration.Progress {
    Exploration.Progress(schedules: schedules, classes: classCount, unseenMass: unseenMass, finds: entries.count)
  }

  /// Partial-order classes met exactly once.
  package var classesMetOnce: Int { singletons }

  /// Partial-order classes met.
  package var classCount: Int { classes.count }

  /// The part of all schedules, by probability, whose class has not been met.
  var unseenMass: Double { GoodTuring(samples: schedules, singletons: singletons).unseenMass }

  /// In the order of oracles, then of signatures.
  package var sortedEntries: [(signature: String, entry: Entry)] {
    entries.values.map { ($0.finding.signature, $0) }
      .ordered { ($0.1.finding.oracle.order, $0.0) < ($1.1.finding.oracle.order, $1.0) }
  }
}

extension Oracle {
  /// I-USER first, then the other invariants: a mixed-up identity breaks many of them.
  fileprivate var order: Int {
    if self == .invariant(.user) { return -1 }
    return Oracle.all.firstIndex(of: self) ?? Oracle.all.count
  }
}
