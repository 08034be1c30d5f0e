package import Interleaving

/// A backend that answers with a closure and records the calls: a test double for clients.
///
/// `@unchecked Sendable`: used only on the thread that runs its world.
package final class ScriptedBackend: Backend, @unchecked Sendable {
  /// A closure that answers one call; it may wait before it does.
  package typealias Script = @Sendable (APICall) async throws(TransportError) -> APIReply

  private let scheduler: Scheduler
  private let roundTrip: Int64
  private let script: Script
  /// The calls so far, in order of sending.
  package private(set) var calls: [APICall] = []

  /// Creates a backend whose replies take this many nanoseconds, in addition to the script's own waits.
  package init(scheduler: Scheduler, roundTrip: Int64 = 50_000_000, script: @escaping Script) {
    self.scheduler = scheduler
    self.roundTrip = roundTrip
    self.script = script
  }

  package func respond(to call: APICall) async throws(TransportError) -> APIReply {
    calls.append(call)
    let answer = OneShot<Result<APIReply, TransportError>>(scheduler: scheduler)
    scheduler.spawn { [self] in
      await scheduler.sleep(roundTrip, kind: .leg)
      do throws(TransportError) {
        answer.fulfil(.success(try await script(call)))
      } catch {
        answer.fulfil(.failure(error))
      }
    }
    let timer = scheduler.schedule(after: call.timeout, kind: .timer) { answer.fulfil(.failure(.timedOut)) }
    defer { scheduler.cancel(timer) }
    return try (await answer.value() ?? .failure(.cancelled)).get()
  }
}
