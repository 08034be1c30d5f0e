/// What could happen next in a world whose order a policy chooses: lanes with jobs, pool jobs, and legs in flight.
///
/// Built for small worlds and many runs; a world without a policy never makes one.
final class SearchQueue {
  /// The jobs of one lane behind its first, oldest first.
  struct Jobs {
    var waiting: [(job: ReadyJob, sequence: UInt64)] = []
    var head = 0
  }

  let policy: any SchedulePolicy
  var paths = TaskPath()
  private(set) var choices: [ReadyChoice] = []
  /// Choices before this index are jobs, the others legs.
  private var jobCount = 0
  private var lastSequence: UInt64 = 0

  init(policy: any SchedulePolicy) {
    self.policy = policy
  }

  func add(_ ready: ReadyJob) {
    lastSequence += 1
    if let lane = ready.lane {
      let isBusy = lane._withUnsafeGuaranteedRef { lane in
        guard lane.pending != nil else {
          lane.pending = Jobs()
          return false
        }
        lane.pending?.waiting.append((ready, lastSequence))
        return true
      }
      if isBusy { return }
    }
    insert(ready, sequence: lastSequence)
  }

  func addLeg(_ record: TimerHandle, deadline: Int64, task: UInt32, lane: Unmanaged<Lane>?) {
    lastSequence += 1
    let leg = ReadyChoice(
      kind: .leg, sequence: lastSequence, task: task, laneReference: lane, deadline: deadline, record: record, job: nil)
    var index = choices.count
    while index > jobCount, choices[index - 1].deadline > deadline { index -= 1 }
    choices.insert(leg, at: index)
  }

  func removeLeg(_ record: TimerHandle) {
    choices.removeAll { $0.kind == .leg && $0.record == record }
  }

  /// What the policy lets happen next, or the oldest job if `isFair`; nil when nothing is ready.
  func next(isFair: Bool) -> ReadyChoice? {
    guard !choices.isEmpty else { return nil }
    let index = isFair ? 0 : policy.pick(from: choices)
    precondition(choices.indices.contains(index), "the policy picked \(index) of \(choices.count) choices")
    let choice = choices.remove(at: index)
    if choice.kind != .leg { jobCount -= 1 }
    if choice.kind == .lane, let lane = choice.laneReference?.takeUnretainedValue() { readyNext(of: lane) }
    return choice
  }

  private func readyNext(of lane: Lane) {
    guard var jobs = lane.pending else { return }
    guard jobs.head < jobs.waiting.count else {
      lane.pending = nil
      return
    }
    let (job, sequence) = jobs.waiting[jobs.head]
    lane.pending = nil
    jobs.head += 1
    lane.pending = jobs
    insert(job, sequence: sequence)
  }

  private func insert(_ ready: ReadyJob, sequence: UInt64) {
    var index = jobCount
    while index > 0, choices[index - 1].sequence > sequence { index -= 1 }
    choices.insert(
      ReadyChoice(
        kind: ready.lane == nil ? .pool : .lane, sequence: sequence, task: ready.task, laneReference: ready.lane,
        deadline: 0, record: nil, job: ready.job), at: index)
    jobCount += 1
  }
}
