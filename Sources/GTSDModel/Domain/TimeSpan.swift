/// A length of virtual time in whole nanoseconds.
///
/// `Duration` carries 128 bits, which costs in the hot path; this type is what scenarios and payloads use.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// Nanoseconds; negative spans are representable, but no scenario accepts them.
  public var nanoseconds: Int64

  /// A span of so many nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// This span in seconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// No time at all.
  public static let zero = TimeSpan(nanoseconds: 0)

  /// A span of so many milliseconds.
  public static func milliseconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000) }
  /// A span of so many seconds.
  public static func seconds(_ count: Int64) -> TimeSpan { TimeSpan(nanoseconds: count * 1_000_000_000) }
  /// A span of so many minutes.
  public static func minutes(_ count: Int64) -> TimeSpan { .seconds(count * 60) }
  /// A span of so many hours.
  public static func hours(_ count: Int64) -> TimeSpan { .seconds(count * 3600) }
  /// A span of so many days of 24 hours.
  public static func days(_ count: Int64) -> TimeSpan { .seconds(count * 86_400) }

  /// Whether a span is shorter than another.
  public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}
