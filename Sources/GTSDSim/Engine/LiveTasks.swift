/// The body of one spawned task, which marks it as alive: the task's closure holds it, so the runtime lets it go when the
/// task ends.
///
/// Code after the body would tell as well, but would run outside the body's actor and so cost a job, and a task-local
/// value would cost every task another kilobyte.
///
/// `@unchecked Sendable`: touched only on the thread that runs the world.
final class LiveTask: @unchecked Sendable {
  let body: @isolated(any) () async -> Void
  let path: UInt32
  fileprivate(set) var task: Task<Void, Never>?
  fileprivate var index: Int
  private let tasks: LiveTasks

  fileprivate init(_ body: @escaping @isolated(any) () async -> Void, index: Int, path: UInt32, in tasks: LiveTasks) {
    self.body = body
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
  /// In no particular, but a repeatable, order.
  private var live: [Unmanaged<LiveTask>] = []

  var count: Int { live.count }

  func add(_ body: sending @escaping @isolated(any) () async -> Void, path: UInt32) -> LiveTask {
    let task = LiveTask(body, index: live.count, path: path, in: self)
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
