import Dispatch

/// The service of a server, which waits for its shutdown and then cleans up.
///
/// The mistake: a shutdown that comes before the start marks the service as ended, so it never runs and never cleans up.
package actor Service {
  private enum State {
    case notStarted, isShutDown, ended
    case running(CheckedContinuation<Void, Never>)
  }

  private var state = State.notStarted
  package private(set) var hasCleanedUp = false
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func run() async {
    switch state {
    case .notStarted: await withCheckedContinuation { state = .running($0) }
    case .isShutDown: break
    case .running, .ended: return
    }
    hasCleanedUp = true
    state = .ended
  }

  package func shutDown() {
    switch state {
    case .notStarted: state = isRepaired ? .isShutDown : .ended
    case .running(let waiting):
      state = .isShutDown
      waiting.resume()
    case .isShutDown, .ended: break
    }
  }
}

/// A pool that connects again some time after a failure.
///
/// The mistake: the timer may have fired before the shutdown cancels it, and its task then opens a connection that
/// nobody closes.
package actor Pool {
  package private(set) var connections = 0
  private var isShutDown = false
  private var timer: (any DispatchSourceTimer)?
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func connectionFailed() {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "backoff"))
    timer.schedule(deadline: .now() + .milliseconds(100))
    timer.setEventHandler { @Sendable in Task { await self.connect() } }
    timer.resume()
    self.timer = timer
  }

  private func connect() {
    if isRepaired, isShutDown { return }
    connections += 1
  }

  package func shutDown() {
    isShutDown = true
    timer?.cancel()
    connections = 0
  }
}

/// The values of the latest of several sources.
///
/// The mistake: a source that was cancelled may already be on its way to hand over a value, which arrives after values
/// of the next source.
package actor Latest {
  package private(set) var values: [String] = []
  private var task: Task<Void, Never>?
  private var source = 0
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func follow(_ name: String) {
    task?.cancel()
    source += 1
    let own = source
    task = Task(name: name) {
      for _ in 0..<2 {
        do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
        await self.take(name, from: own)
      }
    }
  }

  private func take(_ value: String, from source: Int) async {
    await Task.yield()
    if isRepaired, source != self.source { return }
    values.append(value)
  }

  package func end() async { await task?.value }
}
