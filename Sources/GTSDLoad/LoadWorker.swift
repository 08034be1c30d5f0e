import GTSDModel
import GTSDWorld
import HTTPLoop
import Interleaving
import Randomness
import Statistics

/// One event loop of a load run: starts the due sessions or requests, runs people, and measures.
///
/// One thread creates and runs it. Only ``end()`` may be called from other threads, which passes the call to the loop.
///
/// `@unchecked Sendable`: everything is touched on that thread.
final class LoadWorker: @unchecked Sendable {
  /// The properties that differ between workers.
  struct Place: Sendable {
    var index: Int
    var of: Int
  }

  private let scenario: Scenario
  private let load: LoadSettings
  private let plan: LoadPlan
  private let place: Place
  /// The instant of the loops' clock at which the run begins.
  private var origin: Int64 = 0
  private let loop: EventLoop
  private let world: World
  private let backend: HTTPBackend
  private let roster: PopulationRoster
  private let kpis: KPIObserver
  private let people: PeopleOfLoad
  /// The checker that compares replies with each other; nil if users share accounts.
  private let checker: ObservedChecker?
  /// A handler that receives the measurements each second, and at the end.
  private let publish: (LoadFold) -> Void
  private var fold: LoadFold
  /// The first user number of this worker, and the size of its range; the ranges of workers do not overlap.
  private let firstUser: UInt32
  private let usersOfWorker: UInt32
  private var userCount = 0
  private var active = 0
  private var allStarted = false
  private(set) var isEnding = false
  private var isAbandoned = false
  /// The tours so far, and the number of tasks that read them again.
  var tours = LoadTours()
  var tourReaders = 0
  private let runID: String
  private var accounts: AccountPreparation?
  /// The starts of an open model that were not made yet.
  private var schedule: LoadPlan.Starts?
  private var pending: LoadPlan.Start?
  /// The number of concurrent users that a closed model requires.
  private var wanted = 0
  private var running = 0

  /// - Parameter owners: the owners of data of all loops; nil if replies are not checked.
  init(
    scenario: Scenario, plan: LoadPlan, place: Place, loop: EventLoop, client: HTTPClient, target: LoadTarget,
    accounts: AccountNames, headers: [HTTPHeaderField], owners: DataOwners?, publish: @escaping (LoadFold) -> Void
  ) {
    self.scenario = scenario
    load = scenario.load ?? LoadSettings()
    self.plan = plan
    self.place = place
    self.loop = loop
    self.publish = publish
    runID = accounts.run
    usersOfWorker = min(Self.usersPerWorker, .max / UInt32(place.of))
    firstUser = UInt32(place.index) * usersOfWorker
    let scheduler = Scheduler(wallClock: loop)
    let first = Int(firstUser)
    world = World(scenario: scenario, replication: 0, cell: place.index, users: first..<first, scheduler: scheduler)
    backend = HTTPBackend(
      scheduler: scheduler, client: client, accounts: accounts, photos: load.photos,
      basePath: target.basePath, storageHosts: target.allowedHosts, headers: headers, connections: load.connections,
      map: load.map, without: load.without, traceSampling: load.traceSampling)
    roster = PopulationRoster(scenario: scenario, replication: 0)
    kpis = KPIObserver(users: first..<first, arms: scenario.armCount)
    people = PeopleOfLoad(firstUser: first, inner: kpis)
    fold = LoadFold(load)
    loop.heartbeat = Self.heartbeat
    world.events.observers = [people]
    checker = owners.map { ObservedChecker(sharing: $0) }
    backend.taps = [ObservedCommits(events: world.events)]
    if let checker { backend.taps.append(checker) }
  }

  /// The interval, in nanoseconds, of a timer by which a standstill of the generator itself is noticed.
  private static let heartbeat = 2 * Nanoseconds.millisecond
  /// The lateness, in nanoseconds, up to which a start is still made at the plan's end.
  private static let grace = 100 * Nanoseconds.millisecond

  /// The time, in nanoseconds, that requests in progress still get once the caller waits for the end of the run.
  private static let haste = Nanoseconds.second

  /// The number of user indices reserved for one worker: more than any run starts.
  private static let usersPerWorker: UInt32 = 100_000_000

  var scheduler: Scheduler { world.scheduler }
  private var mostActive: Int { (load.maxInFlight + place.of - 1) / place.of }

  /// The time since the run began, in nanoseconds.
  private var elapsed: Int64 { loop.readClock() - origin }

  // MARK: The run

  /// Creates the accounts that single requests need.
  ///
  /// - Throws: `LoadFailure` when the server gives none.
  func prepare() throws(LoadFailure) {
    guard load.unit == .request else { return }
    let accounts = AccountPreparation(world: world, backend: backend, roster: roster) { [unowned self] in nextUser() }
    try accounts.prepare(for: load.requests.map(\.request))
    self.accounts = accounts
  }

  /// A tour of every endpoint, by a user from the end of the worker's range.
  func tour(_ number: UInt32, after before: LoadTour?) -> LoadTour {
    let user = firstUser + usersOfWorker - 1 - number
    return LoadTour(
      person: roster.person(user, arrivingAt: scheduler.now), user: user, run: runID, backend: backend,
      scheduler: scheduler, timeout: scenario.backend.requestTimeout.nanoseconds, probing: probing(user),
      after: before, isOver: { [unowned self] in isEnding })
  }

  /// The handlers of the results of a tour's probes; nil if users share accounts.
  private func probing(_ user: UInt32) -> ServerProbes.Handlers? {
    checker.map { checker in
      .init(
        judged: { [unowned self] in checker.note($0, wrong: $2, of: user, at: scheduler.now) },
        breach: { [unowned self] in fold.note($1, at: $0) })
    }
  }

  /// Runs from an instant of the loops' clock to the end of the plan, and then until all sessions and requests have
  /// ended or a time limit has passed.
  func run(from instant: Int64) -> LoadTally {
    origin = instant
    people.origin = instant
    guard !isEnding else {
      backend.close()
      world.events.observers = []
      scheduler.shutdown()
      return result
    }
    backend.observer = { [unowned self] sample in
      var sample = sample
      sample.scheduledAt -= instant
      sample.sentAt -= instant
      if sample.firstByteAt > 0 { sample.firstByteAt -= instant }
      sample.endedAt -= instant
      // The end of the run abandons these requests, which is not a failure of the server.
      if isAbandoned, case .failure(.abandoned) = sample.outcome { sample.outcome = .failure(.cancelled) }
      fold.record(sample)
    }
    scheduler.spawn { await self.publishEachSecond() }
    backend.badReplies = { [unowned self] in fold.note($1, at: $0) }
    if let gap = load.tourEvery, place.index == 0 {
      scheduler.spawn { await self.keepTouring(from: instant, every: gap.nanoseconds) }
    }
    switch plan.model {
    case .rate:
      schedule = plan.starts(loop: place.index, of: place.of)
      scheduler.spawn { await self.startOnSchedule() }
    case .users: scheduler.spawn { await self.keepUsers() }
    }
    let limit = origin + plan.length
    let busy = ThreadClock.nanoseconds
    scheduler.run(until: limit)
    // A start that was due just before the end is made. A start that is noticed long after the end is dropped.
    while schedule != nil, !allStarted, !isEnding, scheduler.now < limit + Self.grace {
      scheduler.run(until: limit + Self.grace)
    }
    fold.processorShare = Double(ThreadClock.nanoseconds - busy) / Double(max(1, elapsed))
    let isCut = isEnding
    isEnding = true
    let end = min(elapsed, plan.length)
    dropMissedStarts(before: isCut ? end - Self.grace : end)
    fold.close(at: end)
    let patience = scenario.backend.requestTimeout.nanoseconds
    settle(until: isAbandoned ? scheduler.now + Self.haste : max(scheduler.now, limit) + patience)
    if !isAbandoned, backend.inFlight == 0 {
      readToursAgain()
      settle(until: scheduler.now + patience)
    }
    let made = backend.connectionsMade
    (fold.connectionsMade, fold.handshakes) = (Int64(made.made), Int64(made.handshakes))
    backend.close()
    publish(fold)
    world.events.observers = []
    scheduler.shutdown()
    return result
  }

  private var result: LoadTally {
    LoadTally(
      fold: fold, kpis: finishedKPIs(), observed: checker?.fold ?? ObservedFold(),
      uncounted: max(0, userCount - PeopleOfLoad.limit), names: checker?.names ?? [])
  }

  /// Ends the run early. May be called from any thread.
  ///
  /// - Parameter abandons: whether the caller waits, so that requests in progress get little time.
  func requestEnd(abandons: Bool) {
    loop.submit { [self] in
      isEnding = true
      if abandons { isAbandoned = true }
      scheduler.stop()
    }
  }

  /// Waits until all requests in progress have ended, those of single-request loads and of tours included, but at most
  /// until a limit.
  private func settle(until limit: Int64) {
    while scheduler.now < limit, backend.inFlight > 0 || load.unit == .request && active > 0 || tourReaders > 0 {
      if isAbandoned, limit - scheduler.now > Self.haste { return settle(until: scheduler.now + Self.haste) }
      scheduler.run(until: min(limit, scheduler.now + 10 * Nanoseconds.millisecond))
    }
  }

  private func finishedKPIs() -> KPIFold {
    let horizon = min(elapsed, plan.length)
    return kpis.finish(horizon: horizon, queueWait: LogHistogram(), lead: { self.people.lead(of: $0) }) {
      self.roster.complains(UInt32($0), at: $1)
    }
  }

  private func publishEachSecond() async {
    while !isEnding {
      await scheduler.sleep(Nanoseconds.second, kind: .timer)
      publish(fold)
    }
  }

  // MARK: Open model

  private func startOnSchedule() async {
    while let start = nextStart() {
      let due = origin + start.at
      if due > scheduler.now { await scheduler.sleep(due - scheduler.now, kind: .timer) }
      if isEnding || elapsed > plan.length + Self.grace { return }
      pending = nil
      guard active < mostActive else {
        fold.drop(scheduledAt: start.at)
        continue
      }
      fold.start(scheduledAt: start.at, at: elapsed)
      active += 1
      begin(start)
    }
    allStarted = true
    // After the end of the plan, nothing else was awaited.
    if elapsed >= plan.length { scheduler.stop() }
    stopWhenDone()
  }

  private func nextStart() -> LoadPlan.Start? {
    pending = schedule?.next()
    return pending
  }

  /// Counts the starts that were due before an instant and were not made as dropped.
  private func dropMissedStarts(before end: Int64) {
    guard schedule != nil, !allStarted else { return }
    while let start = pending ?? schedule?.next(), start.at < end {
      fold.drop(scheduledAt: start.at, isMissed: true)
      pending = nil
    }
  }

  private func begin(_ start: LoadPlan.Start) {
    switch load.unit {
    case .session:
      let (user, person) = newPerson()
      scheduler.spawn(on: person, isCancelled: false) { person in
        await person.run(sessions: 1)
        self.backend.sessionEnded(of: user, isLast: true)
        self.ended(start)
      }
    case .request:
      scheduler.spawn {
        await self.request(start)
        self.ended(start)
      }
    }
  }

  private func ended(_ start: LoadPlan.Start) {
    active -= 1
    guard !isEnding || load.unit == .request else { return }
    fold.complete(scheduledAt: start.at, at: elapsed)
    stopWhenDone()
  }

  private func stopWhenDone() {
    if allStarted, active == 0, plan.iterations != nil || load.unit == .session { scheduler.stop() }
  }

  private func request(_ start: LoadPlan.Start) async {
    guard let accounts else { preconditionFailure("requests begin before their accounts are there") }
    let endpoint = endpoint(of: start)
    let account =
      if let ready = accounts.ready(for: endpoint) { ready } else { await accounts.another(for: endpoint) }
    let call = account.call(endpoint, timeout: scenario.backend.requestTimeout.nanoseconds)
    let reply = try? await backend.respond(to: call, scheduledAt: origin + start.at)
    backend.sessionEnded(of: call.caller.user, isLast: false)
    if endpoint.single.spent != nil, !isEnding {
      scheduler.spawn { await accounts.giveBack(account, after: endpoint, reply) }
    }
  }

  /// The endpoint of a start. In a mix it is drawn from the start's number, so that all generators share one plan.
  private func endpoint(of start: LoadPlan.Start) -> Endpoint {
    guard !load.mix.isEmpty else { return load.request }
    let draw = Draws(seed: scenario.seed).uniform(
      user: UInt32(truncatingIfNeeded: start.index), purpose: DrawPurpose.loadMix.rawValue, step: 0, replication: 0)
    var left = draw * load.mix.reduce(0) { $0 + $1.weight }
    for share in load.mix {
      left -= share.weight
      if left < 0 { return share.request }
    }
    return load.mix[load.mix.count - 1].request
  }

  // MARK: Closed model

  private func keepUsers() async {
    for step in plan.userSteps(loop: place.index, of: place.of) {
      let due = origin + step.at
      if due > scheduler.now { await scheduler.sleep(due - scheduler.now, kind: .timer) }
      if isEnding { return }
      wanted = step.users
      while running < wanted {
        running += 1
        switch load.unit {
        case .session: startPerson()
        case .request:
          // The requests use shared accounts, so the user is only counted.
          _ = newPerson()
          scheduler.spawn { await self.keepRequesting() }
        }
      }
    }
  }

  /// Adds a new person to the concurrent users.
  private func startPerson() {
    let (user, person) = newPerson()
    scheduler.spawn(on: person, isCancelled: false) { await self.keepLiving($0, user) }
  }

  /// Runs the sessions of a person one after the other, and then those of new people, until the plan wants fewer users.
  private func keepLiving(_ person: isolated SyntheticUser, _ user: UInt32) async {
    var sessions: UInt32 = 0
    while let start = beginIteration() {
      sessions += 1
      let isLast = await person.run(sessions: sessions)
      backend.sessionEnded(of: user, isLast: isLast)
      guard endIteration(start) else { break }
      if isLast { return startPerson() }
    }
    leave()
  }

  private func keepRequesting() async {
    while let start = beginIteration() {
      await request(start)
      guard endIteration(start) else { break }
    }
    leave()
  }

  /// Begins the next iteration of a concurrent user.
  ///
  /// - Returns: nil if there are more concurrent users than the plan wants, so that this one stops.
  private func beginIteration() -> LoadPlan.Start? {
    let limit = plan.iterations(loop: place.index, of: place.of) ?? .max
    guard !isEnding, running <= wanted, iterationsBegun < limit else { return nil }
    defer { iterationsBegun += 1 }
    let now = elapsed
    fold.start(scheduledAt: now, at: now)
    active += 1
    return LoadPlan.Start(index: iterationsBegun, at: now)
  }

  /// Ends an iteration and counts it.
  ///
  /// - Returns: false if the run is ending, so that nothing more is counted.
  private func endIteration(_ start: LoadPlan.Start) -> Bool {
    active -= 1
    guard !isEnding else { return false }
    fold.complete(scheduledAt: start.at, at: elapsed)
    return true
  }

  /// Removes one of the concurrent users.
  private func leave() {
    running -= 1
    if running == 0, iterationsBegun >= plan.iterations(loop: place.index, of: place.of) ?? .max { scheduler.stop() }
  }

  private var iterationsBegun = 0

  // MARK: People

  /// The number of a new user. After millions of users, numbers are used again, beginning with the first. Their earlier
  /// users have ended, and the server distinguishes accounts by e-mail addresses.
  private func nextUser() -> UInt32 {
    defer { userCount += 1 }
    return firstUser + UInt32(userCount % Int(usersOfWorker))
  }

  private func newPerson() -> (user: UInt32, SyntheticUser) {
    let user = nextUser()
    let arm = roster.member(user).arm
    if people.add(), scenario.armCount > 1 { kpis.assign(user: Int(user), arm: arm) }
    let pacing = Pacing(
      pauseScale: load.thinkTimeScale, isOver: { [unowned self] in isEnding },
      leads: { [people] in people.set(lead: $1, of: $0) })
    let generation = roster.generation(ofArm: arm)
    let rollback = roster.rollback(ofArm: arm)
    let person = SyntheticUser(
      model: roster.person(user, arrivingAt: scheduler.now), scheduler: scheduler, pacing: pacing
    ) { [world, backend] ordinal in
      Device(
        world: world, backend: backend, user: user, ordinal: ordinal, generation: generation, rollback: rollback)
    }
    return (user, person)
  }
}

/// The measurements of one loop, or of all.
struct LoadTally: Sendable {
  var fold: LoadFold
  var kpis: KPIFold
  var observed: ObservedFold
  /// The number of people whom no indicator counts.
  var uncounted = 0
  /// The server's ids of this loop's accounts.
  var names: [Int] = []

  mutating func merge(_ other: LoadTally) {
    uncounted += other.uncounted
    names += other.names
    fold.merge(other.fold)
    kpis.merge(other.kpis)
    observed.merge(other.observed)
  }
}
