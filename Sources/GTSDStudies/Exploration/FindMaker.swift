import GTSDModel
import GTSDWorld
import Interleaving

/// A violation of a small schedule with its explanation.
struct ExplainedSchedule: Sendable {
  var shrunk: ShrunkSchedule
  var timeline: Timeline
  var cause: Find.Explanation?
  /// The state variable with the wrong value; nil if it is not known.
  var variable: FindVariable?
  /// The cause in a sentence.
  var contradiction: String?
  /// The catalogued hazard that explains the violation: the history has the hazard's pattern, and the hazard's switch
  /// prevents the violation.
  var hazard: HazardID?

  /// Oracle, hazard and site, as in a find's key.
  var signature: String {
    var finding = shrunk.finding
    finding.hazard = hazard
    return finding.signature
  }

  /// A reference to the find at an index, for a schedule that this find reports.
  func reference(toFind index: Int) -> Exploration.Finds.Reference {
    Exploration.Finds.Reference(find: index, hazard: hazard, signature: signature)
  }

  /// Whether another violation has the same cause: it begins at the same place, and the same strategy prevents it.
  func isOfCause(of other: ExplainedSchedule) -> Bool {
    guard let mine = cause, let theirs = other.cause else {
      return shrunk.schedule.hasCause(of: other.shrunk.schedule) && cause == other.cause
    }
    guard mine.strategies == theirs.strategies else { return false }
    // Violations with the same name and the same cause are reported once.
    if signature == other.signature { return true }
    if mine.source != nil, mine.source == theirs.source { return true }
    // Violations that the same single strategy prevents have one cause, wherever they occur.
    guard let variable, let others = other.variable else { return false }
    return mine.strategies.isEmpty ? mine.source == nil && variable == others : variable.isAkin(to: others)
  }
}

extension ExplainedSchedule {
  /// The labels of the two sides of each required order.
  private var orders: [(before: String, after: String)] {
    guard case .constrained(let constraints) = shrunk.schedule.order else { return [] }
    func label(_ id: UInt64) -> String {
      guard let step = shrunk.trace.firstIndex(where: { $0.id == id }), step < timeline.arrivals.count else {
        return ""
      }
      return timeline.arrivals[step].label
    }
    return constraints.map { (label($0.before), label($0.after)) }
  }

  /// Whether the only order is that of one operation on two phones, with the second phone's first. The same order with
  /// the phones exchanged has the same cause.
  var isMirrored: Bool {
    guard orders.count == 1, let order = orders.first else { return false }
    let (first, second) = (StateWords.phone(0), StateWords.phone(1))
    return order.before.contains(second) && order.before.replacing(second, with: first) == order.after
  }

  /// Whether the explanation is easier to read: it has known conflicts, or else fewer orders, faults and steps.
  /// Otherwise equal ones are ordered by their text, so that the result does not depend on the search.
  func isSimpler(than other: ExplainedSchedule) -> Bool {
    let (mine, theirs) = (burden, other.burden)
    if mine != theirs { return mine.lexicographicallyPrecedes(theirs) }
    let (words, others) = (orders.map { $0.before + $0.after }, other.orders.map { $0.before + $0.after })
    return words.lexicographicallyPrecedes(others)
  }

  private var burden: [Int] {
    let schedule = shrunk.schedule
    let isUnknown: Bool
    switch schedule.order {
    // A violation in the steps before the search needs no step of its own.
    case .given: return [-1]
    case .natural: isUnknown = false
    case .constrained(let constraints):
      isUnknown = !constraints.isEmpty && !shrunk.conflicts.contains { $0.state != nil }
    case .searched, .recorded: isUnknown = true
    }
    return [
      isUnknown ? 1 : 0, orders.count, schedule.drawsLatencies ? 1 : 0, schedule.faults.places.count,
      -schedule.leftOut.nonzeroBitCount,
    ]
  }
}

/// Makes a find from a shrunk schedule: its timeline, cause, likelihood and twin.
struct FindMaker {
  let runner: ScheduleRunner
  let policies: SchedulePolicies
  /// The same search with the strategy that the story names as correct; nil if it names none.
  let twin: SoundSearch?
  private let bisection: StrategyBisection
  /// The correct app, with which a failed expectation of a story is compared; nil for a scenario without a story.
  let soundApp: SoundAppRunner?
  /// The steps that ran before the search began; nil if there were none.
  private let given: FindExplanation.Run.Part?
  let digest: String
  let overrides: [String]

  /// The number of schedules for searching the twin of a story.
  static let twinSchedules = 1_000

  init(
    runner: ScheduleRunner, policies: SchedulePolicies, of scenario: Scenario, schedules: Int, digest: String,
    overrides: [String]
  ) {
    self.runner = runner
    self.policies = policies
    twin = scenario.story?.twin.flatMap {
      SoundSearch(
        of: scenario, [$0], schedules: min(schedules, Self.twinSchedules), isAbandoned: runner.isAbandoned)
    }
    bisection = StrategyBisection(scenario, known: twin, isAbandoned: runner.isAbandoned)
    soundApp = scenario.hasExpectation ? SoundAppRunner(scenario, isAbandoned: runner.isAbandoned) : nil
    given = FindExplanation.Run.Part(livingThrough: scenario)
    self.digest = digest
    self.overrides = overrides
  }

  // MARK: Causes

  /// Explains a violation.
  func explained(_ shrunk: ShrunkSchedule) -> ExplainedSchedule {
    let (run, _) = draw(shrunk.schedule, on: runner, policies, around: shrunk.finding)
    return explained(shrunk, in: run)
  }

  /// Explains the other failures of a schedule.
  func explainedOthers(_ explained: ExplainedSchedule) -> [ExplainedSchedule] {
    guard !explained.shrunk.furtherFindings.isEmpty else { return [] }
    let (run, _) = draw(explained.shrunk.schedule, on: runner, policies, around: explained.shrunk.finding)
    return explained.shrunk.furtherFindings.map { finding in
      var other = explained.shrunk
      other.finding = finding
      other.furtherFindings = []
      return self.explained(other, in: run)
    }
  }

  private func explained(_ shrunk: ShrunkSchedule, in run: FindExplanation.Run) -> ExplainedSchedule {
    let (schedule, finding) = (shrunk.schedule, shrunk.finding)
    let (strategies, alternatives) = bisection.needed(finding, in: schedule, shrunk.trace)
    let isGiven = schedule.order == .given
    var run = run
    run.given = isGiven ? nil : given
    let explanation = FindExplanation(of: finding, in: run)
    let twin = (strategies.isEmpty ? nil : bisection.search(strategies)).map { search in
      var sound = draw(schedule, on: search.runner, search.policies, like: shrunk.trace, around: finding).run
      sound.given = isGiven ? nil : search.givenPart
      return FindExplanation.Twin(run: sound, strategies: bisection.words(strategies))
    }
    var cause = explanation.cause(twin: twin)
    cause?.alternatives = alternatives
    let label = finding.hazard.flatMap { hazard in hazard.twin.map { [$0] } == strategies ? hazard : nil }
    return ExplainedSchedule(
      shrunk: shrunk, timeline: run.timeline, cause: cause, variable: explanation.violated?.variable,
      contradiction: cause.map(explanation.contradiction), hazard: label)
  }

  // MARK: Finds

  /// Makes the find of a violation.
  ///
  /// - Parameters:
  ///   - others: other schedules with the same cause.
  ///   - schedules: the number of schedules that showed the violation.
  ///   - first: the lowest of their numbers.
  func find(_ explained: ExplainedSchedule, others: [ExplainedSchedule] = [], schedules: Int, first: UInt32) -> Find {
    let (scenario, shrunk, timeline) = (runner.subject.scenario, explained.shrunk, explained.timeline)
    let constraints = self.constraints(of: shrunk, in: timeline)
    let token = ReplayToken(
      scenario: scenario.name, digest: digest, overrides: overrides, seed: scenario.seed,
      subject: .schedule(shrunk.schedule), user: Int(shrunk.finding.user), time: shrunk.finding.time,
      key: ReplayToken.hash(of: shrunk.finding.signature))
    var find = Find(
      key: explained.signature, oracle: shrunk.finding.oracle.id, statement: shrunk.finding.oracle.statement,
      hazard: explained.hazard?.rawValue,
      summary: shrunk.finding.summary, schedules: schedules, first: Int(first),
      passesWithoutConstraints: shrunk.passesWithoutConstraints, shrinkReplays: shrunk.replays,
      isMinimal: shrunk.isMinimal, token: token.encode(), timeline: timeline)
    find.cause = explained.cause
    for other in others where other.signature != explained.signature {
      if !find.furtherSignatures.contains(other.signature) { find.furtherSignatures.append(other.signature) }
      let oracle = other.shrunk.finding.oracle.id
      if find.cause?.oracles.contains(oracle) == false { find.cause?.oracles.append(oracle) }
    }
    find.constraints = constraints
    find.order = order(of: shrunk)
    find.soundApp = shrunk.soundApp
    if find.order == .natural || find.order == .given { find.failsInNaturalOrder = generationsFailing(shrunk) }
    find.faults = faults(of: shrunk.schedule)
    find.steps = steps(of: shrunk.schedule)
    if let cause = explained.cause {
      find.contradiction = explained.contradiction
      find.sites = cause.chain.compactMap { link in
        link.source.map { source in
          Find.Site(
            text: link.text, source: source,
            task: link.step.flatMap { $0 < timeline.arrivals.count ? timeline.arrivals[$0].task : nil })
        }
      }
    }
    find.continuations = Self.continuations
    find.likelihood = likelihood(of: shrunk)
    find.twin = twin.map { twin in
      let (other, _) = draw(
        shrunk.schedule, on: twin.runner, twin.policies, like: shrunk.trace, around: shrunk.finding)
      return Find.Twin(
        strategy: twin.strategies.joined(separator: " "), schedules: twin.schedules, failures: twin.failures,
        timeline: other.timeline, firstDivergence: Timeline.firstDivergence(timeline, other.timeline))
    }
    return find
  }

  // MARK: Pictures

  /// Runs a schedule and draws its timeline.
  ///
  /// - Parameter trace: the schedule's trace, if it is run with other strategies.
  func draw(
    _ schedule: Schedule, on runner: ScheduleRunner, _ policies: SchedulePolicies, like trace: [TracedArrival]? = nil,
    around finding: Finding?
  ) -> (run: FindExplanation.Run, outcome: ScheduleOutcome) {
    let policy = trace.map { policies.policy(for: schedule, following: $0) } ?? policies.policy(for: schedule)
    if schedule.order == .given, let recorder = TimelineRecorder.ofGiven(in: runner.subject.scenario) {
      return (FindExplanation.Run(recorder), runner.run(schedule, under: policy))
    }
    guard let story = runner.subject as? StoryStage else {
      return drawPerson(schedule, on: runner, policy, around: finding)
    }
    var recorder: TimelineRecorder?
    runner.noticed = { recorder?.violated($0) }
    defer { runner.noticed = nil }
    let outcome = runner.run(schedule, under: policy) { world in
      let made = TimelineRecorder(events: world.events, origin: runner.subject.start)
      for (ordinal, phone) in story.phones.map(\.memory).enumerated() {
        made.begin(phone: UInt8(ordinal)) { phone.app.published[$0] }
      }
      made.name(steps: story.otherStepsThanTaps)
      recorder = made
      return [made]
    }
    guard let recorder else { preconditionFailure("a schedule ran without its recorder") }
    return (FindExplanation.Run(recorder), outcome)
  }

  /// Draws the timeline of one person among many, for the minutes before the violation.
  private func drawPerson(
    _ schedule: Schedule, on runner: ScheduleRunner, _ policy: any SchedulePolicy, around finding: Finding?
  ) -> (run: FindExplanation.Run, outcome: ScheduleOutcome) {
    var made: TimelineRecorder?
    runner.noticed = { notice in
      guard let made,
        ViolationSurroundings(on: made, user: finding?.user ?? 0, around: finding?.time ?? 0)
          .shows(notice.user, at: notice.time)
      else { return }
      made.violated(notice)
    }
    defer { runner.noticed = nil }
    let outcome = runner.run(schedule, under: policy) { world in
      let recorder = TimelineRecorder(events: world.events, byTime: true)
      made = recorder
      return [ViolationSurroundings(on: recorder, user: finding?.user ?? 0, around: finding?.time ?? 0)]
    }
    guard let recorder = made else { preconditionFailure("a schedule ran without its recorder") }
    return (FindExplanation.Run(recorder), outcome)
  }

  private func constraints(of shrunk: ShrunkSchedule, in timeline: Timeline) -> [Find.Constraint] {
    guard case .constrained(let constraints) = shrunk.schedule.order else { return [] }
    func step(_ id: UInt64) -> Int? { shrunk.trace.firstIndex { $0.id == id } }
    func label(_ step: Int?) -> String {
      guard let step else { return "something that never happens" }
      guard step < timeline.arrivals.count else { return "arrival \(step + 1) of the schedule" }
      return timeline.arrivals[step].label
    }
    return constraints.map { constraint in
      let (before, after) = (step(constraint.before), step(constraint.after))
      let conflict = shrunk.conflicts.first { $0.order == constraint }
      return Find.Constraint(
        before: label(before), after: label(after), beforeStep: before, afterStep: after,
        role: shrunk.conflicts.isEmpty ? nil : conflict == nil ? .delay : .conflict, state: conflict?.state)
    }
  }

  /// The kind of order that a shrunk schedule needs in order to fail.
  private func order(of shrunk: ShrunkSchedule) -> Find.Order {
    let schedule = shrunk.schedule
    switch schedule.order {
    case .given: return .given
    case .searched, .recorded: return .whole
    case .constrained(let constraints) where !constraints.isEmpty: return .constrained
    case .natural, .constrained:
      let natural = runner.run(.natural, under: policies.policy(for: .natural))
      if natural.shows(shrunk.finding.signature) { return .natural }
      return schedule.drawsLatencies ? .drawn : .shrunken
    }
  }

  /// The generations in which an expectation fails in natural order; none for other violations.
  private func generationsFailing(_ shrunk: ShrunkSchedule) -> [String] {
    guard shrunk.finding.oracle == .expectation else { return [] }
    let schedule = shrunk.schedule.order == .given ? Schedule.given : .natural
    return Generation.Preset.allCases.filter { preset in
      var other = runner.subject.scenario
      other.generation = .preset(preset)
      guard other.story?.notFor[preset] == nil, let stage = try? StoryStage(other) else { return false }
      let runner = ScheduleRunner(stage, isAbandoned: runner.isAbandoned)
      let policies = SchedulePolicies(runner)
      return runner.run(schedule, under: policies.policy(for: schedule)).shows(shrunk.finding.signature)
    }
    .map(\.rawValue)
  }

  private func faults(of schedule: Schedule) -> [String] {
    runner.subject.scenario.faults.enumerated()
      .filter { schedule.faults.contains($0.offset) }
      .map { $0.element.inWords }
  }

  private func steps(of schedule: Schedule) -> [String] {
    guard let story = runner.subject.scenario.story else { return [] }
    let isGiven = schedule.order == .given
    let steps = isGiven ? [] : story.steps.enumerated().filter { schedule.leftOut >> UInt64($0.offset) & 1 == 0 }
    return story.given.map { "before the search: \($0.words) on phone \($0.device)" }
      + steps.map { "\($0.element.words) on phone \($0.element.device)" }
  }
}

extension Scenario {
  /// Whether a step of its story expects something.
  fileprivate var hasExpectation: Bool {
    ((story?.given ?? []) + (story?.steps ?? [])).contains { $0.action == .expect }
  }
}

extension Fault {
  /// The fault in words, as in "reply-lost at acknowledge".
  var inWords: String {
    let what: String =
      switch kind {
      case .latency: "added latency"
      case .error(let status): "status \(status)"
      case .timeout: "time-out"
      case .replyLost: "reply lost after the commit"
      case .garbled: "reply that cannot be read"
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
