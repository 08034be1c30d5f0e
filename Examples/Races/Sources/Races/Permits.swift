/// Limits the number of tasks that run at once. Each task holds a permit while it runs.
///
/// The mistake: a task that is cancelled just as it receives a permit drops it instead of returning it.
package actor Permits {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let isRepaired: Bool

  package init(_ count: Int, isRepaired: Bool) { (free, self.isRepaired) = (count, isRepaired) }

  package func withPermit(_ body: @Sendable () async -> Void) async throws {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    if Task.isCancelled {
      if isRepaired { giveBack() }
      throw CancellationError()
    }
    await body()
    giveBack()
  }

  package var count: Int { free }

  private func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// Downloads files, a few at a time.
///
/// The mistake: it checks for a free place, awaits the disk, and takes the place only then.
package actor Downloads {
  private var running = 0
  package private(set) var most = 0
  private let limit: Int
  private let isRepaired: Bool

  package init(limit: Int, isRepaired: Bool) { (self.limit, self.isRepaired) = (limit, isRepaired) }

  /// - Returns: whether a place was free.
  package func start() async -> Bool {
    guard running < limit else { return false }
    if isRepaired { running += 1 }
    await makeFolder()
    if !isRepaired { running += 1 }
    most = max(most, running)
    try? await Task.sleep(for: .milliseconds(30))
    running -= 1
    return true
  }

  private nonisolated func makeFolder() async { try? await Task.sleep(for: .milliseconds(5)) }
}
