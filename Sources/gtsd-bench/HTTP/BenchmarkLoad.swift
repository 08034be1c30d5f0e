import GTSDLoad
import GTSDModel
import GTSDStudies
import GTSDWorld
import HTTPLoop
import Interleaving
import Statistics
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Load runs like those of `load`, with their use of the machine.
enum BenchmarkLoad {
  /// The measurements of a load of people.
  struct Measure: Sendable {
    var fold: LoadFold
    /// Seconds of processor time of this process.
    var time: Double
  }

  /// A fixed number of people at once who upload nothing, over 64 connections, with all observations of a load run.
  ///
  /// - Parameter pauses: the factor for their pauses. Without pauses they would leave before a page is loaded, which
  ///   cuts off its requests and connections.
  static func users(_ url: String, users: Int, seconds: Int, pauses: Double) throws(BenchmarkFailure) -> LoadRun {
    var scenario = try scenario(
      """
      "users": \(users), "duration": "\(seconds)s", "thinkTimeScale": \(pauses), "connections": 64,
      "thresholds": ["p95(api-response-time)<2s", "rate(api-error-rate)<1%"]
      """)
    for index in scenario.population.personas.indices {
      scenario.population.personas[index].decisions.uploadPhotos = 0
    }
    return try run(scenario, url)
  }

  /// Single requests on schedule over 64 connections.
  static func scheduled(_ url: String, rate: Int, seconds: Int) throws(BenchmarkFailure) -> LoadRun {
    try run(
      scenario(
        """
        "unit": "request", "rate": \(rate), "arrivals": "constant", "duration": "\(seconds)s", "connections": 64,
        "limits": {"rate": \(rate)}
        """), url)
  }

  /// Sends single requests over as many connections as there are users, each as soon as the previous one was answered.
  static func closed(_ url: String, users: Int, seconds: Int) throws(BenchmarkFailure) -> LoadRun {
    try run(
      scenario(#""unit": "request", "users": \#(users), "duration": "\#(seconds)s", "connections": \#(users)"#), url)
  }

  static func measure(_ run: LoadRun) throws(BenchmarkFailure) -> Measure {
    let before = Machine.ownTime
    do {
      let outcome = try run.measure()
      return Measure(fold: outcome.fold, time: Machine.ownTime - before)
    } catch {
      throw BenchmarkFailure("\(run.target.text): \(error)")
    }
  }

  private static func run(_ scenario: Scenario, _ url: String) throws(BenchmarkFailure) -> LoadRun {
    do {
      var run = LoadRun(scenario, target: try LoadTarget(url, allowedHosts: [], caFile: nil))
      // Runs against one server must not share accounts.
      run.accounts = AccountNames(run: "b" + String(MonotonicClock.nanoseconds, radix: 36))
      return run
    } catch {
      throw BenchmarkFailure("\(url): \(error)")
    }
  }

  static func scenario(_ load: String) throws(BenchmarkFailure) -> Scenario {
    do {
      return try Scenario.parse(
        #"{"name": "bench", "generation": "correct", "load": {\#(load)}}"#)
    } catch {
      throw BenchmarkFailure("\(error)")
    }
  }

  /// Signs up a new user at a server and waits for the user's metrics.
  ///
  /// - Returns: the person's access token.
  static func existingUser(_ url: String) throws(BenchmarkFailure) -> String {
    do {
      let calendar = max(0, WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds)))
      let loop = try EventLoop(start: MonotonicClock.nanoseconds - calendar)
      let target = try LoadTarget(url, allowedHosts: [], caFile: nil)
      let world = World(
        scenario: try scenario(#""users": 1"#), replication: 0, cell: 0, users: 0..<0,
        scheduler: Scheduler(wallClock: loop))
      let client = HTTPClient(loop: loop, origin: target.origin)
      defer { client.close() }
      let accounts = AccountPreparation(
        world: world, backend: HTTPBackend(scheduler: world.scheduler, client: client),
        roster: PopulationRoster(scenario: world.scenario, replication: 0)
      ) { 0 }
      let prepared = try accounts.prepare(for: [.todayMetrics], accounts: 1)
      world.scheduler.shutdown()
      return prepared[0].accessToken
    } catch {
      throw BenchmarkFailure("\(url) gave no account: \(error)")
    }
  }
}

/// A load run's measurements of a server that stops for a while in the middle.
struct FreezeMeasure: Sendable {
  /// The duration of the run, and of the freeze, in seconds.
  var length: Double
  var freeze: Double
  /// Percentiles of the latency, in seconds.
  var p90: Double
  var p99: Double

  /// The true percentile for evenly spaced requests: a request that arrives while the server is stopped waits until the
  /// end of the stop.
  func truth(_ share: Double) -> Double { max(0, freeze - (1 - share) * length) }

  /// Runs load against a server, and freezes it for two seconds after about one.
  static func measure(_ load: LoadRun, _ server: BenchmarkServer) throws(BenchmarkFailure) -> FreezeMeasure {
    let lasted = Lasted()
    let process = Frozen(server.process)
    var run = load
    run.progress = { _ in
      // Called about once a second, on a thread that only waits.
      guard lasted.isFirst() else { return }
      let start = MonotonicClock.nanoseconds
      process.freeze(seconds: 2)
      lasted.set(MonotonicClock.nanoseconds - start)
    }
    let fold = try BenchmarkLoad.measure(run).fold
    let times = fold.total.responseTime
    guard let freeze = lasted.nanoseconds, let p90 = times.percentile(0.9), let p99 = times.percentile(0.99) else {
      throw BenchmarkFailure("\(server.url) was never frozen")
    }
    return FreezeMeasure(
      length: load.scenario.load?.length.seconds ?? 0, freeze: Nanoseconds.seconds(freeze),
      p90: Nanoseconds.seconds(p90),
      p99: Nanoseconds.seconds(p99))
  }
}

/// A thread-safe record of the duration of a standstill.
private final class Lasted: Sendable {
  private let state = Mutex<(began: Bool, nanoseconds: Int64?)>((false, nil))

  /// Returns true at the first call only.
  func isFirst() -> Bool {
    state.withLock { state in
      defer { state.began = true }
      return !state.began
    }
  }

  func set(_ nanoseconds: Int64) { state.withLock { $0.nanoseconds = nanoseconds } }

  var nanoseconds: Int64? { state.withLock { $0.nanoseconds } }
}

/// A process that a measurement may freeze.
///
/// `@unchecked Sendable`: used only by the thread that started the process and waits for the run.
private final class Frozen: @unchecked Sendable {
  private let process: BenchmarkProcess

  init(_ process: BenchmarkProcess) { self.process = process }

  func freeze(seconds: UInt32) {
    process.freeze()
    sleep(seconds)
    process.thaw()
  }
}
