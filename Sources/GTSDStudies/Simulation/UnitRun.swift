package import GTSDModel
import GTSDWorld
import Interleaving
import Statistics

/// The run of one unit: builds its world, runs it and folds its events.
package enum UnitRun {
  /// Virtual nanoseconds between two checks for cancellation: a quarter of an hour.
  static let step = 15 * Nanoseconds.minute
  /// Virtual nanoseconds in which everything in flight at the horizon must end: an hour, far beyond any time-out.
  private static let settling = Nanoseconds.hour

  /// Reads a unit's fold from a store, or runs the unit and stores the fold.
  ///
  /// - Returns: nil if it was cancelled, since a unit counts completely or not at all.
  static func run(
    _ unit: RunUnit, of scenario: Scenario, keepsEvents: Bool, film: FilmReel? = nil, profile: RunProfile? = nil,
    store: UnitStore?, isCancelled: () -> Bool
  ) -> UnitFold? {
    if let fold = store?.fold(of: unit) { return fold }
    let fold = run(
      unit, of: scenario, keepsEvents: keepsEvents, film: film, profile: profile, isCancelled: isCancelled)
    if let fold { store?.keep(fold, of: unit) }
    return fold
  }

  /// Runs a unit.
  ///
  /// - Parameters:
  ///   - film: records how the unit's people move through the funnel.
  ///   - profile: measures where the time goes.
  /// - Returns: nil if the run was cancelled, since a unit counts completely or not at all.
  package static func run(
    _ unit: RunUnit, of scenario: Scenario, keepsEvents: Bool, film: FilmReel? = nil, profile: RunProfile? = nil,
    isCancelled: () -> Bool
  ) -> UnitFold? {
    // All waits in this world use the world's own functions, so stuck tasks are found.
    let world = World(
      scenario: scenario, replication: unit.replication, cell: unit.cell, users: unit.users,
      scheduler: Scheduler(tracksTasks: false))
    let horizon = scenario.horizon.nanoseconds
    let digest = EventDigest()
    let checker = InvariantChecker(users: unit.users, scenario: scenario, replication: unit.replication)
    let kpis = KPIObserver(
      users: unit.users, arms: scenario.armCount,
      triggers: scenario.stagedArm == nil ? TriggerFold() : TriggerFold(arms: scenario.armCount, horizon: horizon))
    let roster = PopulationRoster(scenario: scenario, replication: unit.replication)
    let writer = keepsEvents ? AnalyticsWriter(of: scenario, roster) : nil
    let rest = QuiescenceChecker(users: unit.users)
    world.events.observers = [digest, kpis, checker, rest]
    if let writer { world.events.observers.append(writer) }
    let camera = film.map { _ in FilmRecorder(kpis: kpis, users: unit.users) }
    if let camera { world.events.observers.append(camera) }
    checker.onEpisode = { [unowned kpis] user, time in
      kpis.violated(user: user, at: time)
      camera?.violated(user: user, at: time)
    }
    if scenario.armCount > 1 {
      for user in unit.users { kpis.assign(user: user, arm: roster.member(UInt32(user)).arm) }
    }

    let backend = InProcessBackend(world: world)
    Population.spawn(in: world, backend: backend)
    // Runs in steps, so that an interruption need not wait for a large cell.
    var time: Int64 = 0
    func runWorld() {
      while time < horizon, !isCancelled() {
        time = min(horizon, time + step)
        world.scheduler.run(until: time)
      }
    }
    if let profile { profile.measure(world.scheduler, runWorld) } else { runWorld() }
    guard time == horizon else {
      world.events.observers = []
      world.scheduler.shutdown()
      return nil
    }
    checker.finish(at: horizon)
    if let camera { film?.take(camera, of: unit) }
    // Events after the horizon are not counted, but show which tasks wait for something that never happens.
    let watch = SettlingWatch(from: horizon + settling / 2)
    world.events.observers = [watch, rest]
    world.scheduler.run(until: horizon + settling)
    world.events.observers = []
    for late in watch.late {
      checker.neverEnds(late.operation, user: late.user, device: late.device, at: horizon)
    }
    // A phone that still sends requests is reported as endless work, and is not reported as stuck.
    for finding in rest.finish(at: horizon + settling)
    where finding.oracle != .stuck || !watch.late.contains(where: { $0.user == finding.user }) {
      checker.rests(finding, by: horizon)
    }
    for task in world.scheduler.stuckTasks() {
      if let user = task.laneNumber, task.lane?.hasPrefix("device ") == true { kpis.stuck(user: user) }
    }
    world.scheduler.shutdown()

    let fold = kpis.finish(horizon: horizon, queueWait: backend.waits?.histogram ?? LogHistogram()) {
      roster.complains(UInt32($0), at: $1)
    }
    return UnitFold(
      digest: digest.value, events: digest.events, jobs: world.scheduler.jobsRun, kpis: fold,
      violations: checker.fold, lines: writer?.lines ?? [])
  }
}
