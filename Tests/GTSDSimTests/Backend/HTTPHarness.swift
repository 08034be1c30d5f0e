import GTSDModel
import Testing

@testable import GTSDSim
@testable import GTSDStudies
@testable import GTSDWorld
@testable import HTTPLoop
@testable import Interleaving

/// A client and a server on one loop and one thread, with real sockets between them.
///
/// `@unchecked Sendable`: touched only on the thread that runs it.
final class HTTPHarness: @unchecked Sendable {
  let loop: EventLoop
  let clock: ImpatientClock
  let scheduler: Scheduler
  let service: ContractService
  let server: HTTPServer
  let client: HTTPClient
  let backend: HTTPBackend
  let scenario: Scenario
  private(set) var samples: [RequestSample] = []

  /// A fast and faultless server, before `change`.
  init(
    _ preset: Generation.Preset = .correct, accounts: AccountNames = AccountNames(),
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws {
    var scenario = Scenario(name: "http")
    scenario.generation = .preset(preset)
    scenario.population.size = 100
    scenario.backend.network = .constant(0.025)
    scenario.backend.service = .constant(0.040)
    scenario.backend.metricsDelay = .constant(4)
    scenario.backend.errorRate = 0
    scenario.backend.lossRate = 0
    change(&scenario)
    self.scenario = scenario
    loop = try EventLoop()
    clock = ImpatientClock(loop)
    scheduler = Scheduler(wallClock: clock)
    service = ContractService.inProcess(scenario: scenario, scheduler: scheduler, calendarLead: 0)
    server = try HTTPServer(
      loop: loop, address: try SocketAddress.resolve(host: "127.0.0.1", port: 0)[0],
      limits: ContractService.limits(scenario), refusalReply: service.reply(to:), handler: service.handle)
    service.baseURL = "http://\(server.address)"
    let origin = HTTPOrigin(scheme: .http, host: "127.0.0.1", port: server.address.port, addresses: [server.address])
    client = HTTPClient(loop: loop, origin: origin)
    backend = HTTPBackend(scheduler: scheduler, client: client, accounts: accounts)
    backend.observer = { [unowned self] in samples.append($0) }
  }

  /// Lets time pass on both sides.
  var pausing: @Sendable (TimeSpan) async -> Void {
    { [scheduler] span in await scheduler.sleep(span.nanoseconds, kind: .timer) }
  }

  /// Runs one caller to the end, then closes everything.
  func run(_ body: @escaping @Sendable (HTTPHarness) async throws -> Void) {
    let ended = Log<Bool>()
    scheduler.spawn { [scheduler] in
      do {
        try await body(self)
      } catch {
        Issue.record(error)
      }
      ended.append(true)
      scheduler.stop()
    }
    scheduler.run()
    backend.close()
    server.close()
    scheduler.shutdown()
    #expect(ended.items.count == 1, "the caller never came to the end")
  }

  func person(_ user: UInt32 = 0) -> CallingPerson {
    CallingPerson(backend: backend, user: user, pausing: pausing)
  }
}

/// A clock of the loop that does not wait: if no socket is ready, it jumps to the next deadline.
final class ImpatientClock: WallClock {
  private let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  func read() -> Int64 { loop.readClock() }

  func turn(until deadline: Int64, _ awake: (Int64) -> Void) {
    // Bytes written to a socket of this machine are usually readable at once. A busy machine may need a while, so this
    // is awaited before a time-out can occur.
    for patience in [200_000, 100_000_000] as [Int64] {
      let isHandled: Bool = loop.turn(until: min(deadline, loop.readClock() + patience), awake)
      guard !isHandled else { return }
      if min(deadline, loop.nextDeadline) - loop.readClock() < Self.shortestTimeout { break }
    }
    let next = min(deadline, loop.nextDeadline)
    if next < .max { loop.skip(next - loop.readClock()) }
  }

  /// The latencies of these tests' servers are shorter than this, and all time-outs are longer.
  private static let shortestTimeout: Int64 = 1_000_000_000
}
