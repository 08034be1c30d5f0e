import Foundation
public import GTSDModel
package import GTSDWorld
package import HTTPLoop
import Synchronization

/// Sends load to a remote backend in real time: the scenario's users, or single requests on a schedule. Each event loop
/// has its own thread.
public struct LoadRun: Sendable {
  /// The scenario with the users, the client and the `load` section.
  public var scenario: Scenario
  /// The server that receives the load.
  package var target: LoadTarget
  /// The part of the plan that this generator runs; nil for all of it.
  package var shard: ShardPosition?
  /// The time at which to begin, in milliseconds since 1970; nil for at once.
  package var startAt: Int64?
  /// Threads, each with its share of users and connections, 1 or more.
  public var loops = 1
  package var accounts = AccountNames()
  /// The fields added to every request.
  package var headers: [HTTPHeaderField] = []
  /// The time to wait for a server that is not ready, because it does not answer or answers with a server error.
  package var patience: TimeSpan = .zero
  /// Whether replies are compared with each other. Off if users share accounts and could see each other's changes.
  package var checksReplies = true
  /// A handler that receives the measurements so far about once a second.
  package var progress: @Sendable (LoadFold) -> Void = { _ in }
  /// A condition that ends the run, checked on the measurements about once a second.
  package var isEnough: @Sendable (LoadFold) -> Bool = { _ in false }
  /// A condition that ends the run, checked ten times a second.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// Creates a run of a scenario against a server.
  package init(_ scenario: Scenario, target: LoadTarget) {
    self.scenario = scenario
    self.target = target
  }

  /// Sets the run's id, which distinguishes its accounts and requests from all others.
  ///
  /// - Parameter id: a ``RunID`` that the server has not seen.
  package mutating func name(_ id: String = RunID.fresh(), existing: [ExistingAccount] = []) {
    accounts = AccountNames(run: id, existing: existing)
  }

  /// The id in the run's accounts and requests.
  package var runID: String { accounts.run }

  /// The measurements of a run.
  package struct Outcome: Sendable {
    package var fold: LoadFold
    package var kpis: KPIFold
    /// The contradictions that replies have shown.
    package var observed: ObservedFold
    /// The number of people beyond the limit of people who are included in the indicators.
    package var uncounted: Int
    /// The server's ids of the accounts that were created.
    package var names: [Int]
    /// The use of each address of the server.
    package var addresses: [HTTPAddresses.Use] = []
    /// The seconds by which the run began after its planned start.
    package var startedLate: Double
    /// The instant of the loops' clock at which the run began.
    package var began: Int64
    /// Whether the run ended by itself rather than by cancellation.
    package var complete: Bool
    /// Whether `isEnough` ended the run.
    package var wasEnough: Bool
  }

  /// Runs the load on several threads; returns when all have ended.
  ///
  /// - Throws: `LoadFailure`, before anything but a request for the server's health is sent.
  package func measure() throws(LoadFailure) -> Outcome {
    guard let load = scenario.load, let plan = LoadPlan(load, seed: scenario.seed) else { throw .noLoad }
    let needed = fewestConnections(load) + Self.otherDescriptors + 4 * loops
    let limit = DescriptorLimit.raise(to: needed)
    guard limit >= needed else { throw .tooFewDescriptors(limit: limit, needed: needed) }
    // The simulation's calendar begins at the loops' time, so that entered dates agree with the server's dates.
    let calendar = max(0, WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds)))
    let start = MonotonicClock.nanoseconds - calendar
    try awaitServer(start: start)
    let team = LoadTeam(size: loops)
    let owners = checksReplies ? DataOwners() : nil
    for index in 0..<loops {
      let thread = Thread { [self] in
        team.work(index) { () throws(LoadFailure) in
          try worker(index, plan: plan, start: start, team: team, owners: owners)
        }
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    try team.awaitWorkers(isCancelled: isCancelled)
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
          team.end(abandons: false)
        }
      }
      if !wasCancelled, isCancelled() {
        wasCancelled = true
        team.end(abandons: true)
      }
    }
    let result = team.result()
    return Outcome(
      fold: result.fold, kpis: result.kpis, observed: result.observed, uncounted: result.uncounted,
      names: Set(result.names).sorted(), addresses: target.origin.places.uses,
      startedLate: wished.map { Nanoseconds.seconds(began - $0) } ?? 0, began: began, complete: !wasCancelled,
      wasEnough: wasEnough)
  }

  /// The number of descriptors besides those of connections and event loops: standard streams, files of the report,
  /// the metrics' port and its readers.
  private static let otherDescriptors = 24

  /// The smallest number of connections that the plan implies. An open model does not limit the number of simultaneous
  /// users.
  private func fewestConnections(_ load: LoadSettings) -> Int {
    if case .shared(let count) = load.connections { return load.http == .two ? loops : count }
    guard load.unit == .session, load.model == .users else { return load.mostConnections * 8 }
    return Int(load.levels.map(\.level).max() ?? 0)
  }

  private func worker(
    _ index: Int, plan: LoadPlan, start: Int64, team: LoadTeam, owners: DataOwners?
  ) throws(LoadFailure) -> LoadWorker {
    let loop = try eventLoop(start: start)
    var limits = limits
    limits.maxConnections = max(1, limits.maxConnections / loops)
    return LoadWorker(
      scenario: scenario.withoutLeftOut, plan: plan, place: place(of: index), loop: loop,
      client: client(on: loop, limits), target: target,
      accounts: accounts, headers: headers, owners: owners
    ) { team.publish($0, of: index) }
  }

  /// The part of the plan for a loop. Each of several generators takes every n-th start, and its loops share these
  /// starts.
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

  /// A client of the server.
  func client(on loop: EventLoop, _ limits: HTTPClientLimits) -> HTTPClient {
    let speaks: HTTPClientProtocol =
      switch scenario.load?.http ?? .one {
      case .one: .http1
      case .two: .http2
      }
    return HTTPClient(loop: loop, origin: target.origin, limits: limits, tls: target.tls, speaks: speaks)
  }

  var limits: HTTPClientLimits {
    var limits = HTTPClientLimits()
    limits.maxConnections = scenario.load?.mostConnections ?? limits.maxConnections
    limits.takesAddressesInTurn = true
    limits.total = scenario.backend.requestTimeout.nanoseconds
    limits.firstByte = min(limits.firstByte, limits.total)
    limits.connect = min(limits.connect, limits.total)
    return limits
  }
}
