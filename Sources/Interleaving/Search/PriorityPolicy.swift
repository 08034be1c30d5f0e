/// PCT, probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): every task has a
/// random priority, and the highest continues. At d - 1 random moments the task that would continue drops below all
/// others.
///
/// PCT finds a hazard of depth d with a probability of at least 1 / (tasks x length^(d - 1)). It finds hazards in which
/// a task must starve for long much more often than uniform picks do.
public final class PriorityPolicy: SearchPolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let seed: UInt64
  private let depth: Int
  private let length: Int
  @exclusivity(unchecked) private var key: UInt64 = 0
  @exclusivity(unchecked) private var step = 0
  /// The steps at which a task's priority drops, each to the rank of its index.
  @exclusivity(unchecked) private var changes: [Int] = []
  /// The tasks whose priority was lowered. The later a task is in the list, the lower its priority.
  @exclusivity(unchecked) private var loweredTasks: [UInt32?] = []

  /// Creates a policy that finds hazards of a depth, in schedules that are about as long as the reference run.
  public init(
    seed: UInt64, depth: Int = 3, reference: SearchReference, window: Int64 = .max, picksJobs: Bool = false
  ) {
    precondition(depth > 0, "a hazard of depth \(depth)")
    self.seed = seed
    self.depth = depth
    length = max(1, reference.length)
    self.window = window
    self.picksJobs = picksJobs
    begin(schedule: 0)
  }

  /// Starts a schedule.
  public func begin(schedule: UInt64) {
    var stream = RandomStream(seed: seed, purpose: .priorities, schedule: schedule)
    key = stream.next()
    changes.removeAll(keepingCapacity: true)
    loweredTasks.removeAll(keepingCapacity: true)
    for _ in 1..<depth {
      changes.append(stream.next(below: length))
      loweredTasks.append(nil)
    }
    step = 0
  }

  /// Picks the choice of the task with the highest priority.
  public func pick(from choices: [ReadyChoice]) -> Int {
    for rank in changes.indices where changes[rank] == step {
      let task = choices[first(of: choices)].task
      if let before = loweredTasks.firstIndex(of: task) { loweredTasks[before] = nil }
      loweredTasks[rank] = task
    }
    step += 1
    return first(of: choices)
  }

  private func first(of choices: [ReadyChoice]) -> Int {
    var (best, bestPriority) = (0, priority(of: choices[0].task))
    for index in 1..<choices.count {
      let priority = priority(of: choices[index].task)
      if priority > bestPriority { (best, bestPriority) = (index, priority) }
    }
    return best
  }

  private func priority(of task: UInt32) -> UInt64 {
    for rank in loweredTasks.indices where loweredTasks[rank] == task { return UInt64(loweredTasks.count - rank) }
    return Mix64.combine(key, UInt64(task)) | 1 << 32
  }
}
