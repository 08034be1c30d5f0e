/// A backend that answers what a closure says and keeps the calls it got: a test double for clients.
///
/// `@unchecked Sendable`: used on the thread that runs its world, as the scheduler is.
package final class ScriptedBackend: Backend, @unchecked Sendable {
  /// Answers one call; may wait before it does.
  package typealias Script = @Sendable (APICall) async throws(TransportError) -> APIReply

  private let scheduler: Scheduler
  private let roundTrip: Int64
  private let script: Script
  /// The calls so far, in order of sending.
  package private(set) var calls: [APICall] = []

  /// A double whose replies take so many nanoseconds on the way, besides what the script waits.
  package init(scheduler: Scheduler, roundTrip: Int64 = 50_000_000, script: @escaping Script) {
    self.scheduler = scheduler
    self.roundTrip = roundTrip
    self.script = script
  }

  package func respond(to call: APICall) async throws(TransportError) -> APIReply {
    calls.append(call)
    let exchange = Exchange(call: call, isCopy: false, scheduler: scheduler)
    scheduler.spawn { [self] in
      await scheduler.sleep(roundTrip, kind: .leg)
      do {
        exchange.answer(.reply(try await script(call)))
      } catch TransportError.timedOut {
        exchange.answer(.timedOut)
      } catch {
        exchange.answer(.unreachable)
      }
    }
    let timer = scheduler.schedule(after: call.timeout, kind: .timer, handler: exchange)
    defer { scheduler.cancel(timer) }
    await exchange.comes(isolation: #isolation)
    return try exchange.take().get()
  }
}
