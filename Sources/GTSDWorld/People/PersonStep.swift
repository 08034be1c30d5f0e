/// A person's next step.
package enum PersonStep: Sendable {
  /// The person uses a device: perhaps taps, then rests, and looks at it again.
  case use(device: UInt8, tap: Tap?, rest: Rest)
  /// The person has put all devices away until this instant, in nanoseconds of virtual time.
  case away(until: Int64)
  /// The person does not return before the horizon.
  case done

  /// One tap.
  package struct Tap: Sendable {
    package var action: UserAction
    /// The number of the person's intent. A double tap or a retry has the intent of the first tap.
    package var intent: Int32
  }

  /// The time before the next look: first a wait for a condition, then a pause.
  package struct Rest: Sendable, Equatable {
    package var condition: DeviceCondition?
    /// The longest wait for the condition, in nanoseconds.
    package var patience: Int64 = 0
    /// The length of the pause in nanoseconds.
    package var pause: Int64 = 0

    /// No wait: the person looks at once.
    package static let none = Rest()

    /// A pause without a condition.
    package static func pause(_ nanoseconds: Int64) -> Rest { Rest(pause: nanoseconds) }
  }
}
