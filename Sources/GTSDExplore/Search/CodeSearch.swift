internal import CInterpose
internal import GTSDSim

/// The search over one body, on the thread that calls it.
///
/// `@unchecked Sendable`: touched only on that thread, but for `finding`, which is asked of it when it goes no further.
final class CodeSearch: @unchecked Sendable {
  typealias Body = @Sendable (ExploredWorld) async throws -> Void

  let settings: ExplorationSettings
  let heartbeat: Heartbeat
  private let body: Body
  /// What is told when the thread must not go on.
  private let stopped: @Sendable ([ExplorationFinding]) -> Void
  private(set) var world: CapturedWorld?
  private(set) var result = ExplorationResult()
  private var classes: [UInt64: UInt32] = [:]
  private var natural = ScheduleRecord()
  private var naturalTrace: [TracedArrival] = []
  /// The branches that jobs were seen to take in the natural order.
  private var branches: [UInt64: UInt64] = [:]
  private let workers = capture_has_edges() ? Workers(start: SearchThread.start) : nil
  /// What runs makes a cause smaller, or tells it.
  private var isExplaining = false
  let turn = Turn()

  init(
    _ settings: ExplorationSettings, _ heartbeat: Heartbeat,
    stopped: @escaping @Sendable ([ExplorationFinding]) -> Void, body: @escaping Body
  ) {
    self.settings = settings
    self.heartbeat = heartbeat
    self.stopped = stopped
    self.body = body
  }

  // MARK: One schedule

  /// - Parameter seed: of the random numbers that the code draws.
  private func run(
    _ policy: any SchedulePolicy, seed: UInt64, handovers: HandoverPlan = .none, isRecording: Bool = false
  ) -> ScheduleRecord {
    let world: CapturedWorld
    let policy = FairPolicy(policy)
    if let used = self.world, used.canBeUsedAgain {
      used.reset(policy: policy)
      world = used
    } else {
      world = CapturedWorld(policy: policy, heartbeat: heartbeat)
      world.stopped = { [unowned self] kind, messages in stop(kind, messages) }
      self.world = world
    }
    world.handovers.plan = handovers
    world.handovers.workers = workers
    let handle = ExploredWorld(world)
    let readsStates = result.schedules <= 1
    return world.run(seed: seed, isRecording: isRecording, readsStates: readsStates) { [body] in
      try await body(handle)
    }
  }

  /// The code under test has come to where its thread can go no further.
  private func stop(_ kind: ExplorationFinding.Kind, _ messages: [String]) {
    let findings = messages.map { message in
      var finding = ExplorationFinding(kind: kind, message: message)
      finding.schedule = result.schedules + 1
      guard kind == .crash, settings.token == nil else { return finding }
      finding.message +=
        isExplaining
        ? "\nwhile the cause of another find was made smaller"
        : "\nin schedule \(finding.schedule): .explored(schedules: \(finding.schedule), seed: \(settings.seed)) comes there "
          + "again, with window and policy as they are"
      return finding
    }
    stopped(findings)
  }

  private func run(
    under constraints: [OrderConstraint], seed: UInt64, handovers: [Handover] = [], isRecording: Bool = false
  ) -> ScheduleRecord {
    run(
      ConstraintPolicy(constraints, window: settings.window, picksJobs: true), seed: seed,
      handovers: HandoverPlan(handovers), isRecording: isRecording)
  }

  /// Where a schedule interrupts jobs: three of four do, where code is built for it.
  private func handovers(ofSchedule number: Int, seed: UInt64) -> HandoverPlan {
    guard capture_has_edges(), settings.policy != .dfs, number % 4 != 0 else { return .none }
    return HandoverPlan(seed: Mix64.combine(seed, 0x6e), branches: branches)
  }

  /// The seed of a schedule: each draws other random numbers, but for depth-first search, which takes the same way again.
  private func seed(ofSchedule number: Int) -> UInt64 {
    settings.policy == .dfs ? settings.seed : Mix64.combine(settings.seed, UInt64(number))
  }

  private func trace(of record: ScheduleRecord) -> [TracedArrival] {
    Array((world?.scheduler.trace ?? []).prefix(record.arrivals))
  }

  // MARK: The search

  /// Runs schedules until there is nothing left to do.
  func search() -> ExplorationResult {
    turn.take(heartbeat)
    heartbeat.begin()
    if let token = settings.token {
      replay(token)
    } else if runsNaturally() {
      let start = capture_real_time()
      let policy = settings.searchPolicy(reference: SearchReference(trace: naturalTrace))
      for number in 1..<max(1, settings.schedules) {
        if policy.isExhausted {
          result.isExhausted = (policy as? DepthFirstSearch)?.isCut == false && !result.takesLocks
          break
        }
        if heartbeat.endsEarly { break }
        if let budget = settings.timeBudget, capture_real_time() - start > budget { break }
        policy.begin(schedule: UInt64(number - 1))
        let seed = seed(ofSchedule: number)
        let record = run(policy, seed: seed, handovers: handovers(ofSchedule: number, seed: seed))
        if !count(record, seed: seed) { break }
      }
    }
    workers?.dismiss()
    result.classes = classes.count
    result.classesMetOnce = classes.values.count { $0 == 1 }
    let isStuck = result.findings.contains { $0.kind == .stuck }
    if ForeignJobs.end(of: heartbeat.search, saysStuck: isStuck) { withdrawStuck() }
    return result
  }

  /// A test that seemed to wait for nothing was resumed after all, when its schedule had ended.
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

  /// Runs the natural order twice, which has to give the same.
  private func runsNaturally() -> Bool {
    natural = run(under: [], seed: settings.seed)
    naturalTrace = trace(of: natural)
    branches = natural.branches
    result.searchesWithinJobs = branches.values.contains { $0 > 0 } && settings.policy != .dfs
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
      return "at step \(index) task \(world?.path(of: second.task) ?? "?") went on instead of another, at "
        + "\(second.time) ns"
    }
    if naturalTrace.count != trace.count { return "\(naturalTrace.count) steps, then \(trace.count)" }
    if natural.failures.map(\.key) != again.failures.map(\.key) {
      let (first, second) = (natural.failures.first?.message, again.failures.first?.message)
      return "first \(first ?? "it passed"), then \(second ?? "it passed")"
    }
    if natural.states != again.states { return "what is watched became different" }
    return nil
  }

  /// Counts a schedule, and looks into what it shows for the first time.
  ///
  /// - Returns: whether the search can go on.
  private func count(_ record: ScheduleRecord, seed: UInt64) -> Bool {
    turn.passOn(heartbeat)
    result.schedules += 1
    result.takesLocks = result.takesLocks || record.takesLocks
    classes[record.order, default: 0] += 1
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

  private func add(_ finding: ExplorationFinding) {
    var finding = finding
    finding.schedule = result.schedules
    result.findings.append(finding)
  }

  private func shows(_ record: ScheduleRecord, _ key: String) -> Bool {
    record.allFailures.contains { $0.key == key }
  }

  /// Makes the cause of a failure small, and tells it.
  ///
  /// - Returns: false if the same order does not always end alike, so that no later schedule says anything.
  private func explain(
    _ failure: Failure, _ record: ScheduleRecord, trace failing: [TracedArrival], seed: UInt64
  ) -> Bool {
    isExplaining = true
    defer { isExplaining = false }
    var handovers = record.handovers
    let isNatural = seed == settings.seed && handovers.isEmpty
    let passing = isNatural ? naturalTrace : trace(of: run(under: [], seed: seed, handovers: handovers))
    let cause = ConstraintShrinker.shrink(failing: failing, natural: passing, budget: settings.replays) {
      [self] constraints in shows(run(under: constraints, seed: seed, handovers: handovers), failure.key)
    }
    if cause.constraints.isEmpty, !shows(natural, failure.key),
      shows(run(under: [], seed: settings.seed), failure.key)
    {
      add(kept(failure, "the natural order passed at first, and fails now"))
      return false
    }
    let ordered = Set(cause.constraints.flatMap { [$0.before, $0.after] })
    let needed = handovers.filter { ordered.contains($0.rest) }
    if needed.count < handovers.count,
      shows(run(under: cause.constraints, seed: seed, handovers: needed), failure.key)
    {
      handovers = needed
    }
    let token = ExplorationToken(
      seed: seed, window: settings.window, constraints: cause.constraints, handovers: handovers, test: settings.test)
    guard var finding = tell(failure, under: token, replays: cause.replays) else {
      add(kept(failure, "an order failed, and passed when it ran again"))
      return false
    }
    finding.isByChance = cause.constraints.isEmpty && !shows(natural, failure.key)
    add(finding)
    return true
  }

  /// A failure that no order explains.
  private func kept(_ failure: Failure, _ difference: String) -> ExplorationFinding {
    var finding = ExplorationFinding(
      kind: .unrepeatable,
      message:
        "something is kept from one schedule to the next, in a global or static variable or outside the process: "
        + "\(difference).\n\(failure.message)")
    finding.place = failure.place
    return finding
  }

  /// A find in words; nil if the order does not show it.
  private func tell(
    _ failure: Failure, under token: ExplorationToken, replays: Int
  ) -> ExplorationFinding? {
    let record = run(under: token.constraints, seed: token.seed, handovers: token.handovers, isRecording: true)
    guard shows(record, failure.key) else { return nil }
    var finding = ExplorationFinding(kind: failure.isEndless ? .stuck : .failure, message: failure.message)
    if let last = record.failures.first(where: { $0.key == failure.key }) { finding.message = last.message }
    finding.key = failure.key
    finding.place = failure.place
    finding.token = token.text
    finding.command = token.command
    finding.replays = replays
    var panels: [OwnCodePage.Panel] = []
    var failing: ScheduleText?
    if let world {
      let words = ScheduleText(record, world)
      failing = words
      finding.cause = token.constraints.map { words.text($0) }
      finding.timeline = words.text()
      panels.append(
        OwnCodePage.Panel(
          title: "What happens", timeline: words.timeline,
          constraints: token.constraints.map { words.constraint($0) }))
    }
    if !token.constraints.isEmpty {
      let passing = run(under: [], seed: token.seed, isRecording: true)
      if let world, let failing, !shows(passing, failure.key) {
        let words = ScheduleText(passing, world)
        finding.orders = OrderDifference.text(failing: failing, passing: words)
        finding.timeline += "\nThe natural order, which passes:\n" + words.text()
        panels.append(OwnCodePage.Panel(title: "The natural order, which passes", timeline: words.timeline))
      }
    }
    finding.page = OwnCodePage.html(
      title: String(finding.message.prefix { $0 != "\n" }),
      facts: [
        ("What is wrong", finding.message.split(separator: "\n").map { String($0) }), ("When", finding.cause),
      ], replay: finding.command ?? finding.token.map { ".explored(replaying: \"\($0)\")" }, panels: panels)
    return finding
  }

  /// Runs what a token says.
  private func replay(_ token: ExplorationToken) {
    let record = run(under: token.constraints, seed: token.seed, handovers: token.handovers)
    result.schedules = 1
    classes[record.order] = 1
    result.takesLocks = record.takesLocks
    for escape in record.escapes { add(ExplorationFinding(kind: .escape, message: escape)) }
    guard record.escapes.isEmpty else { return }
    let failures = record.allFailures
    for (index, failure) in failures.enumerated()
    where !failures[..<index].contains(where: { $0.key == failure.key }) {
      add(
        tell(failure, under: token, replays: 0)
          ?? kept(failure, "an order failed, and passed when it ran again"))
    }
  }
}

extension Failure {
  private static let stuck = "stuck"

  /// Whether something waits for what never comes.
  var isEndless: Bool { key == Self.stuck || key == Self.deadlock }

  /// The body does not end.
  static func stuck(_ waiting: String) -> Failure {
    Failure(key: stuck, message: "stuck: nothing that the search controls is left that could wake \(waiting)")
  }
}
