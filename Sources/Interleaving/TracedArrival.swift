/// An event in a world whose order a policy chose.
public struct TracedArrival: Hashable, Sendable {
  /// The identity; see ``ReadyChoice/id``.
  public var id: UInt64
  /// The time of the event.
  public var time: Int64
  /// The time at which the event was due, or ready.
  public var deadline: Int64
  /// The lane; see ``ReadyChoice/lane``.
  public var lane: UInt32
  /// The task; see ``ReadyChoice/task``.
  public var task: UInt32
  /// The index in the trace of the event during which the wait was set or the job enqueued; `none` for the beginning.
  public var cause: UInt32
  /// The number of events among which this one was picked.
  public var choices: UInt32
  /// The index of the picked choice.
  public var picked: UInt32
  /// The kind of event.
  public var kind: ReadyChoice.Kind

  /// The value of `cause` for events that were possible from the start.
  public static let none = UInt32.max

  /// Creates an event.
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
