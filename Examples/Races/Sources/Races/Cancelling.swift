/// The screens of an app and their timers.
///
/// The mistake: a timer can be cancelled only once it has prepared itself. A screen that closes before that leaves it
/// running. The repair registers the task when it is created.
@MainActor package final class Timers {
  private var running: [String: Task<Void, Never>] = [:]
  package private(set) var ticks = 0
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func start(for screen: String) -> Task<Void, Never> {
    guard isRepaired else {
      return Task {
        await prepare()
        let task = Task { await tick() }
        running[screen] = task
        await task.value
      }
    }
    let task = Task {
      await prepare()
      await tick()
    }
    running[screen] = task
    return task
  }

  package func close(_ screen: String) { running.removeValue(forKey: screen)?.cancel() }

  private nonisolated func prepare() async { await Task.yield() }

  private func tick() async {
    for _ in 0..<2 {
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      ticks += 1
    }
  }
}

/// Events of an app and their listeners.
///
/// The mistake: a task registers the listener, so events that are sent meanwhile are lost.
package actor Events {
  private var listeners: [AsyncStream<Int>.Continuation] = []

  package init() {}

  package nonisolated func listenLater() -> AsyncStream<Int> {
    AsyncStream { listener in Task { await self.add(listener) } }
  }

  package func listen() -> AsyncStream<Int> {
    let (events, listener) = AsyncStream.makeStream(of: Int.self)
    add(listener)
    return events
  }

  private func add(_ listener: AsyncStream<Int>.Continuation) { listeners.append(listener) }

  package func send(_ event: Int) { for listener in listeners { listener.yield(event) } }
}

/// A database with one connection that tasks use in turn.
///
/// The mistake: cancelling a task that is already done interrupts the task that uses the connection now.
package actor Database {
  private var user: Int?
  private var isInterrupted = false
  private var waiting: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  /// - Returns: whether the access was completed.
  package nonisolated func access(as id: Int) async -> Bool {
    await withTaskCancellationHandler {
      await connect(id)
      let isWhole = await read()
      await disconnect()
      return isWhole
    } onCancel: {
      Task { await interrupt(id) }
    }
  }

  private func connect(_ id: Int) async {
    if user != nil { await withCheckedContinuation { waiting.append((id, $0)) } } else { user = id }
  }

  private func read() async -> Bool {
    try? await Task.sleep(for: .milliseconds(10))
    defer { isInterrupted = false }
    return !isInterrupted
  }

  private func disconnect() {
    user = waiting.first?.id
    if !waiting.isEmpty { waiting.removeFirst().continuation.resume() }
  }

  private func interrupt(_ id: Int) {
    if isRepaired, user != id { return }
    isInterrupted = user != nil
  }
}

/// A connection that can send one message at a time, and sends heartbeats.
///
/// The mistake: a second message begins while the first is being sent.
package actor Connection {
  private var room = 1
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func keepAlive(after delay: Duration) async {
    try? await Task.sleep(for: delay)
    if isRepaired, room == 0 { return }
    precondition(room > 0, "there is no room for a message")
    room -= 1
    try? await Task.sleep(for: .milliseconds(20))
    room += 1
  }
}
