/// The findings and the coverage of a search.
public struct ExplorationResult: Sendable {
  /// The number of schedules that ran, the natural order included and replays for shrinking excluded.
  public internal(set) var schedules = 0
  /// The number of classes seen. A class contains the schedules in which every actor received the same messages in the
  /// same order.
  public internal(set) var classes = 0
  /// The number of classes seen once.
  public internal(set) var classesMetOnce = 0
  /// Whether every order of jobs within the window has run. Only depth-first search knows. False where the code takes
  /// locks.
  public internal(set) var isExhausted = false
  /// Whether the code took a lock: of the C library, of Foundation, a `Mutex`, a semaphore or `DispatchQueue.sync`.
  /// Atomic operations without a lock are not seen.
  public internal(set) var takesLocks = false
  /// The function by which the code woke a thread outside, such as a pipe or a condition variable; nil if it woke none.
  /// The search does not choose when such a thread continues.
  public internal(set) var wokeThreadOutside: String?
  /// Whether the code called `concurrentPerform`. The search runs its iterations only one after another, in their
  /// order.
  public internal(set) var iteratesInOrder = false
  /// Whether jobs were interrupted at branches, in code that is built for it.
  public internal(set) var searchesWithinJobs = false
  /// A hash of the order of every schedule: equal digests mean equal searches, in any process.
  public internal(set) var digest: UInt64 = 0
  /// The findings, each cause once, in the order in which they were found.
  public internal(set) var findings: [ExplorationFinding] = []

  /// The result in words: "2,000 schedules, 542 classes, not saturated; orders within a job were not searched".
  ///
  /// The last part holds for all code, since a job runs from one `await` to the next without a break. The result of
  /// code that takes locks depends on such orders. It is therefore called neither "saturated" nor "exhausted". The same
  /// holds for code that calls `concurrentPerform` or wakes a thread outside.
  public var summary: String {
    let scope = searchesWithinJobs ? "" : " between jobs"
    let state = isExhausted ? ", exhausted\(scope)" : isSaturated ? ", saturated\(scope)" : ", not saturated"
    return "\(Self.grouped(schedules, "schedule", "schedules")), \(Self.grouped(classes, "class", "classes"))"
      + "\(takesLocks ? "; takes locks: " : seesEveryOrder ? "\(state); " : "; ")orders within a job were "
      + (searchesWithinJobs ? "searched in code that is built for it" : "not searched")
      + (iteratesInOrder ? "; iterations of concurrentPerform ran only in their order" : "")
      + (wokeThreadOutside.map { "; wakes a thread outside, by \($0): its orders were not searched" } ?? "")
  }

  /// Whether the search can choose the order of everything that the code did.
  var seesEveryOrder: Bool { !takesLocks && !iteratesInOrder && wokeThreadOutside == nil }

  static func grouped(_ number: Int, _ one: String, _ many: String) -> String {
    var digits = String(number)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return "\(digits) \(number == 1 ? one : many)"
  }
}

/// A way in which the code failed.
public struct ExplorationFinding: Sendable {
  /// The kind of finding.
  public enum Kind: String, Sendable, CaseIterable {
    /// An expectation failed, an issue was recorded, or the body threw.
    case failure
    /// The code did something that the search does not control, so the search could not continue.
    case escape
    /// The body waits for something that never happens.
    case stuck
    /// A crash of the code: by a trap, as of `precondition`, or by an access to invalid memory. The search continues in
    /// copies of the process.
    case crash
    /// The same order ran differently twice.
    case unrepeatable
  }

  /// The kind of finding.
  public internal(set) var kind: Kind
  /// The failure in words. Its first line can be read alone.
  public internal(set) var message: String
  /// The order of events that causes the failure, in words; empty if it happens in the natural order.
  public internal(set) var cause: [String] = []
  /// The failing order and the natural one, which passes: a row for each task, and the steps that changed places.
  /// Empty if the failure happens in the natural order.
  public internal(set) var orders = ""
  /// The token that repeats the failure, for `.explored(replaying:)`; nil if nothing can be replayed.
  public internal(set) var token: String?
  /// The command that runs the test in this order without an edit; nil if nothing can be replayed, or without a test.
  public internal(set) var command: String?
  /// The first schedule that showed the failure, from 1.
  public internal(set) var schedule = 1
  /// The number of schedules that showed the failure.
  public internal(set) var schedules = 1
  /// The number of runs of the body that shrinking took.
  public internal(set) var replays = 0
  /// The events of the failing schedule, a line for each job, followed by those of the natural order if that passes.
  public internal(set) var timeline = ""
  /// The timeline as a self-contained HTML page.
  public internal(set) var page = ""
  /// Whether the failure depends on the random numbers of its schedule rather than on the order.
  public internal(set) var isByChance = false
  /// The source location of the failed expectation; nil if none failed.
  var place: Failure.Place?
  var key = ""
}
