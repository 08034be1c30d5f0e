/// What a wait stands for: a description for policies and reports, of no effect on when it ends.
public enum SleepKind: UInt8, Sendable {
  /// One direction of a message in flight, or a service time: nobody can rely on how long it takes.
  case leg
  /// A person's pause, a time-out or a period.
  case timer
}
