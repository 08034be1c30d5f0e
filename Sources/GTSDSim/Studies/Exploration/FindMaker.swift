import GTSDModel

/// The search of a story whose one strategy is set back to the sound one.
struct TwinSearch {
  /// Schedules that are searched.
  static let limit = 1_000

  let strategy: String
  let runner: ScheduleRunner
  let policies: SchedulePolicies
  let schedules: Int
  /// Schedules that broke anything.
  let failures: Int

  /// Searches the twin that a story names; nil where it names none.
  init?(of scenario: Scenario, schedules: Int) throws(ExplorationError) {
    guard let strategy = scenario.story?.twin, let generation = scenario.generation.applying(strategy: strategy)
    else { return nil }
    var sound = scenario
    sound.generation = generation
    self.strategy = strategy
    self.schedules = min(schedules, Self.limit)
    runner = ScheduleRunner(try StoryStage(sound))
    policies = SchedulePolicies(runner)
    let policy = policies.searching(.portfolio)
    var failures = 0
    for number in 0..<UInt32(self.schedules) {
      let schedule = Schedule(number: number, strategy: .portfolio, of: runner.subject)
      policy.begin(schedule: UInt64(number))
      if !runner.run(schedule, under: policy).findings.isEmpty { failures += 1 }
    }
    self.failures = failures
  }
}

/// Makes a find of a shrunk schedule: its timeline, its likelihood, its twin.
struct FindMaker {
  let runner: ScheduleRunner
  let policies: SchedulePolicies
  /// The same subject with the sound strategy, nil without one.
  let twin: TwinSearch?
  let digest: String
  let overrides: [String]

  /// Random continuations behind each share of the likelihood.
  private static let continuations = 50
  /// Arrivals of a schedule up to which its likelihood is measured at each; longer ones at so many places.
  private static let likelihoodPoints = 60

  /// - Parameters:
  ///   - signature: what it is counted by in the search.
  ///   - schedules: how many of the search showed it.
  ///   - first: the lowest of their numbers.
  func find(_ shrunk: ShrunkSchedule, schedules: Int, first: UInt32) -> Find {
    let scenario = runner.subject.scenario
    let (timeline, _) = draw(shrunk.schedule, on: runner, policies, around: shrunk.finding)
    let constraints = self.constraints(of: shrunk, in: timeline)
    let shape = constraints.map { "\(Self.kind(of: $0.before)) < \(Self.kind(of: $0.after))" }
    let token = ReplayToken(
      scenario: scenario.name, digest: digest, overrides: overrides, seed: scenario.seed,
      subject: .schedule(shrunk.schedule), user: Int(shrunk.finding.user), time: shrunk.finding.time,
      key: ReplayToken.hash(of: shrunk.finding.signature))
    var find = Find(
      key: ([shrunk.finding.signature] + shape).joined(separator: "; "), oracle: shrunk.finding.oracle.id,
      statement: shrunk.finding.oracle.statement, hazard: shrunk.finding.hazard?.rawValue,
      summary: shrunk.finding.summary, schedules: schedules, first: Int(first),
      passesWithoutConstraints: shrunk.passesWithoutConstraints, shrinkReplays: shrunk.replays,
      isMinimal: shrunk.isMinimal, token: token.encode(), timeline: timeline)
    find.also = shrunk.also.map(\.signature)
    find.constraints = constraints
    find.faults = faults(of: shrunk.schedule)
    find.steps = steps(of: shrunk.schedule)
    if let violation = timeline.violation(of: shrunk.finding.oracle.id),
      let explanation = timeline.explanation(of: violation)
    {
      find.contradiction = explanation.contradiction
      find.sites = explanation.sites
    }
    find.continuations = Self.continuations
    find.likelihood = likelihood(of: shrunk)
    find.twin = twin.map { twin in
      let (other, _) = draw(shrunk.schedule, on: twin.runner, twin.policies, around: shrunk.finding)
      return Find.Twin(
        strategy: twin.strategy, schedules: twin.schedules, failures: twin.failures, timeline: other,
        firstDivergence: Timeline.firstDivergence(timeline, other))
    }
    return find
  }

  // MARK: Pictures

  /// Runs a schedule and draws it.
  func draw(
    _ schedule: Schedule, on runner: ScheduleRunner, _ policies: SchedulePolicies, around finding: Finding?
  ) -> (timeline: Timeline, outcome: ScheduleOutcome) {
    guard let story = runner.subject as? StoryStage else {
      return drawPerson(schedule, on: runner, policies, around: finding)
    }
    var recorder: TimelineRecorder?
    runner.noticed = { recorder?.violated($0) }
    defer { runner.noticed = nil }
    let outcome = runner.run(schedule, under: policies.policy(for: schedule)) { world in
      let made = TimelineRecorder(events: world.events, origin: runner.subject.start)
      for (ordinal, phone) in story.phones.enumerated() {
        made.begin(phone: UInt8(ordinal)) { phone.app.published[$0] }
      }
      recorder = made
      return [made]
    }
    guard let recorder else { preconditionFailure("a schedule ran without its recorder") }
    return (recorder.timeline, outcome)
  }

  /// One person of many, and only the minutes before the violation.
  private func drawPerson(
    _ schedule: Schedule, on runner: ScheduleRunner, _ policies: SchedulePolicies, around finding: Finding?
  ) -> (timeline: Timeline, outcome: ScheduleOutcome) {
    let recorder = TimelineRecorder()
    let spotlight = Spotlight(on: recorder, user: finding?.user ?? 0, around: finding?.time ?? 0)
    runner.noticed = { if spotlight.shows($0.user, at: $0.time) { recorder.violated($0) } }
    defer { runner.noticed = nil }
    let outcome = runner.run(schedule, under: policies.policy(for: schedule)) { _ in [spotlight] }
    return (recorder.timeline, outcome)
  }

  private func constraints(of shrunk: ShrunkSchedule, in timeline: Timeline) -> [Find.Constraint] {
    guard case .constrained(let constraints) = shrunk.schedule.order else { return [] }
    func step(_ id: UInt64) -> Int? { shrunk.trace.firstIndex { $0.id == id } }
    func label(_ step: Int?) -> String {
      guard let step else { return "something that does not come" }
      guard step < timeline.arrivals.count else { return "arrival \(step + 1) of the schedule" }
      return timeline.arrivals[step].label
    }
    return constraints.map { constraint in
      let (before, after) = (step(constraint.before), step(constraint.after))
      return Find.Constraint(before: label(before), after: label(after), beforeStep: before, afterStep: after)
    }
  }

  /// A label without what differs between two occurrences of one defect: numbers.
  private static func kind(of label: String) -> String {
    label.split(separator: " ").filter { !$0.contains { $0.isNumber } }.joined(separator: " ")
  }

  private func faults(of schedule: Schedule) -> [String] {
    runner.subject.scenario.faults.enumerated()
      .filter { schedule.faults.contains($0.offset) }
      .map { $0.element.inWords }
  }

  private func steps(of schedule: Schedule) -> [String] {
    guard let story = runner.subject.scenario.story else { return [] }
    return story.steps.enumerated()
      .filter { schedule.leftOut >> UInt64($0.offset) & 1 == 0 }
      .map { "\($0.element.action.name) on phone \($0.element.device)" }
  }

  // MARK: Chances

  /// The share of random continuations that fail, before anything and after each arrival.
  private func likelihood(of shrunk: ShrunkSchedule) -> [Double] {
    let picks = shrunk.trace.map(\.id)
    guard picks.count <= Self.likelihoodPoints else { return [] }
    let random = RandomPolicy(seed: policies.seed, window: Exploration.window)
    return (0...picks.count).map { length in
      var failures = 0
      for number in 0..<Self.continuations {
        random.begin(schedule: UInt64(length * Self.continuations + number))
        let policy = RecordedPolicy(picks: Array(picks[..<length]), window: Exploration.window, then: random)
        if runner.run(shrunk.schedule, under: policy).shows(shrunk.finding.signature) { failures += 1 }
      }
      return Double(failures) / Double(Self.continuations)
    }
  }
}

extension Fault {
  /// As a line of a report: "reply-lost at acknowledge".
  var inWords: String {
    let what: String =
      switch kind {
      case .latency: "added latency"
      case .error(let status): "status \(status)"
      case .timeout: "time-out"
      case .replyLost: "reply lost after the commit"
      case .duplicate: "duplicate delivery"
      case .reorder: "reply held back"
      case .outage: "outage"
      case .brownOut: "brown-out"
      case .rateLimitStorm: "rate-limit storm"
      case .restart: "restart"
      case .clockSkew: "clock skew"
      }
    let times = times.map { $0 == 1 ? ", once" : ", \($0) times at most" } ?? ""
    guard !endpoints.isEmpty else { return what + times }
    return "\(what) at \(endpoints.map(\.name).joined(separator: ", "))\(times)"
  }
}
