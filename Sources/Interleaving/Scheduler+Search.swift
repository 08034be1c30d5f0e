/// The interface between a world and the policy that orders it.
extension Scheduler {
  /// Whether a policy decides the next event.
  public var isSearching: Bool { search != nil }

  /// The events since the world began, in order; empty unless a policy runs the world.
  public var trace: [TracedArrival] { search?.trace ?? [] }

  /// The partial-order class of the events so far: equal for two schedules in which every lane saw the same
  /// arrivals in the same order. 0 unless a policy runs the world.
  public var orderHash: UInt64 { search?.order.hash ?? 0 }

  /// The smallest window, in nanoseconds, that would have allowed another event at some step; nil if no window would.
  package var leastWiderWindow: Int64? { search.flatMap { $0.leastKeptBack < .max ? $0.leastKeptBack : nil } }

  /// The path of a task, by the number that ``ReadyChoice/task`` gives.
  public func path(of task: UInt32) -> String {
    search?.paths.text(task) ?? ""
  }

  /// The lane whose job is running, nil for a pool job and between jobs.
  package var runningLane: Lane? { currentLane?.takeUnretainedValue() }

  /// The path of the running task, to be passed to ``continueTask(asPart:of:)``.
  package func currentPath() -> UInt32 { currentTask }

  /// Continues the running task under another path. Its further waits and spawns are numbered below the ordinal of that
  /// path, independent of its past. Leaving out one part therefore changes no path of another part.
  package func continueTask(asPart ordinal: Int, of path: UInt32) {
    if let searching { currentTask = searching._withUnsafeGuaranteedRef { $0.paths.part(ordinal, of: path) } }
  }
}
