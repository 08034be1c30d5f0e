/// The possible next events of a world whose order a policy chooses: everything with a deadline, and ready jobs if the
/// policy also picks among jobs.
///
/// Designed for small worlds and many runs. A world without a policy does not create one.
final class SearchQueue {
  /// The next step of the world.
  enum Step {
    case run(ReadyJob)
    /// A wait ends at an instant. It is no longer in the queue, but still in the wheel.
    case end(ReadyChoice, at: Int64)
  }

  @exclusivity(unchecked) private var policy: any SchedulePolicy
  @exclusivity(unchecked) private(set) var picksJobs: Bool
  @exclusivity(unchecked) private var window: Int64
  @exclusivity(unchecked) var paths = TaskPath()
  @exclusivity(unchecked) private var waits = WaitList()
  /// The first job of each lane, and pool jobs, in the order in which they became ready; empty unless the policy
  /// picks among them.
  @exclusivity(unchecked) private var jobs: [ReadyChoice] = []
  @exclusivity(unchecked) private var readyJobs: [ReadyJob] = []
  /// The due time of each of these jobs: the time at which it would have been ready if the policy had delayed nothing.
  @exclusivity(unchecked) private var dues: [Int64] = []
  /// The delay of the current event. Its consequences inherit the delay, so that consecutive steps cannot each
  /// defer by a window.
  @exclusivity(unchecked) private var lateness: Int64 = 0
  @exclusivity(unchecked) private var lastSequence: UInt64 = 0
  /// The choices offered to the policy if there are others than jobs. A property, so that its memory is reused.
  @exclusivity(unchecked) private var choices: [ReadyChoice] = []
  @exclusivity(unchecked) private(set) var trace: [TracedArrival] = []
  @exclusivity(unchecked) private(set) var order = OrderClass()
  /// The smallest distance from the earliest wait to a wait that the window excluded; `Int64.max` if none was excluded.
  /// Every window that is smaller than this distance, and at least as large as the present one, gives the same
  /// schedule.
  @exclusivity(unchecked) private(set) var leastKeptBack = Int64.max

  init(policy: any SchedulePolicy) {
    self.policy = policy
    (picksJobs, window) = (policy.picksJobs, policy.window)
  }

  var isEmpty: Bool { waits.isEmpty && jobs.isEmpty }

  /// Resets the queue for another schedule, keeping its memory.
  func reset(policy: (any SchedulePolicy)?) {
    if let policy {
      self.policy = policy
      (picksJobs, window) = (policy.picksJobs, policy.window)
    }
    paths.removeAll()
    trace.removeAll(keepingCapacity: true)
    order.removeAll()
    lastSequence = 0
    lateness = 0
    leastKeptBack = .max
  }

  private var cause: UInt32 { trace.isEmpty ? TracedArrival.none : UInt32(truncatingIfNeeded: trace.count - 1) }

  // MARK: Waits

  func addWait(_ handle: TimerHandle, deadline: Int64, kind: SleepKind, task: UInt32, lane: UInt32) {
    let (id, number) = paths.wait(of: task)
    waits.insert(
      ReadyChoice(
        id: id, deadline: deadline, sequence: handle.ticket, lane: lane, task: task, cause: cause, record: handle.index,
        number: number, kind: ReadyChoice.Kind(kind)))
  }

  func removeWait(deadline: Int64, ticket: UInt64) {
    waits.remove(deadline: deadline, sequence: ticket)
  }

  /// The number of waits, from the earliest on, that may end next.
  private func eligibleWaits(horizon: Int64) -> Int {
    guard !waits.isEmpty else { return 0 }
    // Jobs are in the order in which they became ready. A job that became ready late may have been due before the first
    // one.
    var earliest = waits[0].deadline
    if !jobs.isEmpty { for due in dues where due < earliest { earliest = due } }
    let (limit, overflow) = earliest.addingReportingOverflow(window)
    let count = waits.count(through: overflow ? horizon : min(limit, horizon))
    if count < waits.count, waits[count].deadline <= horizon {
      leastKeptBack = min(leastKeptBack, waits[count].deadline &- earliest)
    }
    return count
  }

  // MARK: Picking

  /// The step that the policy picks, up to and including an instant; nil when there is none.
  func next(now: Int64, horizon: Int64) -> Step? {
    let eligible = eligibleWaits(horizon: horizon)
    guard eligible > 0 || !jobs.isEmpty else { return nil }
    // Copied into a local variable, since the call would otherwise retain them.
    var shown: [ReadyChoice] = []
    if eligible == 0 { swap(&shown, &jobs) } else { swap(&shown, &choices) }
    if eligible > 0 { waits.show(eligible, after: jobs, in: &shown) }
    let index = policy.pick(from: shown)
    let count = shown.count
    precondition(index >= 0 && index < count, "the policy picked \(index) of \(count) choices")
    let choice = shown[index]
    if eligible == 0 { swap(&shown, &jobs) } else { swap(&shown, &choices) }
    order.append(choice.id, lane: choice.lane)
    let step: Step
    var time = now
    if index < jobs.count {
      lateness = max(0, now - dues[index])
      step = .run(takeJob(at: index))
    } else {
      // A late event happens at an instant of its own, however short the delay.
      time = choice.deadline >= now ? choice.deadline : now + 1
      lateness = time - choice.deadline
      _ = waits.remove(at: index - jobs.count)
      step = .end(choice, at: time)
    }
    trace.append(
      TracedArrival(
        id: choice.id, time: time, deadline: choice.deadline, lane: choice.lane,
        task: choice.task, cause: choice.cause, choices: UInt32(truncatingIfNeeded: count),
        picked: UInt32(truncatingIfNeeded: index), kind: choice.kind))
    return step
  }

  /// The oldest job of a lane, independent of the policy.
  func oldestJob(of lane: Lane) -> ReadyJob? {
    guard let index = jobs.firstIndex(where: { $0.lane == lane.index }) else { return nil }
    order.append(jobs[index].id, lane: lane.index)
    return takeJob(at: index)
  }

  /// The oldest job, independent of the policy.
  func oldestJob() -> ReadyJob? {
    jobs.isEmpty ? nil : takeJob(at: 0)
  }

  // MARK: Jobs

  func addJob(_ ready: ReadyJob, now: Int64) {
    lastSequence += 1
    let choice = ReadyChoice(
      id: paths.job(of: ready.task), deadline: now, sequence: lastSequence,
      lane: ready.lane?._withUnsafeGuaranteedRef { $0.index } ?? ReadyChoice.noLane, task: ready.task, cause: cause,
      record: TimingWheel.none, number: 0, kind: ready.lane == nil ? .pool : .lane)
    if let lane = ready.lane {
      let isBusy = lane._withUnsafeGuaranteedRef { lane in
        guard lane.pending != nil else {
          lane.pending = Lane.Jobs()
          return false
        }
        lane.pending?.waiting.append((ready, choice, now - lateness))
        return true
      }
      if isBusy { return }
    }
    insert(ready, choice, due: now - lateness)
  }

  /// Keeps a lane busy although no job of it is ready. Its ready jobs wait behind the rest of the running job.
  func hold(_ lane: Lane) {
    guard lane.pending != nil, let index = jobs.firstIndex(where: { $0.lane == lane.index }) else {
      return lane.pending = lane.pending ?? Lane.Jobs()
    }
    lane.pending?.putBack((readyJobs.remove(at: index), jobs.remove(at: index), dues.remove(at: index)))
  }

  /// Makes the remainder of a job ready, ahead of all others. Its lane stays locked.
  func addRest(_ ready: ReadyJob, id: UInt64, now: Int64) {
    insert(
      ready,
      ReadyChoice(
        id: id, deadline: now, sequence: 0,
        lane: ready.lane?._withUnsafeGuaranteedRef { $0.index } ?? ReadyChoice.noLane, task: ready.task, cause: cause,
        record: TimingWheel.none, number: 0, kind: ready.lane == nil ? .pool : .lane), due: now - lateness)
  }

  private func takeJob(at index: Int) -> ReadyJob {
    jobs.remove(at: index)
    let job = readyJobs.remove(at: index)
    dues.remove(at: index)
    if let lane = job.lane { lane._withUnsafeGuaranteedRef { readyNext(of: $0) } }
    return job
  }

  private func readyNext(of lane: Lane) {
    guard var jobs = lane.pending else { return }
    guard jobs.head < jobs.waiting.count else {
      lane.pending = nil
      return
    }
    let (job, choice, due) = jobs.waiting[jobs.head]
    lane.pending = nil
    jobs.head += 1
    lane.pending = jobs
    insert(job, choice, due: due)
  }

  private func insert(_ ready: ReadyJob, _ choice: ReadyChoice, due: Int64) {
    var index = jobs.count
    while index > 0, jobs[index - 1].sequence > choice.sequence { index -= 1 }
    if index == jobs.count {
      jobs.append(choice)
      readyJobs.append(ready)
      dues.append(due)
    } else {
      jobs.insert(choice, at: index)
      readyJobs.insert(ready, at: index)
      dues.insert(due, at: index)
    }
  }
}
