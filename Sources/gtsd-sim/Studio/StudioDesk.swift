import Dispatch
import GTSDCommandLine
import Synchronization

/// The queue of the studio's runs; one runs at a time.
///
/// A newer ticket for the same place of the same page ends the older one. Closing a page ends its tickets. Pages never
/// end each other's work.
final class StudioDesk: Sendable {
  /// A queued run with the request that waits for it.
  final class Ticket: Sendable {
    let page: String
    let slot: String
    /// The request to stop, checked between worlds and within them.
    let interrupts = Interrupts(takesSignals: false)
    fileprivate let work: @Sendable (Ticket) -> Void
    private let handler: @Sendable (StudioEvent) -> Void

    fileprivate init(
      page: String, slot: String, send: @escaping @Sendable (StudioEvent) -> Void,
      work: @escaping @Sendable (Ticket) -> Void
    ) {
      (self.page, self.slot, self.handler, self.work) = (page, slot, send, work)
    }

    var isCancelled: Bool { interrupts.isRequested }

    /// Sends an event to the waiting page.
    func send(_ event: StudioEvent) { handler(event) }
  }

  private struct State: ~Copyable {
    var waiting: [Ticket] = []
    var running: Ticket?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)

  /// Takes a place in the queue.
  func enter(
    page: String, slot: String, send: @escaping @Sendable (StudioEvent) -> Void,
    work: @escaping @Sendable (Ticket) -> Void
  ) -> Ticket {
    let ticket = Ticket(page: page, slot: slot, send: send, work: work)
    let older = state.withLock { state in
      let older = (state.waiting + [state.running].compactMap(\.self)).filter { $0.page == page && $0.slot == slot }
      state.waiting.removeAll { ticket in older.contains { $0 === ticket } }
      state.waiting.append(ticket)
      return older
    }
    for ticket in older { end(ticket, with: .superseded) }
    sendPlaces()
    bell.signal()
    return ticket
  }

  /// Removes a ticket from the queue, or cancels its run.
  func leave(_ ticket: Ticket) {
    state.withLock { state in state.waiting.removeAll { $0 === ticket } }
    end(ticket, with: .superseded)
    sendPlaces()
  }

  private func end(_ ticket: Ticket, with event: StudioEvent) {
    ticket.interrupts.request()
    ticket.send(event)
  }

  /// Tells each waiting page how many runs come before its own.
  private func sendPlaces() {
    let (waiting, isBusy) = state.withLock { ($0.waiting, $0.running != nil) }
    for (index, ticket) in waiting.enumerated() { ticket.send(.queued(before: index + (isBusy ? 1 : 0))) }
  }

  /// Ends all work of the desk, and ``run()``.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return state.waiting + [state.running].compactMap(\.self)
    }
    for ticket in all { ticket.interrupts.request() }
    bell.signal()
  }

  /// Runs the queued orders one after the other on the calling thread, until the queue is closed.
  func run() {
    while true {
      bell.wait()
      let ticket = state.withLock { state -> Ticket? in
        guard !state.isClosed, !state.waiting.isEmpty else { return nil }
        let next = state.waiting.removeFirst()
        state.running = next
        return next
      }
      if let ticket {
        sendPlaces()
        if !ticket.isCancelled {
          ticket.send(.running)
          ticket.work(ticket)
        }
        state.withLock { $0.running = nil }
      }
      if state.withLock({ $0.isClosed }) { return }
    }
  }
}
