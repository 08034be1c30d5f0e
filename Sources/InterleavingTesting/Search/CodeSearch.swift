import CInterpose
import Interleaving

/// The search over one body, on the thread that calls it.
///
/// `@unchecked Sendable`: touched only on that thread, except for the questions that are asked while it is stuck. After
/// a crash, another thread continues for it.
final class CodeSearch: @unchecked Sendable {
  typealias Body = @Sendable (ExploredWorld) async throws -> Void

  /// The stage of the search that is running. After a crash, the search continues from it.
  enum Stage {
    case replaying(ExplorationToken)
    case naturally
    /// A schedule, from 1, which draws its numbers from a seed.
    case searching(Int, seed: UInt64)
  }

  let settings: ExplorationSettings
  let heartbeat: Heartbeat
  let turn = Turn()
  private let body: Body
  /// The handler that receives the findings so far when the search must stop on this thread.
  private let stopped: @Sendable ([ExplorationFinding]) -> Void
  /// Continues the search on another thread after the code under test has crashed.
  private let goOn: @Sendable (CodeSearch) -> Void
  private(set) var world: CapturedWorld?
  var result = ExplorationResult()
  var classes: [UInt64: UInt32] = [:]
  var natural = ScheduleRecord()
  var naturalTrace: [TracedArrival] = []
  /// The branches that jobs were seen to take in the natural order.
  var branches: [UInt64: UInt64] = [:]
  var workers = capture_has_edges() ? Workers(start: SearchThread.start) : nil
  /// Whether each schedule runs in a copy of the process.
  var isForking: Bool
  var stage = Stage.naturally
  /// The result without the current schedule, and the class that the schedule added to it.
  var checkpoint: (result: ExplorationResult, order: UInt64?) = (ExplorationResult(), nil)
  /// The world of a schedule that has crashed. Its thread never leaves that world.
  var crashed: CapturedWorld?
  /// The search's start in real time.
  var start: Int64 = 0

  init(
    _ settings: ExplorationSettings, _ heartbeat: Heartbeat,
    stopped: @escaping @Sendable ([ExplorationFinding]) -> Void, goOn: @escaping @Sendable (CodeSearch) -> Void,
    body: @escaping Body
  ) {
    self.settings = settings
    self.heartbeat = heartbeat
    self.stopped = stopped
    self.goOn = goOn
    self.body = body
    isForking = settings.isIsolated
  }

  // MARK: One schedule

  /// Runs one schedule.
  ///
  /// - Parameters:
  ///   - seed: the seed of random numbers that the code draws.
  ///   - isTraced: whether the trace is needed even if the schedule passes.
  func run(
    _ policy: any SchedulePolicy, seed: UInt64, handovers: HandoverPlan = .none, isRecording: Bool = false,
    isTraced: Bool = true
  ) -> ScheduleRecord {
    if !isForking {
      return runHere(policy, seed: seed, handovers: handovers, isRecording: isRecording)
    }
    heartbeat.waits(true)
    defer { heartbeat.waits(false) }
    let known = Set(result.findings.map(\.key))
    let outcome = ForkedSchedule.run(patience: settings.patience) { [self] end in
      heartbeat.isAlone()
      workers = capture_has_edges() ? Workers(start: SearchThread.startAlone) : nil
      let world = CapturedWorld(policy: FairPolicy(policy), heartbeat: heartbeat)
      world.stopped = { [unowned world] _, _ in
        let isNew = !world.record.allFailures.allSatisfy { known.contains($0.key) }
        end(Self.whole(world.record, of: world, isTraced: isTraced || isNew))
      }
      self.world = world
      let record = runHere(policy, seed: seed, handovers: handovers, isRecording: isRecording, in: world)
      return Self.whole(
        record, of: world, isTraced: isTraced || !record.allFailures.allSatisfy { known.contains($0.key) })
    }
    var record = ScheduleRecord()
    switch outcome {
    case .ran(let ran): return ran
    case .hangs:
      record.escapes = [
        "not controlled: a job that did not end within \(settings.patienceText), in an endless loop or a lock that is "
          + "never released, in a copy of the process"
      ]
    case .died(let said):
      let said = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
      record.failures = [.crash("ended its process\(said)", at: nil, in: "a copy of the process")]
    case .impossible:
      record.escapes = ["not controlled: the code crashed, and no copy of the process could be made to continue in"]
    }
    return record
  }

  /// A copy of a schedule's record that stays valid after its world has ended.
  private static func whole(_ record: ScheduleRecord, of world: CapturedWorld, isTraced: Bool) -> ScheduleRecord {
    var record = record
    if isTraced { record.trace = Array(world.scheduler.trace.prefix(record.arrivals)) }
    return record
  }

  private func runHere(
    _ policy: any SchedulePolicy, seed: UInt64, handovers: HandoverPlan, isRecording: Bool,
    in new: CapturedWorld? = nil
  ) -> ScheduleRecord {
    let world = new ?? self.world(for: policy)
    world.handovers.plan = handovers
    world.handovers.workers = workers
    let handle = ExploredWorld(world)
    let readsStates = result.schedules <= 1
    return world.run(seed: settings.drawingSeed(seed), isRecording: isRecording, readsStates: readsStates) { [body] in
      try await body(handle)
    }
  }

  private func world(for policy: any SchedulePolicy) -> CapturedWorld {
    let policy = FairPolicy(policy)
    if let used = world, used.canBeUsedAgain {
      used.reset(policy: policy)
      return used
    }
    let world = CapturedWorld(policy: policy, heartbeat: heartbeat)
    world.stopped = { [unowned self] why, messages in stop(why, messages) }
    self.world = world
    return world
  }

  /// Ends the search on this thread because the code under test cannot continue.
  private func stop(_ why: CapturedWorld.Stop, _ messages: [String]) {
    if why == .crash {
      (crashed, world, isForking) = (world, nil, true)
      // The search counts as waiting until another thread continues it, which takes a while when many tests run.
      heartbeat.waits(true)
      return goOn(self)
    }
    stopped(
      messages.map { message in
        var finding = ExplorationFinding(kind: .escape, message: message)
        finding.schedule = result.schedules + 1
        return finding
      })
  }

  func run(
    under constraints: [OrderConstraint], seed: UInt64, handovers: [Handover] = [], isRecording: Bool = false
  ) -> ScheduleRecord {
    run(
      ConstraintPolicy(constraints, window: settings.window, picksJobs: true), seed: seed,
      handovers: HandoverPlan(handovers), isRecording: isRecording)
  }

  /// The places at which a schedule interrupts jobs. Three of four schedules interrupt jobs, if the code was built for
  /// it.
  private func handovers(ofSchedule number: Int, seed: UInt64) -> HandoverPlan {
    guard capture_has_edges(), settings.policy != .dfs, number % 4 != 0 else { return .none }
    return HandoverPlan(seed: Mix64.combine(seed, 0x6e), branches: branches)
  }

  /// The seed of a schedule. Each schedule draws other random numbers, except in depth-first search, which repeats the
  /// same path.
  private func seed(ofSchedule number: Int) -> UInt64 {
    settings.policy == .dfs ? settings.seed : Mix64.combine(settings.seed, UInt64(number))
  }

  func trace(of record: ScheduleRecord) -> [TracedArrival] {
    record.trace ?? Array((world?.scheduler.trace ?? []).prefix(record.arrivals))
  }

  // MARK: The search

  /// Runs schedules until there is nothing left to do.
  func search() -> ExplorationResult {
    turn.take(heartbeat)
    heartbeat.begin()
    start = capture_real_time()
    if let token = settings.token { return replayed(token) }
    return runsNaturally() ? searched(from: 1) : ended()
  }

  /// Continues after a crash, on another thread. From then on, each schedule runs in a copy of the process.
  func goOnAfterCrash() -> ExplorationResult {
    heartbeat.begin()
    heartbeat.waits(false)
    CodePlace.prepare()
    (result, classes) = (checkpoint.result, classes)
    if let order = checkpoint.order { classes[order, default: 1] -= 1 }
    switch stage {
    case .replaying(let token): return replayed(token)
    case .naturally:
      // The copy runs the crashing schedule again, from its beginning.
      return runsNaturally() ? searched(from: 1) : ended()
    case .searching(let number, let seed):
      guard let crashed, isCrashOfSchedule else { return searched(from: number) }
      let record = Self.whole(crashed.record, of: crashed, isTraced: true)
      let goesOn = count(record, seed: seed) && settings.policy != .dfs
      return goesOn ? searched(from: number + 1) : ended()
    }
  }

  /// Whether the schedule itself has crashed, rather than one that was run to reduce a cause.
  private var isCrashOfSchedule: Bool { checkpoint.order == nil }

  private func searched(from first: Int) -> ExplorationResult {
    let policy = settings.searchPolicy(reference: SearchReference(trace: naturalTrace))
    for number in first..<max(first, settings.schedules) {
      if policy.isExhausted {
        let isCut = (policy as? DepthFirstSearch)?.isCut ?? true
        result.isExhausted = !isCut && result.seesEveryOrder
        break
      }
      if heartbeat.endsEarly { break }
      if let budget = settings.timeBudget, capture_real_time() - start > budget { break }
      policy.begin(schedule: UInt64(number - 1))
      let seed = seed(ofSchedule: number)
      (stage, checkpoint) = (.searching(number, seed: seed), (result, nil))
      let record = run(policy, seed: seed, handovers: handovers(ofSchedule: number, seed: seed), isTraced: false)
      if !count(record, seed: seed) { break }
    }
    return ended()
  }

  private func ended() -> ExplorationResult {
    workers?.dismiss()
    result.classes = classes.values.count { $0 > 0 }
    result.classesMetOnce = classes.values.count { $0 == 1 }
    let isStuck = result.findings.contains { $0.kind == .stuck }
    if ForeignJobs.end(of: heartbeat.search, reportsStuck: isStuck) { withdrawStuck() }
    return result
  }

  /// Replaces the finding of a test that seemed to wait for something that never happens: it was resumed after its
  /// schedule had ended.
  private func withdrawStuck() {
    for index in result.findings.indices where result.findings[index].kind == .stuck {
      let waiting = natural.waiting ?? "the test"
      var finding = ExplorationFinding(
        kind: .escape,
        message: "not controlled: a thread outside that resumes a task, after nothing else was left that could wake "
          + waiting)
      (finding.schedule, finding.schedules) = (result.findings[index].schedule, result.findings[index].schedules)
      result.findings[index] = finding
    }
  }

  /// Runs the natural order twice, and returns whether both runs were the same.
  private func runsNaturally() -> Bool {
    (stage, checkpoint) = (.naturally, (result, nil))
    natural = run(under: [], seed: settings.seed)
    naturalTrace = trace(of: natural)
    branches = natural.branches
    result.searchesWithinJobs = natural.takesBranches && settings.policy != .dfs
    guard count(natural, seed: settings.seed) else { return false }
    let again = run(under: [], seed: settings.seed)
    if let difference = difference(to: again) {
      result.findings.append(
        ExplorationFinding(
          kind: .unrepeatable,
          message:
            "the same order ran differently twice: \(difference). Something is kept from one schedule to the next, "
            + "in a global or static variable or outside the process, or is not controlled"))
      return false
    }
    return true
  }

  private func difference(to again: ScheduleRecord) -> String? {
    let trace = trace(of: again)
    for (index, (first, second)) in zip(naturalTrace, trace).enumerated()
    where first.id != second.id || first.time != second.time || first.kind != second.kind {
      return
        "at step \(index) task \(again.paths[second.task] ?? world?.path(of: second.task) ?? "?") went on instead of another, at "
        + "\(second.time) ns"
    }
    if naturalTrace.count != trace.count { return "\(naturalTrace.count) steps, then \(trace.count)" }
    if natural.failures.map(\.key) != again.failures.map(\.key) {
      let (first, second) = (natural.failures.first?.message, again.failures.first?.message)
      return "first \(first ?? "it passed"), then \(second ?? "it passed")"
    }
    if natural.states != again.states { return "a watched value differed" }
    return nil
  }

  /// Counts a schedule, and examines it if it shows something new.
  ///
  /// - Returns: whether the search can continue.
  private func count(_ record: ScheduleRecord, seed: UInt64) -> Bool {
    turn.passOn(heartbeat)
    result.schedules += 1
    result.takesLocks = result.takesLocks || record.takesLocks
    result.wokeThreadOutside = result.wokeThreadOutside ?? record.wokenBy
    result.iteratesInOrder = result.iteratesInOrder || record.iterates
    classes[record.order, default: 0] += 1
    checkpoint.order = record.order
    result.digest = Mix64.combine(result.digest, record.order)
    for escape in record.escapes { add(ExplorationFinding(kind: .escape, message: escape)) }
    guard record.escapes.isEmpty else { return false }
    if record.isFinished, record.failures.isEmpty { return true }
    let failures = record.allFailures
    let trace = trace(of: record)
    for (index, failure) in failures.enumerated()
    where !failures[..<index].contains(where: { $0.key == failure.key }) {
      if let known = result.findings.firstIndex(where: { $0.key == failure.key }) {
        result.findings[known].schedules += 1
      } else if !explain(failure, record, trace: trace, seed: seed) {
        return false
      }
    }
    return result.findings.count < settings.findings
  }

  /// Runs the order of a token.
  private func replayed(_ token: ExplorationToken) -> ExplorationResult {
    (stage, checkpoint) = (.replaying(token), (result, nil))
    let record = run(under: token.constraints, seed: token.seed, handovers: token.handovers)
    result.schedules = 1
    classes[record.order] = 1
    (result.takesLocks, result.iteratesInOrder) = (record.takesLocks, record.iterates)
    for escape in record.escapes { add(ExplorationFinding(kind: .escape, message: escape)) }
    guard record.escapes.isEmpty else { return ended() }
    let failures = record.allFailures
    for (index, failure) in failures.enumerated()
    where !failures[..<index].contains(where: { $0.key == failure.key }) {
      add(
        describe(failure, under: token, replays: 0)
          ?? kept(failure, "an order failed, and passed when it ran again"))
    }
    return ended()
  }
}
