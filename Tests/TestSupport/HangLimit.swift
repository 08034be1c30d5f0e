package import Testing

/// The time after which a waiting test counts as hanging.
///
/// Only a defect reaches these limits. They are hours and minutes, so that a slow or busy machine does not.
package enum HangLimit {
  /// The time for which a loop waits for something that does not happen, in nanoseconds.
  package static let ofLoop: Int64 = 600_000_000_000
}

extension Trait where Self == TimeLimitTrait {
  /// The limit of tests that wait for sockets, threads or processes. A test that hangs then fails by name. The limit
  /// includes the time before a test starts, since all tests are started at once and wait for each other.
  package static var limitedWait: Self { .timeLimit(.minutes(120)) }
}
