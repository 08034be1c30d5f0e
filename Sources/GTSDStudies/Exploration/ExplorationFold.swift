import GTSDModel
package import GTSDWorld
package import Interleaving
import Randomness

/// The results of a search so far. Results are merged in the order of schedules, so that they do not depend on
/// threads.
package struct ExplorationFold: Sendable {
  /// A failure of one oracle.
  package struct Entry: Sendable {
    /// The first finding of the failure.
    package var finding: Finding
    /// The number of schedules that showed the finding.
    package var schedules: Int
    /// The first schedules that showed the finding, each in a different partial-order class.
    package var examples: [Example]
    var classes: [UInt64]

    /// Counts one more schedule.
    mutating func count(_ order: UInt64, _ example: @autoclosure () -> Example) {
      schedules += 1
      guard examples.count < ExplorationFold.exampleLimit, !classes.contains(order) else { return }
      examples.append(example())
      classes.append(order)
    }

    /// Counts a failure of the steps before the search, which every schedule shows.
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

  /// A schedule that showed the failure.
  package struct Example: Sendable {
    package var number: UInt32
    /// The schedule itself, if it is not determined by a number.
    var recorded: Schedule?
  }

  /// The number of examples kept for each key.
  static let exampleLimit = 3

  package var schedules = 0
  package var violating = 0
  package var jobs = 0
  package var arrivals = 0
  var entries: [Finding.Key: Entry] = [:]
  /// The number of schedules of each partial-order class.
  private(set) var classes: [UInt64: UInt32] = [:]
  /// The number of classes seen exactly once.
  private var singletons = 0
  private var hash = XXH64()
  /// The hash of a chunk from a store.
  private var keptDigest: UInt64?

  /// A window within which every order has run, with every choice of faults and optional steps. Only a depth-first
  /// search knows it.
  package struct Exhausted: Sendable {
    /// The window in nanoseconds.
    package var window: Int64
    /// The number of partial-order classes seen up to this point, and the number of classes seen once.
    package var classes: Int
    package var classesMetOnce: Int
  }

  /// The widest exhausted window.
  package private(set) var exhausted: Exhausted?

  /// Records that every order within a window has run.
  mutating func noteExhausted(within window: Int64) {
    exhausted = Exhausted(window: window, classes: classCount, classesMetOnce: classesMetOnce)
  }

  /// Counts the outcome of a schedule.
  ///
  /// - Parameter recorded: the schedule itself, if a number cannot identify it.
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

  /// Adds the failures of the steps before the search, with which every schedule begins.
  mutating func addGiven(_ findings: [Finding]) {
    if !findings.isEmpty { violating = schedules }
    for finding in findings {
      let example = Example(number: 0, recorded: .given)
      entries[finding.key, default: Entry(finding: finding, schedules: 0, examples: [], classes: [])]
        .begins(with: example, in: schedules)
    }
  }

  /// Adds the results of later schedules.
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

  /// A hash of the events of all schedules, in their order, chunk by chunk.
  package var digest: UInt64 { keptDigest ?? hash.digest }

  // MARK: Restoring from a checkpoint

  /// Sets the number of schedules of a class.
  mutating func setMet(_ order: UInt64, _ count: UInt32) {
    classes[order] = count
    if count == 1 { singletons += 1 }
  }

  /// Ends a chunk that was read from a store. Nothing more is counted in it.
  mutating func seal(as digest: UInt64) { keptDigest = digest }

  // MARK: Results

  /// The progress of the search.
  var progress: Exploration.Progress {
    Exploration.Progress(schedules: schedules, classes: classCount, unseenMass: unseenMass, finds: entries.count)
  }

  /// The number of partial-order classes seen exactly once.
  package var classesMetOnce: Int { singletons }

  /// The number of partial-order classes seen.
  package var classCount: Int { classes.count }

  /// The estimated probability that a schedule belongs to an unseen class.
  var unseenMass: Double { GoodTuring(samples: schedules, singletons: singletons).unseenMass }

  /// The failures in the order of oracles, then of signatures.
  package var sortedEntries: [(signature: String, entry: Entry)] {
    entries.values.map { ($0.finding.signature, $0) }
      .ordered { ($0.1.finding.oracle.order, $0.0) < ($1.1.finding.oracle.order, $1.0) }
  }
}

extension Oracle {
  /// The position of the oracle: I-USER first, since a mixed-up identity breaks many others, then the other
  /// invariants.
  fileprivate var order: Int {
    if self == .invariant(.user) { return -1 }
    return Oracle.all.firstIndex(of: self) ?? Oracle.all.count
  }
}
