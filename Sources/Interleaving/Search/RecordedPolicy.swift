/// Repeats what happened in another schedule, by identity, and goes on in the natural order or as another policy likes.
public final class RecordedPolicy: SchedulePolicy {
  /// See ``SchedulePolicy/window``.
  public let window: Int64
  /// See ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  /// The step at which what was recorded could not happen, if there was one; from there on the order is that of `then`.
  public private(set) var divergence: Int?
  private let picks: [UInt64]
  private let then: (any SchedulePolicy)?
  private var step = 0

  /// A policy that repeats the start of a schedule, or all of it.
  ///
  /// - Parameters:
  ///   - picks: identities in the order in which they are to happen.
  ///   - window: that of the recorded schedule.
  ///   - picksJobs: whether jobs were recorded, too.
  ///   - then: who goes on after the last of them; nil for the natural order.
  public init(picks: [UInt64], window: Int64, picksJobs: Bool = false, then: (any SchedulePolicy)? = nil) {
    self.picks = picks
    self.window = window
    self.picksJobs = picksJobs
    self.then = then
  }

  /// Starts from the beginning.
  public func begin() {
    (step, divergence) = (0, nil)
  }

  /// The recorded choice, if it is there.
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

  /// Whether everything that was recorded has happened, in its order.
  public var isComplete: Bool { divergence == nil && step == picks.count }
}
