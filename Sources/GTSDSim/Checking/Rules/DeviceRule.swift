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

/// Kinds of events that rules follow.
///
/// Not an option set: whether a rule follows a kind is to be known when it is compiled, and not all array literals are.
struct EventKinds {
  private var bits: UInt16

  @inline(__always) static var none: EventKinds { EventKinds(bits: 0) }
  @inline(__always) static var action: EventKinds { EventKinds(bits: 1 << 0) }
  @inline(__always) static var authenticated: EventKinds { EventKinds(bits: 1 << 1) }
  @inline(__always) static var sent: EventKinds { EventKinds(bits: 1 << 2) }
  @inline(__always) static var received: EventKinds { EventKinds(bits: 1 << 3) }
  @inline(__always) static var began: EventKinds { EventKinds(bits: 1 << 4) }
  @inline(__always) static var ended: EventKinds { EventKinds(bits: 1 << 5) }
  @inline(__always) static var published: EventKinds { EventKinds(bits: 1 << 6) }
  @inline(__always) static var applied: EventKinds { EventKinds(bits: 1 << 7) }
  @inline(__always) static var cleared: EventKinds { EventKinds(bits: 1 << 8) }
  @inline(__always) static var photoItem: EventKinds { EventKinds(bits: 1 << 9) }
  @inline(__always) static var analytics: EventKinds { EventKinds(bits: 1 << 10) }
  @inline(__always) static var committed: EventKinds { EventKinds(bits: 1 << 11) }

  @inline(__always)
  static func | (lhs: EventKinds, rhs: EventKinds) -> EventKinds { EventKinds(bits: lhs.bits | rhs.bits) }

  @inline(__always)
  func contains(_ kind: EventKinds) -> Bool { bits & kind.bits != 0 }
}
