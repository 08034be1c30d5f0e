/// One call between client and server: the client waits for its answer, the server provides it.
final class Exchange: TimerHandler, Sendable {
  /// What the client is resumed with.
  enum Outcome: Sendable {
    case reply(APIReply)
    case unreachable
    case timedOut
  }

  let call: APICall
  /// Whether this is a second delivery, whose answer goes nowhere.
  let isCopy: Bool
  let answer: OneShot<Outcome>
  /// Where the client waits.
  let lane: Lane?

  init(call: APICall, isCopy: Bool, scheduler: Scheduler) {
    self.call = call
    self.isCopy = isCopy
    lane = isCopy ? nil : scheduler.runningLane
    answer = OneShot(scheduler: scheduler)
  }

  /// The client gives up; the server goes on.
  func timerFired() {
    answer.fulfil(.timedOut)
  }

  /// What a client gets from an answer; none means that its task was cancelled.
  static func reply(_ answer: Outcome?) throws(TransportError) -> APIReply {
    switch answer {
    case .reply(let reply): return reply
    case .unreachable: throw .unreachable
    case .timedOut: throw .timedOut
    case nil: throw .cancelled
    }
  }
}
