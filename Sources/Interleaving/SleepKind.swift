/// The purpose of a wait, for policies and reports. Does not affect when the wait ends.
public enum SleepKind: UInt8, Sendable {
  /// One direction of a message in flight, or a service time: a duration on which code must not rely.
  case leg
  /// A person's pause, a time-out or a period.
  case timer
}
