/// A person's next step.
package enum PersonStep: Sendable {
  /// Uses a device: taps, or not, then rests, and looks at it again.
  case use(device: UInt8, tap: Tap?, rest: Rest)
  /// Has put everything away until this instant, in nanoseconds of virtual time.
  case away(until: Int64)
  /// Will not be back before the horizon.
  case done

  /// One tap.
  package struct Tap: Sendable {
    package var action: UserAction
    /// The number of the person's intent. A double tap or a retry has that of the first tap.
    package var intent: Int32
  }

  /// The time before the next look: first a wait for a condition, then a pause.
  package struct Rest: Sendable, Equatable {
    package var condition: DeviceCondition?
    /// Longest wait for the condition, nanoseconds.
    package var patience: Int64 = 0
    /// The pause, nanoseconds.
    package var pause: Int64 = 0

    /// Looks at once.
    package static let none = Rest()

    /// Pauses.
    package static func pause(_ nanoseconds: Int64) -> Rest { Rest(pause: nanoseconds) }
  }
}
