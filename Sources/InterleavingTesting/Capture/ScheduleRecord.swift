import Interleaving

/// The result and the trace of one schedule.
struct ScheduleRecord: Codable {
  /// A job that ran, as a row of a timeline.
  struct Row: Codable {
    /// The index in the trace.
    var step: Int
    var time: Int64
    var lane: UInt32?
    var task: UInt32
    /// The place at which the job is resumed.
    var place: CodePlace?
    var text = ""
  }

  /// An event of a schedule in its encoded form.
  private struct Step: Codable {
    private var times: [Int64]
    private var numbers: [UInt32]
    private var id: UInt64
    private var kind: UInt8

    init(_ arrival: TracedArrival) {
      (id, kind, times) = (arrival.id, arrival.kind.rawValue, [arrival.time, arrival.deadline])
      numbers = [arrival.lane, arrival.task, arrival.cause, arrival.choices, arrival.picked]
    }

    var arrival: TracedArrival? {
      guard let kind = ReadyChoice.Kind(rawValue: kind), times.count == 2, numbers.count == 5 else { return nil }
      return TracedArrival(
        id: id, time: times[0], deadline: times[1], lane: numbers[0], task: numbers[1], cause: numbers[2],
        choices: numbers[3], picked: numbers[4], kind: kind)
    }
  }

  /// The recorded failures, in order.
  var failures: [Failure] = []
  /// The calls that the search does not control, each listed once.
  var escapes: [String] = []
  /// Whether the code took a lock. The search then misses orders in which other code runs within a job, between two
  /// uses of a lock.
  var takesLocks = false
  /// The function by which the code woke a thread outside, which may have continued meanwhile; nil if it woke none.
  var wokenBy: String?
  /// Whether `concurrentPerform` ran iterations. They run only in their order.
  var iterates = false
  /// Whether the test's body ended.
  var isFinished = false
  /// The place at which the body waits, if it did not end.
  var waiting: String?
  /// The partial-order class of the schedule, as a hash.
  var order: UInt64 = 0
  /// The number of events until the body ended.
  var arrivals = 0
  var jobs = 0
  /// The final values of the watched objects.
  var states: [String] = []
  var now: Int64 = 0
  /// The places within jobs at which other jobs ran, in order.
  var handovers: [Handover] = []
  /// Whether code that is built to be interrupted has branched.
  var takesBranches = false
  /// The number of branches that each job has executed, if they are counted.
  var branches: [UInt64: UInt64] = [:]
  /// All events, in a form that outlives its world.
  var trace: [TracedArrival]? {
    get { steps?.compactMap(\.arrival) }
    set { steps = newValue?.map { Step($0) } }
  }
  private var steps: [Step]?
  /// The labels of lanes and the paths of tasks, by their numbers; empty unless the schedule is recorded.
  var lanes: [UInt32: String] = [:]
  var paths: [UInt32: String] = [:]
  var isRecording = false
  var readsStates = false
  /// Whether the body has ended. Later events do not count for it.
  var isClosed = false
  var rows: [Row] = []
  /// The origins of tasks, by their numbers; empty unless the schedule is recorded.
  var origins: [UInt32: TaskOrigin] = [:]
}

extension ScheduleRecord {
  /// All failures. A body that does not end adds the failure "stuck", unless locks are the reason.
  var allFailures: [Failure] {
    guard !isFinished, !failures.contains(where: { $0.isDeadlock || $0.isCrash }) else { return failures }
    return failures + [.stuck(waiting ?? "the test")]
  }
}

/// A failure of the tested code in a schedule.
package struct Failure: Sendable, Codable {
  /// The identity of the failure: place and kind, without values. Two failures with equal keys count as one.
  var key: String
  /// The failure in words, with the values.
  var message: String
  /// The source location, where the test framework knows it.
  var place: Place?

  /// A line of source.
  struct Place: Sendable, Hashable, Codable {
    var fileID: String
    var filePath: String
    var line: Int
    var column: Int
  }

  init(key: String, message: String, place: Place?) {
    (self.key, self.message, self.place) = (key, message, place)
  }

  /// Creates a failure without a source location.
  package init(key: String, message: String) {
    self.init(key: key, message: message, place: nil)
  }

  private static let deadlock = "deadlock"
  private static let crash = "crash"

  /// The failure of jobs that wait for each other's locks.
  static func deadlock(_ text: String) -> Failure { Failure(key: deadlock, message: text) }

  /// The failure of a crash, with the place if it is known.
  static func crash(_ how: String, at place: CodePlace?, in task: String) -> Failure {
    Failure(key: "\(crash) \(place?.text ?? task)", message: "\(how), in \(place.map { "\($0.text), " } ?? "")\(task)")
  }

  /// The failure of a task that is still running when its test has ended.
  static let leakedTask = Failure(
    key: "leaked task", message: "leaked: a task still sleeps, or runs in a loop, when the test has ended")

  /// The failure of a continuation that was freed without having been resumed, in the runtime's words.
  static func leakedContinuation(_ message: String) -> Failure {
    let name = message.split(separator: ": ").last?.prefix { $0 != " " } ?? "a function"
    return Failure(
      key: "leaked continuation \(name)", message: "leaked: the continuation of \(name) was dropped, and never resumed")
  }

  var isDeadlock: Bool { key == Self.deadlock }
  var isCrash: Bool { key.hasPrefix(Self.crash) }

  /// Creates the failure of a body that threw an error.
  static func thrown(_ error: any Error) -> Failure {
    Failure(key: "threw \(type(of: error))", message: "the test threw \(error)")
  }
}
