/// A possible next event in a world whose order a policy chooses.
public struct ReadyChoice: Sendable {
  /// The kind of event that happens if this choice is picked.
  public enum Kind: UInt8, Sendable {
    /// The oldest job of a lane.
    case lane
    /// A job outside every actor.
    case pool
    /// The arrival of a message in flight, or the end of a service.
    case leg
    /// The end of a pause, a period or a time-out.
    case timer

    /// Whether the event is the end of a wait, rather than a job.
    public var isWait: Bool { self == .leg || self == .timer }

    init(_ kind: SleepKind) {
      self = kind == .leg ? .leg : .timer
    }
  }

  /// The identity of the choice. It is the same in all schedules that made the same decisions so far. It hashes the
  /// spawn path of the task that set the wait and the wait's number within the task (for a job, the job's number).
  public let id: UInt64
  /// The time at which a wait is due, or at which a job became ready.
  public let deadline: Int64
  /// The number that orders equal deadlines and jobs. It rises with time and is unique in a world.
  let sequence: UInt64
  /// The ``Lane/index`` of the event's lane; `noLane` outside every actor, or if unknown.
  public let lane: UInt32
  /// The number of the task that resumes or that set the timer; ``Scheduler/path(of:)`` gives its path.
  public let task: UInt32
  /// The event that made this choice possible; see ``TracedArrival/cause``.
  public let cause: UInt32
  /// The record of a wait.
  let record: TimingWheel.Index
  /// The number of the wait within its task; 0 for a job.
  let number: UInt32
  /// The kind of event that happens if this choice is picked.
  public let kind: Kind

  /// The lane index of events without a lane.
  public static let noLane = UInt32.max
}
