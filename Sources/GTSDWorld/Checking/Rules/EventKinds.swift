/// The kinds of events that a rule receives.
///
/// Not an option set: whether a rule receives a kind must be known at compile time, and array literals are not always
/// constant.
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
  @inline(__always) static var photoProgress: EventKinds { EventKinds(bits: 1 << 12) }

  @inline(__always)
  static func | (lhs: EventKinds, rhs: EventKinds) -> EventKinds { EventKinds(bits: lhs.bits | rhs.bits) }

  @inline(__always)
  func contains(_ kind: EventKinds) -> Bool { bits & kind.bits != 0 }
}

/// A kind of events, as a type.
protocol EventKind {
  static var kind: EventKinds { get }
}

/// A type for each kind of event, with the kind's name.
enum Follow {
  enum Action: EventKind { @inline(__always) static var kind: EventKinds { .action } }
  enum Authenticated: EventKind { @inline(__always) static var kind: EventKinds { .authenticated } }
  enum Sent: EventKind { @inline(__always) static var kind: EventKinds { .sent } }
  enum Received: EventKind { @inline(__always) static var kind: EventKinds { .received } }
  enum Began: EventKind { @inline(__always) static var kind: EventKinds { .began } }
  enum Ended: EventKind { @inline(__always) static var kind: EventKinds { .ended } }
  enum Published: EventKind { @inline(__always) static var kind: EventKinds { .published } }
  enum Applied: EventKind { @inline(__always) static var kind: EventKinds { .applied } }
  enum Cleared: EventKind { @inline(__always) static var kind: EventKinds { .cleared } }
  enum PhotoItem: EventKind { @inline(__always) static var kind: EventKinds { .photoItem } }
  enum Analytics: EventKind { @inline(__always) static var kind: EventKinds { .analytics } }
  enum Committed: EventKind { @inline(__always) static var kind: EventKinds { .committed } }
  enum PhotoProgress: EventKind { @inline(__always) static var kind: EventKinds { .photoProgress } }
}
