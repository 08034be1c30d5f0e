/// Something that could happen next in a world whose order a policy chooses.
public struct ReadyChoice: Sendable {
  /// What happens if this is picked.
  public enum Kind: UInt8, Sendable {
    /// The oldest job of a lane runs.
    case lane
    /// A job outside every actor runs.
    case pool
    /// A message in flight arrives, or a service ends.
    case leg
    /// A pause, a period or a time-out is over.
    case timer

    /// Whether a wait ends, rather than a job running.
    public var isWait: Bool { self == .leg || self == .timer }

    init(_ kind: SleepKind) {
      self = kind == .leg ? .leg : .timer
    }
  }

  /// Who is who in every schedule that came so far alike: the hash of the spawn path of the task that set the wait and of
  /// which of its waits this is (for a job: which of its jobs).
  public let id: UInt64
  /// When a wait is due, or a job became ready.
  public let deadline: Int64
  /// Orders equal deadlines, and jobs: rises with time, unique in a world.
  let sequence: UInt64
  /// The lane in which it happens, by its ``Lane/index``; `noLane` if outside every actor or not known.
  public let lane: UInt32
  /// The task that goes on, or set the timer, by its number in the world; ``Scheduler/path(of:)`` names it.
  public let task: UInt32
  /// What made it possible; see ``TracedArrival/cause``.
  public let cause: UInt32
  /// The record of a wait.
  let record: TimingWheel.Index
  /// Which of its task's waits it is; 0 for a job.
  let number: UInt32
  /// What happens.
  public let kind: Kind

  /// The lane of what has none.
  public static let noLane = UInt32.max
}

/// Decides what happens next in a world.
public protocol SchedulePolicy: AnyObject {
  /// How late a wait may become, in nanoseconds: what is due at most this much after the earliest waiting deadline may
  /// come next (and a nanosecond for each thing that overtook it). 0 is exact time; `Int64.max` lets everything that
  /// waits come in any order. Constant.
  var window: Int64 { get }

  /// Whether ready jobs are choices, too. If not, they run first in, first out before the policy is asked, and all
  /// orders come from the ends of waits. Constant.
  var picksJobs: Bool { get }

  /// The index of what happens next.
  ///
  /// - Parameter choices: what could happen, never empty: jobs first, in the order in which they became ready, then waits
  ///   by deadline. Index 0 is the natural order, that of a world without a policy.
  func pick(from choices: [ReadyChoice]) -> Int
}

/// One thing that happened in a world whose order a policy chose.
public struct TracedArrival: Hashable, Sendable {
  /// See ``ReadyChoice/id``.
  public var id: UInt64
  /// When it happened.
  public var time: Int64
  /// When it was due, or ready.
  public var deadline: Int64
  /// See ``ReadyChoice/lane``.
  public var lane: UInt32
  /// See ``ReadyChoice/task``.
  public var task: UInt32
  /// The index in the trace of what happened when the wait was set, or the job enqueued; `none` before everything.
  public var cause: UInt32
  /// How many choices there were.
  public var choices: UInt32
  /// Which of them was picked.
  public var picked: UInt32
  /// What happened.
  public var kind: ReadyChoice.Kind

  /// The cause of what was possible from the start.
  public static let none = UInt32.max

  /// Something that happened.
  public init(
    id: UInt64, time: Int64, deadline: Int64, lane: UInt32, task: UInt32, cause: UInt32, choices: UInt32,
    picked: UInt32, kind: ReadyChoice.Kind
  ) {
    self.id = id
    self.time = time
    self.deadline = deadline
    self.lane = lane
    self.task = task
    self.cause = cause
    self.choices = choices
    self.picked = picked
    self.kind = kind
  }
}

/// The natural order: a world under this policy runs exactly as one without a policy, and leaves a trace.
public final class NaturalPolicy: SchedulePolicy {
  /// Decides only what the trace says there was to choose from.
  public let window: Int64
  /// Jobs run first in, first out.
  public let picksJobs = false

  /// The natural order, seen through a window.
  public init(window: Int64 = 0) {
    self.window = window
  }

  /// The first.
  public func pick(from choices: [ReadyChoice]) -> Int { 0 }
}
