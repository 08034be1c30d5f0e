/// The strategy that decides what happens next in a world.
public protocol SchedulePolicy: AnyObject {
  /// The largest delay of a wait in nanoseconds. A wait may come next if it is due at most this long after the earliest
  /// waiting deadline (plus a nanosecond for each event that overtook it). 0 keeps the exact times; `Int64.max` allows
  /// any order. Constant.
  var window: Int64 { get }

  /// Whether ready jobs are choices, too. If not, they run first in, first out before the policy is asked, so that it
  /// orders only the ends of waits. Constant.
  var picksJobs: Bool { get }

  /// The index of the choice that happens next.
  ///
  /// - Parameter choices: the possible next events, never empty: jobs first, in the order in which they became ready,
  ///   then waits by deadline. Always picking index 0 gives the natural order, that of a world without a policy.
  func pick(from choices: [ReadyChoice]) -> Int
}

/// The natural order: a world under this policy runs exactly as one without a policy, but records a trace.
public final class NaturalPolicy: SchedulePolicy {
  /// The window. Affects only which choices the trace records.
  public let window: Int64
  /// Always false: jobs run first in, first out.
  public let picksJobs = false

  /// Creates the policy with a window.
  public init(window: Int64 = 0) {
    self.window = window
  }

  /// Picks the first choice.
  public func pick(from choices: [ReadyChoice]) -> Int { 0 }
}
