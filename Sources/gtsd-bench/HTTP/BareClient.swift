import GTSDModel
import GTSDStudies
import HTTPLoop
import Interleaving

/// The client of this package without people: one request after the other on each of its connections.
enum BareClient {
  /// The mechanism by which a connection's requests are made.
  enum Style {
    /// Calls back from the loop.
    case callbacks
    /// A task that awaits each reply.
    case tasks
  }

  /// Requests one page over a number of connections, as fast as replies arrive.
  static func measure(
    _ url: String, connections: Int, seconds: Int, token: String, _ style: Style
  ) throws(BenchmarkFailure) -> Wrk.Measure {
    do {
      let address = try HTTPOrigin.Address(url)
      let loop = try EventLoop()
      var limits = HTTPClientLimits()
      limits.maxConnections = connections
      let client = HTTPClient(
        loop: loop, origin: try HTTPOrigin(scheme: .http, host: address.host, port: address.port), limits: limits)
      defer { client.close() }
      let request = HTTPRequest(
        .get, address.path, fields: try HTTPFields([("Authorization", "Bearer \(token)")]))
      let run = Run(loop: loop, client: client, request: request, seconds: seconds)
      let before = Machine.ownTime
      switch style {
      case .callbacks: run.runCallbacks(connections)
      case .tasks: run.runTasks(connections)
      }
      let used = Machine.ownTime - before
      guard run.failures == 0, run.count > 0 else {
        throw BenchmarkFailure("\(run.failures) requests to \(url) failed")
      }
      return Wrk.Measure(
        requests: Double(run.count) / (Nanoseconds.seconds(run.endedAt - run.start)), time: used / Double(run.count))
    } catch let error as BenchmarkFailure {
      throw error
    } catch {
      throw BenchmarkFailure("\(url): \(error)")
    }
  }

  /// Whether a server answers within some seconds.
  static func answers(_ url: String) -> Bool {
    for _ in 0..<100 {
      guard let address = try? HTTPOrigin.Address(url), let loop = try? EventLoop(),
        let origin = try? HTTPOrigin(scheme: .http, host: address.host, port: address.port)
      else { return false }
      let client = HTTPClient(loop: loop, origin: origin)
      defer { client.close() }
      let probe = Probe()
      client.send(HTTPRequest(.get, Endpoint.health.route.path), probe)
      while probe.isGood == nil { loop.turn(until: loop.now + Nanoseconds.second) }
      if probe.isGood == true { return true }
      // The server is probably not ready yet.
      let pause = loop.now + 50 * Nanoseconds.millisecond
      while loop.now < pause { loop.turn(until: pause) }
    }
    return false
  }

  private final class Probe: HTTPExchangeHandler {
    var isGood: Bool?
    func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
      if case .success = result { isGood = true } else { isGood = false }
    }
  }

  /// One measurement.
  ///
  /// `@unchecked Sendable`: used only on the thread that runs it.
  private final class Run: @unchecked Sendable {
    let loop: EventLoop
    let client: HTTPClient
    let request: HTTPRequest
    let start: Int64
    private let end: Int64
    private(set) var endedAt: Int64 = 0
    private(set) var count = 0
    private(set) var failures = 0
    private var active = 0

    init(loop: EventLoop, client: HTTPClient, request: HTTPRequest, seconds: Int) {
      self.loop = loop
      self.client = client
      self.request = request
      start = loop.readClock()
      end = start + Int64(seconds) * Nanoseconds.second
    }

    private var isOver: Bool { failures > 0 || loop.now >= end }

    /// Counts a reply, and returns whether another request follows.
    private func hasNext(after result: Result<HTTPResponse, HTTPFailure>) -> Bool {
      if case .success(let response) = result, response.status == 200 { count += 1 } else { failures += 1 }
      endedAt = loop.now
      return !isOver
    }

    func runCallbacks(_ connections: Int) {
      let repeaters = (0..<connections).map { _ in Repeater(self) }
      active = connections
      for repeater in repeaters { client.send(request, repeater) }
      while active > 0 { loop.turn(until: loop.now + Nanoseconds.second) }
    }

    private final class Repeater: HTTPExchangeHandler {
      private unowned let run: Run

      init(_ run: Run) { self.run = run }

      func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) {
        if run.hasNext(after: result) { run.client.send(run.request, self) } else { run.active -= 1 }
      }
    }

    func runTasks(_ connections: Int) {
      let scheduler = Scheduler(wallClock: loop)
      active = connections
      for _ in 0..<connections {
        scheduler.spawn {
          while true {
            let waiter = Waiter(scheduler)
            self.client.send(self.request, waiter)
            guard let result = await waiter.reply.value(), self.hasNext(after: result) else { break }
          }
          self.active -= 1
          if self.active == 0 { scheduler.stop() }
        }
      }
      scheduler.run()
      scheduler.shutdown()
    }

    private final class Waiter: HTTPExchangeHandler {
      let reply: OneShot<Result<HTTPResponse, HTTPFailure>>

      init(_ scheduler: Scheduler) { reply = OneShot(scheduler: scheduler) }

      func ended(_ result: Result<HTTPResponse, HTTPFailure>, _ timing: HTTPTiming) { reply.fulfil(result) }
    }
  }
}
