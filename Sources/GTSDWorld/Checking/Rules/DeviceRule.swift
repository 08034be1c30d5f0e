/// A rule over what happens on one device: it follows events, judges the state at the end of each instant in which
/// something changed, and forgets what no longer stands.
///
/// Facts are as they stand after the event. Facts and accounts are handed in place and only read: copies of them for
/// every rule and event would cost more than the rules.
protocol DeviceRule {
  /// The events that it follows; others never reach it.
  static var follows: EventKinds { get }
  /// Whether the rule applies only while a user is signed in.
  static var needsSignIn: Bool { get }

  init()
  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog)
  /// The end of an instant.
  ///
  /// - Parameter account: the signed-in account's, or the person's own.
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
