/// A policy that picks uniformly among the choices.
///
/// A pool job and the message it sends to an idle actor count as one choice. Delaying only the message gives no order
/// that delaying both would not give, and an order that needs fewer picks is more likely to occur.
public final class RandomPolicy: SearchPolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let seed: UInt64
  @exclusivity(unchecked) private var stream: RandomStream
  /// The task whose pool job ran last, until its next pick.
  @exclusivity(unchecked) private var sender: UInt32?

  /// Creates a policy whose picks depend only on its arguments. Neighbouring seeds give independent picks.
  public init(seed: UInt64, window: Int64 = .max, picksJobs: Bool = false) {
    self.seed = seed
    self.window = window
    self.picksJobs = picksJobs
    stream = RandomStream(seed: seed, purpose: .uniform)
  }

  /// Starts a schedule.
  public func begin(schedule: UInt64) {
    stream = RandomStream(seed: seed, purpose: .uniform, schedule: schedule)
    sender = nil
  }

  /// Picks uniformly, or the message just sent.
  public func pick(from choices: [ReadyChoice]) -> Int {
    guard picksJobs else { return stream.next(below: choices.count) }
    let message = sender.flatMap { sender in choices.firstIndex { $0.task == sender && $0.kind == .lane } }
    let index = message ?? stream.next(below: choices.count)
    sender = choices[index].kind == .pool ? choices[index].task : nil
    return index
  }
}
