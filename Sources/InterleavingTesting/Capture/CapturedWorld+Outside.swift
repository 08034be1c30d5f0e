import CInterpose
import Foundation
import Interleaving

/// Threads outside a world, and actions of its code that are not controlled.
extension CapturedWorld {
  /// Whether a thread outside the world resumes a task. Waits for such a thread once per search, when nothing else can
  /// run.
  func outsideThreadResumes() -> Bool {
    guard heartbeat.mayWait() else { return false }
    for _ in 0..<250 where !threadsOutside.hasArrivals { usleep(1_000) }
    return threadsOutside.hasArrivals
  }

  /// Moves virtual time forward within a job.
  func pass(_ nanoseconds: Int64) {
    scheduler.passTime(nanoseconds)
    capture_set_now(scheduler.now)
  }

  func takeArrivals() {
    for arrival in threadsOutside.takeArrivals() {
      switch arrival {
      case .resumed(let job, let isForMain): resume(job, in: isForMain ? main : nil)
      case .resumedIn(let lane, let job): resume(job, in: lane)
      case .kept(let job):
        escaped("a thread outside that runs jobs, as an executor of the code's own", task: number(of: job), lane: nil)
      }
    }
    // A task that has not suspended yet arrives with no job.
    for task in threadsOutside.takeResumes() { numbers[task].map { escapedByResuming($0, lane: laneNow) } }
  }

  private func resume(_ job: UnownedJob, in lane: CapturedLane?) {
    take(job, in: lane)
    escapedByResuming(number(of: job), lane: lane)
  }

  private func escapedByResuming(_ task: UInt32, lane: CapturedLane?) {
    let what = "a thread outside that resumes a task"
    let known = "not controlled: \(what), in task \(path(of: task)) "
    if !record.escapes.contains(where: { $0.hasPrefix(known) }) { escaped(what, task: task, lane: lane) }
  }

  /// Records that the running code did something that is not controlled.
  func escaped(_ what: String) {
    escaped(what, task: scheduler.runningTask, lane: laneNow)
  }

  private func escaped(_ what: String, task: UInt32, lane: CapturedLane?) {
    guard !record.isClosed else { return }
    let text = "not controlled: \(what), in \(whereItRuns(task: task, lane: lane))"
    if !record.escapes.contains(text) { record.escapes.append(text) }
  }
}
