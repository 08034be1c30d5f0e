/// A rule for one device. It follows events, judges the state at the end of each instant in which something changed,
/// and resets state that no longer applies.
///
/// Facts are those after the event. Facts and accounts are passed `inout` but only read, since copies for every rule
/// and event would cost more than the rules.
protocol DeviceRule {
  /// The events that the rule follows; others never reach it.
  static var follows: EventKinds { get }
  /// Whether the rule applies only while a user is signed in.
  static var needsSignIn: Bool { get }

  init()
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog)
  /// Judges the end of an instant.
  ///
  /// - Parameter account: the signed-in account's facts, or the person's own.
  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog)
  mutating func reset(_ occasion: ResetOccasion)
}

extension DeviceRule {
  static var follows: EventKinds { .none }
  static var needsSignIn: Bool { true }

  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {}

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {}

  mutating func reset(_ occasion: ResetOccasion) {
    if occasion != .session { self = Self() }
  }
}
