/// A uniform random walk over interleavings (Zhao, Wolff, Mathur, Roychoudhury, "Selectively uniform concurrency
/// testing", ASPLOS 2025). The weight of a choice is the number of events that will follow from it.
///
/// If causes form a forest and the weights are right, every interleaving has the same probability. Weights are
/// estimated from a reference schedule; an event that is not in it weighs 1.
public final class UniformWalkPolicy: SearchPolicy {
  /// The window; see ``SchedulePolicy/window``.
  public let window: Int64
  /// Whether the policy picks jobs; see ``SchedulePolicy/picksJobs``.
  public let picksJobs: Bool
  private let seed: UInt64
  private let reference: SearchReference
  @exclusivity(unchecked) private var stream: RandomStream

  /// Creates a policy whose picks depend only on its arguments.
  public init(seed: UInt64, reference: SearchReference, window: Int64 = .max, picksJobs: Bool = false) {
    self.seed = seed
    self.reference = reference
    self.window = window
    self.picksJobs = picksJobs
    stream = RandomStream(seed: seed, purpose: .uniformWalk)
  }

  /// Starts a schedule.
  public func begin(schedule: UInt64) {
    stream = RandomStream(seed: seed, purpose: .uniformWalk, schedule: schedule)
  }

  /// Picks at random, each choice with a probability proportional to its weight.
  public func pick(from choices: [ReadyChoice]) -> Int {
    guard choices.count > 1 else { return 0 }
    var total = 0
    for index in choices.indices { total += weight(of: choices[index]) }
    var rest = stream.next(below: total)
    var index = 0
    // Each weight is looked up a second time: there are few, and an array of them would cost more.
    while true {
      rest -= weight(of: choices[index])
      if rest < 0 { return index }
      index += 1
    }
  }

  @inline(__always)
  private func weight(of choice: ReadyChoice) -> Int { Int(reference.offspring[choice.id] ?? 1) }
}
