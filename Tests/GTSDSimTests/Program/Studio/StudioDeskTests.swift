import Foundation
import GTSDModel
import Synchronization
import TestSupport
import Testing

@testable import gtsd_sim

/// One run at a time, and the runs that a new order ends.
@Suite(.limitedWait)
struct StudioDeskTests {
  /// A desk with its thread, and all messages to pages.
  private final class Office: Sendable {
    let desk = StudioDesk()
    let sentEvents = Mutex<[String: [String]]>([:])
    let begun = DispatchSemaphore(value: 0)
    let isFree = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    init() {
      let thread = Thread { [desk, ended] in
        desk.run()
        ended.signal()
      }
      thread.start()
    }

    /// Work that continues until it is released.
    func enter(_ page: String, _ slot: String = "ask", as name: String) -> StudioDesk.Ticket {
      desk.enter(
        page: page, slot: slot, send: { [self] event in send(name, event) },
        work: { [self] ticket in
          begun.signal()
          isFree.wait()
          ticket.send(ticket.isCancelled ? .superseded : .done(.object([])))
        })
    }

    private func send(_ name: String, _ event: StudioEvent) {
      let text =
        switch event {
        case .queued(let before): "queued \(before)"
        case .running: "running"
        case .progress: "progress"
        case .live: "live"
        case .done: "done"
        case .failed: "failed"
        case .superseded: "superseded"
        }
      sentEvents.withLock { $0[name, default: []].append(text) }
    }

    func words(of name: String) -> [String] { sentEvents.withLock { $0[name] ?? [] } }

    func close() {
      desk.close()
      isFree.signal()
      ended.wait()
    }
  }

  @Test func waitingPagesGetTheirQueuePosition() {
    let office = Office()
    _ = office.enter("a", as: "first")
    office.begun.wait()
    _ = office.enter("b", as: "second")
    _ = office.enter("c", as: "third")
    #expect(office.words(of: "second") == ["queued 1", "queued 1"])
    #expect(office.words(of: "third") == ["queued 2"])
    office.isFree.signal()
    office.begun.wait()
    #expect(office.words(of: "first").last == "done")
    #expect(office.words(of: "second").last == "running")
    #expect(office.words(of: "third").last == "queued 1")
    office.isFree.signal()
    office.begun.wait()
    office.close()
    #expect(office.words(of: "second").last == "done")
  }

  @Test func aNewerOrderEndsTheOlderOfItsPlaceAndNoOther() {
    let office = Office()
    let first = office.enter("a", as: "first")
    office.begun.wait()
    let other = office.enter("b", as: "other page")
    let place = office.enter("a", "assume", as: "other place")
    let waiting = office.enter("a", as: "second")
    #expect(first.isCancelled)
    let newest = office.enter("a", as: "third")
    #expect(waiting.isCancelled && office.words(of: "second").last == "superseded")
    #expect(!other.isCancelled && !place.isCancelled && !newest.isCancelled)
    for _ in 0..<3 {
      office.isFree.signal()
      office.begun.wait()
    }
    #expect(office.words(of: "first").last == "superseded")
    #expect(office.words(of: "other page").last == "done" && office.words(of: "other place").last == "done")
    #expect(!office.words(of: "second").contains("running"))
    office.close()
    #expect(newest.isCancelled)
  }

  @Test func leavingPageEndsItsOwnWork() {
    let office = Office()
    let first = office.enter("a", as: "first")
    office.begun.wait()
    let second = office.enter("b", as: "second")
    let third = office.enter("c", as: "third")
    office.desk.leave(second)
    #expect(office.words(of: "third").last == "queued 1")
    office.desk.leave(first)
    #expect(first.isCancelled && !third.isCancelled)
    office.isFree.signal()
    office.begun.wait()
    #expect(office.words(of: "third").last == "running" && !office.words(of: "second").contains("running"))
    office.close()
  }
}
