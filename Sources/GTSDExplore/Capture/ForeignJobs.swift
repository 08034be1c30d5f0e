internal import CInterpose
internal import Synchronization

/// Jobs of worlds that threads outside hand in: which world's a task is, as long as it runs.
enum ForeignJobs {
  private struct Owner {
    weak var world: CapturedWorld?
  }

  /// Worlds that run. While there is none, an ordinary job costs one load.
  private static let running = Atomic<Int>(0)
  private static let owners = Mutex<[UInt64: Owner]>([:])

  static func begin() { running.add(1, ordering: .relaxed) }
  static func end() { running.subtract(1, ordering: .relaxed) }

  /// A task belongs to a world.
  static func add(_ task: UInt64, of world: CapturedWorld) {
    owners.withLock { $0[task] = Owner(world: world) }
  }

  /// Tasks whose world has ended, and which have ended with it.
  static func remove(_ tasks: [UInt64]) {
    owners.withLock { owners in
      for task in tasks { owners[task] = nil }
    }
  }

  /// Takes a job that a thread outside enqueued, if it belongs to a world; what belongs to none that still runs is
  /// dropped for good, since its world is no more.
  static func take(_ job: UnownedJob, isForMain: Bool) -> Bool {
    guard running.load(ordering: .relaxed) > 0 else { return false }
    let task = capture_task_id(Runtime.address(of: job))
    guard task != 0, let owner = owners.withLock({ $0[task] }) else { return false }
    if let world = owner.world { world.arrived(job, in: isForMain ? world.main : nil) }
    return true
  }

  /// Hands over a job for a lane.
  static func give(_ job: UnownedJob, to world: CapturedWorld, in lane: CapturedLane) {
    world.arrived(job, in: lane)
  }
}
