public import GTSDModel
package import GTSDWorld
import Interleaving
import Statistics

/// The reason why a token cannot be replayed with a scenario.
public enum ReplayError: Error, Equatable, Sendable {
  /// The text is not a token of this version.
  case noToken(String)
  /// The token belongs to a scenario with another name.
  case otherScenario(token: String, given: String)
  /// The scenario has changed since, or has other overrides.
  case otherDigest(token: String, given: String)
  /// The scenario has no such cell, user or story.
  case outside(String)
}

extension ReplayError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .noToken(let why): why
    case .otherScenario(let token, let given): "the token is of the scenario `\(token)`, not of `\(given)`"
    case .otherDigest(let token, let given):
      "the scenario has the digest \(given), the token's had \(token): the file has changed since; "
        + "replay with the earlier file by --scenario, or search again"
    case .outside(let what): "the token names \(what), which this scenario does not have"
    }
  }
}

/// Repeats one violation exactly.
///
/// ```swift
/// let replay = try Replay(find.token, of: scenario)
/// #expect(try await replay.run().isReproduced)
/// ```
public struct Replay: Sendable {
  /// The result of a replay.
  public struct Outcome: Sendable {
    /// Whether the token's violation happened again.
    public package(set) var isReproduced: Bool
    /// A summary in one line.
    public package(set) var summary: String
    package var timeline: Timeline
    package var evidence: Evidence
    /// The result of testing the hazard's name of a person's violation against the hazard's own switch; nil without a
    /// name. Finds of stories were tested when they were found.
    package var name: NameCheck?
  }

  /// The result of testing the assigned hazard by correcting its switch.
  package struct NameCheck: Sendable {
    /// The hazard that was assigned to the violation because of its history.
    package var hazard: HazardID
    /// The correct choice of the hazard's switch, `path=value`.
    package var strategy: String
    package var verdict: Verdict
    /// The timeline of the same person around the same time, with the correct choice.
    package var timeline: Timeline

    /// The result of running the same cell and person with the correct choice.
    package enum Verdict: Equatable, Sendable {
      /// The same oracle at the same site no longer fires.
      case holds
      /// The violation still occurs, so the choice is not the whole cause. The new history may match another hazard.
      case isNotAll(looksLike: HazardID?)
    }

    /// The result as a sentence.
    package var inWords: String {
      let name = "its name, `\(hazard.rawValue)`,"
      return switch verdict {
      case .holds: "\(name) holds: with `\(strategy)` it does not happen to this person"
      case .isNotAll(let other):
        "\(name) is not the whole cause: with `\(strategy)` it happens to this person too"
          + (other.map { ", and looks like `\($0.rawValue)`" } ?? "")
      }
    }
  }

  /// The data for the report of a replay.
  package enum Evidence: Sendable {
    /// A schedule of a search.
    case schedule(Exploration, Exploration.Outcome)
    /// A cell of a simulation, and the violation if it happened again.
    case person(ScenarioSummary, Violation?)
  }

  private let token: ReplayToken
  private let scenario: Scenario

  /// Creates a replay of a token's violation in its scenario, with all overrides applied.
  package init(token: ReplayToken, scenario: Scenario) throws(ReplayError) {
    guard scenario.name == token.scenario else {
      throw .otherScenario(token: token.scenario, given: scenario.name)
    }
    let digest = scenario.digest
    guard digest == token.digest else { throw .otherDigest(token: token.digest, given: digest) }
    if case .unit(_, let cell) = token.subject {
      guard cell >= 0, cell < scenario.population.cellCount, scenario.story == nil else {
        throw .outside("cell \(cell)")
      }
      guard scenario.population.users(ofCell: cell).contains(token.user) else { throw .outside("user \(token.user)") }
    }
    self.token = token
    self.scenario = scenario
  }

  /// Creates a replay of a token, from ``ExplorationResult/Find/token`` or a report.
  ///
  /// - Parameter scenario: the unchanged scenario that was searched or run.
  public init(_ token: String, of scenario: Scenario) throws(ReplayError) {
    let decoded: ReplayToken
    do throws(ReplayTokenError) {
      decoded = try ReplayToken.decode(token)
    } catch {
      throw .noToken(error.description)
    }
    try self.init(token: decoded, scenario: scenario)
  }

  /// Runs to the end and blocks until then.
  ///
  /// - Throws: the reason why the scenario cannot be searched.
  public func run() throws(ExplorationError) -> Outcome { try run(isCancelled: { false }) }

  /// Runs to the end without blocking. If the task is cancelled, the violation counts as not reproduced.
  ///
  /// - Throws: the reason why the scenario cannot be searched.
  public func run() async throws(ExplorationError) -> Outcome {
    try await BackgroundThread.run { isCancelled throws(ExplorationError) in
      try run(isCancelled: isCancelled)
    }
  }

  /// Runs to the end, or until `isCancelled` returns true. It is called before each schedule that explains the
  /// violation and while a cell runs. A cancelled violation counts as not reproduced.
  package func run(isCancelled: @escaping () -> Bool) throws(ExplorationError) -> Outcome {
    switch token.subject {
    case .schedule(let schedule): try run(schedule, isCancelled)
    case .unit(let replication, let cell): run(replication: replication, cell: cell, isCancelled)
    }
  }

  private func isWanted(_ finding: Finding) -> Bool { ReplayToken.hash(of: finding.signature) == token.key }

  // MARK: One schedule of a search

  private func run(_ schedule: Schedule, _ isCancelled: @escaping () -> Bool) throws(ExplorationError) -> Outcome {
    let subject = try Exploration.subject(of: scenario)
    let runner = ScheduleRunner(subject, isAbandoned: isCancelled)
    let policies = SchedulePolicies(runner)
    let maker = FindMaker(
      runner: runner, policies: policies, of: scenario, schedules: FindMaker.twinSchedules, digest: token.digest,
      overrides: token.overrides)
    var exploration = Exploration(scenario, schedules: 1)
    exploration.overrides = token.overrides
    var fold = ExplorationFold()
    let outcome = runner.run(schedule, under: policies.policy(for: schedule))
    fold.add(outcome, number: schedule.number, recorded: schedule)
    let searched = fold
    func evidence(_ finds: Exploration.Finds) -> Evidence {
      .schedule(
        exploration, Exploration.Outcome(subject: subject, fold: searched, finds: finds, isComplete: true))
    }
    guard let finding = outcome.findings.first(where: isWanted) else {
      return Outcome(
        isReproduced: false, summary: "the violation did not happen again",
        timeline: maker.draw(schedule, on: runner, policies, around: nil).run.timeline,
        evidence: evidence(Exploration.Finds()))
    }
    do throws(ShrinkFailure) {
      let shrinker = ScheduleShrinker(
        runner: runner, policies: policies, signature: finding.signature, soundApp: maker.soundApp)
      let explained = maker.explained(try shrinker.verified(schedule))
      let find = maker.find(
        explained, others: maker.explainedOthers(explained).filter { explained.isOfCause(of: $0) }, schedules: 1,
        first: schedule.number)
      // After a cancellation, the checks of schedules did not run, and their results mean nothing.
      guard !isCancelled() else {
        return Outcome(
          isReproduced: false, summary: "cancelled", timeline: Timeline(), evidence: evidence(Exploration.Finds()))
      }
      return Outcome(
        isReproduced: true, summary: finding.summary, timeline: find.timeline,
        evidence: evidence(
          Exploration.Finds(finds: [find], references: [finding.signature: explained.reference(toFind: 0)])))
    } catch {
      return Outcome(
        isReproduced: false, summary: error.description, timeline: Timeline(),
        evidence: evidence(Exploration.Finds(errors: [(finding.signature, error.description)])))
    }
  }

  // MARK: One cell of a simulation

  private func run(replication: UInt32, cell: Int, _ isCancelled: () -> Bool) -> Outcome {
    let recorder = TimelineRecorder()
    let findings = run(replication, cell, of: scenario, recorder, goesOn: true, isCancelled)
    let wanted = findings.first { isWanted($0) && Int($0.user) == token.user && $0.time == token.time }
    let name = wanted.flatMap { nameCheck(of: $0, replication, cell, isCancelled) }
    let violation = wanted.map { wanted in
      Violation(
        invariant: wanted.oracle.id, hazard: wanted.hazard?.rawValue, count: 1, users: 1, key: wanted.signature,
        examples: [
          .init(
            user: token.user, atSeconds: Nanoseconds.seconds(token.time),
            summary: ([wanted.summary] + (name.map { [$0.inWords] } ?? [])).joined(separator: "; "),
            replay: token.encode())
        ])
    }
    return Outcome(
      isReproduced: wanted != nil, summary: wanted?.summary ?? "the violation did not happen again",
      timeline: recorder.timeline,
      evidence: .person(
        ScenarioSummary(scenario, digest: token.digest, users: scenario.population.users(ofCell: cell).count),
        violation),
      name: name)
  }

  /// Runs the cell once more with the correct choice of the hazard's switch.
  private func nameCheck(
    of finding: Finding, _ replication: UInt32, _ cell: Int, _ isCancelled: () -> Bool
  ) -> NameCheck? {
    guard let hazard = finding.hazard, let strategy = hazard.twin,
      let generation = scenario.generation.applying(strategy: strategy)
    else { return nil }
    var sound = scenario
    sound.generation = generation
    for index in sound.experiment?.arms.indices ?? 0..<0 {
      let arm = sound.experiment?.arms[index].generation?.applying(strategy: strategy)
      sound.experiment?.arms[index].generation = arm
    }
    let recorder = TimelineRecorder()
    let same = run(replication, cell, of: sound, recorder, goesOn: false, isCancelled).filter { other in
      Int(other.user) == token.user && other.oracle == finding.oracle && other.site == finding.site
    }
    // With the switch at its correct choice, this hazard is never assigned.
    return NameCheck(
      hazard: hazard, strategy: strategy,
      verdict: same.isEmpty ? .holds : .isNotAll(looksLike: same.lazy.compactMap(\.hazard).first),
      timeline: recorder.timeline)
  }

  /// Runs one cell of a scenario until shortly after the violation, and records the events that concern it.
  private func run(
    _ replication: UInt32, _ cell: Int, of scenario: Scenario, _ recorder: TimelineRecorder, goesOn: Bool,
    _ isCancelled: () -> Bool
  ) -> [Finding] {
    let users = scenario.population.users(ofCell: cell)
    let world = World(scenario: scenario, replication: replication, cell: cell, users: users)
    let checker = InvariantChecker(users: users, scenario: scenario, replication: replication)
    checker.keepsEpisodes = true
    let spotlight = ViolationSurroundings(on: recorder, user: UInt32(token.user), around: token.time)
    var isFound = false
    checker.noticed = { finding in
      if isWanted(finding), Int(finding.user) == token.user, finding.time == token.time { isFound = true }
      guard spotlight.shows(finding.user, at: finding.time) else { return }
      recorder.violated(finding)
    }
    world.events.observers = [spotlight, checker]
    let backend = InProcessBackend(world: world)
    Population.spawn(in: world, backend: backend)
    let horizon = scenario.horizon.nanoseconds
    let least = min(horizon, token.time + ViolationSurroundings.trail)
    var end: Int64 = 0
    // The reference model reports its findings at the phone's next quiet instant, however late that is.
    while end < least || goesOn && !isFound && end < horizon, !isCancelled() {
      end = min(end < least ? least : horizon, end + UnitRun.step)
      world.scheduler.run(until: end)
    }
    checker.finish(at: end)
    world.events.observers = []
    world.scheduler.shutdown()
    return checker.episodes.map { Finding($0.breach, user: UInt32($0.user)) }
  }
}
