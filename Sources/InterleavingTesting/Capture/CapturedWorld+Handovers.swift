import CInterpose
import Interleaving

/// Threads and interrupted jobs of a world.
struct Handovers {
  /// The places at which jobs are interrupted for others.
  var plan = HandoverPlan.none
  /// Threads for jobs that may be interrupted; nil if no code was compiled for interruption.
  var workers: Workers?
  /// Jobs that have begun and not ended. Each keeps its thread.
  var interrupted: [InterruptedJob] = []
  /// The running job, if it may be interrupted.
  var running: InterruptedJob?
  /// The number of jobs that currently run within one another on one thread.
  var depth = 0
  /// Whether locks that are never released count as taken, so that jobs which wait for them can end.
  var breaksLocks = false
  /// The number of branches that each job has executed, if they are counted.
  var branches: [UInt64: UInt64] = [:]

  /// The jobs that wait for locks.
  var waiting: [InterruptedJob] { interrupted.filter { $0.lock != nil } }
}

extension CapturedWorld {
  /// The largest number of interruptions in one schedule.
  private static let most = 4

  /// Runs a job on this thread. Uses a thread of its own for a job that may be interrupted, or that may wait for an
  /// interrupted job.
  func runOrInterrupt(_ job: UnownedJob, in lane: CapturedLane?) {
    if case .rest(let rest) = GuestJob(job) { return goOn(rest) { $0.goOn() } }
    guard capture_has_edges(), handovers.depth == 0, let id = scheduler.trace.last?.id else {
      return perform(job, in: lane)
    }
    let ask = record.handovers.count < Self.most ? handovers.plan.next(of: id, after: 0) : .max
    guard ask < .max || !handovers.interrupted.isEmpty, let worker = handovers.workers?.take() else {
      capture_begin_edges(0, .max)
      perform(job, in: lane)
      handovers.branches[id] = capture_edges()
      return
    }
    let interrupted = InterruptedJob(on: worker, in: lane, of: scheduler.runningTask, id: id)
    handovers.interrupted.append(interrupted)
    goOn(interrupted) { worker in
      worker.run { [unowned self] in
        capture_begin_edges(0, ask)
        perform(job, in: lane)
        handovers.branches[id] = capture_edges()
        takesLocks = capture_took_lock() || takesLocks
      }
    }
  }

  /// Resumes a job until it ends, is interrupted, or has to wait.
  private func goOn(_ job: InterruptedJob, _ run: (Worker) -> Worker.Report) {
    let outer = handovers.running
    handovers.running = job
    heartbeat.runs(on: job.worker.thread)
    let report = Self.outside { run(job.worker) }
    handovers.running = outer
    switch report {
    case .ended:
      handovers.interrupted.removeAll { $0 === job }
      handovers.workers?.giveBack(job.worker)
    case .handedOver(let edge):
      let handover = Handover(job: job.id, edge: edge)
      record.handovers.append(handover)
      scheduler.holdLane(job.lane?.lane)
      scheduler.addRest(GuestJob.rest(job).word, in: job.lane?.lane, of: job.task, id: handover.rest)
    case .waits(let lock):
      job.lock = lock
      scheduler.holdLane(job.lane?.lane)
    }
  }

  /// Makes the jobs ready that wait for locks which are now free.
  func readyFromLocks() {
    for job in handovers.interrupted {
      guard let lock = job.lock, handovers.breaksLocks || capture_is_free(lock) else { continue }
      job.lock = nil
      job.waits += 1
      let id = Mix64.combine(job.id, job.waits << 8 | 0xf)
      scheduler.addRest(GuestJob.rest(job).word, in: job.lane?.lane, of: job.task, id: id)
    }
  }

  // MARK: Within a job, on its thread

  /// Interrupts the running job at a branch of its code and lets other jobs run.
  func handOver(at place: UnsafeRawPointer) {
    let edge = capture_edges()
    // No other job runs while a queue runs work for a waiting job, nor while a library may hold a lock.
    guard let job = handovers.running, handovers.depth == 1, synchronous.isEmpty, keptWaiting.isEmpty,
      !record.isClosed, Self.outside({ CodePlace.isInterruptible(place) })
    else { return capture_begin_edges(edge, record.isClosed ? .max : edge + 1) }
    notePlace(of: job, place)
    pause(job, .handedOver(edge: edge))
    let ask = record.handovers.count < Self.most ? handovers.plan.next(of: job.id, after: edge) : .max
    capture_begin_edges(edge, ask)
  }

  /// Makes the running job wait for a lock that another job holds.
  ///
  /// - Returns: false if the lock is never released.
  func waitForLock(_ lock: capture_lock) -> Bool {
    guard let job = handovers.running, !handovers.breaksLocks else { return false }
    notePlace(of: job, nil)
    pause(job, .waits(lock))
    return !handovers.breaksLocks
  }

  /// Records the place in the code at which a job was interrupted, if such places were requested.
  private func notePlace(of job: InterruptedJob, _ place: UnsafeRawPointer?) {
    guard record.isRecording else { return }
    // Within the runtime, as at the end of a task, none of the calling functions belongs to the code under test.
    job.place = Self.outside { place.flatMap { CodePlace.resumed(at: $0) } ?? CodePlace.ofCaller() ?? currentPlace }
  }

  private func pause(_ job: InterruptedJob, _ report: Worker.Report) {
    let depth = handovers.depth
    handovers.depth = 0
    Self.outside { job.worker.pause(report) }
    handovers.depth = depth
    capture_set_now(scheduler.now)
  }

  // MARK: The end of a schedule

  /// A description of jobs that wait for each other's locks; nil if there are none.
  func deadlock() -> String? {
    let waiting = handovers.waiting
    // An interrupted job that waits for no lock may hold the one that others wait for, if the test ends before it does.
    guard !waiting.isEmpty, waiting.count == handovers.interrupted.count,
      waiting.allSatisfy({ $0.lock.map { !capture_is_free($0) } ?? false })
    else { return nil }
    let jobs = waiting.map { job in
      "\(record.origins[job.task]?.text ?? "task \(path(of: job.task))"), in \(job.place?.text ?? "the Swift runtime")"
    }
    return "deadlock: each of these waits for a lock that another one holds: \(jobs.joined(separator: "; "))"
  }

  /// Runs all interrupted jobs to their end, including those that wait for locks.
  func endInterrupted(_ step: () -> Bool) {
    handovers.breaksLocks = true
    var left = 10_000
    while !handovers.interrupted.isEmpty, left > 0, step() { left -= 1 }
    handovers.breaksLocks = false
  }
}
