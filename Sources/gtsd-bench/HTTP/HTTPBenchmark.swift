import GTSDLoad
import GTSDModel
import GTSDStudies
import HTTPLoop
import Synchronization

/// `gtsd-bench http`: compares this package's client and server with wrk and nginx, on one machine in one run.
///
/// Absolute speeds of shared machines drift by a third. Each measurement therefore has its own reference right before
/// it, and the result is the median of their ratios.
package struct HTTPBenchmark: Sendable {
  /// The number of repetitions of each measurement that is reported as a ratio.
  package var rounds = 5
  /// The duration of each measurement, in seconds.
  var seconds = 2
  /// The path of this program, to run `serve`.
  private let executable: String
  private let nginx: String?
  private let wrk: String?

  /// The number of connections of every measurement.
  static let connections = 64
  /// The number of simultaneous people, which nearly occupies a core with ``pauses``. More people would wait for each
  /// other, lose patience and cancel requests.
  static let users = 512
  /// The factor by which people's pauses are multiplied, so that a few milliseconds of each are left.
  private static let pauses = 0.001
  /// The number of simulated people who only think.
  private static let thinkers = 100_000

  /// Creates a benchmark.
  ///
  /// - Parameters:
  ///   - executable: the path of `gtsd-sim`.
  ///   - searchPath: the directories in which nginx and wrk are searched, as in `PATH`.
  package init(executable: String, searchPath: String) {
    self.executable = executable
    nginx = BenchmarkProcess.path(of: "nginx", in: searchPath + ":/usr/sbin:/usr/local/sbin")
    wrk = BenchmarkProcess.path(of: "wrk", in: searchPath)
  }

  /// Measures everything that is available.
  ///
  /// - Parameter progress: called with the name of the next measurement.
  package func run(progress: (String) -> Void = { _ in }) throws(BenchmarkFailure) -> [Row] {
    Machine.bind(to: .client)
    defer { Machine.bind(to: .anywhere) }
    let server = try BenchmarkServer(executable)
    defer { server.end() }
    // Measured first, since speed depends on the fragmentation of memory, and unused memory is returned later.
    var rows = try comparisons(server, progress)
    progress("thinking users")
    let thinking = try ThinkingUsers.measure(Self.thinkers, seconds: 5)
    let memory = try clientMemory(server)
    rows += Rows.thinking(thinking, users: Self.thinkers, clientBytes: memory)
    progress("scheduled starts")
    let starts = try BenchmarkLoad.measure(BenchmarkLoad.scheduled(server.url, rate: 2_000, seconds: 5))
    rows.append(Rows.starts(starts.fold))
    progress("a frozen server, open model")
    let open = try FreezeMeasure.measure(BenchmarkLoad.scheduled(server.url, rate: 2_000, seconds: 10), server)
    progress("a frozen server, closed model")
    let closed = try FreezeMeasure.measure(
      BenchmarkLoad.closed(server.url, users: Self.connections, seconds: 10), server)
    return rows + Rows.freeze(open: open, closed: closed)
  }

  /// The memory, in bytes, of a signed-in person who has the app open and is pausing.
  private func clientMemory(_ server: BenchmarkServer) throws(BenchmarkFailure) -> Int {
    let users = Self.thinkers / 5
    let before = Machine.residentBytes
    let most = Peak()
    var run = try BenchmarkLoad.users(server.url, users: users, seconds: 10, pauses: 1)
    run.progress = { _ in most.note(ResidentMemory.bytes) }
    _ = try BenchmarkLoad.measure(run)
    return max(0, most.value - before) / users
  }

  // MARK: Comparison with wrk and nginx

  private func comparisons(
    _ server: BenchmarkServer, _ progress: (String) -> Void
  ) throws(BenchmarkFailure) -> [Row] {
    guard let nginx, let wrk else { return Rows.unmeasured(nginx: nginx != nil, wrk: wrk != nil) }
    let generation = Generation.preset(.correct)
    let replies = ContractReplies.bodies(
      generation.wire, now: Timestamp(milliseconds: CalendarClock.milliseconds))
    let reference = try Nginx(nginx, replies)
    defer { reference.end() }
    let body = replies.first { $0.endpoint == .todayMetrics }?.body ?? []
    let bare = try BareServer(body)
    defer { bare.end() }
    let page = Endpoint.todayMetrics.route.path
    let measuring = Wrk(path: wrk)
    var pairs = Comparisons()
    for round in 1...rounds {
      progress("beside wrk and nginx, round \(round) of \(rounds)")
      for side in Comparisons.Side.allCases {
        let (connections, seconds, token) = (Self.connections, seconds, server.token)
        let standard = try measuring.measure(
          reference.url + page, connections: connections, seconds: seconds, token: token)
        let ours: Wrk.Measure
        switch side {
        case .callbacks, .tasks:
          ours = try BareClient.measure(
            reference.url + page, connections: connections, seconds: seconds, token: token,
            side == .tasks ? .tasks : .callbacks)
        case .requests, .users:
          // At first, all people sign up, which they do not do later.
          let load = try BenchmarkLoad.measure(
            side == .requests
              ? BenchmarkLoad.closed(reference.url, users: connections, seconds: seconds)
              : BenchmarkLoad.users(reference.url, users: Self.users, seconds: 2 * seconds, pauses: Self.pauses))
          let total = load.fold.total
          guard total.errors == 0, total.count > 0 else {
            throw BenchmarkFailure("\(total.errors) of \(total.count) requests failed: \(total.outcomes.byName)")
          }
          ours = Wrk.Measure(
            requests: Double(total.count) / load.fold.seconds, time: load.time / Double(total.count))
        case .serve:
          ours = try measuring.measure(server.url + page, connections: connections, seconds: seconds, token: token)
        case .server:
          ours = try measuring.measure(bare.url + page, connections: connections, seconds: seconds, token: token)
        }
        pairs.add(side, standard, ours)
      }
    }
    return Rows.comparisons(pairs, rounds: rounds, seconds: seconds, bytes: body.count)
  }
}

/// The measurements of alternatives to wrk on nginx.
struct Comparisons: Sendable {
  /// The alternative that replaces the client or the server.
  enum Side: CaseIterable, Sendable {
    case callbacks, tasks, requests, users, serve, server
  }

  private var pairs: [[(standard: Wrk.Measure, ours: Wrk.Measure)]] = Array(repeating: [], count: Side.allCases.count)

  mutating func add(_ side: Side, _ standard: Wrk.Measure, _ ours: Wrk.Measure) {
    pairs[Self.index(side)].append((standard, ours))
  }

  private static func index(_ side: Side) -> Int { Side.allCases.firstIndex(of: side) ?? 0 }

  /// The median over the pairs of a measurement and its reference.
  func median(_ side: Side, _ value: (_ standard: Wrk.Measure, _ ours: Wrk.Measure) -> Double) -> Double {
    Self.median(pairs[Self.index(side)].map { value($0.standard, $0.ours) })
  }

  /// The median over all references.
  func reference(_ value: (Wrk.Measure) -> Double) -> Double {
    Self.median(pairs.flatMap { $0 }.map { value($0.standard) })
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// The largest of some numbers, from any thread.
private final class Peak: Sendable {
  private let largest = Mutex(0)

  func note(_ value: Int) { largest.withLock { $0 = max($0, value) } }

  var value: Int { largest.withLock { $0 } }
}
