/// Partial order sampling (Yuan, Yang, Gu, CAV 2018): every possible event has a random priority, and the highest
/// happens. Events in the same lane, with which it raced, get new priorities.
///
/// Independent events then hardly influence which orders are sampled, unlike with uniform picks.
public final class PartialOrderPolicy: SearchPolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let seed: UInt64
  @exclusivity(unchecked) private var key: UInt64 = 0
  /// The number of events in each lane. Part of the input of a priority, so that priorities change with it.
  @exclusivity(unchecked) private var epochs: [UInt64] = []

  /// Creates a policy whose picks depend only on its arguments.
  public init(seed: UInt64, window: Int64 = .max, picksJobs: Bool = false) {
    self.seed = seed
    self.window = window
    self.picksJobs = picksJobs
    begin(schedule: 0)
  }

  /// Starts a schedule.
  public func begin(schedule: UInt64) {
    var stream = RandomStream(seed: seed, purpose: .partialOrder, schedule: schedule)
    key = stream.next()
    for lane in epochs.indices { epochs[lane] = 0 }
  }

  /// Picks the choice with the highest priority.
  public func pick(from choices: [ReadyChoice]) -> Int {
    var (best, bestPriority) = (0, 0 as UInt64)
    for index in choices.indices {
      let lane = choices[index].lane
      let epoch = lane < epochs.count ? epochs[Int(lane)] : 0
      let priority = Mix64.combine(key &+ epoch &* 0xD6E8_FEB8_6659_FD93, choices[index].id)
      if priority >= bestPriority { (best, bestPriority) = (index, priority) }
    }
    let lane = choices[best].lane
    if lane != ReadyChoice.noLane {
      while epochs.count <= Int(lane) { epochs.append(0) }
      epochs[Int(lane)] += 1
    }
    return best
  }
}
