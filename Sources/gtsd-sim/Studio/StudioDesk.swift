import Dispatch
import GTSDModel
import Synchronization

/// The queue in front of the one run of work that goes on at a time.
///
/// A newer ticket for the same place of the same page ends the older one; whoever leaves ends their own. What one page does
/// never ends the work of another.
final class StudioDesk: Sendable {
  /// A piece of work with somebody who waits for it.
  final class Ticket: Sendable {
    let page: String
    let slot: String
    /// Asked between worlds and inside of them whether to go on.
    let interrupts = Interrupts(takesSignals: false)
    fileprivate let work: @Sendable (Ticket) -> Void
    private let tell: @Sendable (StudioEvent) -> Void

    fileprivate init(
      page: String, slot: String, tell: @escaping @Sendable (StudioEvent) -> Void,
      work: @escaping @Sendable (Ticket) -> Void
    ) {
      (self.page, self.slot, self.tell, self.work) = (page, slot, tell, work)
    }

    var isCancelled: Bool { interrupts.isRequested }

    /// Says something to whoever waits.
    func say(_ event: StudioEvent) { tell(event) }
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
    page: String, slot: String, tell: @escaping @Sendable (StudioEvent) -> Void,
    work: @escaping @Sendable (Ticket) -> Void
  ) -> Ticket {
    let ticket = Ticket(page: page, slot: slot, tell: tell, work: work)
    let older = state.withLock { state in
      let older = (state.waiting + [state.running].compactMap(\.self)).filter { $0.page == page && $0.slot == slot }
      state.waiting.removeAll { ticket in older.contains { $0 === ticket } }
      state.waiting.append(ticket)
      return older
    }
    for ticket in older { end(ticket, with: .superseded) }
    tellPlaces()
    bell.signal()
    return ticket
  }

  /// Leaves the queue, or the work.
  func leave(_ ticket: Ticket) {
    state.withLock { state in state.waiting.removeAll { $0 === ticket } }
    end(ticket, with: .superseded)
    tellPlaces()
  }

  private func end(_ ticket: Ticket, with event: StudioEvent) {
    ticket.interrupts.request()
    ticket.say(event)
  }

  /// Tells everybody who waits how many are before them.
  private func tellPlaces() {
    let (waiting, isBusy) = state.withLock { ($0.waiting, $0.running != nil) }
    for (index, ticket) in waiting.enumerated() { ticket.say(.queued(before: index + (isBusy ? 1 : 0))) }
  }

  /// Ends everything, and ``run()``.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return state.waiting + [state.running].compactMap(\.self)
    }
    for ticket in all { ticket.interrupts.request() }
    bell.signal()
  }

  /// Does the work, piece by piece, on the calling thread until it is closed.
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
        tellPlaces()
        if !ticket.isCancelled {
          ticket.say(.running)
          ticket.work(ticket)
        }
        state.withLock { $0.running = nil }
      }
      if state.withLock({ $0.isClosed }) { return }
    }
  }
}

/// What a page is told of its work.
enum StudioEvent: Sendable {
  /// So many pieces of work come first.
  case queued(before: Int)
  case running
  /// A line for people, and how much is done, 0 to 1, where that is known.
  case progress(String, share: Double?)
  /// How it stands, where that can be seen.
  case live(JSONNode)
  /// The last word: members of the outcome.
  case done(JSONNode)
  case failed(exit: Int32, message: String)
  /// A newer order took its place, or nobody waits.
  case superseded

  /// Whether nothing follows.
  var isLast: Bool {
    switch self {
    case .queued, .running, .progress, .live: false
    case .done, .failed, .superseded: true
    }
  }

  /// A line of JSON.
  var line: [UInt8] {
    let node: JSONNode =
      switch self {
      case .queued(let before): .object([("state", .string("queued")), ("before", .int(before))])
      case .running: .object([("state", .string("running"))])
      case .progress(let text, let share):
        .object([
          ("state", .string("progress")), ("text", .string(text)),
          ("share", share.map(JSONNode.number) ?? JSONNode(.null)),
        ])
      case .live(let picture): .object([("state", .string("live")), ("picture", picture)])
      case .done(let outcome): .object([("state", .string("done")), ("outcome", outcome)])
      case .failed(let exit, let message):
        .object([("state", .string("failed")), ("exit", .int(exit)), ("message", .string(message))])
      case .superseded: .object([("state", .string("superseded"))])
      }
    return Array((node.text + "\n").utf8)
  }
}
