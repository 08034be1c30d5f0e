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
