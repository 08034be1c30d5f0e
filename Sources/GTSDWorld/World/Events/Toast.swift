import GTSDModel

/// A note that disappears by itself: the values of `toast`. The words are the specification's.
package enum Toast: UInt8, CaseIterable, Sendable, PublishedValue {
  case none
  /// "Plan generated successfully!"
  case planGenerated
  /// "You can review metrics anytime in the Plans tab"
  case reviewLater
  /// "You're all set! Let's get started."
  case allSet

  /// The time for which a toast is visible, in nanoseconds.
  package static let duration = 3 * Nanoseconds.second
}
