/// A length of virtual time in whole nanoseconds.
///
/// Scenarios and payloads use this type rather than `Duration`, whose 128 bits cost too much in the hot path.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length in nanoseconds. Negative spans exist, but scenarios accept them only as clock offsets.
  public var nanoseconds: Int64

  /// Creates a span from nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// This span in seconds.
  public var seconds: Double { Nanoseconds.seconds(nanoseconds) }

  /// A span of 0 nanoseconds.
  public static let zero = TimeSpan(nanoseconds: 0)

  /// Creates a span from milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * Nanoseconds.millisecond) }
  /// Creates a span from seconds.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * Nanoseconds.second) }
  /// Creates a span from minutes.
  public static func minutes(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * Nanoseconds.minute) }
  /// Creates a span from hours.
  public static func hours(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * Nanoseconds.hour) }
  /// Creates a span from days of 24 hours.
  public static func days(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * Nanoseconds.day) }

  /// Whether a span is shorter than another.
  public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

/// The number of nanoseconds in each unit of time. Virtual instants and durations are in nanoseconds.
package enum Nanoseconds {
  @inlinable package static var millisecond: Int64 { 1_000_000 }
  @inlinable package static var second: Int64 { 1_000 * millisecond }
  @inlinable package static var minute: Int64 { 60 * second }
  @inlinable package static var hour: Int64 { 60 * minute }
  @inlinable package static var day: Int64 { 24 * hour }

  /// Converts nanoseconds to seconds.
  @inlinable package static func seconds(_ count: Int64) -> Double { seconds(Double(count)) }
  /// Converts nanoseconds to seconds.
  @inlinable package static func seconds(_ count: Double) -> Double { count / 1e9 }
}

/// The number of milliseconds in each unit of time. The server's instants and event logs are in milliseconds.
package enum Milliseconds {
  @inlinable package static var second: Int64 { 1_000 }
  @inlinable package static var minute: Int64 { 60 * second }
  @inlinable package static var hour: Int64 { 60 * minute }
  @inlinable package static var day: Int64 { 24 * hour }
}
