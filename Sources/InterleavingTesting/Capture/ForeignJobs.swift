import CInterpose
import Foundation
import Synchronization

/// Jobs of worlds that other threads hold or run.
///
/// A task belongs to its world for as long as the process lives. A thread outside may resume it at any time, or run its
/// job in an executor that the code itself provides, even long after the task's schedule has ended. Such a job never
/// runs on that thread: a running world receives it, and a world that has ended drops it.
enum ForeignJobs {
  /// The way in which a thread outside passes a job to a world.
  enum Arrival {
    /// The task was resumed, and its job must run in the pool or on the main actor.
    case resumed(UnownedJob, isForMain: Bool)
    /// The task was resumed, and its job must run in this lane.
    case resumedIn(CapturedLane, UnownedJob)
    /// A custom executor of the tested code was about to run this job. It is held back while that executor's other jobs
    /// run.
    case kept(UnownedJob)

    var job: UnownedJob {
      switch self {
      case .resumed(let job, _), .resumedIn(_, let job), .kept(let job): job
      }
    }
  }

  /// The tasks of all schedules of a search.
  private struct Search {
    var tasks = TaskSet()
    /// The world of the current schedule.
    var world: CapturedWorld?
    /// The identifier of the current schedule's first task. Every later task has a greater one.
    var firstTask: UInt64?
    /// Whether a task was resumed after its schedule had ended.
    var isResumedLate = false
    /// Whether the search has already reported a task that nothing can resume.
    var saidStuck = false
  }

  private static let searches = Guarded<[Search]>([])
  /// The range of the numbers of all these tasks. The check whether a job belongs to a search costs two loads, and
  /// before the first search one.
  private static let least = Atomic<UInt64>(.max)
  private static let greatest = Atomic<UInt64>(0)

  /// The number of a new search.
  static func newSearch() -> Int {
    searches.withLock { searches in
      searches.append(Search())
      return searches.count - 1
    }
  }

  /// Registers the world of a schedule that begins.
  static func begin(_ world: CapturedWorld, of search: Int) {
    searches.withLock { searches in
      searches[search].world = world
      searches[search].firstTask = nil
    }
  }

  /// Registers a task of the current schedule.
  static func add(_ task: UInt64, of search: Int) {
    guard task != 0 else { return }
    searches.withLock { searches in
      searches[search].tasks.insert(task)
      if searches[search].firstTask == nil { searches[search].firstTask = task }
      if task < least.load(ordering: .relaxed) { least.store(task, ordering: .relaxed) }
      if task > greatest.load(ordering: .relaxed) { greatest.store(task, ordering: .relaxed) }
    }
  }

  /// Records that a schedule has ended; its world receives no more jobs.
  static func end(of search: Int) {
    searches.withLock { searches in
      searches[search].world.map { _ = $0.threadsOutside.takeArrivals() }
      searches[search].world = nil
    }
  }

  /// Ends a search.
  ///
  /// - Parameter reportsStuck: whether a schedule waited for something that never happened.
  /// - Returns: whether a thread outside resumed one of its tasks after the schedule had ended.
  static func end(of search: Int, reportsStuck: Bool) -> Bool {
    searches.withLock { searches in
      searches[search].saidStuck = reportsStuck && !searches[search].isResumedLate
      return searches[search].isResumedLate
    }
  }

  /// Records that a thread outside resumes a continuation of a task, even if the task has not suspended yet.
  static func resumed(_ task: UInt64) {
    guard task <= greatest.load(ordering: .relaxed), task >= least.load(ordering: .relaxed) else { return }
    searches.withLock { searches in
      guard let index = searches.lastIndex(where: { $0.tasks.contains(task) }), let world = searches[index].world,
        let first = searches[index].firstTask, task >= first
      else { return }
      world.threadsOutside.resumed(task)
    }
  }

  /// Takes a job from a thread outside; returns false if the job does not belong to a world.
  static func take(_ arrival: Arrival) -> Bool {
    let last = greatest.load(ordering: .relaxed)
    guard last > 0 else { return false }
    let task = capture_task_id(Runtime.address(of: arrival.job))
    guard task <= last, task >= least.load(ordering: .relaxed) else { return false }
    let (isTaken, wasWrong) = searches.withLock { searches in
      guard let index = searches.lastIndex(where: { $0.tasks.contains(task) }) else { return (false, false) }
      if let world = searches[index].world, let first = searches[index].firstTask, task >= first {
        world.threadsOutside.arrived(arrival)
        return (true, false)
      }
      searches[index].isResumedLate = true
      defer { searches[index].saidStuck = false }
      return (true, searches[index].saidStuck)
    }
    if wasWrong {
      FileHandle.standardError.write(
        Data(
          """
          GTSDExplore: a thread outside has resumed a task of a search that had ended. The task does not run. The search \
          called it stuck, since it could not see that thread: its finding is wrong, the test is not controlled.

          """.utf8))
    }
    return isTaken
  }
}
