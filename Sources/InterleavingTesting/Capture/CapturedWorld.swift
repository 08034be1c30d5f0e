import CInterpose
import Foundation
package import Interleaving

/// A world for code that was not written for this package. Everything that the code starts on the world's thread
/// becomes a job of the world's scheduler, in a lane for each actor.
///
/// `@unchecked Sendable`: touched only on the thread that runs it; input from other threads is behind a lock.
package final class CapturedWorld: @unchecked Sendable {
  /// The world that the calling thread runs.
  package static var current: CapturedWorld? {
    @inline(__always) get {
      capture_world().map { Unmanaged<CapturedWorld>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// The number of jobs after which a schedule counts as endless.
  static let maximumJobs = 100_000

  package let scheduler: Scheduler
  let heartbeat: Heartbeat
  /// All lanes. Later schedules reuse the lanes of earlier ones.
  private var lanes: [CapturedLane] = []
  private var lanesInUse = 0
  /// The lanes by the scheduler's index; nil for lanes of the simulator itself.
  private var byIndex: [CapturedLane?] = []
  /// Whether simulated components of this package run in the world. Such a world is not used for another schedule.
  package var hasGuests = false
  private(set) var main: CapturedLane!
  var byActor: [UnsafeMutableRawPointer: CapturedLane] = [:]
  var byQueue: [UnsafeMutableRawPointer: CapturedLane] = [:]
  /// The queues that the code has used. They live as long as the schedule, so that no address stands for two of them.
  var queues: Set<UnsafeMutableRawPointer> = []
  var groups: [UnsafeMutableRawPointer: DispatchGroupState] = [:]
  /// Timers of Dispatch, by their sources.
  var timers: [UnsafeMutableRawPointer: DispatchTimer] = [:]
  /// The number of times that a timer was set.
  var timerSettings: Int64 = 0
  /// Whether tasks and continuations that will never be resumed count as failures.
  var reportsLeaks = false
  /// The concurrent queues that the code has created.
  var concurrent: [UnsafeMutableRawPointer: ConcurrentQueueState] = [:]
  /// The number of each task, by its number in the process.
  var numbers = IdentityTable(minimumCapacity: 64)
  /// The number of random words that each task has drawn.
  private var draws: [UInt32] = []
  private var seed: UInt64 = 0
  /// The lanes of queues that code waits for within a job, as with `sync`; the innermost last.
  var synchronous: [CapturedLane?] = []
  /// The lanes whose code is blocked in `DispatchQueue.sync` until the queue's work has ended.
  var keptWaiting: [CapturedLane] = []
  let threadsOutside = ThreadsOutside()
  /// Whether a hook of the runtime was set.
  private var isHooked = false
  /// The last instant at which jobs ran, and the number of jobs that had run before it.
  private var instant: (time: Int64, jobs: Int) = (0, 0)
  private var jobsTakeTime = false

  /// The task of the searched body, used to find the place at which it waits.
  private(set) var rootTask: UnsafeMutableRawPointer?
  /// The checks made between two jobs of the main actor.
  var frames = Frames()
  private var checksFrames = false
  /// The handlers that answer requests over HTTP.
  var network = Network()
  /// The places at which the running job and its callers resumed, for reports.
  private let points = UnsafeMutableBufferPointer<UnsafeRawPointer?>.allocate(capacity: 16)
  private var pointCount = 0
  /// The place at which the resumed job had stopped.
  private var idlePlace: CodePlace?
  /// The state of jobs that were interrupted so that others can run.
  var handovers = Handovers()
  /// Whether a job on a thread of its own took a lock.
  var takesLocks = false
  /// Whether `concurrentPerform` ran iterations. They run only in their order.
  var iterates = false
  private(set) var isFinished = false
  /// The place of the call that scheduled the work being enqueued; nil at all other times.
  var origin: CodePlace?
  var record = ScheduleRecord()
  /// The reason why a search must stop on its thread.
  enum Stop {
    /// The code did something that is not controlled.
    case escape
    /// The code crashed, or waits for a lock or queue that it holds itself.
    case crash
  }

  /// The handler that reports why the search must stop on this thread.
  var stopped: (@Sendable (Stop, [String]) -> Void)?

  init(policy: any SchedulePolicy, heartbeat: Heartbeat) {
    scheduler = Scheduler(policy: policy, tracksTasks: false)
    self.heartbeat = heartbeat
    points.initialize(repeating: nil)
    main = newLane()
    main.owner = .mainActor
    main.target = Capture.mainExecutor
  }

  deinit {
    removeTimers()
    releaseQueues()
    points.deallocate()
  }

  // MARK: A schedule

  /// Resets this to a new world. The old one must be finished.
  func reset(policy: any SchedulePolicy) {
    scheduler.reset(policy: policy, keepingLanes: UInt32(lanes.count))
    lanesInUse = 1
    byActor.removeAll(keepingCapacity: true)
    byQueue.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    removeTimers()
    releaseQueues()
    reportsLeaks = false
    concurrent.removeAll(keepingCapacity: true)
    numbers.removeAll()
    draws.removeAll(keepingCapacity: true)
    frames = Frames()
    network = Network()
    checksFrames = false
    isFinished = false
    threadsOutside.reset()
    handovers.branches.removeAll(keepingCapacity: true)
    (takesLocks, iterates) = (false, false)
    (instant, jobsTakeTime) = ((0, 0), false)
  }

  /// Runs a body as this world's first task, until it has ended or nothing is left to happen.
  ///
  /// - Parameters:
  ///   - seed: the seed of random numbers that the code draws.
  ///   - isRecording: whether every job leaves a row for a timeline.
  ///   - readsStates: whether watched objects are read at the end.
  func run(
    seed: UInt64, isRecording: Bool = false, readsStates: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> ScheduleRecord {
    self.seed = seed
    record = ScheduleRecord()
    record.isRecording = isRecording
    record.readsStates = readsStates
    isHooked = false
    checkHooks()
    guard !isHooked else { return record }
    capture_set_runs_worlds(true)
    defer { capture_set_runs_worlds(false) }
    (_, _) = (capture_took_lock(), capture_took_branch())
    ForeignJobs.begin(self, of: heartbeat.search)
    enter()
    scheduler.runningTask = Scheduler.noTask
    let task = Task { [self] in
      do { try await body() } catch { failed(.thrown(error)) }
      if checksFrames { await keepPromises() }
      isFinished = true
    }
    leave()
    rootTask = unsafeBitCast(task, to: UnsafeMutableRawPointer.self)
    while !isFinished {
      if !step(), !outsideThreadResumes() { break }
    }
    close()
    rootTask = nil
    return withExtendedLifetime(task) { record }
  }

  /// Changes the settings of the checks that run in every frame from now on.
  func look(_ change: (inout Frames) -> Void) {
    change(&frames)
    checksFrames = true
  }

  /// Waits, after the body, for promised conditions to become true.
  private func keepPromises() async {
    while let deadline = lastDeadline, deadline >= scheduler.now {
      try? await Task.sleep(for: .nanoseconds(max(1, min(deadline - scheduler.now, 100_000_000))))
      await MainActor.run {}
    }
    endPromises()
  }

  private func close() {
    if threadsOutside.hasArrivals { takeArrivals() }
    noteEnd()
    if let deadlock = deadlock() { failed(.deadlock(deadlock)) }
    if !isFinished { judgeWait() }
    if !frames.watches.isEmpty, record.readsStates { record.states = states() }
    record.isClosed = true
    // Runs the work that the body left behind, mostly sleeps that were cancelled. Endless loops are abandoned.
    var rest = 100 + scheduler.jobsRun / 2
    while rest > 0, step() { rest -= 1 }
    endInterrupted(step)
    if reportsLeaks, isFinished, !scheduler.isAtRest { record.failures.append(.leakedTask) }
    record.takesLocks = capture_took_lock() || takesLocks
    record.takesBranches = capture_took_branch()
    record.wokenBy = threadsOutside.wokenBy
    record.iterates = iterates
    record.branches = handovers.branches
    ForeignJobs.end(of: heartbeat.search)
  }

  /// Records the progress of the schedule.
  func noteEnd() {
    record.isFinished = isFinished
    record.order = scheduler.orderHash
    record.arrivals = scheduler.trace.count
    record.jobs = scheduler.jobsRun
    record.now = scheduler.now
    if record.isRecording { nameAll() }
  }

  /// Records where the test waits although nothing is left to run, and whether a thread outside the world may still
  /// resume it.
  private func judgeWait() {
    let waiting = whereTheTestWaits()
    record.waiting = waiting
    guard let by = threadsOutside.wokenBy else { return }
    record.escapes.append(
      "not controlled: a thread outside that was woken, by \(by), and may yet resume what \(waiting) waits for")
  }

  /// Whether another schedule may run in this world.
  var canBeUsedAgain: Bool {
    scheduler.isAtRest && isFinished && !hasGuests && handovers.interrupted.isEmpty
  }

  private func step() -> Bool {
    if threadsOutside.hasArrivals { takeArrivals() }
    guard scheduler.jobsRun < Self.maximumJobs else {
      if !record.isClosed {
        record.escapes.append(
          "does not become idle: \(Self.maximumJobs) jobs ran, the last in \(whereItRuns(task: scheduler.runningTask))"
        )
      }
      return false
    }
    if !handovers.interrupted.isEmpty { readyFromLocks() }
    if scheduler.now != instant.time { instant = (scheduler.now, scheduler.jobsRun) }
    // Every yield advances virtual time. Otherwise a loop of yields would prevent the sleep that it waits for from
    // ending.
    jobsTakeTime = jobsTakeTime || scheduler.jobsRun - instant.jobs > FairPolicy.patience
    return scheduler.runNextGuest { job, lane in
      if jobsTakeTime { scheduler.passTime(1_000_000) }
      run(job, of: lane)
    }
  }

  private func run(_ job: UnownedJob, of lane: Lane?) {
    if GuestJob.isGuest(job) {
      run(job, in: lane.flatMap { self.lane(at: $0.index) })
    } else {
      heartbeat.beat()
      scheduler.runOwn(job, in: lane)
    }
  }

  func run(_ job: UnownedJob, in lane: CapturedLane?) {
    heartbeat.beat()
    pointCount = 0
    let guest = GuestJob(job)
    idlePlace = nil
    if case .rest(let rest) = guest { idlePlace = rest.place }
    if case .job(let job) = guest {
      pointCount = capture_resume_points(Runtime.address(of: job), points.baseAddress!, points.count)
    }
    if record.isRecording { note(in: lane) }
    runOrInterrupt(job, in: lane)
    checkHooks()
    if checksFrames, lane === main, handovers.interrupted.allSatisfy({ $0.lane !== main }) { frame() }
  }

  /// Runs a job to its end, on the calling thread.
  func perform(_ job: UnownedJob, in lane: CapturedLane?) {
    handovers.depth += 1
    capture_begin_job()
    enter()
    switch GuestJob(job) {
    case .job(let job): job.runSynchronously(on: lane?.target ?? Runtime.generic)
    case .work(let work):
      let queue = capture_queue_of(work)
      capture_run_work(work)
      workEnded(of: queue, in: lane)
    case .rest: preconditionFailure("the rest of a job ran as a whole one")
    }
    leave()
    capture_end_job()
    handovers.depth -= 1
  }

  @inline(__always)
  package func enter() {
    capture_set_now(scheduler.now)
    capture_set_world(Unmanaged.passUnretained(self).toOpaque())
  }

  @inline(__always)
  package func leave() {
    capture_set_world(nil)
  }

  /// Runs the package's own code within a job, without capturing what it does.
  package static func outside<Result>(_ body: () -> Result) -> Result {
    let world = capture_world()
    capture_set_world(nil)
    defer { capture_set_world(world) }
    return body()
  }

  /// Runs the package's own code within a job, without counting the branches of functions that it shares with the code
  /// under test.
  static func searching<Result>(_ body: () -> Result) -> Result {
    capture_enter_search()
    defer { capture_leave_search() }
    return body()
  }

  // MARK: What the code does

  /// Accepts a job from the runtime, for a lane or, without one, for the pool.
  func take(_ job: UnownedJob, in lane: CapturedLane?) {
    Self.searching {
      checkHooks()
      scheduler.addGuest(GuestJob.job(job).word, in: lane?.lane, of: number(of: job))
    }
  }

  /// Accepts work for a Dispatch queue.
  func take(_ work: OpaquePointer, in lane: CapturedLane?) {
    let task = scheduler.newTask(below: scheduler.runningTask)
    if record.isRecording { noteOrigin(of: task, isWork: true) }
    scheduler.addGuest(GuestJob.work(work).word, in: lane?.lane, of: task)
  }

  /// Runs code after this much time, outside of every task.
  func later(nanoseconds: Int64, _ body: @escaping () -> Void) {
    scheduler.schedule(after: nanoseconds, kind: .timer) { [unowned self] in
      heartbeat.beat()
      pointCount = 0
      enter()
      body()
      leave()
    }
  }

  /// Makes a job ready after this much virtual time.
  func sleep(_ job: UnownedJob, nanoseconds: Int64) {
    // The job only wakes the sleeping task, so it is not a choice of its own.
    _ = Self.searching {
      scheduler.schedule(after: nanoseconds, kind: .timer) { [unowned self] in run(GuestJob.job(job).word, in: nil) }
    }
  }

  /// Checks whether another library has replaced the runtime's hooks, and records the result.
  @inline(__always)
  private func checkHooks() {
    if let hook = capture_hook(GlobalPool.address), !isHooked { hooked(by: String(cString: hook)) }
  }

  private func hooked(by name: String) {
    isHooked = true
    record.escapes.append(
      "not controlled: a hook of the Swift runtime that sends jobs elsewhere (\(name)), such as a main serial executor for "
        + "tests sets it: set none where a search runs")
  }

  /// Fills a buffer with random bytes of the running task. Draws of other tasks do not change them.
  func fillRandom(_ buffer: UnsafeMutableRawBufferPointer) {
    let task = Int(scheduler.runningTask)
    while draws.count <= task { draws.append(0) }
    for start in stride(from: 0, to: buffer.count, by: 8) {
      draws[task] += 1
      let stream = Mix64.combine(scheduler.identity(of: UInt32(task)), seed)
      var word = Mix64.combine(stream, UInt64(draws[task]))
      withUnsafeBytes(of: &word) { bytes in
        let count = min(8, buffer.count - start)
        UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
    }
  }

  // MARK: Lanes

  func newLane() -> CapturedLane {
    if lanesInUse == lanes.count {
      let lane = CapturedLane(self, scheduler)
      lanes.append(lane)
      while byIndex.count < lane.lane.index { byIndex.append(nil) }
      byIndex.append(lane)
    }
    defer { lanesInUse += 1 }
    return lanes[lanesInUse]
  }

  func lane(at index: UInt32) -> CapturedLane? {
    index < byIndex.count ? byIndex[Int(index)] : nil
  }

  func isRunning(in lane: CapturedLane) -> Bool {
    scheduler.laneNow === lane.lane || synchronous.contains { $0 === lane }
  }

  var isOnMain: Bool { isRunning(in: main) }

  var laneNow: CapturedLane? {
    synchronous.last.flatMap { $0 } ?? scheduler.laneNow.flatMap { lane(at: $0.index) }
  }

  // MARK: Notes for reports

  private func note(in lane: CapturedLane?) {
    record.rows.append(
      ScheduleRecord.Row(
        step: scheduler.trace.count - 1, time: scheduler.now, lane: lane?.lane.index, task: scheduler.runningTask,
        place: currentPlace))
  }

  package func note(_ text: @autoclosure () -> String) {
    guard record.isRecording, !record.isClosed else { return }
    record.rows.append(
      ScheduleRecord.Row(
        step: scheduler.trace.count - 1, time: scheduler.now, lane: laneNow?.lane.index, task: scheduler.runningTask,
        place: nil, text: text()))
  }

  /// The place at which the running job resumed: the innermost in the code under test.
  var currentPlace: CodePlace? {
    if let idlePlace { return idlePlace }
    return points[..<pointCount].lazy.compactMap { $0.flatMap { .resumed(at: $0) } }.first
  }
}
