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
