/// A policy that repeats the events of another schedule by identity, and then continues in the natural order or with
/// another policy.
public final class RecordedPolicy: SchedulePolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  /// The step at which a recorded event was not possible; nil if all were possible. From that step on, `then` decides.
  public private(set) var divergence: Int?
  private let picks: [UInt64]
  private let then: (any SchedulePolicy)?
  private var step = 0

  /// Creates a policy that repeats the start of a schedule, or all of it.
  ///
  /// - Parameters:
  ///   - picks: the identities in the recorded order.
  ///   - window: the window of the recorded schedule.
  ///   - picksJobs: whether jobs were recorded, too.
  ///   - then: the policy that continues after the last pick; nil for the natural order.
  public init(picks: [UInt64], window: Int64, picksJobs: Bool = false, then: (any SchedulePolicy)? = nil) {
    self.picks = picks
    self.window = window
    self.picksJobs = picksJobs
    self.then = then
  }

  /// Starts again from the beginning.
  public func begin() {
    (step, divergence) = (0, nil)
  }

  /// Picks the recorded choice, if it is possible.
  public func pick(from choices: [ReadyChoice]) -> Int {
    if step < picks.count, divergence == nil {
      if let index = choices.firstIndex(where: { $0.id == picks[step] }) {
        step += 1
        return index
      }
      divergence = step
    }
    return then?.pick(from: choices) ?? 0
  }

  /// Whether all recorded events have happened, in order.
  public var isComplete: Bool { divergence == nil && step == picks.count }
}
