import Foundation
public import GTSDModel
package import GTSDWorld
package import HTTPLoop
import Synchronization

/// Drives a remote backend in wall-clock time: the scenario's users on event loops, a thread each, or single requests on
/// schedule.
public struct LoadRun: Sendable {
  /// Whose users, client and `load` section it is.
  public var scenario: Scenario
  /// The server.
  package var target: LoadTarget
  /// Which part of the plan is this generator's; nil for all of it.
  package var shard: ShardPosition?
  /// When to begin, milliseconds since 1970; nil for at once.
  package var startAt: Int64?
  /// Threads, each with its share of users and connections, 1 or more.
  public var loops = 1
  package var accounts = AccountNames()
  /// Fields of every request.
  package var headers: [HTTPHeaderField] = []
  /// For how long a server is waited for that is not ready yet: that does not answer, or with an error of its own.
  package var patience: TimeSpan = .zero
  /// Whether replies are held against each other; off where users share accounts, and could see what others did.
  package var checksReplies = true
  /// Told what was measured so far, about once a second.
  package var progress: @Sendable (LoadFold) -> Void = { _ in }
  /// Asked as often whether what was measured so far is reason to end.
  package var isEnough: @Sendable (LoadFold) -> Bool = { _ in false }
  /// Asked ten times a second whether to end.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// A run of a scenario against a server.
  package init(_ scenario: Scenario, target: LoadTarget) {
    self.scenario = scenario
    self.target = target
  }

  /// Names this run: its accounts and requests are then nobody else's.
  ///
  /// - Parameter id: a ``RunID`` that the server has not seen.
  package mutating func name(_ id: String = RunID.fresh(), existing: [ExistingAccount] = []) {
    accounts = AccountNames(run: id, existing: existing)
  }

  /// What the run's accounts and requests are told by.
  package var runID: String { accounts.run }

  /// What a run measured.
  package struct Outcome: Sendable {
    package var fold: LoadFold
    package var kpis: KPIFold
    /// What replies have shown to be wrong.
    package var observed: ObservedFold
    /// People whom no indicator counts, since there were too many.
    package var uncounted: Int
    /// What the server calls the accounts that were made.
    package var names: [Int]
    /// Seconds by which it began later than it was to.
    package var startedLate: Double
    /// The loops' instant at which the run began.
    package var began: Int64
    /// Whether it came to its end, and was not cancelled.
    package var complete: Bool
    /// Whether `isEnough` ended it.
    package var wasEnough: Bool
  }

  /// Runs it on threads of its own; returns when all have ended.
  ///
  /// - Throws: `LoadFailure`, before anything but a look at the server's health was sent.
  package func measure() throws(LoadFailure) -> Outcome {
    guard let load = scenario.load, let plan = LoadPlan(load, seed: scenario.seed) else { throw .noLoad }
    let needed = fewestConnections(load) + Self.otherDescriptors + 4 * loops
    let limit = DescriptorLimit.raise(to: needed)
    guard limit >= needed else { throw .tooFewDescriptors(limit: limit, needed: needed) }
    // The loops' time is the simulation's calendar: what people type in and what the server dates then agree.
    let calendar = max(0, WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds)))
    let start = MonotonicClock.nanoseconds - calendar
    try awaitServer(start: start)
    let team = LoadTeam(size: loops)
    for index in 0..<loops {
      let thread = Thread { [self] in
        team.work(index) { () throws(LoadFailure) in try worker(index, plan: plan, start: start, team: team) }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    try team.awaitWorkers()
    let soon = MonotonicClock.nanoseconds - start + 20 * Nanoseconds.millisecond
    let wished = startAt.map {
      MonotonicClock.nanoseconds - start + ($0 - CalendarClock.milliseconds) * Nanoseconds.millisecond
    }
    let began = max(soon, wished ?? soon)
    team.begin(at: began)
    var wasEnough = false
    var wasCancelled = false
    while !team.awaitEnd(for: 0.1) {
      if let fold = team.news() {
        progress(fold)
        if !wasEnough, isEnough(fold) {
          wasEnough = true
          team.end()
        }
      }
      if !wasCancelled, isCancelled() {
        wasCancelled = true
        team.end()
      }
    }
    let result = team.result()
    return Outcome(
      fold: result.fold, kpis: result.kpis, observed: result.observed, uncounted: result.uncounted, names: result.names,
      startedLate: wished.map { Nanoseconds.seconds(began - $0) } ?? 0, began: began, complete: !wasCancelled,
      wasEnough: wasEnough)
  }

  /// What is open besides connections and what event loops have: standard streams, files of the report, the metrics' port
  /// with those who read it.
  private static let otherDescriptors = 24

  /// How many connections there will be, as far as the plan says: in an open model it does not say how many users are there
  /// at once.
  private func fewestConnections(_ load: LoadSettings) -> Int {
    if case .shared(let count) = load.connections { return count }
    guard load.unit == .session, load.model == .users else { return load.connections.most * 8 }
    return Int(load.levels.map(\.level).max() ?? 0)
  }

  private func worker(
    _ index: Int, plan: LoadPlan, start: Int64, team: LoadTeam
  ) throws(LoadFailure) -> LoadWorker {
    let loop = try eventLoop(start: start)
    var limits = limits
    limits.maxConnections = max(1, limits.maxConnections / loops)
    return LoadWorker(
      scenario: scenario, plan: plan, place: place(of: index), loop: loop,
      client: HTTPClient(loop: loop, origin: target.origin, limits: limits, tls: target.tls), target: target,
      accounts: accounts, headers: headers, checksReplies: checksReplies
    ) { team.publish($0, of: index) }
  }

  /// A loop's part of the plan: of several generators, each takes every n-th, and its loops share that.
  private func place(of loop: Int) -> LoadWorker.Place {
    guard let shard else { return .init(index: loop, of: loops) }
    return .init(index: loop * shard.of + shard.index - 1, of: loops * shard.of)
  }

  func eventLoop(start: Int64) throws(LoadFailure) -> EventLoop {
    do {
      return try EventLoop(start: start)
    } catch {
      throw .noLoop(error)
    }
  }

  var limits: HTTPClientLimits {
    var limits = HTTPClientLimits()
    limits.maxConnections = scenario.load?.connections.most ?? limits.maxConnections
    limits.total = scenario.backend.requestTimeout.nanoseconds
    limits.firstByte = min(limits.firstByte, limits.total)
    limits.connect = min(limits.connect, limits.total)
    return limits
  }
}
