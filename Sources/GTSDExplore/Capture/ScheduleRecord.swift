internal import GTSDSim

/// What one schedule left behind.
struct ScheduleRecord {
  /// Something that ran, for a timeline.
  struct Row {
    /// Its place in the trace.
    var step: Int
    var time: Int64
    var lane: UInt32?
    var task: UInt32
    /// The place where a job goes on.
    var place: CodePlace?
    var text = ""
    /// What the text is about.
    var kind = Timeline.Mark.Kind.note
  }

  /// What was recorded in it, in its order.
  var failures: [Failure] = []
  /// What was not controlled, each once.
  var escapes: [String] = []
  /// Whether the code took a lock: what others would do within the job, between two of them, does not happen.
  var takesLocks = false
  /// Whether the test's body ended.
  var isFinished = false
  /// Where the body waits, if it did not end.
  var waiting: String?
  /// The partial-order class.
  var order: UInt64 = 0
  /// How much happened until the body ended.
  var arrivals = 0
  var jobs = 0
  /// What was watched, at the end.
  var states: [String] = []
  var now: Int64 = 0
  /// Where jobs let others go on within, in the order in which they did.
  var handovers: [Handover] = []
  /// The branches that each job took, where they are counted.
  var branches: [UInt64: UInt64] = [:]
  var isRecording = false
  var readsStates = false
  /// Whether the body has ended: what comes later is no part of it.
  var isClosed = false
  var rows: [Row] = []
  /// The origins of tasks, by their numbers; empty unless it is recorded.
  var origins: [UInt32: TaskOrigin] = [:]
}

extension ScheduleRecord {
  /// What went wrong, its end included: a body that does not end is stuck, unless locks are why.
  var allFailures: [Failure] {
    guard !isFinished, !failures.contains(where: { $0.key == Failure.deadlock }) else { return failures }
    return failures + [.stuck(waiting ?? "the test")]
  }
}

/// Something that went wrong in a schedule.
struct Failure: Sendable {
  /// What makes two failures one: where and how, never the values.
  var key: String
  /// In words, with the values.
  var message: String
  /// Where, for a front end that knows it.
  var place: Place?

  /// A line of source.
  struct Place: Sendable, Hashable {
    var fileID: String
    var filePath: String
    var line: Int
    var column: Int
  }

  /// The key of jobs that wait for each other's locks.
  static let deadlock = "deadlock"

  /// The body threw.
  static func thrown(_ error: any Error) -> Failure {
    Failure(key: "threw \(type(of: error))", message: "the test threw \(error)")
  }
}
