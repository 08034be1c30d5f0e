import GTSDModel

/// A rule over what happens on one device: it follows events, judges the state at the end of each instant in which
/// something changed, and forgets what no longer stands.
///
/// Facts are as they stand after the event. Facts and accounts are handed in place and only read: copies of them for every
/// rule and event would cost more than the rules.
protocol DeviceRule {
  /// The events that it follows; others never reach it.
  static var follows: EventKinds { get }
  /// Whether it judges only while somebody is signed in.
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

/// What ends with what a device holds.
enum ResetOccasion {
  /// A session began; the process may have lived on.
  case session
  /// A process began: it holds nothing.
  case process
  /// Another account, or none, is signed in.
  case account
}

extension DeviceRule {
  // An array literal would be made anew at each event.
  static var follows: EventKinds { EventKinds(rawValue: 0) }
  static var needsSignIn: Bool { true }

  mutating func observe(
    _ event: SimulationEvent, _ facts: inout DeviceFacts, _ accounts: inout AccountPair, _ log: inout CheckLog
  ) {}

  mutating func settle(_ facts: inout DeviceFacts, _ account: inout AccountHistory, _ log: inout CheckLog) {}

  mutating func reset(_ occasion: ResetOccasion) {
    if occasion != .session { self = Self() }
  }
}

/// Kinds of events that rules follow.
struct EventKinds: OptionSet {
  var rawValue: UInt16

  static let action = EventKinds(rawValue: 1 << 0)
  static let authenticated = EventKinds(rawValue: 1 << 1)
  static let sent = EventKinds(rawValue: 1 << 2)
  static let received = EventKinds(rawValue: 1 << 3)
  static let began = EventKinds(rawValue: 1 << 4)
  static let ended = EventKinds(rawValue: 1 << 5)
  static let published = EventKinds(rawValue: 1 << 6)
  static let applied = EventKinds(rawValue: 1 << 7)
  static let cleared = EventKinds(rawValue: 1 << 8)
  static let photoItem = EventKinds(rawValue: 1 << 9)
  static let analytics = EventKinds(rawValue: 1 << 10)
  static let committed = EventKinds(rawValue: 1 << 11)
}
