/// A marker of a live task. It is bound as a task-local value, so that the runtime releases it when the task ends.
///
/// A wrapper around the task's body would also notice the end. But it would start and end the body outside its actor:
/// two more jobs, and tasks spawned for one lane could overtake each other, which the real runtime rules out.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class LiveTask: @unchecked Sendable {
  @TaskLocal static var current: LiveTask?

  let path: UInt32
  @exclusivity(unchecked) fileprivate(set) var task: Task<Void, Never>?
  @exclusivity(unchecked) fileprivate var index: Int
  private let tasks: LiveTasks

  fileprivate init(index: Int, path: UInt32, in tasks: LiveTasks) {
    self.index = index
    self.path = path
    self.tasks = tasks
  }

  deinit {
    tasks.remove(at: index)
  }
}

/// The spawned tasks of a world that have not ended.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class LiveTasks: @unchecked Sendable {
  // Exclusivity checks are off: no access calls other code while it lasts.
  /// The live tasks, in an arbitrary but repeatable order.
  @exclusivity(unchecked) private var live: [Unmanaged<LiveTask>] = []

  var count: Int { live.count }

  func add(path: UInt32) -> LiveTask {
    let task = LiveTask(index: live.count, path: path, in: self)
    live.append(Unmanaged.passUnretained(task))
    return task
  }

  func bind(_ task: Task<Void, Never>, to mark: LiveTask) {
    mark.task = task
  }

  /// The tasks now alive, kept alive by the array.
  func all() -> [LiveTask] {
    live.map { $0.takeUnretainedValue() }
  }

  fileprivate func remove(at index: Int) {
    let last = live.removeLast()
    guard index < live.count else { return }
    live[index] = last
    last._withUnsafeGuaranteedRef { $0.index = index }
  }
}
