import GTSDModel
import GTSDWorld
import HTTPLoop
import Interleaving

extension LoadRun {
  /// Requests every endpoint of the contract once, as a new user.
  ///
  /// - Throws: `LoadFailure` if the server does not answer at all.
  package func check() throws(LoadFailure) -> ContractCheck {
    let calendar = max(0, WorldCalendar.instant(of: Timestamp(milliseconds: CalendarClock.milliseconds)))
    let start = MonotonicClock.nanoseconds - calendar
    try awaitServer(start: start)
    let load = scenario.load ?? LoadSettings()
    let loop = try eventLoop(start: start)
    let scheduler = Scheduler(wallClock: loop)
    let backend = HTTPBackend(
      scheduler: scheduler, client: client(on: loop, limits), accounts: accounts, photos: load.photos,
      basePath: target.basePath, storageHosts: target.allowedHosts, headers: headers, connections: load.connections,
      map: load.map, without: load.without)
    let round = ContractRound(
      load, person: PopulationRoster(scenario: scenario, replication: 0).person(0, arrivingAt: scheduler.now), user: 0,
      hasAccounts: accounts.hasExisting, backend: backend, scheduler: scheduler)
    let result = OneShot<ContractCheck>(scheduler: scheduler)
    scheduler.spawn {
      await round.make()
      result.fulfil(await round.check)
      scheduler.stop()
    }
    let step = 100 * Nanoseconds.millisecond
    while !result.isFulfilled, !isCancelled() { scheduler.run(until: scheduler.now + step) }
    if !result.isFulfilled {  // what was found until it was cancelled
      scheduler.spawn { result.fulfil(await round.check) }
      scheduler.run(until: scheduler.now + step)
    }
    backend.close()
    scheduler.shutdown()
    guard let check = result.take() else { preconditionFailure("a round has no findings") }
    return check
  }
}
