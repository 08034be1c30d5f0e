/// What a search found, and how much it has seen.
public struct ExplorationResult: Sendable {
  /// Schedules that ran, the natural order included; those to make finds smaller not.
  public internal(set) var schedules = 0
  /// Partial-order classes met: schedules in which every actor saw the same messages in the same order are of one class.
  public internal(set) var classes = 0
  /// Classes met once.
  public internal(set) var classesMetOnce = 0
  /// Whether every order of jobs within the window has run; only the depth-first search can tell. False where the code
  /// takes locks.
  public internal(set) var isExhausted = false
  /// Whether the code was seen to take a lock: of the C library, of Foundation, a `Mutex`, a semaphore or
  /// `DispatchQueue.sync`. What is atomic without a lock is not seen.
  public internal(set) var takesLocks = false
  /// Whether jobs were interrupted where they branch, in code that is built for it.
  public internal(set) var searchesWithinJobs = false
  /// Hashes the order of every schedule: equal digests mean equal searches, in any process.
  public internal(set) var digest: UInt64 = 0
  /// What was found, each cause once, in the order in which they were met.
  public internal(set) var findings: [ExplorationFinding] = []

  /// The result in words: "2,000 schedules, 542 classes, not saturated; orders within a job were not searched".
  ///
  /// That is so for all code: a job runs from one `await` to the next without a break. Code that takes locks depends on it,
  /// so that neither "saturated" nor "exhausted" is said of it.
  public var summary: String {
    let state = isExhausted ? ", exhausted" : isSaturated ? ", saturated" : ", not saturated"
    return "\(Self.grouped(schedules, "schedule", "schedules")), \(Self.grouped(classes, "class", "classes"))"
      + "\(takesLocks ? "; takes locks: " : "\(state); ")orders within a job were "
      + (searchesWithinJobs ? "searched where code is built for it" : "not searched")
  }

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

/// One way in which code went wrong.
public struct ExplorationFinding: Sendable {
  /// What kind of thing it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// An expectation failed, an issue was recorded, or the body threw.
    case failure
    /// The code did something that is not under the search's control, so that the search could not go on.
    case escape
    /// The body waits for what never comes.
    case stuck
    /// The code crashed: by a trap, as of `precondition`, or by an access to memory that is not there. It crashes again in
    /// copies of the process, and the search goes on there.
    case crash
    /// The same order ran differently twice.
    case unrepeatable
  }

  /// What kind of thing it is.
  public internal(set) var kind: Kind
  /// In words; the first line says it all.
  public internal(set) var message: String
  /// What has to come before what, in words, for it to happen; empty if it happens in the natural order.
  public internal(set) var cause: [String] = []
  /// The order that fails and the natural one, which passes: a row for each task, and the steps that changed places. Empty
  /// if it happens in the natural order.
  public internal(set) var orders = ""
  /// What brings it back, for `.explored(replaying:)`; nil where there is nothing to replay.
  public internal(set) var token: String?
  /// The command that runs the test in this order, without an edit; nil where there is nothing to replay, or no test.
  public internal(set) var command: String?
  /// Which schedule showed it first, from 1.
  public internal(set) var schedule = 1
  /// How many schedules showed it.
  public internal(set) var schedules = 1
  /// How often the body was run to make the cause small.
  public internal(set) var replays = 0
  /// What happened, a line for each job, and the natural order below it where that passes.
  public internal(set) var timeline = ""
  /// The same as a page in HTML, which needs nothing else.
  public internal(set) var page = ""
  /// Whether it is not the order that decides, but the random numbers of its schedule.
  public internal(set) var isByChance = false
  /// Where a test's expectation stands, if one failed.
  var place: Failure.Place?
  var key = ""
}
