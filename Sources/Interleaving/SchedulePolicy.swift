/// Decides what happens next in a world.
public protocol SchedulePolicy: AnyObject {
  /// How late a wait may become, in nanoseconds: what is due at most this much after the earliest waiting deadline may
  /// come next (and a nanosecond for each thing that overtook it). 0 is exact time; `Int64.max` lets everything that
  /// waits come in any order. Constant.
  var window: Int64 { get }

  /// Whether ready jobs are choices, too. If not, they run first in, first out before the policy is asked, and all
  /// orders come from the ends of waits. Constant.
  var picksJobs: Bool { get }

  /// The index of what happens next.
  ///
  /// - Parameter choices: what could happen, never empty: jobs first, in the order in which they became ready, then waits
  ///   by deadline. Index 0 is the natural order, that of a world without a policy.
  func pick(from choices: [ReadyChoice]) -> Int
}

/// The natural order: a world under this policy runs exactly as one without a policy, and leaves a trace.
public final class NaturalPolicy: SchedulePolicy {
  /// Decides only what the trace says there was to choose from.
  public let window: Int64
  /// Jobs run first in, first out.
  public let picksJobs = false

  /// The natural order, seen through a window.
  public init(window: Int64 = 0) {
    self.window = window
  }

  /// The first.
  public func pick(from choices: [ReadyChoice]) -> Int { 0 }
}
