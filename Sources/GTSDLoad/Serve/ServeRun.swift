import Foundation
public import GTSDModel
import GTSDWorld
import HTTPLoop
import Interleaving

/// The in-process backend of a scenario as an HTTP server in wall-clock time, until it is stopped.
///
/// One thread creates, starts and runs it.
public final class ServeRun {
  /// The default address, which only this machine can reach.
  public static let standardHost = "127.0.0.1"
  /// The time for which requests in progress may continue after the end, in nanoseconds.
  private static let drainTime = 10 * Nanoseconds.second
  /// The interval of checks whether to end, in nanoseconds.
  private static let pollInterval = 100 * Nanoseconds.millisecond

  private let loop: EventLoop
  private let scheduler: Scheduler
  private let server: HTTPServer

  /// Creates a server that listens, and answers once it runs.
  ///
  /// - Parameters:
  ///   - scenario: the scenario with the backend.
  ///   - host: a name or address of this machine.
  ///   - port: 0 for a free one.
  public init(scenario: Scenario, host: String = ServeRun.standardHost, port: Int = 0) throws(ServeFailure) {
    let place = "\(host):\(port)"
    let address = try Self.attempt(place) { () throws(SocketAddress.ResolutionError) in
      try SocketAddress.resolve(host: host, port: port)[0]
    }
    let loop = try Self.attempt(place) { () throws(SocketError) in try EventLoop() }
    let scheduler = Scheduler(wallClock: loop)
    let service = ContractService.inProcess(
      scenario: scenario, scheduler: scheduler, version: GTSDSimVersion.current)
    server = try Self.attempt(place) { () throws(SocketError) in
      try HTTPServer(
        loop: loop, address: address, limits: ContractService.limits(scenario),
        refusalReply: service.reply(to:),
        handler: service.handle)
    }
    service.baseURL = "http://\(server.address)"
    (self.loop, self.scheduler) = (loop, scheduler)
  }

  private static func attempt<Result, Failure>(
    _ place: String, _ body: () throws(Failure) -> Result
  ) throws(ServeFailure) -> Result {
    do {
      return try body()
    } catch {
      let isTaken = (error as? SocketError)?.errno == EADDRINUSE
      throw ServeFailure(address: place, reason: "\(error)", isTaken: isTaken)
    }
  }

  /// The address, such as `http://127.0.0.1:8080`.
  public var url: String { "http://\(server.address)" }

  /// Whether the server can be reached only from this machine.
  public var isLoopback: Bool { server.address.isLoopback }

  /// The number of requests received so far.
  public var requests: Int { server.counters.requests }

  /// Answers until `isCancelled`, which is checked ten times a second, and then shuts down.
  public func run(isCancelled: @escaping () -> Bool) {
    look(isCancelled)
    scheduler.run()
    scheduler.shutdown()
  }

  private func look(_ isCancelled: @escaping () -> Bool) {
    if isCancelled() {
      return server.drain(until: loop.now + Self.drainTime) { [scheduler] in scheduler.stop() }
    }
    scheduler.schedule(after: Self.pollInterval, kind: .timer) { [self] in look(isCancelled) }
  }
}

/// The reason why the server cannot start.
public struct ServeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested address.
  public var address: String
  /// The reason that the system gives.
  public var reason: String
  /// Whether another process listens at the address.
  package var isTaken = false

  /// The error as one line.
  public var description: String { "cannot listen at \(address): \(reason)" }
}

extension ServeRun {
  /// A backend that answers at once and never fails, under any generation with ``plainAssignments``. Without another
  /// generation, it is correct: it stores a repeated write once.
  public static let plainScenario = """
    {
      "name": "serve",
      "generation": "correct",
      "backend": {
        "network": 0, "service": 0, "metricsDelay": "1s", "errorRate": 0, "lossRate": 0, "servers": null
      }
    }
    """

  /// The settings that apply to every generation, unless they are set otherwise.
  public static let plainAssignments = ["generation.limits.mode=off"]
}
