/// A cell of a list, which shows another picture once it is used again.
///
/// The mistake: the reply for the first picture may come last, into a cell that belongs to the second.
@MainActor package final class PictureCell {
  package private(set) var wanted: String?
  package private(set) var shown: String?
  private let isRepaired: Bool

  package init(isRepaired: Bool) { self.isRepaired = isRepaired }

  package func show(_ name: String) async {
    wanted = name
    try? await Task.sleep(for: .milliseconds(20))
    if isRepaired, wanted != name { return }
    shown = name
  }
}

/// The songs that were played, in order.
package actor History {
  package private(set) var events: [Int] = []

  package init() {}

  package func add(_ event: Int) { events.append(event) }
}

/// A player that records its events in order.
///
/// The mistake: it starts a task for each event, and nothing orders the tasks. The repair is one task and a stream.
package final class Player: Sendable {
  private let history: History
  private let isRepaired: Bool
  private let (stream, continuation) = AsyncStream.makeStream(of: Int.self)

  package init(history: History, isRepaired: Bool) { (self.history, self.isRepaired) = (history, isRepaired) }

  package func play(_ count: Int) async {
    guard isRepaired else {
      let tasks = (0..<count).map { event in Task { await history.add(event) } }
      for task in tasks { await task.value }
      return
    }
    for event in 0..<count { continuation.yield(event) }
    continuation.finish()
    for await event in stream { await history.add(event) }
  }
}

/// The prices of a market, for one listener.
///
/// The mistake: its buffer keeps only the newest price, so a slow listener misses the prices in between.
package final class Prices: Sendable {
  private let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  package init(isRepaired: Bool) {
    (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: isRepaired ? .unbounded : .bufferingNewest(1))
  }

  package func send(_ prices: [Int]) async {
    for price in prices {
      continuation.yield(price)
      await Task.yield()
    }
    continuation.finish()
  }

  package func all() async -> [Int] {
    var all: [Int] = []
    for await price in stream { all.append(price) }
    return all
  }
}

/// A search field that asks the server when nobody has typed for a moment.
///
/// The mistake: the error of a failed search is cleared by an older search that ends later.
@MainActor package final class SearchField {
  package struct Offline: Error { package init() {} }

  package private(set) var error: (any Error)?
  private var last: Task<Void, Never>?
  private let ask: @Sendable (String) async throws -> Void
  private let isRepaired: Bool

  package init(isRepaired: Bool, ask: @escaping @Sendable (String) async throws -> Void) {
    (self.isRepaired, self.ask) = (isRepaired, ask)
  }

  package func type(_ text: String) {
    last?.cancel()
    last = Task {
      try? await Task.sleep(for: .milliseconds(300))
      if Task.isCancelled { return }
      do {
        try await ask(text)
        if isRepaired, Task.isCancelled { return }
        error = nil
      } catch {
        if isRepaired, Task.isCancelled { return }
        self.error = error
      }
    }
  }
}
